"""Pairs of recordings: brought in, placed, blinded, answered, exported and restored."""

from __future__ import annotations

import asyncio
import csv
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from earmark.core.hints import shown_hints
from earmark.core.progress import Progress
from earmark.core.scope import EVERYTHING
from earmark.core.times import MINUTE
from earmark.protocols.load import BUILTIN
from earmark.protocols.questions import Choice
from earmark.services.appraisals import appraisals_of
from earmark.services.exporting import export_study
from earmark.services.home import Home, open_home
from earmark.services.pair_hints import LastLook
from earmark.services.pairing import pair_up
from earmark.services.ranking import Sides, rank_table
from earmark.services.raters import Rater
from earmark.services.restoring import restore_study
from earmark.services.results.battles import votes_on
from earmark.services.results.view import View
from earmark.services.studies import Study
from earmark.services.submissions import Refusal
from earmark.stats.pairs.battles import OUTCOMES
from earmark.storage import tables
from earmark.storage.answers import read_answers
from pairs import RATE, RATIONALE, bring_pairs, send, skip, take, talk_rows, verdict
from people import NOON, bring_in
from sounds import sine, write_sound

CONDITIONS = ("amber", "birch", "cedar")


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[tuple[Study, Any]]:
    """Two items in three conditions, with the report of their import."""
    folder = tmp_path_factory.mktemp("pairs")
    shutil.copy(empty_database, folder)
    with open_home(folder, clock=lambda: NOON) as home:
        study = home.studies.create("duel", protocol="live-ab", settings={"votes_per_item": 40})
        sound = tmp_path_factory.mktemp("sound")
        yield study, bring_pairs(study, sound, talk_rows(sound, CONDITIONS, items=("train", "bus")))


def sides_of(study: Study) -> dict[str, list[tuple[str, str, float]]]:
    """Return for each task the condition, the agent's level and the gain of each side."""
    query = (
        select(
            tables.task_stimulus.c.task_id,
            tables.condition.c.name,
            tables.stimulus.c.details,
            tables.task_stimulus.c.gain_db,
        )
        .join(tables.stimulus, tables.stimulus.c.id == tables.task_stimulus.c.stimulus_id)
        .join(tables.condition, tables.condition.c.id == tables.stimulus.c.condition_id)
        .order_by(tables.task_stimulus.c.task_id, tables.task_stimulus.c.side)
    )
    found: dict[str, list[tuple[str, str, float]]] = {}
    with study.home.database.read() as connection:
        for row in connection.execute(query):
            level = row.details["judged"]["level_db"] + row.gain_db
            found.setdefault(row.task_id, []).append((row.name, "", level))
    return found


def gains_of(study: Study) -> list[float]:
    with study.home.database.read() as connection:
        return list(connection.scalars(select(tables.task_stimulus.c.gain_db)))


def test_every_two_conditions_of_an_item_become_a_pair_at_one_level(brought: tuple[Study, Any]) -> None:
    study, report = brought
    assert (report.refused, len(report.imported), report.pairs) == ((), 6, 6)
    pairs = list(sides_of(study).values())
    named = Counter(tuple(side[0] for side in pair) for pair in pairs)
    assert named == {("amber", "birch"): 2, ("amber", "cedar"): 2, ("birch", "cedar"): 2}
    levels = [[side[2] for side in pair] for pair in pairs]
    assert all(level == pytest.approx(-26.25, abs=0.26) for pair in levels for level in pair)
    assert all((2 * gain).is_integer() for gain in gains_of(study))


def heard(shown: dict[str, Any]) -> list[tuple[int, float, bool]]:
    """Return of each side its channels, its gain in the player, and whether its gain is in the samples."""
    sides = shown["stimuli"]
    return [(one["channels"], one["gain_db"], one["audio_url"].endswith("?levelled")) for one in sides]


