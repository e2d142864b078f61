"""What leaves as an export comes back as the same study, or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, func, select, update

from earmark.core.errors import ConflictError, WrongInputError
from earmark.core.roles import Role
from earmark.protocols.load import load
from earmark.services.exporting import export_study
from earmark.services.home import Home, open_home
from earmark.services.importing import import_paths
from earmark.services.people import find_person, founder, make_founder, replace_password
from earmark.services.restoring import restore_study
from earmark.services.studies import Study
from earmark.storage.copies import COPIED, LEFT_BEHIND
from earmark.storage.studies import pin_protocol
from earmark.storage.tables import assignment, draft, membership, metadata, person, stimulus, submission
from people import NOON, bring_in
from rows import PROTOCOL, StudyRows
from sounds import sine, write_sound

ODD = [
    "=HYPERLINK(1)",
    "+1",
    "-1",
    "@x",
    "\tx",
    "'quoted",
    'a "b", c;\r\nd',
    "\x01\x0b\x0c\x1b\x7f\x85\u2028\u2029 \ufeff",
    "가 👩‍👧 \u202e",
    "NA",
    "",
]

DRAFT = {"answers": {}, "view": {"key": "a-key-for-one-submission", "turn": "item"}}


@pytest.fixture
def elsewhere(tmp_path: Path, empty_database: Path) -> Iterator[Home]:
    """Another data folder, with nobody in it."""
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(empty_database, tmp_path / "elsewhere")
    with open_home(tmp_path / "elsewhere", clock=lambda: NOON) as opened:
        yield opened


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Study]:
    """A study with something in every table that is copied, and odd words wherever there are words."""
    folder = tmp_path_factory.mktemp("full")
    shutil.copy(empty_database, folder)
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    with open_home(folder, clock=lambda: NOON) as home:
        make_founder(home, "Ada")
        home.database.write(lambda c: replace_password(c, founder_of(c), old=None, new="argon2"))
        rows = StudyRows(home.studies.create("voices", protocol=folder, title="Voices"), at=NOON)
        fill(rows, folder)
        study = rows.save()
        key = func.substr(submission.c.id, 1, 9) + "." + func.substr(submission.c.id, 10)  # not one word
        home.database.write(lambda c: c.execute(update(submission).values(client_key=key)))
        yield study


@pytest.fixture(scope="module")
def exported(full: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of its export; tests that change it take a copy."""
    return export_study(full, tmp_path_factory.mktemp("exported") / "out").folder


def founder_of(connection: Connection) -> str:
    person = founder(connection)
    assert person is not None
    return person.id


def fill(rows: StudyRows, folder: Path) -> None:
    home = rows.study.home
    bring_in(rows.study, "Bo", role=Role.REVIEWER, language="ko")
    steered = bring_in(rows.study, "Cal", language="en")
    settings = {"speed": 1.25, "keys": {"play": "p"}}
    home.database.write(
        lambda c: c.execute(update(person).where(person.c.id == steered).values(preferences=settings))
    )
    held = update(membership).where(membership.c.person_id == steered).values(paused_at=NOON, task_cap=3)
    home.database.write(lambda c: c.execute(held))
    call = rows.recording("call", "warm", turns=len(ODD), revision=2, counts_from=2)
    clip = rows.recording("clip", text=ODD[7])
    words = {
        turn: {
            "quality": {"value": 4, "justification": text, "criteria": ["pace"], "evidence": pointed(text)}
        }
        for turn, text in zip(call.turns, ODD, strict=True)
    }
    hints = [
        {
            "where": f"answers.turns.{call.turns[0]}.quality.justification",
            "id": "bare-verdict",
            "severity": "hint",
            "outcome": "kept",
        }
    ]
    heard = {call.turns[0]: {"plays": 2, "seconds": 1.0, "speeds": {"1": 1}, "modes": {"both": 1.0}}}
    body = {"answers": {"turns": words}, "hints": hints, "listening": {"targets": heard}}
    rows.rate(call, "ann", {call.turns[0]: {"quality": 1}}, current=False)
    sent = rows.rate(call, "ann", words, revision=2, body=body, language="ko")
    turn = {"scope": "turn", "target": call.turns[1], "submission_id": sent}
    rows.leave(call, "ann", "discard", explanation=ODD[6], **turn)
    rows.rate(clip, "cy", {"item": {"clarity": 5}}, protocol_hash=pin_older(home, folder))
    begun = rows.assign(clip, "dee", offered=True)
    rows._add("draft", assignment_id=begun, body=DRAFT, sequence=3, tab="t", saved_at=NOON)
    sound = dict.fromkeys(("original_hash", "rendition_hash", "peaks_hash"), "0" * 64)
    shape = {"duration_s": 1.5, "channels": 2, "sample_rate_hz": 8000, "agent_channel": 1, "language": "en"}
    rows._add(
        "earlier_sound",
        stimulus_id=call.stimulus,
        last_revision=1,
        file_name="before.wav",
        text="",
        details={},
        replaced_at=NOON,
        **sound,
        **shape,
    )
    claims = [{"turn": 1, "claim": ODD[0], "verdict": "wrong", "affects_task": True, "source": ODD[7]}]
    checked = {"plugin": "claims-file", "state": "done", "failure": "", "claims": claims, "made_at": NOON}
    rows._add("fact_check", stimulus_id=call.stimulus, **checked)
    rows.event("submitted", person="ann", words=ODD)


