"""One settings model: a TOML file, then environment variables that begin with ``EARMARK_``."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


class Settings(BaseSettings):
    """Where Earmark keeps its things and how it is reached.

    Attributes:
        home: Data folder.
        database_url: SQLAlchemy address; empty means ``earmark.sqlite3`` in the data folder.
        objects_url: Object store address; empty means the folder ``objects`` in the data folder.
        public_url: Address that raters type, for links; empty means the address it is served at.
        sites_host: Host under which website bundles are served.
        analyse: Whether what comes in is analysed for audio evidence, where its study does not say otherwise.
    """

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_prefix="EARMARK_",
        env_ignore_empty=True,  # a data folder "" would be the working folder
        toml_file="earmark.toml",
        extra="forbid",
        frozen=True,
    )

    home: Path = Field(default=Path("earmark-data"))
    database_url: str = ""
    objects_url: str = ""
    public_url: str = ""
    sites_host: str = ""
    analyse: bool = True

    @field_validator("database_url")
    @classmethod
    def _is_sqlite(cls, url: str) -> str:
        if url and not url.startswith("sqlite:"):
            message = "only SQLite can be used yet, such as sqlite:////srv/earmark.sqlite3"
            raise ValueError(message)
        return url

    @field_validator("objects_url")
    @classmethod
    def _is_unset(cls, url: str) -> str:
        if url:
            message = "sound can be kept in the data folder only, as yet"
            raise ValueError(message)
        return url

    @field_validator("public_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and not (parts.scheme in {"http", "https"} and parts.hostname and parts.path in {"", "/"}):
            message = "it must be an address without a path, such as https://raters.example.org"
            raise ValueError(message)
        return url

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: arguments, then variables, then ``earmark.toml`` in the working folder."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)