def test_a_pair_of_an_older_earmark_is_heard_as_it_was_until_the_next_import(
    home: Home, tmp_path: Path, empty_database: Path
) -> None:
    study = home.studies.create("older", protocol="live-ab", settings={"votes_per_item": 9})
    rows = talk_rows(tmp_path, CONDITIONS[:2])
    bring_pairs(study, tmp_path, rows)
    person, gains = bring_in(study, "Rater"), set(gains_of(study))
    assert len(gains) == 2
    home.database.write(lambda connection: connection.execute(tables.levelled_sound.delete()))
    before = take(study, person)
    assert before is not None
    assert {gain for _, gain, levelled in heard(before) if not levelled} == gains
    bring_pairs(study, tmp_path, rows)
    after = take(study, person)
    assert after is not None
    assert heard(after) == [(2, 0.0, True)] * 2
    export_study(study, tmp_path / "out", audio=True)
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(empty_database, tmp_path / "elsewhere")
    with open_home(tmp_path / "elsewhere", clock=lambda: NOON) as elsewhere:
        restore_study(elsewhere, tmp_path / "out")
        there = take(elsewhere.studies["older"], bring_in(elsewhere.studies["older"], "Other"))
        assert there is not None
        assert heard(there) == [(2, 0.0, True)] * 2


def test_beside_a_side_of_one_channel_the_other_is_heard_as_one_and_no_peak_is_cut_off(
    home: Home, tmp_path: Path
) -> None:
    study = home.studies.create("unlike", protocol="live-ab")
    rows = talk_rows(tmp_path, CONDITIONS[:2])
    tone = sine(RATE, seconds=0.5, hertz=400, amplitude=0.06)
    tone[4000:4004] = 0.99, 0.99, -0.99, -0.99  # their tops lie between the samples, and not below full scale
    write_sound(tmp_path / rows[1]["audio"], np.concatenate([tone, tone]), RATE)
    del rows[1]["agent_channel"]
    report = bring_pairs(study, tmp_path, rows)
    assert (report.refused, report.pairs) == ((), 1)
    shown = take(study, person := bring_in(study, "Rater"))
    assert shown is not None
    assert heard(shown) == [(1, 0.0, True)] * 2
    peaks = json.loads(Rater(home, person).overview(shown["id"], shown["stimuli"][0]["id"]))
    assert peaks["channels"] == 1
    assert max(gains_of(study)) == -2.5  # by the samples alone it would be -1


def test_pairs_that_are_not_made_when_an_import_ends_are_named_and_made_by_the_next(
    home: Home, tmp_path: Path
) -> None:
    study = home.studies.create("ended", protocol="live-ab", settings={"pairs": [["cedar", "amber"]]})
    bring_pairs(study, tmp_path, talk_rows(tmp_path, CONDITIONS))
    study.set(pairs=[])
    study = home.studies["ended"]
    ended = pair_up(study, is_stopped=lambda: True)
    names = tuple(f"{condition}-train.wav" for condition in CONDITIONS)
    assert (ended.made, ended.alone, ended.left, ended.halted) == (0, (), names, "")
    told: list[Progress] = []
    assert pair_up(study, progress=told.append).made == 2
    assert [(one.done, one.of, one.things) for one in told] == [(0, 2, "pairs"), (1, 2, "pairs")]


def test_an_import_again_makes_no_pair_twice_and_chosen_pairs_alone(home: Home, tmp_path: Path) -> None:
    chosen = {"pairs": [["cedar", "amber"]]}
    study = home.studies.create("chosen", protocol="live-ab", settings=chosen)
    rows = talk_rows(tmp_path, CONDITIONS)
    report = bring_pairs(study, tmp_path, rows)
    assert report.pairs == 1
    assert [(one.path, one.said.code) for one in report.warnings] == [("birch-train.wav", "pair.alone")]
    assert bring_pairs(study, tmp_path, rows).pairs == 0


