"""Bring a database to the newest revision of the tables."""

from __future__ import annotations

from importlib.resources import as_file, files

from sqlalchemy import Connection, inspect

from earmark.core.errors import EnvironmentProblemError
from earmark.storage.database import Database

HEAD = "0014"


def upgrade(database: Database, to: str = HEAD) -> None:
    """Migrate to a revision; does nothing, and imports nothing, where the database is there already.

    Raises:
        EnvironmentProblemError: A newer Earmark has made the database.
    """
    with database.read() as connection:
        revision = _revision(connection)
    if revision == to:
        return
    if revision is not None and revision > HEAD:
        message = (
            f"The database was made by a newer Earmark (revision {revision}, this one knows {HEAD}). "
            "Install the newer version; nothing was changed."
        )
        raise EnvironmentProblemError(message)
    with database.begin() as connection:
        _run(connection, "upgrade", to)


def downgrade(database: Database, revision: str) -> None:
    """Take the tables back to an older revision (``base`` drops them all)."""
    with database.begin() as connection:
        _run(connection, "downgrade", revision)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _run(connection: Connection, verb: str, revision: str) -> None:
    from alembic import command  # noqa: PLC0415 - a tenth of a second that only a migration pays
    from alembic.config import Config  # noqa: PLC0415 - the same

    with as_file(files("earmark.storage") / "migrations") as folder:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(folder))
        getattr(command, verb)(config, revision)
