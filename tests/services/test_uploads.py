"""Files that come in pieces, and what an import makes of them."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from earmark.core.errors import ConflictError, NoRoomError, NotFoundError, WrongInputError
from earmark.core.roles import Role
from earmark.core.times import DAY
from earmark.engine.jobs import Channel
from earmark.services import import_jobs, uploads
from earmark.services.home import Home, open_home
from earmark.services.import_jobs import ImportOptions, options_of, start_import
from earmark.services.jobs import JobRow, get_job
from earmark.services.raters import Rater
from earmark.services.studies import Study
from earmark.services.upload_files import upload_folder
from earmark.services.upload_pieces import MisplacedPieceError, receive
from earmark.services.uploads import Announced, FileRow, Upload
from earmark.storage import jobs as rows
from people import NOON, bring_in
from sounds import sine, write_sound

SmallProtocol = Callable[[str], Path]


@pytest.fixture
def study(home: Home, small_protocol: SmallProtocol) -> Study:
    return home.studies.create("clips", protocol=small_protocol("clip"))


@pytest.fixture
def calls(home: Home, small_protocol: SmallProtocol) -> Study:
    return home.studies.create("calls", protocol=small_protocol("conversation"))


def owner_of(study: Study) -> str:
    with study.home.database.read() as connection:
        known = connection.exec_driver_sql("SELECT id FROM person").scalar()
    return known or bring_in(study, "Owner", role=Role.OWNER)


def announce(study: Study, *files: Announced) -> dict[str, FileRow]:
    _, expected, unwelcome = uploads.announce(study.home, study.id, files, person_id=owner_of(study))
    assert unwelcome == ()
    return {file.path: file for file in expected}


def here(study: Study) -> Upload:
    with study.home.database.read() as connection:
        upload = uploads.upload_of(connection, study.id)
    assert upload is not None
    return upload


def send(study: Study, file: FileRow, content: bytes, *, offset: int = 0, sha256: bytes | None = None) -> int:
    return receive(
        study.home, study.id, here(study).id, file.id, offset=offset, content=content, sha256=sha256
    )


def send_all(study: Study, files: dict[str, bytes]) -> None:
    """Send whole files, as a browser does that nothing disturbs."""
    for path, file in announce(study, *(Announced(path, len(it), 1) for path, it in files.items())).items():
        if files[path]:
            send(study, file, files[path])


def sound(hertz: int, *, channels: int = 1, folder: Path) -> bytes:
    path = write_sound(folder / "x.wav", np.stack([sine(8000, hertz=hertz)] * channels, axis=1))
    return path.read_bytes()


def on_disk(study: Study) -> dict[str, bytes]:
    folder = study.home.settings.home / "uploads"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_file_comes_in_pieces_and_goes_on_from_what_is_here(study: Study) -> None:
    wanted = Announced("calls/a.wav", 7, 1)
    file = announce(study, wanted)["calls/a.wav"]
    assert send(study, file, b"abc") == 3
    for offset in (0, 2, 4):
        with pytest.raises(MisplacedPieceError) as misplaced:
            send(study, file, b"xyz", offset=offset)
        assert misplaced.value.received == 3
    again = announce(study, wanted)["calls/a.wav"]
    assert (again.id, again.received) == (file.id, 3)
    assert send(study, again, b"defg", offset=3, sha256=hashlib.sha256(b"defg").digest()) == 7
    upload = here(study)
    assert (upload.missing, upload.size, upload.received) == ((), 7, 7)
    assert on_disk(study) == {f"{upload.id}/tree/calls/a.wav": b"abcdefg"}


def test_a_piece_that_does_not_fit_or_was_changed_on_its_way_leaves_nothing(study: Study) -> None:
    file = announce(study, Announced("a.wav", 4, 1))["a.wav"]
    for content, sha256 in ((b"abcde", None), (b"", None), (b"abc", hashlib.sha256(b"abd").digest())):
        with pytest.raises(WrongInputError):
            send(study, file, content, sha256=sha256)
    assert (here(study).received, on_disk(study)) == (0, {})


def test_what_came_without_its_answer_comes_again(study: Study) -> None:
    file = announce(study, Announced("a.wav", 4, 1))["a.wav"]
    send(study, file, b"ab")
    path = upload_folder(study.home, here(study).id) / "loose" / "a.wav"
    path.write_bytes(b"abXY and more")  # as a machine leaves it that lost its power before the answer
    send(study, file, b"cd", offset=2)
    assert path.read_bytes() == b"abcd"


@pytest.mark.parametrize(
    "other", [Announced("a.wav", 2, 1), Announced("a.wav", 3, 2), Announced("a.wav", 0, 1)]
)
def test_a_file_that_changed_begins_anew(study: Study, other: Announced) -> None:
    file = announce(study, Announced("a.wav", 3, 1))["a.wav"]
    send(study, file, b"abc")
    changed = announce(study, other)["a.wav"]
    assert (changed.id, changed.received) == (file.id, 0)
    if other.size:
        send(study, changed, b"xyz"[: other.size])
    assert list(on_disk(study).values()) == [b"xyz"[: other.size]]


def test_more_than_the_disk_holds_is_refused_before_it_is_sent(study: Study) -> None:
    free = shutil.disk_usage(study.home.settings.home).free
    files = [Announced(f"{number}.wav", 4 << 30, 1) for number in range(free // (4 << 30) + 1)]
    with pytest.raises(NoRoomError, match="GB free"):
        announce(study, *files)
    with study.home.database.read() as connection:
        assert uploads.upload_of(connection, study.id) is None


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let the system refuse longer files, as a full disk or a quota does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_is_full_keeps_what_had_come(study: Study) -> None:
    size = 3 << 20
    file = announce(study, Announced("a.wav", size, 1))["a.wav"]
    with files_of_at_most(1 << 20), pytest.raises(NoRoomError):
        send(study, file, bytes(size))
    assert here(study).received == 0
    assert send(study, file, bytes(size)) == size


def test_nobody_sends_into_another_study_or_into_what_is_gone(study: Study, calls: Study) -> None:
    file = announce(study, Announced("a.wav", 4, 1))["a.wav"]
    upload_id = here(study).id
    for study_id, gone in ((calls.id, False), (study.id, True)):
        if gone:
            uploads.discard(study.home, study.id)
        with pytest.raises(NotFoundError):
            receive(study.home, study_id, upload_id, file.id, offset=0, content=b"ab", sha256=None)
    assert on_disk(study) == {}


def test_what_has_not_come_whole_can_be_left_out(study: Study) -> None:
    files = announce(study, Announced("a.wav", 2, 1), Announced("b/c.wav", 4, 1))
    send(study, files["a.wav"], b"ab")
    send(study, files["b/c.wav"], b"cd")
    uploads.leave_out(study.home, study.id)
    assert [file.path for file in here(study).files] == ["a.wav"]
    assert list(on_disk(study).values()) == [b"ab"]


def test_uploads_that_nobody_touches_for_a_week_are_removed(study: Study, calls: Study) -> None:
    send_all(study, {"a.wav": b"ab"})
    stray = study.home.settings.home / "uploads" / "half-removed"
    stray.mkdir()
    for days, kept in ((6, True), (8, False)):
        with open_home(study.home.settings.home, clock=lambda days=days: NOON + days * DAY) as later:
            if days == 6:
                send_all(later.studies["calls"], {"b.wav": b"cd"})
            uploads.sweep(later)
        assert (b"ab" in on_disk(study).values()) == kept
    assert list(on_disk(calls).values()) == [b"cd"]
    assert not stray.exists()


def run(study: Study, options: ImportOptions) -> tuple[JobRow, dict[str, list[dict[str, object]]]]:
    """Start an import and do its work in this process, as the child does."""
    home = study.home
    job_id = start_import(study, options, person_id=owner_of(study))
    job = home.database.write(lambda c: rows.take_job(c, now=NOON))
    assert job is not None
    place = {"home": str(home.settings.home), "study": study.id}
    result = import_jobs.work(place | dict(job.arguments), Channel(io.BytesIO()))
    told = {"summary": result["summary"], "report": result["report"]}
    home.database.write(lambda c: rows.end_job(c, job_id, "done", **told, now=NOON))
    with home.database.read() as connection:
        ended = get_job(connection, job_id, study_id=study.id)
    import_jobs.settle(home, ended)
    return ended, json.loads(json.dumps(result["report"]))


def test_an_upload_is_imported_as_the_command_imports_folders(study: Study, tmp_path: Path) -> None:
    files = {
        "calls/hifi/s1.wav": sound(300, folder=tmp_path),
        "calls/lofi/s1.wav": sound(400, folder=tmp_path),
        "calls/lofi/empty.wav": b"",
        "calls/read me.txt": b"hello",
    }
    send_all(study, files)
    _, checked = run(study, ImportOptions(condition_from="folder", dry_run=True))
    assert (len(checked["imported"]), study.contents().recordings) == (2, 0)
    assert len(on_disk(study)) == 4
    job, report = run(study, ImportOptions(condition_from="folder"))
    assert [(one["path"], one["item"], one["condition"]) for one in report["imported"]] == [
        ("calls/hifi/s1.wav", "s1", "hifi"),
        ("calls/lofi/s1.wav", "s1", "lofi"),
    ]
    assert [(one["path"], one["reason"]) for one in report["refused"]] == [
        ("calls/lofi/empty.wav", "is empty (0 bytes)")
    ]
    assert [one["path"] for one in report["ignored"]] == ["calls/read me.txt"]
    assert (job.report, len(on_disk(study))) == (report, 4)  # one was refused: nothing need be sent again
    uploads.discard(study.home, study.id)
    with pytest.raises(NotFoundError):
        start_import(study, ImportOptions(), person_id=owner_of(study))


def test_files_chosen_one_by_one_are_items_by_their_names(study: Study, tmp_path: Path) -> None:
    send_all(study, {"a.wav": sound(300, folder=tmp_path), "notes.txt": b"hello"})
    with pytest.raises(WrongInputError):
        start_import(study, ImportOptions(condition_from="folder"), person_id=owner_of(study))
    _, report = run(study, ImportOptions())
    assert [(one["path"], one["item"]) for one in report["imported"]] == [("a.wav", "a.wav")]
    assert [one["path"] for one in report["ignored"]] == ["notes.txt"]


def test_a_manifest_cannot_fetch_what_was_not_sent(study: Study, tmp_path: Path) -> None:
    theirs = study.home.objects.put_bytes(sound(500, folder=tmp_path))
    paths = [
        str(study.home.objects.local_path(theirs).resolve()),
        f"../../../../objects/{theirs[:2]}/{theirs}",
        "../../../../objects/nothing",
    ]
    send_all(study, {"x/manifest.csv": "\n".join(["audio", *paths]).encode()})
    _, report = run(study, ImportOptions())
    assert report["imported"] == []
    told = {(one["path"], one["line"], one["reason"]) for one in report["refused"]}
    assert told == {
        ("x/manifest.csv", line, f"there is no file '{path}'") for line, path in enumerate(paths, 2)
    }


def test_a_correction_waits_with_its_files_until_somebody_chooses(study: Study, tmp_path: Path) -> None:
    send_all(study, {"in/a.wav": sound(300, folder=tmp_path)})
    run(study, ImportOptions())
    rater = Rater(study.home, bring_in(study, "Mina"))
    assert asyncio.run(rater.next(study.name)).assignment is not None
    send_all(study, {"in/a.wav": sound(400, folder=tmp_path)})
    job, report = run(study, ImportOptions())
    assert (job.summary["undecided"], [one["path"] for one in report["undecided"]]) == (1, ["in/a.wav"])
    options = options_of(job, dry_run=False, on_change="keep")
    _, report = run(study, options)
    assert [(one["path"], one["revision"]) for one in report["revised"]] == [("in/a.wav", 2)]
    assert on_disk(study) == {}


def test_the_agents_channel_is_set_by_an_import_and_not_by_a_check(calls: Study, tmp_path: Path) -> None:
    turns = json.dumps({"turns": [{"role": "Katie", "start": 0, "end": 0.5}]}).encode()
    send_all(calls, {"c/a.wav": sound(300, channels=2, folder=tmp_path), "c/a.turns.json": turns})
    _, refused = run(calls, ImportOptions(agent_channel="right", dry_run=True))
    assert refused["imported"] == []
    _, refused = run(calls, ImportOptions())
    assert (refused["imported"], len(on_disk(calls))) == ([], 2)
    options = ImportOptions(agent_speakers=("Katie",), agent_channel="right")
    _, checked = run(calls, replace(options, dry_run=True))
    assert (len(checked["imported"]), calls.home.studies["calls"].settings.agent_channel) == (1, None)
    _, imported = run(calls, options)
    assert (len(imported["imported"]), on_disk(calls)) == (1, {})
    assert calls.home.studies["calls"].settings.agent_channel == "right"


def test_nothing_is_changed_while_an_import_is_under_way_or_before_all_is_here(study: Study) -> None:
    file = announce(study, Announced("a.wav", 2, 1))["a.wav"]
    with pytest.raises(ConflictError, match="have not arrived"):
        start_import(study, ImportOptions(), person_id=owner_of(study))
    send(study, file, b"ab")
    start_import(study, ImportOptions(), person_id=owner_of(study))
    for act in (
        lambda: start_import(study, ImportOptions(), person_id=owner_of(study)),
        lambda: announce(study, Announced("b.wav", 2, 1)),
        lambda: uploads.discard(study.home, study.id),
        lambda: uploads.leave_out(study.home, study.id),
        lambda: send(study, file, b"c", offset=2),
    ):
        with pytest.raises(ConflictError):
            act()
    assert list(on_disk(study).values()) == [b"ab"]
