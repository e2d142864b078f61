"""How long a file says it is: to notice one that breaks off, and to leave out what encoders add."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from av.audio.stream import AudioStream
from av.container import InputContainer
from av.packet import Packet

from earmark.audio.chunks import share_there
from earmark.audio.riff import Riff

_EXACT: Final = frozenset({"flac", "aiff", "au", "wav", "mov", "mp3", "matroska", "tta", "wv"})
_PADDED: Final = frozenset(
    {"mov"}
)  # the last frame of AAC is longer than the sound, and FFmpeg leaves it whole
_PADDED_CODECS: Final = (
    "adpcm",
    "gsm",
    "g726",
)  # coded in blocks: the chunk 'fact' says where the sound ends
_LAST_PAGE: Final = 1 << 16  # the longest page of Ogg
_OGG_HEADER: Final = 27
_OGG_END: Final = 4
_MP3_HEADER: Final = 4096
_US: Final = 1_000_000
_SHORT_BY_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Claim:
    """What can be believed of a file's own words.

    Attributes:
        seconds: Its length; None where it does not say, or guesses.
        padded: Whether sound beyond that is filling of the last frame, to be left out.
        share: Which share, 0..1, of the bytes that its header announces is there.
        unfinished: Whether the mark at its end is missing that whole files of its format have.
    """

    seconds: float | None = None
    padded: bool = False
    unfinished: bool = False
    share: float = 1.0

    def missing_s(self, decoded_s: float) -> float:
        """Return how many of the announced seconds are not there; 0 where it is whole or cannot be told."""
        if 0 < self.share < 1:
            return decoded_s / self.share - decoded_s
        if self.seconds is None or self.seconds - decoded_s <= _SHORT_BY_S:
            return 0.0
        return self.seconds - decoded_s


def claim_of(path: Path, container: InputContainer, stream: AudioStream, riff: Riff | None) -> Claim:
    """Return what a file says of its length.

    Formats of which FFmpeg only guesses the length from the bit rate (MP3 without a Xing header, bare AAC) or
    takes it from the size of the file claim nothing.
    """
    formats = set(container.format.name.split(","))
    if riff is not None:
        return _claim_of_wav(riff, stream)
    if "ogg" in formats:
        return Claim(unfinished=not _ends_as_ogg(path))
    if (share := share_there(path)) < 1:
        return Claim(share=share)
    if _EXACT.isdisjoint(formats) or ("mp3" in formats and not _counts_its_frames(path)):
        return Claim()
    if "matroska" in formats:
        return Claim(None if container.duration is None else container.duration / _US)
    seconds = None if not stream.duration else float(stream.duration * (stream.time_base or 0))
    return Claim(seconds, padded=not _PADDED.isdisjoint(formats))


def lacks_its_start(packet: Packet[AudioStream], container: InputContainer, stream: AudioStream) -> bool:
    """Tell, by the first packet of a file, whether its first frame is filling that nothing marks as such.

    AAC cannot begin with sound: its first frame only prepares the second (ISO/IEC 14496-3, 4.6.11), and every
    encoder puts one in front, some two. MP4 and Matroska say so; bare AAC and fragmented MP4 do not.
    """
    formats = set(container.format.name.split(","))
    is_bare = stream.codec_context.name == "aac" and not formats.isdisjoint({"aac", "mov", "mpegts"})
    return is_bare and not packet.has_sidedata("skip_samples") and (packet.pts or 0) >= 0


def _claim_of_wav(riff: Riff, stream: AudioStream) -> Claim:
    codec, rate = stream.codec_context.name, stream.codec_context.sample_rate
    whole = riff.announced_bytes is None or riff.announced_bytes <= riff.data_bytes
    if whole and riff.samples and rate and codec.startswith(_PADDED_CODECS):
        return Claim(riff.samples / rate, padded=True)
    if riff.announced_bytes is None or not riff.bytes_per_second:
        return Claim()
    return Claim(riff.announced_bytes / riff.bytes_per_second)


def _ends_as_ogg(path: Path) -> bool:
    """Tell whether the last page of an Ogg file is whole and marked as the last."""
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - _LAST_PAGE))
        tail = stream.read()
    place = tail.rfind(b"OggS")
    page = tail[place:] if place >= 0 else b""
    if len(page) < _OGG_HEADER:
        return False
    lengths = page[_OGG_HEADER : _OGG_HEADER + page[26]]
    return bool(page[5] & _OGG_END) and len(page) >= _OGG_HEADER + len(lengths) + sum(lengths)


def _counts_its_frames(path: Path) -> bool:
    """Tell whether an MP3 begins with a header that counts its frames (Xing, Info, VBRI)."""
    with path.open("rb") as stream:
        head = stream.read(10)
        if head.startswith(b"ID3"):
            stream.seek(10 + sum((head[6 + n] & 0x7F) << 7 * (3 - n) for n in range(4)))
        else:
            stream.seek(0)
        start = stream.read(_MP3_HEADER)
    return any(mark in start for mark in (b"Xing", b"Info", b"VBRI"))
