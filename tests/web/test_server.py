from __future__ import annotations

import gc
import os
import signal
import socket
from collections.abc import Iterator

import pytest

from earmark.core.errors import EnvironmentProblemError
from earmark.services.home import Home
from earmark.web.server import serve

STOPS = (signal.SIGINT, signal.SIGTERM)


def test_a_port_in_use_is_told(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = f"Cannot listen at 127.0.0.1, port {port}: Address already in use. Try another --port."
        with pytest.raises(EnvironmentProblemError) as refused:
            serve(home, host="127.0.0.1", port=port, announce=pytest.fail)
    assert str(refused.value) == told


@pytest.fixture
def ordinary_process() -> Iterator[None]:
    """Take back what serving does to the whole process."""
    threshold, handlers = gc.get_threshold(), {one: signal.getsignal(one) for one in STOPS}
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()
    for one, handler in handlers.items():
        signal.signal(one, handler)


@pytest.mark.usefixtures("ordinary_process")
def test_a_signal_that_comes_before_the_first_request_ends_the_server(home: Home) -> None:
    told: list[str] = []

    def stop_at_once(address: str) -> None:
        told.append(address)
        os.kill(os.getpid(), signal.SIGTERM)

    serve(home, host="127.0.0.1", port=0, announce=stop_at_once)
    assert len(told) == 1
