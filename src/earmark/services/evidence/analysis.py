"""The analysis of what a study has, in a process of its own.

A sound is looked at once, whoever has it, and again only by detectors of another version than looked before.
Each sound is kept as soon as it is done, so that a run that was stopped goes on with the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from earmark import __version__
from earmark.audio.evidence import registry
from earmark.audio.evidence.material import Detector, versions_of
from earmark.core.progress import Progress
from earmark.core.study import StudySettings
from earmark.core.wording import Said, unpack
from earmark.engine.executors import processors
from earmark.services import jobs
from earmark.services.analysing import Analysed, Job, analyse_all
from earmark.services.evidence.job import KIND
from earmark.services.evidence.kept import Group, document_of, evidence_in, refusal_of
from earmark.services.evidence.summary import summary_of
from earmark.services.evidence.suspects import suspects_in
from earmark.services.home import Home, open_home
from earmark.storage import analyses
from earmark.storage.analyses import Analysis, Sound
from earmark.storage.studies import settings_of

if TYPE_CHECKING:
    from earmark.engine.jobs import Channel


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A sound, and the names of the detectors that have not looked at it."""

    sound: Sound
    names: tuple[str, ...]
    versions: Mapping[str, int]
    models: bool


def work(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Analyse what a study has, in a process of its own."""
    with open_home(arguments["home"]) as home:
        waiting = _waiting(home, arguments["study"])
        refused, done = 0, 0
        for one, found in _looked_at(home, waiting, apart=_has_died(home, arguments["study"])):
            _keep(home, one, found)
            done += 1
            refused += found is not None and found.refused is not None
            channel.progress(asdict(Progress(done, len(waiting))))
            if channel.is_stopped():
                break
    left = len(waiting) - done
    summary = {"analysed": done - refused, "refused": refused, "left": left}
    return {"complete": left == 0, "summary": summary, "report": {}}


def _waiting(home: Home, study_id: str) -> list[_Waiting]:
    """Return what is not up to date, what needs no detector first."""
    with home.database.read() as connection:
        settings = StudySettings.model_validate(settings_of(connection, study_id))
        sounds = analyses.sounds_of(connection, study_id)
    waiting = []
    for sound in sounds:
        wanted = wanted_of(sound, models=settings.models)
        names = tuple(name for name, version in wanted.items() if sound.versions.get(name) != version)
        if names or sound.earmark != __version__:
            waiting.append(_Waiting(sound, names, wanted, settings.models))
    return sorted(waiting, key=lambda one: bool(one.names))


def wanted_of(sound: Sound, *, models: bool) -> Mapping[str, int]:
    """Return the version of each detector that a study wants to have looked at a sound.

    What models have said of it for another study stays.
    """
    wanted = versions_of(detectors_for(sound.channels, sound.agent_channel), models=models)
    return {name: version or sound.versions.get(name, 0) for name, version in wanted.items()}


def lacks_models(sounds: Iterable[Sound]) -> bool:
    """Tell whether models that could be asked have not heard a sound that others have looked at."""
    return any(
        sound.versions.get(name) != version
        for sound in sounds
        for name, version in wanted_of(sound, models=True).items()
        if sound.versions
    )


def detectors_for(channels: int, agent_channel: int | None) -> tuple[Detector, ...]:
    """Return what looks at a recording: without an agent nobody knows whose turns two channels hold."""
    return registry.SIGNAL if channels > 1 and agent_channel is None else registry.DETECTORS


def _has_died(home: Home, study_id: str) -> bool:
    """Tell whether the analysis before this one ended without a word, at a recording that nobody knows."""
    with home.database.read() as connection:
        before = jobs.jobs_of(connection, KIND, study_id=study_id, limit=1, offset=1)
    why = unpack(before[0].failure) if before else ""
    return isinstance(why, Said) and why.code == "job.died"


def _looked_at(
    home: Home, waiting: Sequence[_Waiting], *, apart: bool
) -> Iterator[tuple[_Waiting, Analysed | None]]:
    """Yield what was found, in order; None where nothing had to look. Raters keep half of the processors.

    With ``apart`` this process looks at nothing itself, and outlives a recording that ends its process.
    """
    done = [one for one in waiting if not one.names]
    yield from ((one, None) for one in done)
    looks = [_job(home, one) for one in waiting[len(done) :]]
    count = min(max(1, processors() // 2), len(looks))
    found = analyse_all(looks, processes=count if count > 1 or apart else None)
    yield from zip(waiting[len(done) :], found, strict=True)


def _job(home: Home, one: _Waiting) -> Job:
    """Return what to look at: the original, or the files of both speakers."""
    files = {each["role"]: each["sha256"] for each in one.sound.details.get("originals") or ()}
    user = files.get("user", one.sound.sound_hash)
    agent = home.objects.local_path(files["agent"]) if "agent" in files else None
    return Job(home.objects.local_path(user), agent, one.sound.agent_channel, one.names, models=one.models)


def _keep(home: Home, one: _Waiting, looked: Analysed | None) -> None:
    sound, now = one.sound, home.clock()

    def write(connection: Connection) -> None:
        before = analyses.found_in(connection, sound.sound_hash, sound.agent_channel) or {}
        found = before if looked is None else _document(one, looked, before)
        evidence = evidence_in(found, agent_channel=sound.agent_channel)
        suspects = [finding.as_json() for finding in suspects_in(evidence)] if evidence else []
        versions = one.versions if evidence else {}
        summary = summary_of(evidence) if evidence else {}
        kept = Analysis(__version__, versions, suspects, summary, found)
        analyses.put_analysis(connection, sound.sound_hash, sound.agent_channel, kept, now=now)

    home.database.write(write)


def _document(one: _Waiting, looked: Analysed, before: Mapping[str, Any]) -> dict[str, Any]:
    if looked.refused is not None:
        return refusal_of(looked.refused)
    return document_of(looked.parts, versions=one.versions, groups=_groups(one.versions), before=before)


def _groups(names: Iterable[str]) -> dict[str, Group]:
    of: tuple[tuple[Group, tuple[Detector, ...]], ...] = (
        ("signal", registry.SIGNAL),
        ("turns", registry.TURNS),
        ("voice", registry.VOICE),
        ("models", registry.MODELS),
    )
    groups = {each.name: group for group, detectors in of for each in detectors}
    return {name: groups[name] for name in names}
