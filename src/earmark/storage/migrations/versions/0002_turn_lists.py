"""Turn lists as revisions, and recordings whose sound or turns were corrected."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_REVISIONS = (
    ("stimulus", "revision"),
    ("stimulus", "counts_from"),
    ("assignment", "recording_revision"),
    ("submission", "recording_revision"),
    ("mark", "recording_revision"),
)
_SET_ASIDE = ("submission", "mark")


def upgrade() -> None:
    """Apply: the turns that are there become the first list of their recording, as given."""
    for table, name in _REVISIONS:
        op.add_column(table, sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text("1")))
    for table in _SET_ASIDE:
        op.add_column(table, sa.Column("set_aside", sa.Boolean(), nullable=False, server_default=sa.false()))
    _make_tables()
    op.add_column("turn", sa.Column("turn_list_id", sa.String(length=32), nullable=True))
    op.execute(
        """INSERT INTO turn_list (id, stimulus_id, revision, current, origin, settings, made_at)
        SELECT id, id, 1, true, 'given', '{}', created_at FROM stimulus
        WHERE EXISTS (SELECT 1 FROM turn WHERE turn.stimulus_id = stimulus.id)"""
    )
    op.execute("UPDATE turn SET turn_list_id = stimulus_id")
    with op.batch_alter_table("turn") as turn:
        turn.alter_column("turn_list_id", existing_type=sa.String(length=32), nullable=False)
        turn.drop_constraint(turn.f("uq_turn_stimulus_id_position"), type_="unique")
        turn.create_foreign_key(
            turn.f("fk_turn_turn_list_id_turn_list"), "turn_list", ["turn_list_id"], ["id"]
        )
        turn.create_unique_constraint(turn.f("uq_turn_turn_list_id_position"), ["turn_list_id", "position"])
        turn.create_index(turn.f("ix_turn_stimulus_id"), ["stimulus_id"])


def _make_tables() -> None:
    op.create_table(
        "turn_list",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("stimulus_id", sa.String(length=32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(length=12), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_turn_list_person_id_person")),
        sa.ForeignKeyConstraint(
            ["stimulus_id"], ["stimulus.id"], name=op.f("fk_turn_list_stimulus_id_stimulus")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn_list")),
        sa.UniqueConstraint("stimulus_id", "revision", name=op.f("uq_turn_list_stimulus_id_revision")),
    )
    op.create_index(
        "ix_turn_list_current",
        "turn_list",
        ["stimulus_id"],
        unique=True,
        postgresql_where=sa.text("current"),
        sqlite_where=sa.text("current"),
    )
    op.create_table(
        "earlier_sound",
        sa.Column("stimulus_id", sa.String(length=32), nullable=False),
        sa.Column("last_revision", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("original_hash", sa.String(length=64), nullable=False),
        sa.Column("rendition_hash", sa.String(length=64), nullable=False),
        sa.Column("peaks_hash", sa.String(length=64), nullable=False),
        sa.Column("duration_s", sa.Double(), nullable=False),
        sa.Column("channels", sa.Integer(), nullable=False),
        sa.Column("sample_rate_hz", sa.Integer(), nullable=False),
        sa.Column("agent_channel", sa.Integer(), nullable=True),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("replaced_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["stimulus_id"], ["stimulus.id"], name=op.f("fk_earlier_sound_stimulus_id_stimulus")
        ),
        sa.PrimaryKeyConstraint("stimulus_id", "last_revision", name=op.f("pk_earlier_sound")),
    )


def downgrade() -> None:
    """Undo: of each recording the turns that hold now stay."""
    op.execute("DELETE FROM turn WHERE turn_list_id IN (SELECT id FROM turn_list WHERE NOT current)")
    with op.batch_alter_table("turn") as turn:
        turn.drop_index(turn.f("ix_turn_stimulus_id"))
        turn.drop_constraint(turn.f("uq_turn_turn_list_id_position"), type_="unique")
        turn.drop_constraint(turn.f("fk_turn_turn_list_id_turn_list"), type_="foreignkey")
        turn.drop_column("turn_list_id")
        turn.create_unique_constraint(turn.f("uq_turn_stimulus_id_position"), ["stimulus_id", "position"])
    op.drop_table("turn_list")
    op.drop_table("earlier_sound")
    for table in _SET_ASIDE:
        op.drop_column(table, "set_aside")
    for table, name in _REVISIONS:
        op.drop_column(table, name)