def test_what_cannot_be_a_side_is_refused_with_its_reason(home: Home, tmp_path: Path) -> None:
    study = home.studies.create("refused", protocol="live-ab")
    rows = talk_rows(tmp_path, CONDITIONS)
    del rows[0]["condition"]
    rows[1]["item"], rows[1]["scenario"] = "other", {"category": "Cooking"}
    rows[2]["item"], rows[2]["scenario"] = "third", {"category": "Topic Switch", "class": "EQ"}
    report = bring_pairs(study, tmp_path, rows)
    codes = {one.said.code for one in report.refused}
    assert codes == {"pair.no-condition", "scenario.category", "scenario.other-class"}
    assert (report.imported, report.pairs) == ((), 0)


def test_one_sound_for_both_sides_is_refused_unless_it_is_meant(home: Home, tmp_path: Path) -> None:
    study = home.studies.create("twice", protocol="live-ab")
    rows = talk_rows(tmp_path, CONDITIONS)
    amber, birch, cedar = (tmp_path / row["audio"] for row in rows)
    birch.write_bytes(amber.read_bytes())
    report = bring_pairs(study, tmp_path, rows)
    assert [(one.line, one.said.code) for one in report.refused] == [
        (line, "pair.same-sound") for line in (1, 2)
    ]
    assert report.refused[1].reason.startswith(
        "'birch-train.wav' of 'birch' is the very sound that 'amber' has"
    )
    assert [one.condition for one in report.imported] == ["cedar"]
    birch.write_bytes(cedar.read_bytes())  # that of a recording that is in
    report = bring_pairs(study, tmp_path, rows)
    assert [one.line for one in report.refused] == [2]
    assert report.pairs == 1
    report = bring_pairs(study, tmp_path, [rows[0], {**rows[1], "same_sound": True}, rows[2]])
    assert (report.refused, report.pairs) == ((), 2)
    assert bring_pairs(study, tmp_path, rows).refused == ()  # they are in


def test_a_rater_gets_both_sides_with_the_scenario_and_no_name(brought: tuple[Study, Any]) -> None:
    study, _ = brought
    person = bring_in(study, "Curious")
    shown = take(study, person)
    assert shown is not None
    assert [one["side"] for one in shown["stimuli"]] == ["a", "b"]
    assert shown["heard_first"] in {"a", "b"}
    scenario = shown["item"]["scenario"]
    assert (scenario["class"], scenario["category"]) == ("iq", "practical-utility")
    assert scenario["key-facts"].splitlines()[1] == "Two seats"
    assert not any(name in json.dumps(shown) for name in CONDITIONS)
    skip(study, person, shown)


def test_sides_and_order_are_balanced_over_finished_sessions(home: Home, tmp_path: Path) -> None:
    """HO-09: of 60 sessions 20 are given up, by a skip or by letting the lease run out."""
    study = home.studies.create("balance", protocol="live-ab", settings={"votes_per_item": 100})
    bring_pairs(study, tmp_path, talk_rows(tmp_path, CONDITIONS[:2], turns=2))
    now, placed = NOON, Counter()
    for number in range(60):
        person = bring_in(study, f"Rater {number}")
        shown = take(study, person, now=now)
        assert shown is not None
        if number % 3 != 2:
            assert not isinstance(send(study, person, shown, verdict(shown), now=now), Refusal)
        elif number % 2:
            skip(study, person, shown)
        else:
            now += 121 * MINUTE  # nobody comes back to it
    query = select(tables.assignment.c.swapped, tables.assignment.c.heard_first)
    with home.database.read() as connection:
        for row in connection.execute(query.where(tables.assignment.c.state == "submitted")):
            placed["as A"] += not row.swapped
            placed["first"] += (row.heard_first == "a") != row.swapped
            placed["all"] += 1
    assert placed["all"] == 40
    assert abs(placed["as A"] - 20) <= 1
    assert abs(placed["first"] - 20) <= 1


