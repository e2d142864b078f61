"""Frames of MP3 and AAC, as far as the first and the last of a file tell how whole it is."""

from __future__ import annotations

from typing import Final

_MP3_RATES: Final = (44_100, 48_000, 32_000)
_MP3_KBPS: Final = {
    True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_HEADER: Final = 4
_ADTS_HEADER: Final = 7
_LAYER_3: Final = 1
_ADTS_LAYER: Final = 0
_DIVISORS: Final = {3: 1, 2: 2, 0: 4}  # MPEG 1, 2, 2.5


def is_cut(frame: bytes) -> bool:
    """Tell whether a frame of MP3 or of AAC with ADTS is shorter than its header says.

    What is neither, such as a tag, is not cut.
    """
    length = _length(frame)
    return length is not None and len(frame) < length


def _length(frame: bytes) -> int | None:
    if len(frame) < _HEADER or frame[0] != 0xFF or frame[1] & 0xE0 != 0xE0:  # noqa: PLR2004 - the sync word
        return None
    layer = frame[1] >> 1 & 3
    if layer == _ADTS_LAYER and frame[1] & 0xF0 == 0xF0:  # noqa: PLR2004 - the sync word of ADTS is longer
        return _adts_length(frame)
    return _mp3_length(frame) if layer == _LAYER_3 else None


def _adts_length(frame: bytes) -> int | None:
    """ISO/IEC 14496-3, 1.A.2: 13 bits from the third byte on."""
    if len(frame) < _ADTS_HEADER:
        return _ADTS_HEADER
    return (frame[3] & 3) << 11 | frame[4] << 3 | frame[5] >> 5


def _mp3_length(frame: bytes) -> int | None:
    """ISO/IEC 11172-3, 2.4.3.1, and 13818-3 for the lower rates."""
    version, kbps, rate = frame[1] >> 3 & 3, frame[2] >> 4, frame[2] >> 2 & 3
    if version not in _DIVISORS or rate >= len(_MP3_RATES) or not 0 < kbps < len(_MP3_KBPS[True]):
        return None
    divisor = _DIVISORS[version]
    bits = _MP3_KBPS[divisor == 1][kbps] * 1000
    return (144 if divisor == 1 else 72) * bits // (_MP3_RATES[rate] // divisor) + (frame[2] >> 1 & 1)
