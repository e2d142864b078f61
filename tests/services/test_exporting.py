from __future__ import annotations

import csv
import fcntl
import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pyarrow import parquet

from earmark.core.errors import EnvironmentProblemError, WrongInputError
from earmark.exports.columns import EVENTS, SCORES, TABLES
from earmark.services.exporting import export_study
from earmark.storage import exports as reads
from rows import PROTOCOL, StudyRows

NAMES = [
    "scores",
    "submissions",
    "listening",
    "comparisons",
    "flags",
    "key_facts",
    "prefilled",
    "hints",
    "marks",
    "stimuli",
    "earlier_sounds",
    "turn_lists",
    "turns",
    "evidence",
    "fact_checks",
]


def filled(rows: StudyRows) -> StudyRows:
    """One call rated, corrected and partly discarded; one clip rated late and beyond its votes."""
    sound = rows.study.home.objects.put_bytes(b"a sound")
    call = rows.recording("call", "warm", turns=2, original_hash=sound)
    clip = rows.recording("clip", original_hash=sound, file_name="Clip One.WAV")
    rows.rate(call, "ann", {call.turns[0]: {"quality": 1}}, current=False)
    words = {"value": 4, "justification": '=HYPERLINK("x")', "criteria": ["pace", "tone"]}
    sent = rows.rate(call, "ann", {call.turns[0]: {"quality": words}}, revision=2, language="ko")
    rows.leave(
        call, "ann", "discard", scope="turn", target=call.turns[1], submission_id=sent, reason="missing"
    )
    heard = {"item": {"plays": 2, "seconds": 20.5, "speeds": {"1": 8, "1.5": 12.5}, "modes": {"both": 20.5}}}
    body = {"answers": {}, "listening": {"targets": heard}}
    rows.rate(clip, "bo", {"item": {"clarity": 5}}, late=True, extra=True, body=body)
    rows.event("submitted", person="bo", late=True)
    rows.save()
    return rows


def jsonl(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_an_export_holds_the_files_of_the_contract(rows: StudyRows, tmp_path: Path) -> None:
    export = export_study(filled(rows).study, tmp_path / "out")
    files = sorted(
        str(path.relative_to(export.folder)) for path in export.folder.rglob("*") if path.is_file()
    )
    tables = [f"{name}.{ending}" for name in NAMES for ending in ("csv", "jsonl", "parquet")]
    published = [path for path in files if not path.startswith("restore/")]
    expected = [*tables, "events.jsonl", "dictionary.md", "study.json", "protocol/protocol.yaml"]
    assert published == sorted(expected)
    assert export.rows == {
        "scores": 3,
        "submissions": 3,
        "listening": 1,
        "comparisons": 0,
        "flags": 0,
        "key_facts": 0,
        "prefilled": 0,
        "hints": 0,
        "marks": 1,
        "stimuli": 2,
        "turns": 4,
        "events": 2,
        "earlier_sounds": 0,
        "turn_lists": 1,
        "evidence": 0,
        "fact_checks": 0,
    }
    assert (export.folder / "protocol" / "protocol.yaml").read_text(encoding="utf-8") == PROTOCOL


def test_a_score_row_tells_all_that_belongs_to_it(rows: StudyRows, tmp_path: Path) -> None:
    study = filled(rows).study
    export_study(study, tmp_path / "out")
    by_revision = {
        (row["question"], row["revision"]): row for row in jsonl(tmp_path / "out" / "scores.jsonl")
    }
    row = by_revision["quality", 2]
    assert {
        name: value for name, value in row.items() if name not in {"submission", "assignment", "task"}
    } == {
        "study": "voices",
        "item": "call",
        "condition": "warm",
        "stimulus": row["stimulus"],
        "side": "",
        "heard_first": "",
        "turn": row["target"],
        "turn_position": 2,
        "turn_role": "agent",
        "turn_start_s": 1.0,
        "turn_end_s": 1.5,
        "rater": row["rater"],
        "rater_group": "",
        "target": row["target"],
        "question": "quality",
        "value": 4,
        "choice": None,
        "justification": '=HYPERLINK("x")',
        "criteria": ["pace", "tone"],
        "evidence": [],
        "submitted_at": "2026-01-01T12:00:00.000000Z",
        "revision": 2,
        "current": True,
        "late": False,
        "extra": False,
        "language": "ko",
        "recording_revision": 1,
        "set_aside": False,
        "retracted": False,
        "protocol": "two-scales",
        "protocol_version": "1.2.0",
        "protocol_hash": study.protocol_hash,
    }
    assert by_revision["quality", 1]["current"] is False
    clip = by_revision["clarity", 1]
    assert (clip["condition"], clip["turn"], clip["late"], clip["extra"]) == (None, None, True, True)
    assert "ann" not in (tmp_path / "out" / "scores.jsonl").read_text(encoding="utf-8")


def test_the_three_formats_hold_the_same_rows(rows: StudyRows, tmp_path: Path) -> None:
    export_study(filled(rows).study, tmp_path / "out")
    for table in TABLES:
        lines = jsonl(tmp_path / "out" / f"{table.name}.jsonl")
        names = [column.name for column in table.columns]
        assert [list(line) for line in lines] == [names] * len(lines)
        stored = parquet.read_table(tmp_path / "out" / f"{table.name}.parquet")
        with (tmp_path / "out" / f"{table.name}.csv").open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream)
            sheet = list(reader)
        assert stored.schema.names == reader.fieldnames == names
        plain = [column.name for column in table.columns if column.type in {"text", "integer"}]
        for line, packed, cells in zip(lines, stored.to_pylist(), sheet, strict=True):
            assert {name: packed[name] for name in plain} == {name: line[name] for name in plain}
            assert [cells[name].removeprefix("'") for name in plain] == [
                "" if line[name] is None else str(line[name]) for name in plain
            ]


