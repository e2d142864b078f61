"""``earmark demo``: a running example, from sound to results."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, note, show


def demo(
    serve: Annotated[bool, typer.Option("--serve/--no-serve", help="Go on serving once it is ready.")] = True,
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8484,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Seed three demo studies with sound and submissions, then serve them until Ctrl-C."""
    note("Preparing the demo ...")
    from earmark.services.demo import seed_demo, sign_in_links, simulate_raters
    from earmark.services.home import open_home
    from earmark.web import server

    with open_home(home) as opened:
        truths = seed_demo(opened)

        def get_ready(address: str) -> None:
            simulate_raters(opened, address, truths)
            links = sign_in_links(opened, address)
            result = {"address": address, "links": links, "studies": list(opened.studies)}
            show(result, _in_words(address, links) if serve else _READY, as_json=as_json)

        helper = _Helper(get_ready, stops_after=not serve)
        server.serve(opened, host="127.0.0.1", port=port if serve else 0, announce=helper.start)
        helper.finish()


_READY = "The demo is ready. 'earmark demo' serves it and prints the links to sign in by."


class _Helper:
    """A thread that gets the demo ready while the server runs; what goes wrong in it stops both."""

    def __init__(self, work: Callable[[str], None], *, stops_after: bool) -> None:
        self._work = work
        self._stops_after = stops_after
        self._failure: BaseException | None = None
        self._thread: threading.Thread | None = None

    def start(self, address: str) -> None:
        self._thread = threading.Thread(target=self._run, args=(address,), daemon=True)
        self._thread.start()

    def finish(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _run(self, address: str) -> None:
        try:
            self._work(address)
        except BaseException as failure:  # noqa: BLE001 - raised again by the main thread
            self._failure = failure
        if self._stops_after or self._failure is not None:
            os.kill(os.getpid(), signal.SIGTERM)


def _in_words(address: str, links: dict[str, str]) -> str:
    lines = [f"The demo is at {address}", "", "Sign in by opening one of these links:"]
    lines += [f"  {role:<10}{link}" for role, link in links.items()]
    return "\n".join([*lines, "", "Ctrl-C stops it; 'make demo' starts it again where it was."])
