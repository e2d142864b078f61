"""A wire to a server that keeps every byte the server sends, as a recording proxy would."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Final, Self

_PATIENCE_S: Final = 5


class Wiretap:
    """Listens on the loopback and passes all connections on to a port there. Used as a context."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._kept: list[bytearray] = []
        self._threads: list[threading.Thread] = []

    @property
    def received(self) -> list[bytes]:
        """What came from the server, by connection."""
        return [bytes(kept) for kept in self._kept]

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes who waits for a connection
        self._listener.close()
        for thread in self._threads:
            thread.join(_PATIENCE_S)

    def _start(self, work: Callable[..., None], *given: object) -> None:
        self._threads.append(threading.Thread(target=work, args=given, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                browser, _ = self._listener.accept()
                self._kept.append(bytearray())
                self._start(self._carry, browser, self._kept[-1])

    def _carry(self, browser: socket.socket, kept: bytearray) -> None:
        with browser, socket.create_connection(("127.0.0.1", self._target)) as server:
            back = threading.Thread(target=_pass_on, args=(server, browser, kept), daemon=True)
            back.start()
            _pass_on(browser, server, bytearray())
            back.join()


def _pass_on(source: socket.socket, sink: socket.socket, keep: bytearray) -> None:
    """Pass bytes on until one side is gone, then let the other know."""
    with contextlib.suppress(OSError):
        while some := source.recv(1 << 16):
            keep += some
            sink.sendall(some)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
