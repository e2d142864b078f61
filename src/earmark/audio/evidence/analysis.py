"""Look at a recording with every detector."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import UndecodableError
from earmark.audio.detectors import DetectorName, require
from earmark.audio.evidence.leakage import LEAKAGE
from earmark.audio.evidence.material import Detector, Findings, Material, found_by, material_of, take_over
from earmark.audio.evidence.recording import Recording, read_recording, recording_of
from earmark.audio.evidence.registry import DETECTORS, SIGNAL, TURNS, VOICE
from earmark.audio.evidence.rows import Evidence, Role, together
from earmark.audio.evidence.twin import can_fork, twin

MOST_PROCESSORS: Final = 2
"""One for the signal and one for who speaks, which take as long as one another."""

_WORTH_TWO_S: Final = 20.0


def analyse(
    sound: Path | str | NDArray[np.generic],
    *,
    sample_rate: int | None = None,
    agent: Path | str | None = None,
    agent_channel: int | None = None,
    vad: DetectorName = "fast",
    models: bool = False,
    detectors: Sequence[Detector] = DETECTORS,
    processors: int = MOST_PROCESSORS,
) -> Evidence:
    """Return what a recording itself shows.

    Args:
        sound: A file, or samples of shape (samples,) or (channels, samples): floats of -1..1, or int16.
        sample_rate: Of samples in memory, in Hz; a file says its own.
        agent: A second file that holds the agent; the first then holds the user, and both are heard together.
        agent_channel: Which of two channels is the agent's, 0 or 1; without it 1, as everywhere in Earmark.
        vad: Which detector tells speech: ``fast``, or ``accurate`` (an extra), which takes ten times as long.
        models: Whether models are asked, too: predictions of quality, and changes of voice (an extra).
        detectors: Those to use, all as a rule.
        processors: How many it may use, two at most; 1 where several recordings are looked at. It uses one
            where the calling process has several threads, and elsewhere than on Linux.

    Raises:
        DetectorMissingError: The accurate detector is not installed.
        UndecodableError: No sound can be taken from a file, or it has more than two channels.
        OSError: A file cannot be read at all.
        ValueError: The arguments do not go together.
    """
    parts = analyse_apart(
        sound,
        sample_rate=sample_rate,
        agent=agent,
        agent_channel=agent_channel,
        vad=vad,
        models=models,
        detectors=detectors,
        processors=processors,
    )
    return together(parts.values())


def analyse_apart(
    sound: Path | str | NDArray[np.generic],
    *,
    sample_rate: int | None = None,
    agent: Path | str | None = None,
    agent_channel: int | None = None,
    vad: DetectorName = "fast",
    models: bool = False,
    detectors: Sequence[Detector] = DETECTORS,
    processors: int = 1,
) -> dict[str, Evidence]:
    """Return what each detector finds, by its name; otherwise as `analyse`, on one processor as a rule."""
    require(vad)
    recording = _recording(sound, sample_rate, agent)
    roles = _roles(recording.channels, agent_channel)
    with TemporaryDirectory(prefix="earmark-") as scratch:
        material = material_of(recording, roles, Path(scratch), vad=vad, models=models)
        found = _found(detectors, material, processors=processors)
        return {name: _evidence(recording, findings) for name, findings in found.items()}


def _found(detectors: Sequence[Detector], material: Material, *, processors: int) -> dict[str, Findings]:
    """Look with all detectors, by a second process at the signal where that is worth it and can be."""
    apart = [each for each in detectors if each in SIGNAL and each is not LEAKAGE]
    speakers = [each for each in detectors if each in TURNS + VOICE]
    worth = apart and speakers and material.recording.duration_s >= _WORTH_TWO_S
    if processors == 1 or not worth or not can_fork():
        return {each.name: found_by(each, material) for each in detectors}
    with twin(apart, material) as told:
        for each in speakers:
            found_by(each, material)
        for findings in told():
            take_over(findings, material)
    return {each.name: found_by(each, material) for each in detectors}


def _evidence(recording: Recording, found: Findings) -> Evidence:
    return Evidence(
        duration_s=recording.duration_s,
        sample_rate_hz=recording.sample_rate_hz,
        channels=recording.channels,
        rows=tuple(found.rows),
        measures=found.measures,
        not_measurable=tuple(found.not_measurable),
    )


def _recording(sound: object, sample_rate: object, agent: Path | str | None) -> Recording:
    if isinstance(sound, np.ndarray):
        if sample_rate is None or agent is not None:
            message = "Samples in memory need sample_rate, and both speakers in one array of two channels."
            raise ValueError(message)
        return recording_of(sound, _whole(sample_rate))
    if not isinstance(sound, str | PathLike):
        message = f"Sound is the path of a file or a NumPy array, not {type(sound).__name__}."
        raise TypeError(message)
    if sample_rate is not None:
        message = "A file says its own sample rate. Leave sample_rate out."
        raise ValueError(message)
    try:
        return read_recording(Path(sound), agent=None if agent is None else Path(agent))
    except UndecodableError as fault:
        fault.add_note(f"No sound can be taken from {fault.path or sound}.")
        raise


def _whole(sample_rate: object) -> int:
    numbers = (int, float, np.integer, np.floating)
    if not isinstance(sample_rate, numbers) or not float(sample_rate).is_integer():
        message = f"sample_rate is a whole number of samples a second, not {sample_rate!r}."
        raise ValueError(message)
    return int(sample_rate)


def _roles(channels: int, agent_channel: int | None) -> tuple[Role | None, ...]:
    if agent_channel not in {None, 0, 1}:
        message = f"agent_channel is 0 or 1, not {agent_channel}."
        raise ValueError(message)
    if channels == 1:
        return (None,)
    return ("agent", "user") if agent_channel == 0 else ("user", "agent")
