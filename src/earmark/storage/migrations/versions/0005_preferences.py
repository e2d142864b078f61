"""What a person has set for their own pages."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "person", sa.Column("preferences", sa.JSON(), server_default=sa.text("'{}'"), nullable=False)
    )


def downgrade() -> None:
    """Take back."""
    op.drop_column("person", "preferences")
