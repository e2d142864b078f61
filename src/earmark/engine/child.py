"""The program of a job's own process: reads one order, does the work, says what came of it."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from importlib import import_module

from earmark.core.errors import EarmarkError
from earmark.core.system_faults import fault_of_system
from earmark.core.wording import pack, said
from earmark.engine.jobs import Channel, stand_back


def main() -> None:
    """Do the work named on the first line of standard input."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a service's children get them too; the parent asks
        signal.signal(number, signal.SIG_IGN)
    stand_back()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print is no message of ours
    orders = os.fdopen(sys.stdin.fileno(), "rb", buffering=0)  # a buffer's lock would be held at the end
    order = json.loads(orders.readline())
    channel = Channel(out)
    channel.watch(orders)
    module, _, name = order["work"].partition(":")
    try:
        result = getattr(import_module(module), name)(order["arguments"], channel)
    except EarmarkError as error:
        channel.say("failure", {"text": str(error)})
    except OSError as error:
        channel.say("failure", {"text": pack(said("job.surroundings", reason=fault_of_system(error)))})
    except Exception as error:  # the job runner keeps whatever it was, in words and in the log
        logging.getLogger("earmark.jobs").exception("The job %s failed", order["work"])
        channel.say("failure", {"text": pack(said("job.unforeseen", name=type(error).__name__))})
    else:
        channel.say("result", result)


if __name__ == "__main__":
    main()
