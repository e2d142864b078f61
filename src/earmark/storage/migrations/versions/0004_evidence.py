"""Stretches of sound that the words of a score point at."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("score", sa.Column("evidence", sa.JSON(), server_default=sa.text("'[]'"), nullable=False))


def downgrade() -> None:
    """Take back."""
    op.drop_column("score", "evidence")
