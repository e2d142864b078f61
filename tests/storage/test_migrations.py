from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from earmark.storage import migrate
from earmark.storage.database import Database
from earmark.storage.tables import metadata

MIGRATIONS = Path(migrate.__file__).parent / "migrations"


def test_the_revisions_make_exactly_the_tables_of_the_code(tmp_path: Path) -> None:
    with Database(f"sqlite:///{tmp_path}/new.sqlite3") as database:
        migrate.upgrade(database)
        with database.read() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_can_go_down_and_up_again(tmp_path: Path) -> None:
    with Database(f"sqlite:///{tmp_path}/new.sqlite3") as database:
        migrate.upgrade(database)
        migrate.downgrade(database, "base")
        with database.read() as connection:
            assert inspect(connection).get_table_names() == ["alembic_version"]
        migrate.upgrade(database)
        with database.read() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_code_names_the_newest_revision() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == migrate.HEAD