def conditions_of(study: Study, assignment: str) -> tuple[str, ...]:
    """Return the conditions of a pair as they stand for its rater, A first."""
    query = (
        select(tables.condition.c.name, tables.assignment.c.swapped)
        .join(tables.stimulus, tables.stimulus.c.condition_id == tables.condition.c.id)
        .join(tables.task_stimulus, tables.task_stimulus.c.stimulus_id == tables.stimulus.c.id)
        .join(tables.assignment, tables.assignment.c.task_id == tables.task_stimulus.c.task_id)
        .where(tables.assignment.c.id == assignment)
        .order_by(tables.task_stimulus.c.side)
    )
    with study.home.database.read() as connection:
        rows = connection.execute(query).all()
    names = tuple(row.name for row in rows)
    return names[::-1] if rows[0].swapped else names


def compared(study: Study, person: str) -> frozenset[str]:
    """Take the next pair by the whole way of a request, and return its two conditions."""
    found = asyncio.run(Rater(study.home, person).next(study.name))
    assert found.assignment is not None
    return frozenset(conditions_of(study, found.assignment))


def test_pairs_that_teach_most_come_first_once_every_pair_has_its_floor(home: Home, tmp_path: Path) -> None:
    settings = {"votes_per_item": 40, "pair_choice": "most-doubt", "pair_floor": 2}
    study = home.studies.create("doubt", protocol="live-ab", settings=settings)
    bring_pairs(study, tmp_path, talk_rows(tmp_path, CONDITIONS))
    asked = []
    for number in range(10):
        person = bring_in(study, f"Rater {number}")
        pair = compared(study, person)
        asked.append(pair)
        shown = take(study, person)
        assert shown is not None
        amber_is_a = conditions_of(study, shown["id"])[0] == "amber"
        choice = ("a" if amber_is_a else "b") if "amber" in pair else "tie"  # amber always wins
        text = {"text": "Heard at T1 and T2, one talk is more to the point than the other is, all in all."}
        assert not isinstance(send(study, person, shown, verdict(shown, choice, rationale=text)), Refusal)
    first = Counter(asked[:6])  # the floor of each
    assert set(first.values()) == {2}
    assert set(asked[6:]) == {frozenset(("birch", "cedar"))}
    # What is in hand counts as asked for: two who begin at once do not both get what lacks votes.
    study.set(pair_floor=8)
    begun = [compared(study, bring_in(study, f"At once {number}")) for number in range(4)]
    assert Counter(begun) == {frozenset(("amber", "birch")): 2, frozenset(("amber", "cedar")): 2}


def test_a_pair_comes_back_as_it_stood(brought: tuple[Study, Any]) -> None:
    study, _ = brought
    people = [bring_in(study, f"Regular {number}") for number in range(4)]
    for person in people:
        first, again = take(study, person), take(study, person)
        assert first == again
        assert first is not None
        skip(study, person, first)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda body: body["answers"]["sides"]["b"].clear(), "answers.sides.b.task-success"),
        (lambda body: body["answers"]["pair"].pop("overall"), "answers.pair.overall"),
        (lambda body: body["listening"]["sides"].pop("b"), "listening.b"),
        (lambda body: body["answers"]["pair"].update(intent={"choice": "eq"}), "answers.pair.intent"),
        (
            lambda body: body["answers"]["pair"].update(overall={"choice": "a-much"}),
            "answers.pair.overall.choice",
        ),
    ],
)
def test_what_is_missing_or_not_asked_is_told(brought: tuple[Study, Any], change: Any, fault: str) -> None:
    study, _ = brought
    person = bring_in(study, f"Hasty {fault}")
    shown = take(study, person)
    assert shown is not None
    body = verdict(shown)
    change(body)
    refused = send(study, person, shown, body)
    assert isinstance(refused, Refusal)
    assert [one.where for one in refused.faults] == [fault]
    skip(study, person, shown)


def test_an_instance_names_a_turn_and_a_time_of_its_own_side(brought: tuple[Study, Any]) -> None:
    study, _ = brought
    person = bring_in(study, "Careless")
    shown = take(study, person)
    assert shown is not None
    body = verdict(shown)
    foreign = shown["stimuli"][1]["turns"][1]["id"]
    flag = {"cluster": "cut-off", "severity": "minor", "instances": [{"turn": foreign, "time": [0.2, 99]}]}
    body["answers"]["sides"]["a"]["errors"] = {"flags": [flag]}
    refused = send(study, person, shown, body)
    place = "answers.sides.a.errors.flags.0.instances.0"
    assert [(one.where, one.code) for one in refused.faults] == [
        (f"{place}.turn", "unknown-name"),
        (f"{place}.time", "beyond-the-sound"),
    ]
    skip(study, person, shown)


