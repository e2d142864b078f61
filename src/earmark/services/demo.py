"""The demo: three small studies with sound of the project's own, people, and submissions to look at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection

from earmark.core.errors import EnvironmentProblemError, WrongInputError
from earmark.core.roles import Role
from earmark.core.wording import tell
from earmark.services import members, people
from earmark.services.evidence.job import ask_if_needed
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.links import make_sign_in_link
from earmark.services.people import find_person, has_nobody, make_founder
from earmark.services.sessions import open_session
from earmark.services.simulation import SimulatedRater, Sound, Tab, Truth
from earmark.services.studies import Study
from earmark.storage.events import has_event, record_event
from earmark.storage.items import stimuli_by_content
from earmark.storage.objects import content_hash

CONVERSATIONS: Final = "demo-conversations"
CLIPS: Final = "demo-clips"
PAIRS: Final = "demo-pairs"
PEOPLE: Final = {"Demo owner": Role.OWNER, "Demo reviewer": Role.REVIEWER, "Demo rater": Role.RATER}

_OWNER: Final = "Demo owner"
_RATED: Final = "demo-rated"
_SEED: Final = 20_261
_LANGUAGES: Final = ("en", "en", "ko", "en", "ko", "en")
_LINK_CAP: Final = 1000
_LINK_DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class _Plan:
    """One demo study: its simulated raters give all its votes but one, which is left for the visitor."""

    study: str
    title: str
    protocol: str
    manifest: str
    simulated: int


_PLANS: Final = (
    _Plan(CONVERSATIONS, "Demo: three voice agents", "conversation-turns", "calls.jsonl", 4),
    _Plan(CLIPS, "Demo: three voices", "clip-rating", "clips.jsonl", 6),
    _Plan(PAIRS, "Demo: three voice agents in pairs", "live-ab", "pairs.jsonl", 3),
)


def seed_demo(home: Home) -> dict[str, Truth]:
    """Make the people and the studies of the demo and import its sound, or go on where a run was cut off.

    Returns:
        What the simulated raters go by, for each study that they have not rated to its end.

    Raises:
        WrongInputError: The data folder is somebody's own; the demo does not mix with it.
    """
    unfinished = [plan for plan in _PLANS if not _is_rated(home, plan)]
    if not unfinished:
        return {}
    owner = _owner(home)
    with _data() as folder:
        return {plan.study: _make_study(home, plan, folder, owner=owner) for plan in unfinished}


def simulate_raters(home: Home, address: str, truths: Mapping[str, Truth]) -> int:
    """Let the simulated raters work on a running server; return how many submissions they made."""
    rated = 0
    for plan in _PLANS:
        if plan.study not in truths:
            continue
        study = home.studies[plan.study]
        is_begun = study.results().progress.votes_in > 0
        for index in range(plan.simulated):
            tab = Tab(address, _session_of_simulated(home, study, index))
            seed = f"{_SEED}/{plan.study}/{index}"  # a mind of its own in each study
            rater = SimulatedRater(tab, truths[plan.study], seed=seed, language=_LANGUAGES[index])
            rated += rater.rate(plan.study, skips_first=index == 0 and not is_begun)
            tab.close()
        _note_rated(home, study)
        study.set(analyse=True)
        ask_if_needed(home, study.id)
    return rated


def sign_in_links(home: Home, address: str) -> dict[str, str]:
    """Make a link for each person of the demo, by role; they work many times, since it is a demo."""

    def work(connection: Connection) -> dict[str, str]:
        links = {}
        for name, role in PEOPLE.items():
            person = find_person(connection, name)
            if person is not None:
                link = make_sign_in_link(
                    connection, person_id=person.id, now=home.clock(), cap=_LINK_CAP, days=_LINK_DAYS
                )
                links[role.value] = f"{address}/links/{link.token}"
        return links

    return home.database.write(work)


def _is_rated(home: Home, plan: _Plan) -> bool:
    """Tell whether the simulated raters have come to their end in this study."""
    if plan.study not in home.studies:
        return False
    with home.database.read() as connection:
        return has_event(connection, _RATED, study_id=home.studies[plan.study].id)


def _note_rated(home: Home, study: Study) -> None:
    now = home.clock()
    home.database.write(lambda connection: record_event(connection, _RATED, now=now, study_id=study.id))


def _owner(home: Home) -> str:
    """Return the demo's owner, made in an empty folder; nobody else's folder is touched."""
    with home.database.read() as connection:
        known = find_person(connection, _OWNER)
        is_empty = has_nobody(connection)
    if known is not None and known.founder:
        return known.id
    if not is_empty or len(home.studies) > 0:
        message = (
            f"The data folder '{home.settings.home}' is in use, and the demo makes people and studies of its "
            "own. Give it another folder: earmark demo --home DIR."
        )
        raise WrongInputError(message)
    return make_founder(home, _OWNER)


def _make_study(home: Home, plan: _Plan, folder: Path, *, owner: str) -> Truth:
    study = _find_or_create(home, plan, owner=owner)
    report = import_paths(study, [folder / plan.manifest])
    if report.halted:
        raise EnvironmentProblemError(tell(report.halted))
    home.database.write(lambda connection: _let_people_in(connection, study, now=home.clock()))
    with home.database.read() as connection:
        stimuli = stimuli_by_content(connection, study.id)
    known = {content_hash(folder / path): sound for path, sound in _read(folder / "truth.json").items()}
    sounds = {stimuli[original]: Sound(**sound) for original, sound in known.items() if original in stimuli}
    return Truth(sounds, _read(folder / "words.json"))


def _find_or_create(home: Home, plan: _Plan, *, owner: str) -> Study:
    if plan.study in home.studies:
        return home.studies[plan.study]
    return home.studies.create(
        plan.study,
        protocol=plan.protocol,
        title=plan.title,
        # What is measured holds "Both good" back until a rater answers to it, which simulated ones cannot.
        settings={"votes_per_item": plan.simulated + 1, "analyse": False},
        owner=owner,
    )


def _let_people_in(connection: Connection, study: Study, *, now: int) -> None:
    for name, role in PEOPLE.items():
        if name != _OWNER:
            _join(connection, study, name, role, now=now)


def _session_of_simulated(home: Home, study: Study, index: int) -> str:
    """Let a simulated rater in and return the token of its session."""

    def work(connection: Connection) -> str:
        name = f"Simulated rater {index + 1}"
        person_id = _join(connection, study, name, Role.RATER, now=home.clock())
        return open_session(connection, person_id, agent="simulated", now=home.clock())

    return home.database.write(work)


def _join(connection: Connection, study: Study, name: str, role: Role, *, now: int) -> str:
    known = find_person(connection, name)
    person_id = known.id if known else people.create_person(connection, name=name, now=now)
    members.join(connection, study_id=study.id, person_id=person_id, role=role, now=now, invited_at=now)
    return person_id


@contextmanager
def _data() -> Iterator[Path]:
    with as_file(files("earmark") / "demo") as folder:
        yield folder


def _read(path: Path) -> Any:  # noqa: ANN401 - the JSON edge
    return json.loads(path.read_text(encoding="utf-8"))
