"""What raters hear of the sides of a pair: at one level and in one form."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "levelled_sound",
        sa.Column("source_hash", sa.String(64), nullable=False),
        sa.Column("gain_db", sa.Double(), nullable=False),
        sa.Column("layout", sa.String(12), nullable=False),
        sa.Column("rendition_hash", sa.String(64), nullable=False),
        sa.Column("peaks_hash", sa.String(64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source_hash", "gain_db", "layout", name="pk_levelled_sound"),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("levelled_sound")
