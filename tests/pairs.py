"""A study of pairs, and what a rater answers about one, as tests say it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from earmark.core.exits import Departure
from earmark.core.submission import Targets
from earmark.services import queue, submissions, tasks
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.services.submissions import Sent
from earmark.storage.seats import get_seat
from sounds import sine, write_sound

RATE = 16_000
TURN_S = 0.5
RATIONALE = (
    "Model A is more natural: at T1 it answers at once and sounds awake, while Model B waits and then "
    "reads its answer."
)


def talk_rows(
    folder: Path, conditions: Sequence[str], *, items: Sequence[str] = ("train",), turns: int = 2
) -> list[dict[str, Any]]:
    """Write a talk of each condition and item, the agent on the right, each louder than the last."""
    rows = []
    for item in items:
        for place, condition in enumerate(conditions):
            low = sine(RATE, seconds=TURN_S, hertz=220, amplitude=0.1)
            high = sine(RATE, seconds=TURN_S, hertz=400 + 40 * place, amplitude=0.1 * (place + 1))
            rest = np.zeros_like(low)
            pairs = [(low, rest), (rest, high)] * (turns // 2)
            path = folder / condition / f"{condition}-{item}.wav"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_sound(path, np.concatenate([np.stack(pair, axis=1) for pair in pairs]), RATE)
            rows.append(
                {
                    "audio": f"{condition}/{path.name}",
                    "item": item,
                    "condition": condition,
                    "agent_channel": "right",
                    "language": "en",
                    "scenario": {
                        "title": f"A late {item}",
                        "description": f"The user wants another {item}.",
                        "category": "Practical Utility",
                        "persona": "A calm clerk",
                        "key-facts": [f"Before nine: {item}", "Two seats"],
                    },
                    "turns": [
                        {
                            "role": ("user", "agent")[index % 2],
                            "start": index * TURN_S,
                            "end": (index + 1) * TURN_S,
                            "text": f"{('user', 'agent')[index % 2]} {index}",
                        }
                        for index in range(turns)
                    ],
                }
            )
    return rows


def bring_pairs(study: Study, folder: Path, rows: Sequence[Mapping[str, Any]]) -> Any:
    """Import the rows as a manifest and return the report."""
    (folder / "manifest.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return import_paths(study, [folder])


def take(study: Study, person: str, *, now: int | None = None) -> dict[str, Any] | None:
    """Lease the next pair and return what the rater's browser gets of it; None where nothing is left."""
    at = study.home.clock() if now is None else now

    def work(connection: Any) -> dict[str, Any] | None:
        seat = get_seat(connection, study_id=study.id, person_id=person)
        assert seat is not None
        found = queue.next_assignment(connection, seat, study.protocol, now=at)
        if found.assignment is None:
            return None
        row = queue.assignment_of(connection, found.assignment, person)
        return tasks.present(connection, seat, study.protocol, row).as_json()

    return study.home.database.write(work)


def verdict(shown: Mapping[str, Any], choice: str = "a", **pair: Any) -> dict[str, Any]:
    """Answer everything that live-ab asks about a pair: one side throughout, Pass and Partial, no error."""
    questions = ("overall", "naturalness", "dynamics", "utility")
    answers: dict[str, Any] = {name: {"choice": choice} for name in questions}
    answers |= {"audio-quality": {"choice": "both-good"}, "rationale": {"text": RATIONALE}, **pair}
    sides = {
        side: {"task-success": {"choice": found, "reason": "as asked"}}
        for side, found in (("a", "pass"), ("b", "partial"))
    }
    heard = {
        one["side"]: {
            "played": {"both": [[0, one["duration_s"]]]},
            "targets": {one["side"]: {"plays": 1, "seconds": one["duration_s"]}},
        }
        for one in shown["stimuli"]
    }
    return {"answers": {"pair": answers, "sides": sides}, "listening": {"sides": heard}}


def send(study: Study, person: str, shown: Mapping[str, Any], body: Mapping[str, Any], **sent: Any) -> Any:
    """Submit a body for a pair that a rater holds."""
    now = sent.pop("now", None) or study.home.clock()

    def work(connection: Any) -> Any:
        row = queue.assignment_of(connection, shown["id"], person)
        seat = get_seat(connection, study_id=study.id, person_id=person)
        assert seat is not None
        targets: Targets = tasks.targets_of(connection, study.protocol, row)
        return submissions.submit(
            connection,
            seat,
            row,
            protocol=study.protocol,
            targets=targets,
            sent=Sent(f"key-of-{shown['id']}", "en", dict(body), **sent),
            now=now,
        )

    return study.home.database.write(work)


def skip(study: Study, person: str, shown: Mapping[str, Any]) -> None:
    def work(connection: Any) -> None:
        row = queue.assignment_of(connection, shown["id"], person)
        seat = get_seat(connection, study_id=study.id, person_id=person)
        assert seat is not None
        departure = Departure("skip", reason="other", explanation="")
        queue.leave(connection, seat, study.protocol, row, departure, now=study.home.clock())

    study.home.database.write(work)
