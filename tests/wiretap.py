"""A wire to a server that keeps every byte the server sends, as a recording proxy would."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self


class Wiretap:
    """Listens on the loopback and passes all connections on to a port there. Used as a context."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._kept: list[bytearray] = []

    @property
    def received(self) -> list[bytes]:
        """What came from the server, by connection."""
        return [bytes(kept) for kept in self._kept]

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                browser, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                kept = bytearray()
                self._kept.append(kept)
                for source, sink, keep in ((browser, server, bytearray()), (server, browser, kept)):
                    threading.Thread(target=_pass_on, args=(source, sink, keep), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket, keep: bytearray) -> None:
    """Pass bytes on until one side is gone, then let the other know."""
    with contextlib.suppress(OSError):
        while some := source.recv(1 << 16):
            keep += some
            sink.sendall(some)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
