"""Jobs, work in the background; uploads, which wait for one."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_WAITING = sa.text("state IN ('queued', 'running')")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "job",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("study_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=True),
        sa.Column("summary", sa.JSON(), nullable=True),
        sa.Column("report", sa.JSON(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("stop_asked", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_job_person_id_person")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_job_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_job_study_id"), ["study_id"], unique=False)
        batch_op.create_index(
            "ix_job_waiting",
            ["created_at"],
            unique=False,
            postgresql_where=_WAITING,
            sqlite_where=_WAITING,
        )
    op.create_table(
        "upload",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("study_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_upload_person_id_person")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_upload_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload")),
        sa.UniqueConstraint("study_id", name=op.f("uq_upload_study_id")),
    )
    op.create_table(
        "upload_file",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("upload_id", sa.String(length=32), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("modified", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name=op.f("fk_upload_file_upload_id_upload")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload_file")),
        sa.UniqueConstraint("upload_id", "path", name=op.f("uq_upload_file_upload_id_path")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("upload_file")
    op.drop_table("upload")
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.drop_index("ix_job_waiting", postgresql_where=_WAITING, sqlite_where=_WAITING)
        batch_op.drop_index(batch_op.f("ix_job_study_id"))

    op.drop_table("job")
