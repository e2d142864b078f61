"""Works for tests of jobs; a child process finds them by `errands:NAME`."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from typing import Any

from earmark.core.errors import WrongInputError
from earmark.engine.jobs import Channel


def count(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Count to a number, slowly where asked, until stopped."""
    done, to = 0, int(arguments["to"])
    while done < to and not channel.is_stopped():
        done += 1
        channel.progress({"done": done, "of": to})
        time.sleep(arguments.get("pause_s", 0))
    return {"complete": done == to, "summary": {"done": done}, "report": {"study": arguments["study"]}}


def refuse(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Fail for a reason that Earmark can explain."""
    del arguments, channel
    message = "There is nothing in the folder."
    raise WrongInputError(message)


def stumble(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Fail by a mistake."""
    del channel
    return {"complete": arguments["no such thing"]}


def die(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """End as the system ends what takes too much memory."""
    del arguments, channel
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def halt(arguments: Mapping[str, Any], channel: Channel) -> dict[str, object]:
    """Say what was done before something from outside stopped it."""
    del arguments, channel
    return {"complete": False, "summary": {"done": 2}, "report": {}, "failure": "The disk is full."}
