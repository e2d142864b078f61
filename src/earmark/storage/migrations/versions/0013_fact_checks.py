"""What fact-check plug-ins found in the talks of pairs."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "fact_check",
        sa.Column("stimulus_id", sa.String(32), nullable=False),
        sa.Column("plugin", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("claims", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["stimulus_id"], ["stimulus.id"], name="fk_fact_check_stimulus_id_stimulus"),
        sa.PrimaryKeyConstraint("stimulus_id", name="pk_fact_check"),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("fact_check")