def test_a_discard_is_a_mark_and_no_score(rows: StudyRows, tmp_path: Path) -> None:
    export_study(filled(rows).study, tmp_path / "out")
    (mark,) = jsonl(tmp_path / "out" / "marks.jsonl")
    assert (mark["act"], mark["scope"], mark["reason"], mark["current"]) == (
        "discard",
        "turn",
        "missing",
        True,
    )
    targets = {row["target"] for row in jsonl(tmp_path / "out" / "scores.jsonl")}
    assert mark["target"] not in targets


def test_whatever_a_rater_sent_or_left_is_tied_to_its_recording(rows: StudyRows, tmp_path: Path) -> None:
    call = rows.recording("call", "warm", turns=2)
    clip = rows.recording("clip")
    sent = rows.rate(call, "ann", {call.turns[0]: {"quality": 1}})
    turn = {"scope": "turn", "target": call.turns[1], "submission_id": sent}
    rows.leave(call, "ann", "discard", reason="missing", **turn)
    rows.leave(call, "bo", "skip")
    rows.leave(clip, "bo", "discard")
    export_study(rows.save(), tmp_path / "out")
    columns = ("task", "item", "condition", "stimulus")
    of_call, of_clip = (call.task, "call", "warm", call.stimulus), (clip.task, "clip", None, clip.stimulus)
    expected = {
        "scores": [of_call],
        "submissions": [of_call],
        "marks": [of_call, of_call, of_clip],
        "stimuli": [of_call, of_clip],
    }
    for table, tied in expected.items():
        found = jsonl(tmp_path / "out" / f"{table}.jsonl")
        assert [tuple(row[name] for name in columns) for row in found] == tied


def test_events_come_in_order_with_their_columns(rows: StudyRows, tmp_path: Path) -> None:
    export_study(filled(rows).study, tmp_path / "out")
    made, event = jsonl(tmp_path / "out" / "events.jsonl")
    assert list(event) == list(made) == [column.name for column in EVENTS.columns]
    assert made["event"] < event["event"]
    assert (event["kind"], event["body"]) == ("submitted", {"late": True})


