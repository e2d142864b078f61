"""Sound from files, by content and not by name: PyAV opens whatever container and codec it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.packet import Packet
from numpy.typing import NDArray

from earmark.audio.claims import Claim, claim_of, lacks_its_start
from earmark.audio.frames import is_cut
from earmark.audio.gauge import Gauge
from earmark.audio.notes import SoundNote, note
from earmark.audio.riff import Riff, RiffStream, read_riff

Block = NDArray[np.float32]
"""Samples of shape (channels, samples). Full scale is 1, but lossy codecs overshoot it."""

BLOCK_SAMPLES: Final = 1 << 16
_LISTS: Final = frozenset({"concat", "dash", "hls", "imf", "rtp", "sdp"})
"""FFmpeg's formats that name other files: the sound would not be in the file that is kept."""

_FORMATS: Final = (
    "aac,ac3,aiff,amr,ape,asf,au,avi,caf,dsf,dts,eac3,flac,flv,matroska,mov,mp3,mpc,mpc8,mpeg,mpegts,"
    "nistsphere,ogg,oma,tta,voc,w64,wav,webm,wv"
)
"""FFmpeg's formats that people bring. Its others know their files by the name alone, such as samples without
a header, or hold anything but sound."""

_STARTS: Final = (
    (0, b"RIFF", "WAV"),
    (0, b"OggS", "Ogg"),
    (0, b"fLaC", "FLAC"),
    (4, b"ftyp", "MP4"),
    (0, b"\x1aE\xdf\xa3", "WebM"),
    (0, b"FORM", "AIFF"),
    (0, b"caff", "CAF"),
    (0, b"riff\x2e\x91", "W64"),
)
_BY_FRAMES: Final = frozenset({"mp3", "aac", "ac3", "eac3"})
_MOST_PADDING_S: Final = 0.25  # a frame of AAC at 8 kHz is half of that

_QUICK_LOOK: Final = {"probesize": str(1 << 16)}  # FFmpeg looks at 5 MB: longer than a clip takes to decode


class UndecodableError(Exception):
    """No sound can be taken from a file.

    Attributes:
        note: Why, by its code and words.
        path: The file, where the fault was found while it was opened or read.
    """

    path: Path | None = None

    def __init__(self, why: SoundNote) -> None:
        self.note = why
        super().__init__(", ".join([why.code, *(f"{name} {word}" for name, word in why.words.items())]))


@dataclass(frozen=True, slots=True)
class SoundInfo:
    """What one file holds.

    Attributes:
        sample_rate_hz: As decoded.
        channels: Number of channels.
        duration_s: Decoded samples divided by the rate; what a header claims does not count.
        container: FFmpeg's name of the container, such as ``wav`` or ``mov,mp4,m4a,3gp,3g2,mj2``.
        codec: FFmpeg's name of the codec, such as ``pcm_s16le`` or ``opus``.
        damaged_packets: Pieces that could not be decoded and are missing from the samples.
        missing_s: Seconds that the file announces and does not hold: it breaks off.
        unfinished: It lacks the mark that ends whole files of its format.
        left_over_bytes: Bytes behind the sound that are no part of it.
        mended: Faults of its header that were worked around.
    """

    sample_rate_hz: int
    channels: int
    duration_s: float
    container: str
    codec: str
    damaged_packets: int = 0
    missing_s: float = 0.0
    unfinished: bool = False
    left_over_bytes: int = 0
    mended: tuple[SoundNote, ...] = ()