def test_a_vote_against_its_own_text_goes_out_only_with_a_reason(brought: tuple[Study, Any]) -> None:
    study, _ = brought
    person = bring_in(study, "Contrary")
    shown = take(study, person)
    assert shown is not None
    body = verdict(shown, rationale={"text": f"{RATIONALE} Overall I prefer Model B."})
    refused = send(study, person, shown, body)
    place = ("answers.pair.overall.choice", "overall-against-rationale")
    assert [(one.where, one.code) for one in refused.faults] == [place]
    hint = {"where": place[0], "id": place[1], "severity": "error", "outcome": "answered"}
    body["hints"] = [hint]
    assert [one.code for one in send(study, person, shown, body).faults] == ["not-a-hint"]
    answered = {**hint, "reason": "B is preferred for its plan alone."}
    body["hints"] = [{**answered, "about": "another side"}]
    assert [one.code for one in send(study, person, shown, body).faults] == [place[1]]
    body["hints"] = [{**answered, "about": "b · side"}]
    assert send(study, person, shown, body).revision == 1
    [worst, *_] = appraisals_of(study, page=1, language="en").rows
    assert worst.submission.rater == "Contrary"
    assert (worst.grade, worst.findings[0].id) == ("unacceptable", "overall-against-rationale")
    assert all(one.risk <= worst.risk for one in appraisals_of(study, page=1, language="en").rows)
    assert appraisals_of(study, page=2, language="en").rows == ()
    later = take(study, other := bring_in(study, "Consistent"))
    assert later is not None
    assert send(study, other, later, verdict(later)).revision == 1
    pages = [appraisals_of(study, page=number, language="en", size=1) for number in (1, 2, 3)]
    assert [one.submission.rater for page in pages for one in page.rows] == ["Contrary", "Consistent"]
    assert [page.more for page in pages] == [True, False, False]


def test_each_error_that_is_told_and_not_marked_is_a_finding_of_its_own(brought: tuple[Study, Any]) -> None:
    study, _ = brought
    person = bring_in(study, "Forgetful")
    shown = take(study, person)
    assert shown is not None
    text = "Model A interrupts the user at T1 and makes up a train at T2. Model B is calm."
    look = LastLook(verdict(shown, rationale={"text": text})["answers"], "en")
    found = Rater(study.home, person).findings_on_pair(shown["id"], look)
    told = [one for one in found if one.id == "error-not-flagged"]
    assert {(one.where, one.about) for one in told} == {
        ("answers.sides.a.errors", "cut-off"),
        ("answers.sides.a.errors", "misinformation"),
    }
    hints = [
        {"where": one.where, "id": one.id, "about": one.about, "severity": one.severity, "outcome": "kept"}
        for one in told
    ]
    assert [(one.target, one.about) for one in shown_hints(hints)] == [("a", one.about) for one in told]
    skip(study, person, shown)


