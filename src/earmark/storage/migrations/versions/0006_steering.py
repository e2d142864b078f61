"""What an owner decides for one rater: a pause, a cap, and tasks that are kept for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("membership", sa.Column("paused_at", sa.BigInteger(), nullable=True))
    op.add_column("membership", sa.Column("task_cap", sa.Integer(), nullable=True))
    op.add_column("assignment", sa.Column("offered", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("assignment") as assignment:
        assignment.drop_column("offered")
    with op.batch_alter_table("membership") as membership:
        membership.drop_column("task_cap")
        membership.drop_column("paused_at")
