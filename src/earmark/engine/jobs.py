"""A function in a process of its own: told to begin, heard on its way, asked to stop.

The parent names the function as ``module:name`` and hands it arguments that are plain JSON. The function gets
a `Channel`: it says how far it is and looks whether it should stop. Both sides speak in lines of JSON, over
the standard input and output of the child. When the child's input ends, it should stop: so the parent asks,
and so a child whose parent was killed finds out.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import FileIO
from typing import IO, Any, Final

NICE: Final = 5
"""How much the child stands back when processors are short: whoever waits for a page comes first."""

_ENDED: Final = None


@dataclass(frozen=True, slots=True)
class Message:
    """What a child says: ``progress``, ``result``, or ``failure`` with ``text`` in plain words."""

    kind: str
    content: Mapping[str, Any]


class Child:
    """One run of a function in a process of its own."""

    def __init__(self, work: str, arguments: Mapping[str, object]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "earmark.engine.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C at the server is the server's; it asks the child to stop
        )
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="earmark-job-lines", daemon=True).start()
        self._say({"work": work, "arguments": arguments})

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def messages(self, *, every_s: float) -> Iterator[Message | None]:
        """Yield what the child says until it ends, and None where it has said nothing for so long."""
        while True:
            try:
                line = self._lines.get(timeout=every_s)
            except queue.Empty:
                yield None
                continue
            if line is _ENDED:
                return
            said = json.loads(line)
            yield Message(said["kind"], said["content"])

    def stop(self) -> None:
        """Ask the child to end at the next good moment."""
        _pipe(self._process.stdin).close()

    def kill(self) -> None:
        """End the child at once."""
        self._process.kill()

    def close(self) -> int:
        """Wait for the end; return the exit code, which is negative for a signal."""
        _pipe(self._process.stdin).close()
        code = self._process.wait()
        _pipe(self._process.stdout).close()
        return code

    def _say(self, order: Mapping[str, object]) -> None:
        stream = _pipe(self._process.stdin)
        try:
            stream.write(json.dumps(order).encode() + b"\n")
            stream.flush()
        except BrokenPipeError:  # it has ended before it began; `close` tells how
            return

    def _listen(self) -> None:
        for line in _pipe(self._process.stdout):
            self._lines.put(line)
        self._lines.put(_ENDED)


class Channel:
    """The child's side: what the work says and hears."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def is_stopped(self) -> bool:
        """Tell whether the work should end at the next good moment."""
        return self._stopped.is_set()

    def progress(self, content: Mapping[str, object]) -> None:
        """Say how far the work is."""
        self.say("progress", content)

    def say(self, kind: str, content: Mapping[str, object]) -> None:
        """Send one message; a parent that is gone hears nothing, and the work should stop."""
        line = json.dumps({"kind": kind, "content": content}, allow_nan=False).encode() + b"\n"
        with self._lock:
            try:
                self._out.write(line)
                self._out.flush()
            except BrokenPipeError:
                self._stopped.set()

    def watch(self, orders: FileIO) -> None:
        """Wait in a thread for the end of the orders, which says to stop."""

        def wait() -> None:
            while orders.read(1):
                pass
            self._stopped.set()

        threading.Thread(target=wait, name="earmark-job-orders", daemon=True).start()


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # noqa: S101 - the process was started with pipes
    return stream


def stand_back() -> None:
    """Let others have the processors first."""
    os.nice(NICE)
