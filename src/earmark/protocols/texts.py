"""Text in several languages, as protocols hold it."""

from __future__ import annotations

from pydantic import RootModel, model_validator

FALLBACK = "en"


class Text(RootModel[dict[str, str]]):
    """One text in one or more languages: language tag (``en``, ``ko``) to text.

    English must be there, since it is what a reader of any other language falls back to.
    """

    model_config = {"frozen": True}

    @model_validator(mode="after")
    def _has_english(self) -> Text:
        if not self.root.get(FALLBACK, "").strip():
            message = "an English text (key 'en') is needed"
            raise ValueError(message)
        return self

    def in_language(self, language: str) -> str:
        """Return the text in ``language``, or in English where it has not been translated."""
        return self.root.get(language) or self.root[FALLBACK]

    def variants(self) -> frozenset[str]:
        """Return the text in every language it has, for comparing with what somebody typed."""
        return frozenset(self.root.values())