def test_words_that_a_rater_may_not_read_are_not_quoted_to_them(home: Home, tmp_path: Path) -> None:
    found = {}
    for transcript in ("show", "never"):
        settings = {"transcript": transcript}
        study = home.studies.create(f"words-{transcript}", protocol="live-ab", settings=settings)
        bring_pairs(study, tmp_path, talk_rows(tmp_path, CONDITIONS[:2]))
        shown = take(study, person := bring_in(study, f"Reader {transcript}"))
        assert shown is not None
        look = LastLook({}, "en", at_end=True)
        found[transcript] = {one.id for one in Rater(home, person).findings_on_pair(shown["id"], look)}
    assert ("key-fact-unequal" in found["show"], found["never"]) == (True, set())


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def check_comparisons(folder: Path, sent: dict[str, dict[str, str]]) -> None:
    """Look whether comparisons and flags name the condition that stood on each side."""
    wins = {"a": "left", "b": "right", "both-good": "both_good"}
    compared = rows_of(folder / "comparisons.csv")
    assert len(compared) == 15
    for row in compared:
        of = sent[row["submission"]]
        assert (row["left"], row["right"]) == (of["condition_a"], of["condition_b"])
        assert (row["winner"], row["scenario_class"]) == (wins[row["choice"]], "iq")
    sides = Sides("left", "right", "winner", "rater")
    ranked = rank_table(folder / "comparisons.csv", sides)
    assert ranked.board.strengths.votes == 15
    flags = rows_of(folder / "flags.csv")
    told = [
        (row["cluster"], row["severity"], row["start_s"], row["note"], row["throughout"]) for row in flags
    ]
    assert (
        told
        == [
            ("latency", "moderate", "0.5", "late", "false"),
            ("latency", "moderate", "", "", "true"),
        ]
        * 3
    )
    assert {(row["target"], row["condition"]) for row in flags} == {
        ("b", of["condition_b"]) for of in sent.values()
    }


def test_an_export_says_who_stood_where_and_comes_back_the_same(
    home: Home, tmp_path: Path, empty_database: Path
) -> None:
    study = home.studies.create("whole", protocol="live-ab", settings={"votes_per_item": 3})
    bring_pairs(study, tmp_path, talk_rows(tmp_path, CONDITIONS[:2]))
    stood = {}
    for number in range(3):
        person = bring_in(study, f"Rater {number}")
        shown = take(study, person)
        assert shown is not None
        body = verdict(shown, "b" if number else "a")
        instance = {"turn": shown["stimuli"][1]["turns"][1]["id"], "time": [0.5, 0.7], "note": "late"}
        flag = {"cluster": "latency", "severity": "moderate", "instances": [instance, {"throughout": True}]}
        body["answers"]["sides"]["b"]["errors"] = {"flags": [flag]}
        stood[send(study, person, shown, body).submission] = shown
    export_study(study, tmp_path / "out")
    sent = {row["submission"]: row for row in rows_of(tmp_path / "out" / "submissions.csv")}
    assert {key: row["heard_first"] for key, row in sent.items()} == {
        key: shown["heard_first"] for key, shown in stood.items()
    }
    assert {frozenset((row["condition_a"], row["condition_b"])) for row in sent.values()} == {
        frozenset(CONDITIONS[:2])
    }
    assert len({(row["condition_a"], row["heard_first"]) for row in sent.values()}) == 3
    for row in rows_of(tmp_path / "out" / "scores.csv"):
        of = sent[row["submission"]]
        side = {"a": of["condition_a"], "b": of["condition_b"]}.get(row["target"], "")
        assert (row["condition"], row["side"]) == (side, row["target"].removeprefix("pair"))
        shown_there = {one["side"]: one["id"] for one in stood[row["submission"]]["stimuli"]}
        assert row["stimulus"] == shown_there.get(row["target"], "")
    check_comparisons(tmp_path / "out", sent)
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(empty_database, tmp_path / "elsewhere")
    with open_home(tmp_path / "elsewhere", clock=lambda: NOON) as elsewhere:
        restore_study(elsewhere, tmp_path / "out")
        again = export_study(elsewhere.studies["whole"], tmp_path / "again").folder
    names = {path.relative_to(again) for path in again.rglob("*") if path.is_file()}
    alike = {name for name in names if name.suffix != ".parquet" and "manifest" not in name.name}
    assert alike
    differ = [name for name in alike if (again / name).read_bytes() != (tmp_path / "out" / name).read_bytes()]
    assert {name.as_posix() for name in differ} <= {"restore/lines/restore/manifest.json.crc32"}


