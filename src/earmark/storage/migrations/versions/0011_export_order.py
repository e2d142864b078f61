"""Submissions in the order of an export, so that a large one begins at once."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_index("ix_submission_study", "submission", ["study_id", "submitted_at", "id"])
    op.drop_index("ix_submission_study_id", "submission")


def downgrade() -> None:
    """Take back."""
    op.create_index("ix_submission_study_id", "submission", ["study_id"])
    op.drop_index("ix_submission_study", "submission")
