"""What a person has set for their own pages, on whatever device they work."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

ActionId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9:-]{0,63}$")]
Key = Annotated[str, Field(pattern=r"^\S{1,24}$")]


class Preferences(BaseModel):
    """A person's preferences; each has a default, so that none need be there.

    Attributes:
        theme: Light, dark, or as the system has it.
        transcript: Whether the words of a turn are shown, where the study shows them.
        keys: Keys by the id of what they do, where they differ from the rating page's own.
        volume: Of the player, from 0.05 to 1.
        speed: Of the player, 1 being that of the recording.
        grammar: Whether grammar and spelling are checked, where a text has such help.
        break_minutes: After so much work a break is suggested; 0 is never.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    theme: Literal["auto", "light", "dark"] = "auto"
    transcript: bool = True
    keys: dict[ActionId, Key] = Field(default={}, max_length=100)
    volume: float = Field(default=1.0, ge=0.05, le=1, allow_inf_nan=False)
    speed: float = Field(default=1.0, ge=0.5, le=2, allow_inf_nan=False)
    grammar: bool = True
    break_minutes: Literal[0, 30, 60] = 0