def test_sound_comes_along_when_asked_bit_for_bit_and_the_table_says_where(
    rows: StudyRows, tmp_path: Path
) -> None:
    assert export_study(filled(rows).study, tmp_path / "out", audio=True).audio == 2
    places = {row["item"]: str(row["audio"]) for row in jsonl(tmp_path / "out" / "stimuli.jsonl")}
    assert places["clip"].endswith(".wav")
    assert [(tmp_path / "out" / place).read_bytes() for place in places.values()] == [b"a sound", b"a sound"]


def test_a_folder_with_something_in_it_is_left_alone(rows: StudyRows, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(WrongInputError, match="not empty"):
        export_study(rows.save(), tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_a_file_in_the_way_is_left_alone(rows: StudyRows, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(WrongInputError, match="is a file"):
        export_study(rows.save(), tmp_path / "out")


def test_sound_that_is_lost_is_told_before_anything_is_written(rows: StudyRows, tmp_path: Path) -> None:
    rows.recording("lost", file_name="lost.wav")
    with pytest.raises(EnvironmentProblemError, match=r"lost\.wav"):
        export_study(rows.save(), tmp_path / "deep" / "out", audio=True)
    assert not (tmp_path / "deep").exists()


@pytest.mark.parametrize("most", [100, 5000])
def test_a_full_disk_leaves_nothing_and_says_so(rows: StudyRows, tmp_path: Path, most: int) -> None:
    study = filled(rows).study
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))  # first in a text, then in Parquet
    try:
        with pytest.raises(EnvironmentProblemError, match="Make room"):
            export_study(study, tmp_path / "deep" / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "deep").iterdir()) == []


def test_what_killed_runs_left_is_cleared_away_and_what_a_live_one_writes_is_not(
    rows: StudyRows, tmp_path: Path
) -> None:
    left, live, other = (tmp_path / f".{name}.partial" for name in ("out-dead", "out-live", "outer-dead"))
    for folder in (left, live, other):
        folder.mkdir()
        (folder / "scores.csv").write_text("half", encoding="utf-8")
    with held(live):
        export_study(rows.save(), tmp_path / "out")
    assert sorted(path.name for path in tmp_path.glob(".*")) == [live.name, other.name]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder as the run does that writes into it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def test_an_empty_study_exports_tables_with_their_columns(rows: StudyRows, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    export = export_study(rows.save(), tmp_path / "out")
    assert export.rows == {**dict.fromkeys(NAMES, 0), "events": 1}
    names = [column.name for column in SCORES.columns]
    assert parquet.read_table(tmp_path / "out" / "scores.parquet").schema.names == names
    assert (tmp_path / "out" / "scores.csv").read_text(encoding="utf-8") == ",".join(names) + "\n"


def test_the_dictionary_names_every_column_and_every_point(rows: StudyRows, tmp_path: Path) -> None:
    export_study(filled(rows).study, tmp_path / "out")
    page = (tmp_path / "out" / "dictionary.md").read_text(encoding="utf-8")
    for table in (*TABLES, EVENTS):
        section = page.split(f"## {table.name}\n")[1].split("\n## ")[0]
        named = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
        assert named == ["column", *(column.name for column in table.columns)]
    assert page.count("A missing value is null in Parquet and JSON Lines, and empty in CSV.") == 1
    points = "5 = Excellent; 4 = Good; 3 = Fair; 2 = Poor; 1 = Bad"
    assert page.count(f"| item | Quality | {points} |") == 1


def test_the_description_of_the_study_says_what_the_folder_holds(rows: StudyRows, tmp_path: Path) -> None:
    export = export_study(filled(rows).study, tmp_path / "out")
    found = json.loads((tmp_path / "out" / "study.json").read_text(encoding="utf-8"))
    assert (found["study"], found["exported_at"]) == ("voices", "2026-01-01T12:00:00.000000Z")
    assert (found["rows"], found["audio"]) == (export.rows, 0)
    assert found["settings"]["votes_per_item"] == 1


def test_rows_that_are_passed_on_as_they_are_read_have_the_order_of_their_columns() -> None:
    tables = {table.name: [column.name for column in table.columns] for table in TABLES}
    assert {name: reads.columns_of(name) for name in reads.IN_ORDER} == {
        name: tables[name] for name in reads.IN_ORDER
    }
