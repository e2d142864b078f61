"""Items left after they were rated, marks that are taken back, answers that a discard hides."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "submission", sa.Column("retracted", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("submission", sa.Column("hidden", sa.JSON(), nullable=True))
    op.add_column("mark", sa.Column("taken_back_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("mark") as mark:
        mark.drop_column("taken_back_at")
    with op.batch_alter_table("submission") as submission:
        submission.drop_column("hidden")
        submission.drop_column("retracted")
