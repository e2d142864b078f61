"""Groups of raters: a name on a membership, and on the invitation that makes it."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    for table in ("membership", "link"):
        op.add_column(table, sa.Column("group_name", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    """Take back."""
    for table in ("link", "membership"):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("group_name")
