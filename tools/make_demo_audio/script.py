"""The scripts: who says what, when, how well, and with which faults. Read from TOML."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .faults import Effect

SCRIPTS = Path(__file__).parent / "scripts"
CONDITIONS = ("Fjord", "Meadow", "Pebble")


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One turn of a call. Times in seconds, hidden qualities from 1 to 5 (agent turns only).

    `say` is the text to pronounce when it differs from `text`. It may hold marks that act from
    their place on: `<pause 1.5>` (seconds), `<voice flite:rms>`, `<gain -9>` (dB). `gap`: the time
    after all earlier turns ended, negative to overlap. `during` instead starts the turn inside the
    turn before, at that share of its length. `yields`: this turn stops so long after the next one
    begins. `cut`: so much of the end is missing.
    """

    role: str
    text: str
    say: str
    gap: float = 0.5
    during: float | None = None
    yields: float | None = None
    cut: float = 0.0
    content: float | None = None
    prosody: float | None = None
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Call:
    """One conversation of one condition; `voices` are by role."""

    item: str
    condition: str
    language: str
    scenario: dict[str, str]
    voices: dict[str, str]
    turns: tuple[Turn, ...]

    @property
    def audio(self) -> str:
        """Path of the recording below the output folder."""
        return f"calls/{self.item}-{self.condition.lower()}.flac"


@dataclass(frozen=True, kw_only=True)
class Clip:
    """One sentence in one condition, with hidden qualities from 1 to 5 by scale."""

    item: str
    condition: str
    language: str
    voice: str
    text: str
    say: str
    quality: dict[str, float]
    effects: tuple[Effect, ...] = ()

    @property
    def audio(self) -> str:
        """Path of the recording below the output folder."""
        return f"clips/{self.item}-{self.condition.lower()}.flac"


def calls() -> list[Call]:
    """All calls, scenario by scenario."""
    return [call for path in sorted(SCRIPTS.glob("call-*.toml")) for call in _calls(path)]


def clips() -> list[Clip]:
    """All clips, sentence by sentence."""
    sentences = _read(SCRIPTS / "clips.toml")["sentences"]
    return [_clip(sentence, name) for sentence in sentences for name in CONDITIONS]


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _calls(path: Path) -> list[Call]:
    data = _read(path)
    return [
        Call(
            item=data["item"],
            condition=name,
            language=data["language"],
            scenario=data["scenario"],
            voices={"user": data["voices"]["user"], "agent": data["voices"][name]},
            turns=tuple(_turn(row) for row in data[name]),
        )
        for name in CONDITIONS
    ]


def _turn(row: dict[str, Any]) -> Turn:
    return Turn(**{"say": row["text"], **row, "effects": _effects(row)})


def _clip(sentence: dict[str, Any], condition: str) -> Clip:
    row = sentence[condition]
    return Clip(
        item=sentence["item"],
        condition=condition,
        language=sentence["language"],
        voice=row["voice"],
        text=sentence["text"],
        say=row.get("say") or sentence.get("say") or sentence["text"],
        quality=row["quality"],
        effects=_effects(row),
    )


def _effects(row: dict[str, Any]) -> tuple[Effect, ...]:
    return tuple(Effect(**effect) for effect in row.get("effects", ()))