def test_a_folder_alone_turns_on_strength_hides_task_success_and_adds_a_cluster(
    home: Home, tmp_path: Path
) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(BUILTIN / "live-ab", folder)
    written = (folder / "protocol.yaml").read_text(encoding="utf-8")
    for before, after in (
        ("    variants: &strengths\n", "    variant: strength\n    variants: &strengths\n"),
        ("  - id: task-success\n    kind", "  - id: task-success\n    asked: study-setting\n    kind"),
        (
            "      - id: gender\n",
            "      - {id: ours, title: {en: Ours, ko: 우리 것}, severities: {}}\n      - id: gender\n",
        ),
    ):
        assert written.count(before) == 1
        written = written.replace(before, after)
    (folder / "protocol.yaml").write_text(written, encoding="utf-8")
    study = home.studies.create("ours", protocol=folder)
    bring_pairs(study, tmp_path, talk_rows(tmp_path, CONDITIONS[:2]))
    person = bring_in(study, "Rater")
    shown = take(study, person)
    assert shown is not None
    flag = {"cluster": "ours", "severity": "minor", "instances": [{"throughout": True}]}
    body = verdict(shown, overall={"choice": "a-much"})
    refused = send(study, person, shown, body)
    assert {one.where for one in refused.faults} == {f"answers.sides.{side}.task-success" for side in "ab"}
    body["answers"]["sides"] = {"a": {"errors": {"flags": [flag]}}}
    assert send(study, person, shown, body).revision == 1


def missing_intent(home: Home, person: str, shown: dict[str, Any], body: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether the audits miss the intent of a Hybrid pair in a body, and in the body without it."""
    pair = body["answers"]["pair"]
    silent = {**body["answers"], "pair": {name: pair[name] for name in pair if name != "intent"}}
    looks = (LastLook(answers, "en") for answers in (body["answers"], silent))
    found = [Rater(home, person).findings_on_pair(shown["id"], look) for look in looks]
    told, untold = ({(one.id, one.where) for one in findings} for findings in found)
    place = ("intent-not-stated", "answers.pair.intent.choice")
    return place in told, place in untold


def test_choices_become_battles_between_the_conditions_that_stood_there(home: Home, tmp_path: Path) -> None:
    study = home.studies.create("arena", protocol="live-ab", settings={"votes_per_item": 4})
    rows = talk_rows(tmp_path, CONDITIONS[:2])
    for row in rows:
        row["scenario"] = {"category": "Topic Switch"}
    bring_pairs(study, tmp_path, rows)
    heard = []
    for number in range(4):
        person = bring_in(study, f"Rater {number}")
        shown = take(study, person)
        assert shown is not None
        assert shown["item"]["scenario"]["class"] == "hybrid"
        body = verdict(shown, ("a", "b", "tie", "a")[number], intent={"choice": ("eq", "iq")[number % 2]})
        assert missing_intent(home, person, shown, body) == (False, True)
        assert send(study, person, shown, body).revision == 1
        heard.append("ab".index(shown["heard_first"]))
    with home.database.read() as connection:
        view = View(read_answers(connection, study.id, study.protocol), EVERYTHING, CONDITIONS[:2])
    asked = [one for one in study.protocol.questions if isinstance(one, Choice) and one.compares]
    votes = {question.id: votes_on(question, study.protocol, view) for question in asked}
    assert list(votes) == ["overall", "naturalness", "dynamics", "utility", "audio-quality"]
    overall = votes["overall"]
    assert sorted(overall.battles.left) == [0, 0, 1, 1]
    assert (overall.battles.left + overall.battles.right == 1).all()
    assert [OUTCOMES[one] for one in overall.battles.outcome] == ["left", "right", "tie", "left"]
    assert [0 if first > 0 else 1 for first in overall.first] == heard
    assert [overall.names[one] for one in overall.classes] == ["hybrid"] * 4
    assert [overall.names[one] for one in overall.priorities] == ["eq", "iq", "eq", "iq"]
    assert {OUTCOMES[one] for one in votes["audio-quality"].battles.outcome} == {"both_good"}
    counted = {(one.id, sum(one.outcomes.values())) for one in study.results().battles.questions}
    assert counted == {(question, 4) for question in votes}
