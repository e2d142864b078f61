"""A real Earmark server in a process of its own, for tests that talk to it, or kill it."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from earmark.services.home import Home
from people import token_of

_PATIENCE_S = 90  # with other stages of the tests beside it, a start takes its time


def free_port() -> int:
    """Return a port on the loopback that nobody holds right now.

    It is none of those that the system gives to connections (from 32768 on Linux), so that no client takes it
    before the server does, nor while the server is down.
    """
    while True:
        port = random.SystemRandom().randrange(10_240, 32_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@dataclass
class Server:
    """``earmark serve`` on a data folder. Used as a context it starts at once and ends with it."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "earmark", "serve", "--port", str(self.port)]
        environment = os.environ | {"EARMARK_HOME": str(self.folder)}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            self._wait(self.process)
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """End it as a power cut would: no warning, no clean-up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(_PATIENCE_S)
            self.process = None

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until it answers, for as long as the timeout of the test lets us."""
        while not self._answers():
            if process.poll() is not None:
                raise RuntimeError((self.folder / "server.log").read_text())
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def sign_in(home: Home, person_id: str) -> str:
    """Return the cookie of a fresh session."""
    return f"earmark={token_of(home, person_id)}"


@dataclass
class Client:
    """One kept-alive connection with a session, as one browser tab has it."""

    server: Server
    cookie: str
    connection: http.client.HTTPConnection | None = None

    def __call__(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Ask the API; return the status and the JSON body."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=_PATIENCE_S)
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        content = None if body is None else json.dumps(body)
        self.connection.request(method, f"/api/v1{path}", body=content, headers=headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None
