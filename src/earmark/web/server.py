"""Running the application: one process, one port, one data folder."""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from earmark.core.errors import EnvironmentProblemError
from earmark.services.evidence import job as analysis
from earmark.services.fact_checks import job as fact_checks
from earmark.services.home import Home
from earmark.services.import_jobs import IMPORT
from earmark.services.jobs import Runner
from earmark.services.links import make_set_up_link, make_sign_in_link
from earmark.services.people import founder, has_nobody
from earmark.services.server_lock import server_lock
from earmark.services.uploads import KIND, sweep
from earmark.web.app import create_app

BACKLOG: Final = 2048
GRACE_S: Final = 10
JOBS: Final = {KIND: IMPORT, analysis.KIND: analysis.ANALYSIS, fact_checks.KIND: fact_checks.FACT_CHECK}
"""The kinds of jobs that the server runs."""

Announce = Callable[[str], None]
"""Is told the address once connections are taken."""


def serve(home: Home, *, host: str, port: int, announce: Announce) -> None:
    """Serve a data folder until SIGINT or SIGTERM, then finish what is under way and return.

    Args:
        home: The open folder.
        host: Name or address to listen at.
        port: Port to listen at; 0 takes a free one.
        announce: Called with the address, once connections are taken.

    Raises:
        EnvironmentProblemError: The port is taken, or another server holds the data folder.
    """
    with _listen(host, port) as listener:
        address = _address(home, host, listener.getsockname()[1])
        with server_lock(home.settings.home, address=address):
            sweep(home)
            analysis.ask_where_needed(home)
            app = create_app(home)
            config = uvicorn.Config(
                app,
                http="httptools",
                loop="uvloop",
                backlog=BACKLOG,
                access_log=False,  # addresses hold link tokens
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
            )
            server = uvicorn.Server(config)
            _end_when_told(server)
            announce(address)
            _collect_seldom()
            with Runner(home, JOBS) as runner:
                app.state.wake_jobs = runner.wake
                server.run(sockets=[listener])


def set_up_address(home: Home, address: str) -> str | None:
    """Return the one-time link by which the first person comes in; None when somebody is here."""
    with home.database.read() as connection:
        if not has_nobody(connection):
            return None
    now = home.clock()
    link = home.database.write(lambda connection: make_set_up_link(connection, now=now))
    return f"{address}/links/{link.token}"


def sign_in_address(home: Home, address: str) -> str | None:
    """Return a one-time link for a founder without a password, who has no other way in; else None.

    Whoever starts the server may read the data folder, so the link gives them nothing that they lack.
    """
    with home.database.read() as connection:
        person = founder(connection)
    if person is None or person.has_password:
        return None
    now = home.clock()
    link = home.database.write(
        lambda connection: make_sign_in_link(connection, person_id=person.id, now=now, days=1)
    )
    return f"{address}/links/{link.token}"


def _listen(host: str, port: int) -> socket.socket:
    """Take connections from now on: they wait until the application is there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as refused:
        listener.close()
        message = f"Cannot listen at {host}, port {port}: {refused.strerror or refused}. Try another --port."
        raise EnvironmentProblemError(message) from refused
    return listener


def _address(home: Home, host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return home.settings.public_url.rstrip("/") or f"http://{name}:{port}"


def _end_when_told(server: uvicorn.Server) -> None:
    """Let a signal end the server also before its own handlers are there, and when it raises it again."""

    def end(*_: object) -> None:
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def _collect_seldom() -> None:
    """Let the collector of cycles pass over what stays for good, and run less often: a tenth of the work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
