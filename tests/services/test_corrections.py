"""A corrected file or turn list: what is new of it, and what becomes of submissions on what was there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from earmark.core.corrections import Kind, OnChange
from earmark.core.errors import ConflictError
from earmark.core.exits import Departure
from earmark.core.imports import ImportReport
from earmark.services.exporting import export_study
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.raters import Rater, SavedDraft
from earmark.services.studies import Study
from earmark.services.submissions import DraftStamp, Sent
from earmark.services.tasks import Presented
from earmark.storage.submissions import Receipt
from earmark.storage.tables import draft, event, mark, stimulus, submission, task
from hall import CLIP
from people import bring_in
from sounds import sine, write_sound

SmallProtocol = Callable[[str], Path]
TURNS = [
    {"role": "user", "start": 0.0, "end": 0.1, "text": "Hello?"},
    {"role": "agent", "start": 0.1, "end": 0.2, "text": "Hello."},
]

HEARD = {"played": {"both": [[0, 3600]]}}


@dataclass
class Worker:
    """A rater who takes, drafts and sends."""

    study: Study
    name: str

    def __post_init__(self) -> None:
        self.rater = Rater(self.study.home, bring_in(self.study, self.name))

    def take(self) -> Presented:
        found = asyncio.run(self.rater.next(self.study.name))
        assert found.assignment is not None, found.reason
        return self.rater.present(found.assignment)[0]

    def has_none(self) -> bool:
        return asyncio.run(self.rater.next(self.study.name)).assignment is None

    def again(self, shown: Presented) -> Presented:
        return self.rater.present(shown.assignment.id)[0]

    def send(self, shown: Presented, **more: Any) -> Receipt:
        revision = shown.assignment.recording_revision
        sent = Sent(
            f"key-{self.name}-{revision}-{more.get('revises')}",
            "en",
            answers(shown),
            recording_revision=revision,
            **more,
        )
        receipt = asyncio.run(self.rater.submit(shown.assignment.id, sent))
        assert isinstance(receipt, Receipt), receipt
        return receipt

    def save(self, shown: Presented) -> SavedDraft:
        stamp, revision = DraftStamp(1, 0, self.name), shown.assignment.recording_revision
        return asyncio.run(
            self.rater.save_draft(
                shown.assignment.id, stamp, answers(shown), revises=None, recording_revision=revision
            )
        )


def answers(shown: Presented) -> dict[str, Any]:
    turns = [turn.id for turn in shown.turns if turn.role == "agent"]
    if not turns:
        return {"answers": {"item": {"quality": {"score": 2}}}, "listening": HEARD}
    return {
        "answers": {"turns": {one: {"quality": {"score": 2}} for one in turns}},
        "listening": HEARD,
    }


@pytest.fixture
def clips(home: Home, small_protocol: SmallProtocol, folder: Path) -> Study:
    study = home.studies.create("clips", protocol=small_protocol("clip"), settings={"votes_per_item": 2})
    write_sound(folder / "a.wav", sine(8000, seconds=0.2))
    import_paths(study, [folder])
    return study


@pytest.fixture
def calls(home: Home, small_protocol: SmallProtocol, folder: Path) -> Study:
    study = home.studies.create("calls", protocol=small_protocol("conversation"))
    write_sound(folder / "a.wav", sine(8000, seconds=0.2))
    write_turns(folder, TURNS)
    assert import_paths(study, [folder]).refused == ()
    return study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "in"


def write_turns(folder: Path, turns: list[dict[str, Any]]) -> None:
    (folder / "a.turns.json").write_text(json.dumps({"turns": turns}), encoding="utf-8")


def correct_sound(
    study: Study, folder: Path, on_change: OnChange = "refuse", hertz: int = 500
) -> ImportReport:
    write_sound(folder / "a.wav", sine(8000, seconds=0.25, hertz=hertz))
    return import_paths(study, [folder], on_change=on_change)


def rows(study: Study, *columns: Any) -> list[tuple[Any, ...]]:
    with study.home.database.read() as connection:
        return sorted((tuple(row) for row in connection.execute(select(*columns))), key=repr)


def revised(report: ImportReport) -> list[tuple[int, tuple[Kind, ...], str | None]]:
    return [(one.revision, one.changed, one.choice) for one in report.revised]


SENT = (submission.c.recording_revision, submission.c.current, submission.c.set_aside)


def test_other_sound_under_the_same_item_is_a_revision_of_it_and_a_second_run_changes_nothing(
    clips: Study, folder: Path
) -> None:
    [(first, before)] = rows(clips, stimulus.c.id, stimulus.c.original_hash)
    dry = import_paths(clips, [folder], dry_run=True)
    assert (len(dry.unchanged), dry.revised) == (1, ())
    assert revised(correct_sound(clips, folder)) == [(2, ("sound",), None)]
    [(second, after, length)] = rows(clips, stimulus.c.id, stimulus.c.original_hash, stimulus.c.duration_s)
    assert (second, after != before, length) == (first, True, 0.25)
    again = import_paths(clips, [folder])
    assert (len(again.unchanged), again.imported, again.revised) == (1, (), ())


def test_without_a_choice_a_correction_of_what_was_rated_is_refused_and_changes_nothing(
    clips: Study, folder: Path
) -> None:
    ann, ben = Worker(clips, "ann"), Worker(clips, "ben")
    ann.send(ann.take())
    ben.take()
    held = rows(clips, *stimulus.c)
    report = correct_sound(clips, folder)
    [refusal], [change] = report.refused, report.undecided
    assert (change.changed, change.submissions, change.in_hand) == (("sound",), 1, 1)
    assert "--on-change keep" in refusal.remedy
    assert "--on-change again" in refusal.remedy
    assert rows(clips, *stimulus.c) == held
    decided = import_paths(clips, [folder], on_change={change.stimulus: "keep"})
    assert revised(decided) == [(2, ("sound",), "keep")]


def test_kept_submissions_count_and_say_on_which_revision_they_were_made(clips: Study, folder: Path) -> None:
    ann, ben = Worker(clips, "ann"), Worker(clips, "ben")
    ann.send(ann.take())
    correct_sound(clips, folder, "keep")
    assert ann.has_none()
    ben.send(ben.take())
    assert rows(clips, *SENT) == [(1, True, False), (2, True, False)]
    results = clips.results()
    assert (results.progress.votes_in, results.progress.set_aside) == (2, 0)
    assert results.questions[0].conditions[0].score.n == 2


def test_where_an_item_is_rated_again_what_was_made_is_kept_but_counts_no_more(
    clips: Study, folder: Path, tmp_path: Path
) -> None:
    ann, ben = Worker(clips, "ann"), Worker(clips, "ben")
    shown = ann.take()
    ann.send(shown)
    assert revised(correct_sound(clips, folder, "again")) == [(2, ("sound",), "again")]
    assert rows(clips, *SENT) == [(1, False, True)]
    assert rows(clips, task.c.free) == [(2,)]
    anew = ann.take()
    assert (anew.assignment.id, anew.assignment.recording_revision) == (shown.assignment.id, 2)
    assert (anew.submitted, anew.draft) == (None, None)
    assert ann.send(anew).revision == 2
    ben.send(ben.take())
    assert rows(clips, *SENT) == [(1, False, True), (2, True, False), (2, True, False)]
    assert rows(clips, task.c.free) == [(0,)]
    assert (clips.results().progress.votes_in, clips.results().progress.set_aside) == (2, 1)
    export_study(clips, tmp_path / "out", audio=True)
    written = (tmp_path / "out" / "submissions.jsonl").read_text(encoding="utf-8").splitlines()
    exported = [json.loads(line) for line in written]
    assert [(one["recording_revision"], one["current"], one["set_aside"]) for one in exported].count(
        (1, False, True)
    ) == 1
    [earlier] = (tmp_path / "out" / "earlier_sounds.jsonl").read_text(encoding="utf-8").splitlines()
    assert (tmp_path / "out" / json.loads(earlier)["audio"]).stat().st_size > 0


@pytest.mark.parametrize(("choice", "counts"), [("keep", True), ("again", False)])
def test_a_rater_in_the_middle_hears_what_she_began_and_it_is_stored_so(
    clips: Study, folder: Path, choice: OnChange, *, counts: bool
) -> None:
    ann, shown_length = Worker(clips, "ann"), 0.2
    shown = ann.take()
    ann.save(shown)
    correct_sound(clips, folder, choice)
    assert ann.save(shown).recording == {
        "revision": 1,
        "corrected": True,
        "counts": counts,
        "taken_back": False,
    }
    went_on = ann.again(shown)
    assert went_on.stimuli[0].duration_s == shown_length
    assert went_on.stimuli[0].rendition_hash == shown.stimuli[0].rendition_hash
    assert went_on.as_json()["recording"] == {
        "revision": 1,
        "corrected": True,
        "counts": counts,
        "taken_back": False,
    }
    assert went_on.draft is not None
    receipt = ann.send(went_on)
    assert (receipt.set_aside, receipt.extra, receipt.late) == (not counts, False, False)
    assert rows(clips, *SENT) == [(1, counts, not counts)]
    assert rows(clips, task.c.free) == [(1 if counts else 2,)]
    if counts:
        assert ann.has_none()
    else:
        assert ann.take().assignment.recording_revision == 2


def test_a_late_submission_on_what_is_rated_again_is_set_aside_once(clips: Study, folder: Path) -> None:
    ann = Worker(clips, "ann")
    shown = ann.take()
    ann.save(shown)
    correct_sound(clips, folder, "again")
    later = clips.home.clock() + 10**12
    object.__setattr__(clips.home, "clock", lambda: later)
    back = ann.take()  # her draft brings her back to what she had begun
    assert back.assignment.recording_revision == 1
    first = ann.send(back)
    assert ann.send(back) == first
    assert (first.set_aside, rows(clips, task.c.free)) == (True, [(2,)])
    assert ann.save(back).newer is not None, "a stray draft after the answers is not kept"
    assert rows(clips, draft.c.assignment_id) == []


def test_a_page_with_the_earlier_sound_cannot_send_for_the_corrected_one(clips: Study, folder: Path) -> None:
    ann = Worker(clips, "ann")
    shown = ann.take()
    ann.send(shown)
    correct_sound(clips, folder, "again")
    corrected = ann.send(shown, revises=1)  # from the page that is still open
    assert (corrected.revision, corrected.set_aside) == (2, True)
    ann.take()
    with pytest.raises(ConflictError, match="was corrected since"):
        ann.send(shown, revises=2)
    with pytest.raises(ConflictError, match="was corrected since"):
        ann.save(shown)


def test_a_begun_correction_of_what_is_set_aside_is_kept_in_the_log(clips: Study, folder: Path) -> None:
    ann = Worker(clips, "ann")
    shown = ann.take()
    ann.send(shown)
    asyncio.run(
        ann.rater.save_draft(
            shown.assignment.id, DraftStamp(5, 0, "ann"), {"answers": {"item": {}}}, revises=1
        )
    )
    correct_sound(clips, folder, "again")
    kept = [
        body["draft"] for kind, body in rows(clips, event.c.kind, event.c.body) if kind == "draft-set-aside"
    ]
    assert kept == [{"answers": {"item": {}}}]
    assert ann.take().draft is None


def test_a_discarded_item_that_is_mended_is_handed_out_again(
    home: Home, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "p").mkdir()
    content = CLIP.model_dump(mode="json", by_alias=True, exclude_none=True)
    (tmp_path / "p" / "protocol.yaml").write_text(json.dumps(content), encoding="utf-8")
    study = home.studies.create("clips", protocol=tmp_path / "p")
    write_sound(folder / "a.wav", sine(8000, seconds=0.2))
    import_paths(study, [folder])
    ann = Worker(study, "ann")
    shown = ann.take()
    asyncio.run(ann.rater.leave(shown.assignment.id, Departure("invalid", reason="silent")))
    assert ann.has_none()
    assert revised(correct_sound(study, folder, "again")) == [(2, ("sound",), "again")]
    assert rows(study, mark.c.recording_revision, mark.c.set_aside) == [(1, True)]
    assert study.results().discards == ()
    mended = ann.take()
    correct_sound(study, folder, "again", hertz=600)
    asyncio.run(ann.rater.leave(mended.assignment.id, Departure("invalid", reason="silent")))
    assert rows(study, task.c.state, task.c.free) == [("open", 1)]
    assert ann.take().assignment.recording_revision == 3


def test_a_corrected_turn_list_is_a_revision_and_scores_keep_the_turns_they_were_given_for(
    calls: Study, folder: Path
) -> None:
    ann = Worker(calls, "ann")
    shown = ann.take()
    ann.send(shown)
    write_turns(
        folder,
        [TURNS[0], TURNS[1] | {"end": 0.15}, {"role": "agent", "start": 0.15, "end": 0.2, "text": "Yes."}],
    )
    assert [one.changed for one in import_paths(calls, [folder]).undecided] == [("turns",)]
    assert revised(import_paths(calls, [folder], on_change="again")) == [(2, ("turns",), "again")]
    anew = ann.take()
    assert [turn.end_s for turn in ann.again(shown).turns] == [0.1, 0.15, 0.2]
    assert not {turn.id for turn in anew.turns} & {turn.id for turn in shown.turns}
    ann.send(anew)
    assert len(import_paths(calls, [folder]).unchanged) == 1


def test_other_words_alone_ask_nothing(calls: Study, folder: Path) -> None:
    ann = Worker(calls, "ann")
    ann.send(ann.take())
    write_turns(folder, [TURNS[0], TURNS[1] | {"text": "Hello!"}])
    assert revised(import_paths(calls, [folder])) == [(2, ("words",), None)]
    assert rows(calls, *SENT) == [(1, True, False)]
    assert len(import_paths(calls, [folder]).unchanged) == 1


def test_other_roles_alone_ask(calls: Study, folder: Path) -> None:
    ann = Worker(calls, "ann")
    ann.send(ann.take())
    write_turns(folder, [TURNS[0] | {"role": "agent"}, TURNS[1] | {"role": "user"}])
    assert [one.changed for one in import_paths(calls, [folder]).undecided] == [("turns",)]


def test_corrected_sound_keeps_the_turns_it_has_where_the_files_give_none(calls: Study, folder: Path) -> None:
    ann = Worker(calls, "ann")
    shown = ann.take()
    ann.send(shown)
    (folder / "a.turns.json").unlink()
    assert revised(correct_sound(calls, folder, "again")) == [(2, ("sound",), "again")]
    assert [turn.id for turn in ann.take().turns] == [turn.id for turn in shown.turns]
    write_sound(folder / "a.wav", sine(8000, seconds=0.05))
    [refusal] = [
        one for one in import_paths(calls, [folder], on_change="keep").refused if "beyond" in one.reason
    ]
    assert refusal.path.endswith("a.wav")


def test_a_renamed_file_is_another_item(clips: Study, folder: Path) -> None:
    write_sound(folder / "b.wav", sine(8000, seconds=0.2))
    (folder / "a.wav").unlink()
    report = import_paths(clips, [folder])
    assert ([one.item for one in report.imported], report.revised) == (["b.wav"], ())


def test_two_recordings_of_one_item_stand_beside_each_other_where_one_run_brings_both(
    home: Home, small_protocol: SmallProtocol, folder: Path
) -> None:
    study = home.studies.create("takes", protocol=small_protocol("clip"))

    def bring(*takes: str) -> ImportReport:
        lines = [json.dumps({"audio": take, "item": "one"}) for take in takes]
        (folder / "manifest.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return import_paths(study, [folder])

    for number in range(5):
        write_sound(folder / f"{number}.wav", sine(8000, seconds=0.2, hertz=300 + number))
    assert len(bring("0.wav", "1.wav").imported) == 2
    assert len(bring("0.wav", "1.wav").unchanged) == 2
    assert [one.item for one in bring("0.wav", "1.wav", "2.wav").imported] == ["one"]
    write_sound(folder / "1.wav", sine(8000, seconds=0.2, hertz=700))
    assert len(bring("0.wav", "1.wav", "2.wav").revised) == 1
    assert len(bring("0.wav", "1.wav", "3.wav").revised) == 1
    assert [one.reason for one in bring("4.wav").refused] == [
        "could correct any of several recordings of its item and condition"
    ]
    assert study.contents().recordings == 3
