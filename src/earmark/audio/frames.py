"""Frames of MPEG audio, AAC and AC-3, as far as the last of a file tells how whole it is."""

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
_LAYER_2: Final = 2
_MP2_KBPS: Final = (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384)
_ADTS_LAYER: Final = 0
_AC3_SYNC: Final = b"\x0b\x77"
_AC3_HEADER: Final = 6
_AC3_KBPS: Final = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640)
_AC3_RATES: Final = (48_000, 44_100, 32_000)
_MOST_BSID_OF_AC3: Final = 10
_DIVISORS: Final = {3: 1, 2: 2, 0: 4}  # MPEG 1, 2, 2.5


def is_cut(frame: bytes) -> bool:
    """Tell whether a frame of MPEG audio, of AAC with ADTS or of AC-3 is shorter than its header says.

    What is neither, such as a tag, is not cut.
    """
    length = _length(frame)
    return length is not None and len(frame) < length


def _length(frame: bytes) -> int | None:
    if frame.startswith(_AC3_SYNC):
        return _ac3_length(frame)
    if len(frame) < _HEADER or frame[0] != 0xFF or frame[1] & 0xE0 != 0xE0:  # noqa: PLR2004 - the sync word
        return None
    layer = frame[1] >> 1 & 3
    if layer == _ADTS_LAYER and frame[1] & 0xF0 == 0xF0:  # noqa: PLR2004 - the sync word of ADTS is longer
        return _adts_length(frame)
    return _mpeg_length(frame, layer) if layer in (_LAYER_2, _LAYER_3) else None


def _adts_length(frame: bytes) -> int | None:
    """ISO/IEC 14496-3, 1.A.2: 13 bits from the third byte on."""
    if len(frame) < _ADTS_HEADER:
        return _ADTS_HEADER
    return (frame[3] & 3) << 11 | frame[4] << 3 | frame[5] >> 5


def _ac3_length(frame: bytes) -> int | None:
    """ETSI TS 102 366, 4.4.1 and table 4.13; annex E for Enhanced AC-3, which says its words less one."""
    if len(frame) < _AC3_HEADER:
        return _AC3_HEADER
    if frame[5] >> 3 > _MOST_BSID_OF_AC3:
        return 2 * (((frame[2] & 7) << 8 | frame[3]) + 1)
    rate, size = frame[4] >> 6, frame[4] & 0x3F
    if rate >= len(_AC3_RATES) or size >> 1 >= len(_AC3_KBPS):
        return None
    words = _AC3_KBPS[size >> 1] * 1000 * 96 // _AC3_RATES[rate]
    return 2 * (words + (size & 1 if rate == 1 else 0))


def _mpeg_length(frame: bytes, layer: int) -> int | None:
    """ISO/IEC 11172-3, 2.4.3.1, and 13818-3 for the lower rates."""
    version, kbps, rate = frame[1] >> 3 & 3, frame[2] >> 4, frame[2] >> 2 & 3
    if version not in _DIVISORS or rate >= len(_MP3_RATES) or not 0 < kbps < len(_MP3_KBPS[True]):
        return None
    divisor = _DIVISORS[version]
    table = _MP2_KBPS if layer == _LAYER_2 and divisor == 1 else _MP3_KBPS[divisor == 1]
    samples = 576 if layer == _LAYER_3 and divisor > 1 else 1152
    return samples // 8 * table[kbps] * 1000 // (_MP3_RATES[rate] // divisor) + (frame[2] >> 1 & 1)