def pointed(note: str) -> list[dict[str, object]]:
    """What the words of a score point at."""
    return [{"start_s": 0.25, "end_s": 0.5, "note": note}]


def pin_older(home: Home, folder: Path) -> str:
    """Pin another version of the protocol, in which a question means something else; return its hash."""
    (folder / "older").mkdir()
    text = PROTOCOL.replace("version: 1.2.0", "version: 1.1.0").replace('en: "Clarity"', 'en: "Loudness"')
    (folder / "older" / "protocol.yaml").write_text(text, encoding="utf-8")
    older = load(folder / "older")
    home.database.write(
        lambda c: pin_protocol(
            c, content_hash=older.hash, name="two-scales", version="1.1.0", files=older.files
        )
    )
    return older.hash


def files_of(folder: Path) -> dict[str, bytes]:
    """All files of an export but those that say when it was made."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.match("*study.json*") and not path.match("*manifest.json*")
    }


def described(folder: Path) -> Any:
    found = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    del found["exported_at"]
    return found


def counts(home: Home) -> dict[str, int]:
    with home.database.read() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in metadata.tables.items()
        }


def jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_restored_study_exports_every_file_as_it_was(
    exported: Path, elsewhere: Home, tmp_path: Path
) -> None:
    restored = restore_study(elsewhere, exported)
    assert [name for name, count in restored.rows.items() if count == 0] == []
    assert (restored.study, restored.new_ids, restored.renamed) == ("voices", False, {})
    assert restored.let_in == restored.rows["person"]
    export_study(elsewhere.studies["voices"], tmp_path / "second")
    first, second = files_of(exported), files_of(tmp_path / "second")
    assert [path for path in sorted(first | second) if first.get(path) != second.get(path)] == []
    assert described(exported) == described(tmp_path / "second")


def test_every_table_is_copied_or_left_behind_with_a_reason() -> None:
    assert {*COPIED, *LEFT_BEHIND} == set(metadata.tables)
    places = {name: place for place, name in enumerate(COPIED)}
    for name, place in places.items():
        refers = {key.column.table.name for key in metadata.tables[name].foreign_keys}
        assert {other for other in refers if places[other] > place} == set()


def test_values_stay_under_the_question_of_their_own_version(exported: Path) -> None:
    scores = {row["question"]: row for row in jsonl(exported / "scores.jsonl")}
    older = scores["clarity"]["protocol_hash"]
    assert (scores["clarity"]["protocol_version"], scores["quality"]["protocol_version"]) == (
        "1.1.0",
        "1.2.0",
    )
    kept = exported / "earlier_protocols" / older
    assert load(kept).hash == older
    page = (exported / "dictionary.md").read_text(encoding="utf-8")
    now, before = page.split("## Questions of two-scales ")[1:]
    assert (now[:5], before[:5]) == ("1.2.0", "1.1.0")
    assert [line.split("|")[3].strip() for line in before.splitlines() if line.startswith("| clarity")] == [
        "Loudness"
    ]
    assert older in before


def test_published_tables_hold_no_name_of_a_person(exported: Path) -> None:
    named = [path for path, content in files_of(exported).items() if b"Ada" in content]
    assert named == ["restore/person.jsonl"]
    assert b"argon2" not in (exported / "restore" / "person.jsonl").read_bytes()


def test_a_copy_beside_the_original_gets_ids_of_its_own(full: Study, exported: Path, tmp_path: Path) -> None:
    home = full.home
    before = full.results()
    restored = restore_study(home, exported, name="voices-again")
    assert (restored.new_ids, restored.let_in) == (True, 0)  # everybody has the password they had
    copy = home.studies["voices-again"]
    assert copy.results().questions == full.results().questions == before.questions
    export_study(copy, tmp_path / "copy")
    first, second = (jsonl(folder / "scores.jsonl") for folder in (exported, tmp_path / "copy"))
    same = ("question", "value", "justification", "rater", "item", "condition", "turn_position")

    def key(row: dict[str, Any]) -> tuple[int, str, int]:
        return row["turn_position"] or 0, row["question"], row["revision"]

    pairs = list(zip(sorted(first, key=key), sorted(second, key=key), strict=True))
    assert [[row[name] for name in same] for row, _ in pairs] == [
        [row[name] for name in same] for _, row in pairs
    ]
    assert {row["submission"] for row in first} & {row["submission"] for row in second} == set()
    assert drafts_of(copy) == [{**DRAFT, "view": {"turn": "item"}}]  # it can be sent here and there
    assert drafts_of(full) == [DRAFT]
    (hint,) = jsonl(tmp_path / "copy" / "hints.jsonl")
    turns = {row["turn"] for row in jsonl(tmp_path / "copy" / "turns.jsonl")}
    assert hint["target"] in turns


def drafts_of(study: Study) -> list[object]:
    bodies = select(draft.c.body).join(assignment).where(assignment.c.study_id == study.id)
    with study.home.database.read() as connection:
        return list(connection.execute(bodies).scalars())


def test_a_taken_name_is_refused_with_the_way_out(full: Study, exported: Path) -> None:
    before = counts(full.home)
    with pytest.raises(ConflictError, match="--as NAME"):
        restore_study(full.home, exported)
    assert counts(full.home) == before


def swap(old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        content = path.read_bytes()
        assert old in content
        path.write_bytes(content.replace(old, new, 1))

    return change


def drop_last_line(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))


@pytest.mark.parametrize(
    ("file", "damage", "where"),
    [
        ("scores.jsonl", swap(b'"value":', b'"value": 1'), "scores.jsonl:1"),
        ("scores.csv", swap(b"=HYPERLINK", b"=hyperlink"), "scores.csv:"),
        ("scores.parquet", swap(b"PAR1", b"PAR2"), "scores.parquet"),
        ("restore/score.jsonl", drop_last_line, "restore/score.jsonl:14"),
        ("restore/turn.jsonl", Path.unlink, "restore/turn.jsonl"),
        ("protocol/protocol.yaml", swap(b"clip", b"call"), "protocol/protocol.yaml:7"),
        ("restore/manifest.json", swap(b"scores.csv", b"scores.csw"), "restore/manifest.json"),
        ("restore/manifest.json", swap(b"{", b""), "restore/manifest.json:1"),
    ],
)
def test_a_damaged_export_is_refused_with_file_and_line(  # noqa: PLR0917 - a case has three parts
    exported: Path, elsewhere: Home, tmp_path: Path, file: str, damage: Callable[[Path], None], where: str
) -> None:
    shutil.copytree(exported, tmp_path / "out")
    damage(tmp_path / "out" / file)
    before = counts(elsewhere)
    with pytest.raises(WrongInputError, match="damaged") as refused:
        restore_study(elsewhere, tmp_path / "out")
    (fault,) = refused.value.faults
    assert fault.where.startswith(where)
    assert counts(elsewhere) == before


def test_an_export_that_was_cut_off_or_is_none_is_refused(
    exported: Path, elsewhere: Home, tmp_path: Path
) -> None:
    shutil.copytree(exported, tmp_path / "out")
    (tmp_path / "out" / "restore" / "manifest.json").unlink()
    for folder, why in (
        (tmp_path / "out", "cut off"),
        (tmp_path / "nothing", "no export"),
        (exported / "study.json", "Unpack"),
    ):
        with pytest.raises(WrongInputError, match=why):
            restore_study(elsewhere, folder)


@pytest.mark.parametrize(
    ("changed", "why"),
    [({"format": 2}, "newer"), ({"tables": "9999"}, "newer"), ({"tables": "0001"}, "older")],
)
def test_an_export_of_another_version_is_refused_with_what_reads_it(
    exported: Path, elsewhere: Home, tmp_path: Path, changed: dict[str, object], why: str
) -> None:
    shutil.copytree(exported, tmp_path / "out")
    manifest = tmp_path / "out" / "restore" / "manifest.json"
    found = json.loads(manifest.read_text(encoding="utf-8")) | changed | {"earmark": "7.7.7"}
    manifest.write_text(json.dumps(found), encoding="utf-8")
    (tmp_path / "out" / "restore" / "lines" / "restore" / "manifest.json.crc32").unlink()
    with pytest.raises(WrongInputError, match=rf"{why} Earmark \(7\.7\.7\)"):
        restore_study(elsewhere, tmp_path / "out")


def test_what_fails_in_the_middle_leaves_nothing(exported: Path, elsewhere: Home, tmp_path: Path) -> None:
    (tmp_path / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    other = StudyRows(elsewhere.studies.create("other", protocol=tmp_path), at=NOON)
    other.recording("call")  # has an id that the export has, too
    other.save()
    before = counts(elsewhere)
    with pytest.raises(WrongInputError, match="Nothing was changed") as refused:
        restore_study(elsewhere, exported)
    assert [fault.where for fault in refused.value.faults] == ["restore/item.jsonl"]
    assert counts(elsewhere) == before


def test_people_come_without_passwords_and_namesakes_stay_apart(exported: Path, elsewhere: Home) -> None:
    make_founder(elsewhere, "ada")
    restored = restore_study(elsewhere, exported)
    assert restored.renamed == {"Ada": "Ada (2)"}
    with elsewhere.database.read() as connection:
        here, came = (find_person(connection, name) for name in ("ada", "Ada (2)"))
        first = founder(connection)
    assert here is not None
    assert came is not None
    assert first == here
    assert (came.founder, came.has_password, came.id == here.id) == (False, False, False)


def test_in_an_empty_folder_the_founder_stays_one_and_can_be_let_in(exported: Path, elsewhere: Home) -> None:
    restore_study(elsewhere, exported)
    with elsewhere.database.read() as connection:
        first = founder(connection)
    assert first is not None
    assert (first.name, first.has_password) == ("Ada", False)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[tuple[Study, Path]]:
    """Two calls that can be heard, one of two files, and the folder of the sounds."""
    folder = tmp_path_factory.mktemp("calls")
    shutil.copy(empty_database, folder)
    sounds = folder / "in"
    tone = sine(8000, seconds=0.5)
    write_sound(sounds / "one.wav", np.stack([tone, tone / 2], axis=1))
    write_sound(sounds / "two_user.wav", tone)
    write_sound(sounds / "two_agent.flac", sine(8000, seconds=0.5, hertz=300))
    turns = {"turns": [{"role": role, "start": 0.1, "end": 0.4} for role in ("user", "agent")]}
    for name in ("one", "two"):
        (sounds / f"{name}.turns.json").write_text(json.dumps(turns), encoding="utf-8")
    with open_home(folder, clock=lambda: NOON) as home:
        settings = {"agent_channel": "right"}
        study = home.studies.create("calls", protocol="conversation-turns", settings=settings)
        report = import_paths(study, [sounds])
        assert (len(report.imported), report.refused) == (2, ())
        yield study, sounds


def renditions(home: Home) -> list[bytes]:
    with home.database.read() as connection:
        keys = (
            connection.execute(select(stimulus.c.rendition_hash).order_by(stimulus.c.file_name))
            .scalars()
            .all()
        )
    return [home.objects.get(key) for key in keys]


def test_sound_that_came_along_is_heard_as_before(
    calls: tuple[Study, Path], elsewhere: Home, tmp_path: Path
) -> None:
    export_study(calls[0], tmp_path / "first", audio=True)
    restored = restore_study(elsewhere, tmp_path / "first")
    assert (restored.audio, restored.without_sound) == (2, [])
    assert renditions(elsewhere) == renditions(calls[0].home)
    export_study(elsewhere.studies["calls"], tmp_path / "second", audio=True)
    assert files_of(tmp_path / "second") == files_of(tmp_path / "first")


def test_sound_that_stayed_behind_is_put_back_by_its_content_whatever_its_name(
    calls: tuple[Study, Path], elsewhere: Home, tmp_path: Path
) -> None:
    study, sounds = calls
    export_study(study, tmp_path / "out")
    restored = restore_study(elsewhere, tmp_path / "out")
    assert (restored.audio, restored.without_sound) == (0, ["one.wav", "two_user.wav"])
    other = {"one.wav": "mono.wav", "two_user.wav": "x_user.wav", "two_agent.flac": "x_agent.flac"}
    for old, new in other.items():
        (tmp_path / "in").mkdir(exist_ok=True)
        shutil.copy(sounds / old, tmp_path / "in" / new)
    report = import_paths(elsewhere.studies["calls"], [tmp_path / "in"])
    assert (report.imported, report.refused, len(report.unchanged), len(report.repaired)) == ((), (), 2, 2)
    assert renditions(elsewhere) == renditions(study.home)
