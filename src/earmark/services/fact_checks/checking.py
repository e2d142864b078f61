"""The fact-check of what a study has, in a process of its own: one that is slow or fails blocks nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from earmark.core.fact_checks import Claim, FactCheck, SaidTurn, State, Talk, claim_as_json, sound_claims
from earmark.core.progress import Progress
from earmark.core.scenario import shown_scenario
from earmark.protocols.schema import Protocol
from earmark.services.fact_checks.plugins import folder_of, open_plugin
from earmark.services.home import Home, open_home
from earmark.services.studies import Study
from earmark.storage import fact_checks as rows
from earmark.storage.fact_checks import CheckRow, Unchecked

if TYPE_CHECKING:
    from earmark.engine.jobs import Channel

Opener = Callable[[], FactCheck]
"""Opens a plug-in, which may fail as what it does may."""

LONGEST_S: Final = 60.0
"""What a plug-in may take for one talk."""

MOST_SLOW: Final = 3
"""Talks in a row that a plug-in may be too slow for; the rest are not tried."""

LONGEST_REASON: Final = 500


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one talk: its claims, or why there are none."""

    state: State
    failure: str = ""
    claims: tuple[Claim, ...] = ()


def work(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Check what a study has, in a process of its own."""
    with open_home(arguments["home"]) as home:
        study = next(one for one in home.studies.values() if one.id == arguments["study"])
        return check_study(study, channel)


def check_study(study: Study, channel: Channel, *, longest_s: float = LONGEST_S) -> dict[str, object]:
    """Check the talks of a study that its plug-in has not looked at; each is kept as soon as it is done."""
    name, home = study.settings.fact_check, study.home
    waiting = _waiting(study) if name else []
    states: list[State] = []
    for one in waiting:
        if channel.is_stopped():
            break
        is_given_up = states[-MOST_SLOW:] == ["slow"] * MOST_SLOW
        outcome = _GIVEN_UP if is_given_up else _check(study, one, longest_s=longest_s)
        _keep(home, one, name, outcome)
        states.append(outcome.state)
        channel.progress(asdict(Progress(len(states), len(waiting))))
    left = len(waiting) - len(states)
    summary = {"checked": states.count("done"), "failed": len(states) - states.count("done"), "left": left}
    return {"complete": left == 0, "summary": summary, "report": {}}


def _waiting(study: Study) -> list[Unchecked]:
    with study.home.database.read() as connection:
        return rows.unchecked(connection, study.id, plugin=study.settings.fact_check)


def _check(study: Study, one: Unchecked, *, longest_s: float) -> Outcome:
    with study.home.database.read() as connection:
        talk = _talk(study.protocol, one, rows.turns_of(connection, one.stimulus))
    folder = folder_of(study.home, study.name)
    return check_talk(lambda: open_plugin(study.settings.fact_check, folder), talk, longest_s=longest_s)


def _talk(protocol: Protocol, one: Unchecked, turns: list[SaidTurn]) -> Talk:
    return Talk(shown_scenario(protocol, one.scenario), tuple(turns), one.language)


def check_talk(opened: Opener, talk: Talk, *, longest_s: float) -> Outcome:
    """Let a plug-in look at a talk for so long at most; one that hangs is left behind in its thread."""
    found: list[Outcome] = []
    thread = threading.Thread(
        target=lambda: found.append(_looked_at(opened, talk)), name="earmark-fact-check", daemon=True
    )
    thread.start()
    thread.join(longest_s)
    return found[0] if found else Outcome("slow", f"It took longer than {longest_s:g} s for one talk.")


def _looked_at(opened: Opener, talk: Talk) -> Outcome:
    try:
        return Outcome("done", claims=sound_claims(opened().check(talk), talk))
    except Exception as error:  # noqa: BLE001 - somebody else's code: whatever it raises is told, and blocks nothing
        return Outcome("failed", f"{type(error).__name__}: {error}"[:LONGEST_REASON])


def _keep(home: Home, one: Unchecked, name: str, outcome: Outcome) -> None:
    kept = CheckRow(
        one.stimulus,
        name,
        outcome.state,
        outcome.failure,
        [claim_as_json(claim) for claim in outcome.claims],
        home.clock(),
    )
    home.database.write(lambda connection: rows.put_check(connection, kept))


_GIVEN_UP: Final = Outcome("slow", "It was too slow for the talks before this one, which was not tried.")
