"""What the system says of a file or a disk that it does not give, in words of ours."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from earmark.core.wording import Said, said

_CODES: Final[Mapping[int | None, str]] = {
    errno.EACCES: "system.no-right",
    errno.EPERM: "system.no-right",
    errno.ENOENT: "system.not-there",
    errno.ENAMETOOLONG: "system.name-too-long",
    errno.ELOOP: "system.circle",
    errno.EIO: "system.device",
    errno.ESTALE: "system.device",
    errno.EMFILE: "system.too-many-open",
    errno.ENFILE: "system.too-many-open",
    errno.ENOSPC: "system.no-room",
    errno.EDQUOT: "system.no-room",
    errno.EROFS: "system.read-only",
}


def fault_of_system(error: OSError) -> Said:
    """Say why a file cannot be had or written; what is not known here is told as the system tells it."""
    code = _CODES.get(error.errno)
    return said("system.other", detail=str(error.strerror or error)) if code is None else said(code)