class Sound:
    """An open file that yields its samples once. `info` is complete when `blocks` has come to its end."""

    def __init__(
        self, path: Path, container: InputContainer, stream: AudioStream, *, claim: Claim, riff: Riff | None
    ) -> None:
        self._path = path
        self._container = container
        self._stream = stream
        self._claim = claim
        self._riff = riff
        self._gauge = Gauge()
        self._samples = 0
        self._damaged = 0
        self._sound_packets = 0
        self._last_packet: Packet[AudioStream] | None = None
        self._lacks_start = False
        self._left_out = 0
        self._frames = self._decoded()
        self._first = self._first_frame()
        if self._lacks_start and (second := next(self._frames, None)) is not None:
            self._first, self._left_out = second, self._first.samples
        self.sample_rate_hz = self._first.sample_rate
        self.channels = self._first.layout.nb_channels

    def blocks(self) -> Iterator[Block]:
        """Yield all samples in order, in blocks of `BLOCK_SAMPLES` samples but for those at the end."""
        with _faults_of(self._path):
            for block in self._gauge.watch(self._without_padding(self._all_blocks())):
                self._samples += block.shape[1]
                yield block
            self._refuse_ruins()

    def _refuse_ruins(self) -> None:
        if self._damaged > self._sound_packets:
            raise UndecodableError(note("mostly-damaged", damaged=self._damaged, whole=self._sound_packets))

    @property
    def highest(self) -> float:
        """Largest absolute sample so far; above 1 where a lossy codec overshot full scale."""
        return self._gauge.highest

    @property
    def not_finite(self) -> int:
        """Samples so far that were no numbers (NaN, infinite) and became silence."""
        return self._gauge.not_finite

    @property
    def parts(self) -> tuple[SoundInfo, ...]:
        """What each of its files holds; it has one."""
        return (self.info,)

    @property
    def info(self) -> SoundInfo:
        """What the file holds, by the samples decoded so far."""
        return SoundInfo(
            sample_rate_hz=self.sample_rate_hz,
            channels=self.channels,
            duration_s=self._samples / self.sample_rate_hz,
            container=self._container.format.name,
            codec=self._stream.codec_context.name,
            damaged_packets=self._damaged,
            missing_s=self._claim.missing_s((self._samples + self._left_out) / self.sample_rate_hz),
            unfinished=self._claim.unfinished or self._ends_within_a_frame(),
            left_over_bytes=0 if self._riff is None else self._riff.left_over,
            mended=tuple(self._mended()),
        )

    def _mended(self) -> Iterator[SoundNote]:
        if self._riff is not None:
            yield from self._riff.mended
        if self._left_out:
            knows_its_end = self._claim.seconds is not None
            code = "unmarked-start" if knows_its_end else "unmarked-ends"
            yield note(code, seconds=self._left_out / self.sample_rate_hz)

    def _ends_within_a_frame(self) -> bool:
        """Tell whether the last frame of a file without a length of its own is shorter than it says."""
        by_frames = self._container.format.name in _BY_FRAMES
        return by_frames and self._last_packet is not None and is_cut(bytes(self._last_packet))

    def _all_blocks(self) -> Iterator[Block]:
        resampler = AudioResampler(format="fltp", frame_size=BLOCK_SAMPLES)
        for frame in self._all_frames():
            yield from _converted(resampler, frame)
        yield from _converted(resampler, None)

    def _without_padding(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """Leave out what lies beyond the announced end, unless that is more than an encoder adds."""
        if not self._claim.padded or self._claim.seconds is None:
            yield from blocks
            return
        left, beyond = round(self._claim.seconds * self.sample_rate_hz) - self._left_out, 0
        held: list[Block] = []
        for block in blocks:
            yield block[:, :left]
            if block.shape[1] > left:
                held.append(block[:, left:])
                beyond += block.shape[1] - left
            left = max(0, left - block.shape[1])
        if beyond > _MOST_PADDING_S * self.sample_rate_hz:
            yield from held

    def _first_frame(self) -> AudioFrame:
        for frame in self._frames:
            if frame.samples:
                return frame
        raise UndecodableError(note("no-samples"))

    def _all_frames(self) -> Iterator[AudioFrame]:
        yield self._first
        for frame in self._frames:
            if _shape(frame) != _shape(self._first):
                raise UndecodableError(note("changes-on-the-way"))
            yield frame

    def _decoded(self) -> Iterator[AudioFrame]:
        """Decode packet by packet: one that is damaged is counted and left out, the rest goes on."""
        for packet in self._packets():
            if self._last_packet is None:
                self._lacks_start = lacks_its_start(packet, self._container, self._stream)
            self._last_packet = packet if packet.size else self._last_packet
            try:
                yield from self._stream.decode(packet)
            except av.error.InvalidDataError:
                self._damaged += 1
            else:
                self._sound_packets += 1

    def _packets(self) -> Iterator[Packet[AudioStream]]:
        """Yield what the container gives; where it finds ruins behind sound, that is the end of it."""
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except av.error.InvalidDataError:
                if not self._sound_packets:
                    raise
                self._damaged += 1
                packet = None
            if packet is None:
                return
            yield packet


def _converted(resampler: AudioResampler, frame: AudioFrame | None) -> Iterator[Block]:
    for converted in resampler.resample(frame):
        yield converted.to_ndarray().astype(np.float32, copy=False)


def _shape(frame: AudioFrame) -> tuple[int, str, str]:
    return frame.sample_rate, frame.layout.name, frame.format.name


@contextmanager
def open_sound(path: Path) -> Iterator[Sound]:
    """Open the first audio stream of a file.

    Raises:
        UndecodableError: It is empty, no sound file, or one without sound; also while its blocks are read.
        OSError: It cannot be read at all.
    """
    with ExitStack() as stack:
        with _faults_of(path):
            sound = _open(path, stack)
        yield sound


def _open(path: Path, stack: ExitStack) -> Sound:
    if path.stat().st_size == 0:
        raise UndecodableError(note("empty-file"))
    riff = read_riff(path)
    container = stack.enter_context(_container(path, riff))
    if not container.streams.audio:
        raise UndecodableError(note("no-sound", kinds=_kinds(container)))
    stream = container.streams.audio[0]
    if cast("object", stream.codec_context) is None:  # PyAV's types promise one
        raise UndecodableError(note("unknown-coding"))
    return Sound(path, container, stream, claim=claim_of(path, container, stream, riff), riff=riff)


@contextmanager
def _faults_of(path: Path) -> Iterator[None]:
    """Say of which file a fault is, and say those of FFmpeg plainly."""
    try:
        yield
    except UndecodableError as fault:
        fault.path = path
        raise
    except av.error.FFmpegError as error:
        nameless = "Error number" in str(error.strerror)
        undecodable = (
            UndecodableError(note("undecodable"))
            if nameless
            else UndecodableError(note("undecodable-for", fault=str(error.strerror)))
        )
        undecodable.path = path
        raise undecodable from error


@contextmanager
def _container(path: Path, riff: Riff | None) -> Iterator[InputContainer]:
    """Open a file with a quick look, or a thorough one where that finds no sound."""
    if riff is not None and riff.mended:
        with RiffStream(path, riff) as stream, _opened(path, stream, {}) as container:
            yield container
        return
    name = str(path.absolute())  # of a relative one FFmpeg might take the start for a protocol
    container = _opened(path, name, _QUICK_LOOK)
    if not container.streams.audio:
        container.close()
        container = _opened(path, name, {})
    with container:
        yield container


def _opened(path: Path, source: str | RiffStream, options: dict[str, str]) -> InputContainer:
    allowed = {"format_whitelist": ",".join([_FORMATS, *_LISTS])}
    try:
        container = av.open(source, "r", metadata_errors="replace", options=options | allowed)
    except av.error.FFmpegError as error:
        raise _unrecognised(path) from error
    if _LISTS.isdisjoint(container.format.name.split(",")):
        return container
    container.close()
    raise UndecodableError(note("list-of-files"))


def _unrecognised(path: Path) -> UndecodableError:
    with path.open("rb") as stream:
        head = stream.read(16)
    for place, mark, name in _STARTS:
        if head[place:].startswith(mark):
            return UndecodableError(note("begins-only", form=name))
    return UndecodableError(note("unrecognised"))


def _kinds(container: InputContainer) -> str:
    kinds = sorted({stream.type for stream in container.streams})
    return ", ".join(kinds) or "empty"
