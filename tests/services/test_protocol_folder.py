"""A protocol is data: one that is only a folder is rated, counted and exported like any other."""

import json
from pathlib import Path

from sqlalchemy import Connection

from earmark.services.exporting import export_study
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.queue import assignment_of, next_assignment
from earmark.services.studies import Study
from earmark.services.submissions import Refusal, Sent, submit
from earmark.services.tasks import targets_of
from earmark.storage.seats import get_seat
from people import bring_in
from sounds import sine, write_sound

LISTENING_EFFORT = Path(__file__).parents[1] / "protocols" / "folders" / "listening-effort"


def rate_next(study: Study, rater: str, answers: dict[str, dict[str, object]]) -> tuple[str, ...]:
    """Rate the rater's next task; return where the server found faults."""
    body = {"answers": {"item": answers}, "listening": {"played": {"both": [[0, 3600]]}}}
    sent = Sent(key=json.dumps(answers), language="ko", body=body)

    def rate(connection: Connection) -> tuple[str, ...]:
        seat = get_seat(connection, study_id=study.id, person_id=rater)
        assert seat is not None
        leased = next_assignment(connection, seat, study.protocol, now=study.home.clock())
        assert leased.assignment is not None
        assignment = assignment_of(connection, leased.assignment, rater)
        targets = targets_of(connection, study.protocol, assignment)
        taken = submit(
            connection,
            seat,
            assignment,
            protocol=study.protocol,
            targets=targets,
            sent=sent,
            now=study.home.clock(),
        )
        return tuple(fault.where for fault in taken.faults) if isinstance(taken, Refusal) else ()

    return study.home.database.write(rate)


def test_a_protocol_that_is_only_a_folder_is_rated_counted_and_exported(home: Home, tmp_path: Path) -> None:
    for name, hertz in (("one", 440.0), ("two", 660.0)):
        write_sound(tmp_path / "clips" / f"{name}.wav", sine(8000, hertz=hertz))
    study = home.studies.create("effort", protocol=LISTENING_EFFORT)
    assert len(import_paths(study, [tmp_path / "clips"]).imported) == 2

    rater = bring_in(study, "Ann")
    assert rate_next(study, rater, {"effort": {"score": 6}}) == ("answers.item.effort.score",)
    assert rate_next(study, rater, {"effort": {"score": 5}}) == ()
    assert rate_next(study, rater, {"effort": {"score": 2}, "comment": {"text": "웅웅거려요"}}) == ()

    [question] = study.results().questions
    [condition] = question.conditions
    assert (question.id, question.points, condition.histogram) == ("effort", (1, 2, 3, 4, 5), (0, 1, 0, 0, 1))

    export_study(study, tmp_path / "out")
    lines = (tmp_path / "out" / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert sorted((row["question"], row["value"]) for row in rows if row["value"]) == [
        ("effort", 2),
        ("effort", 5),
    ]
    assert [row["justification"] for row in rows if row["question"] == "comment"] == ["웅웅거려요"]
    pinned = (tmp_path / "out" / "protocol" / "protocol.yaml").read_text(encoding="utf-8")
    assert pinned == (LISTENING_EFFORT / "protocol.yaml").read_text(encoding="utf-8")
