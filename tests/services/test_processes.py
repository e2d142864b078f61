"""What a process had in hand when it ended is done again, and only what ends every process is given up."""

from __future__ import annotations

import os
import signal

from earmark.engine.executors import each_apart


def test_a_task_that_ends_its_process_takes_no_other_with_it() -> None:
    kill = f"__import__('os').kill(__import__('os').getpid(), {int(signal.SIGKILL)})"
    found = list(each_apart(eval, ["1", kill, "2", "3", "__import__('os').getppid()"], count=2))
    assert found == [1, None, 2, 3, os.getpid()]
