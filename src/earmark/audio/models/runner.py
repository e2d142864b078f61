"""Whether networks can run here, and one of them made ready.

That of voices is here (`voice/README.md`). Those of Microsoft come with the package `speechmos`, of which
nothing but the files is taken: its own code would want librosa, and a hundred times the time. Its version is
pinned, and with it every byte.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_PACKAGES: Final = ("onnxruntime", "speechmos")


@cache
def is_installed() -> bool:
    """Tell whether what runs networks, and the networks, are installed; loads nothing."""
    return all(find_spec(package) is not None for package in _PACKAGES)


@cache
def network(name: str) -> InferenceSession:
    """Return a network by its path in the package, ready to run.

    It keeps to one thread: recordings are looked at side by side, and threads that wait for work cost as much
    as those that have some.

    Raises:
        ModuleNotFoundError: The extra is not installed; ask `is_installed` first.
    """
    from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - an extra

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return InferenceSession(str(path_of(name)), options, providers=["CPUExecutionProvider"])


def path_of(name: str) -> Path:
    """Return where a network is: our own, or one of `speechmos`, of which nothing is loaded."""
    own = Path(__file__).parent / name
    if own.exists():
        return own
    spec = find_spec("speechmos")
    if spec is None or not spec.submodule_search_locations:
        message = "The package speechmos is not installed."
        raise ModuleNotFoundError(message, name="speechmos")
    return Path(spec.submodule_search_locations[0], name)
