from __future__ import annotations

import socket

import pytest

from earmark.core.errors import EnvironmentProblemError
from earmark.services.home import Home
from earmark.web.server import serve


def test_a_port_in_use_is_told(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = f"Cannot listen at 127.0.0.1, port {port}: Address already in use. Try another --port."
        with pytest.raises(EnvironmentProblemError) as refused:
            serve(home, host="127.0.0.1", port=port, announce=pytest.fail)
    assert str(refused.value) == told
