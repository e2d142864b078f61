"""WAV files written chunk by chunk, whole and broken ones."""

from __future__ import annotations

import struct

import numpy as np


def chunk(name: bytes, content: bytes, *, size: int | None = None, pad: bool = True) -> bytes:
    """Return a chunk; ``size`` is what it says of itself, in place of the truth."""
    said = len(content) if size is None else size
    return name + struct.pack("<I", said) + content + (b"\0" if pad and len(content) % 2 else b"")


def form(
    rate: int = 16_000, *, channels: int = 1, bits: int = 16, code: int = 1, extensible: bool = False
) -> bytes:
    """Return the chunk ``fmt``; ``code`` 1 is whole numbers, 3 fractions, 6 A-law, 7 mu-law."""
    block = channels * bits // 8
    head = struct.pack("<HHIIHH", 0xFFFE if extensible else code, channels, rate, rate * block, block, bits)
    if not extensible:
        return chunk(b"fmt ", head)
    guid = struct.pack("<H", code) + b"\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
    return chunk(b"fmt ", head + struct.pack("<HHI", 22, bits, (1 << channels) - 1) + guid)


def riff(*chunks: bytes, size: int | None = None) -> bytes:
    """Return a WAV file of these chunks."""
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body


def whole_numbers(samples: np.ndarray) -> bytes:
    """Return samples of -1..1, shape (samples,) or (samples, channels), as 16-bit little-endian."""
    return np.rint(samples * 32767).astype("<i2").tobytes()
