"""What people remember of the sentences that they practise."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "practice",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("deck", sa.String(64), nullable=False),
        sa.Column("card", sa.String(80), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("stability", sa.Double(), nullable=False),
        sa.Column("difficulty", sa.Double(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("reviewed_at", sa.BigInteger(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_practice_person_id_person"),
        sa.PrimaryKeyConstraint("person_id", "deck", "card", name="pk_practice"),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("practice")
