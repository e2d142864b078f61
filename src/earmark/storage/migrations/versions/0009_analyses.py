"""Audio evidence: what each sound shows, and what of it raters were sent."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "analysis",
        sa.Column("sound_hash", sa.String(64), nullable=False),
        sa.Column("agent_channel", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("earmark", sa.String(20), nullable=False),
        sa.Column("versions", sa.JSON(), nullable=False),
        sa.Column("suspects", sa.JSON(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("sound_hash", "agent_channel", name=op.f("pk_analysis")),
    )
    op.add_column("assignment", sa.Column("evidence_shown", sa.JSON(), nullable=True))
    op.add_column("submission", sa.Column("evidence_shown", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("submission") as submission:
        submission.drop_column("evidence_shown")
    with op.batch_alter_table("assignment") as assignment:
        assignment.drop_column("evidence_shown")
    op.drop_table("analysis")
