"""Text in several languages, as protocols hold it."""

from __future__ import annotations

from pydantic import RootModel, model_validator

from earmark.protocols.base import wrong
from earmark.protocols.bundle import FALLBACK


class Text(RootModel[dict[str, str]]):
    """One text in one or more languages: language tag (``en``, ``ko``) to text.

    English must be there, since it is what a reader of any other language falls back to.
    """

    model_config = {"frozen": True}

    @model_validator(mode="before")
    @classmethod
    def _is_by_language(cls, data: object) -> object:
        if not isinstance(data, dict):
            message = "this text does not say its language"
            raise wrong(message, "one text a language, as in {en: …, ko: …}")
        return data

    @model_validator(mode="after")
    def _has_english(self) -> Text:
        if not self.root.get(FALLBACK, "").strip():
            message = "this text is missing in 'en'"
            raise wrong(message, "an English text, which other languages fall back to")
        return self

    def in_language(self, language: str) -> str:
        """Return the text in ``language``, or in English where it has not been translated."""
        return self.root.get(language) or self.root[FALLBACK]

    def variants(self) -> frozenset[str]:
        """Return the text in every language it has, for comparing with what somebody typed."""
        return frozenset(self.root.values())
