"""Pairs: whose sides are balanced, the gain of each side, and how the sides stood for each rater."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_PAIRS = sa.text("pairing IS NOT NULL")


def upgrade() -> None:
    """Apply."""
    op.add_column("task", sa.Column("pairing", sa.String(65), nullable=True))
    op.create_index(
        "ix_task_pairing", "task", ["study_id", "pairing"], postgresql_where=_PAIRS, sqlite_where=_PAIRS
    )
    op.add_column(
        "task_stimulus", sa.Column("gain_db", sa.Double(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("assignment", sa.Column("swapped", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("assignment", sa.Column("heard_first", sa.String(4), nullable=False, server_default=""))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("assignment") as assignment:
        assignment.drop_column("heard_first")
        assignment.drop_column("swapped")
    with op.batch_alter_table("task_stimulus") as task_stimulus:
        task_stimulus.drop_column("gain_db")
    op.drop_index("ix_task_pairing", "task")
    with op.batch_alter_table("task") as task:
        task.drop_column("pairing")
