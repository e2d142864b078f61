"""Sending and importing over HTTP, without a browser; the work itself is done in this process."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from dataclasses import asdict
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update
from starlette.testclient import TestClient

from earmark.core.progress import Progress
from earmark.core.wording import pack
from earmark.core.wording import said as said_of
from earmark.engine.jobs import Channel
from earmark.services import import_jobs
from earmark.services.jobs import get_job
from earmark.services.upload_pieces import PIECE
from earmark.storage import jobs as rows
from earmark.storage.tables import job
from earmark.web.bodies import LARGEST_BODY
from house import House
from people import NOON
from sounds import sine, write_sound

ADDRESS = "/api/v1/studies/others/upload"  # a study that has no upload yet


@pytest.fixture
def browser(house: House) -> TestClient:
    return house.browser("stranger")


def announce(browser: TestClient, *files: tuple[str, int]) -> dict[str, object]:
    listed = [{"path": path, "size": size, "modified": 1} for path, size in files]
    answer = browser.post(ADDRESS, json={"files": listed})
    assert answer.status_code == 200
    return dict(answer.json())


def address_of(expected: dict[str, object], offset: int = 0) -> str:
    [file] = expected["files"]  # type: ignore[misc]
    return f"{ADDRESS}/{expected['upload']}/files/{file['id']}?offset={offset}"


def do_work(house: House) -> None:
    """Do what the runner does with the job that waits."""
    home = house.home
    job = home.database.write(lambda c: rows.take_job(c, now=NOON))
    assert job is not None
    result = import_jobs.work({"home": str(home.settings.home), **job.arguments}, Channel(io.BytesIO()))
    home.database.write(
        lambda c: rows.end_job(
            c, job.id, "done", summary=result["summary"], report=result["report"], now=NOON
        )
    )
    with home.database.read() as connection:
        import_jobs.settle(home, get_job(connection, job.id, study_id=job.study_id))


def test_a_piece_is_checked_by_place_and_hash(browser: TestClient) -> None:
    expected = announce(browser, ("in/a.wav", 6))
    for content, digest, status in (
        (b"abc", hashlib.sha256(b"abc").digest(), 200),
        (b"abc", hashlib.sha256(b"abc").digest(), 409),  # once more, since its answer was lost
        (b"xyz", b"another", 422),
    ):
        offset = 3 if content == b"xyz" else 0
        header = {"Content-Digest": f"sha-256=:{base64.b64encode(digest).decode()}:"}
        answer = browser.put(address_of(expected, offset), content=content, headers=header)
        assert answer.status_code == status
        if status == 409:
            assert answer.json()["received"] == 3
    for header in ("sha-256=:not base 64:", "md5=:abc:"):
        answer = browser.put(address_of(expected, 3), content=b"def", headers={"Content-Digest": header})
        assert answer.status_code == 422


def test_a_request_larger_than_a_piece_may_be_is_refused(browser: TestClient) -> None:
    assert PIECE < LARGEST_BODY
    expected = announce(browser, ("in/a.wav", 2 * LARGEST_BODY))
    assert browser.put(address_of(expected), content=bytes(LARGEST_BODY + 1)).status_code == 413
    assert browser.put(address_of(expected), content=bytes(PIECE)).json() == {"received": PIECE}


def test_another_site_sends_nothing(browser: TestClient) -> None:
    expected = announce(browser, ("in/a.wav", 6))
    answer = browser.put(address_of(expected), content=b"abc", headers={"Origin": "https://elsewhere.test"})
    assert answer.status_code == 403


def test_names_that_leave_the_folder_are_told(browser: TestClient) -> None:
    expected = announce(browser, ("../a.wav", 6))
    assert (expected["files"], expected["unwelcome"]) == ([], [{"path": "../a.wav", "code": "bad-name"}])


def forget_codes(house: House) -> None:
    """Bring the reports into the shape of versions that said everything in English alone."""

    def forget(connection: Connection) -> None:
        for one in connection.execute(select(job.c.id, job.c.report).where(job.c.state == "done")).all():
            lines = one.report["refused"]
            refused = [{name: line[name] for name in ("path", "reason", "remedy")} for line in lines]
            report = one.report | {"refused": refused}
            connection.execute(update(job).where(job.c.id == one.id).values(report=report))

    house.home.database.write(forget)


def test_a_check_comes_before_the_import_and_both_stay_listed(
    house: House, browser: TestClient, tmp_path: Path
) -> None:
    content = write_sound(tmp_path / "a.wav", sine(8000)).read_bytes()
    browser.put(address_of(announce(browser, ("in/hifi/a.wav", len(content)))), content=content)
    browser.put(address_of(announce(browser, ("in/hifi/b.wav", 4))), content=b"none")
    silence = write_sound(tmp_path / "c.wav", 0 * sine(8000)).read_bytes()
    browser.put(address_of(announce(browser, ("in/hifi/c.wav", len(silence)))), content=silence)
    page = "/studies/others/import"
    started = browser.post(page, data={"condition_from": "folder", "act": "check"})
    assert started.status_code == 303
    check = started.headers["location"]
    assert 'hx-get="' in browser.get(check).text
    assert browser.post(page, data={"act": "import"}).status_code == 409
    do_work(house)
    checked = browser.get(check).text
    assert ("would be imported" in checked, "Change the options" in checked) == (True, True)
    imported = browser.post(f"{check}/again", data={"act": "import"}).headers["location"]
    do_work(house)
    told = browser.get(imported).text
    assert ("hx-get" in told, "condition hifi" in told, "is no sound file" in told) == (False, True, True)
    assert "Leave it out, or record it again." in told
    assert "Something was refused, so all that was sent is kept." in told
    again = browser.post(page, data={"condition_from": "folder", "act": "import"}).headers["location"]
    do_work(house)
    assert [len(browser.get(f"{again}/report.json").json()[kind]) for kind in ("imported", "unchanged")] == [
        0,
        2,
    ]
    only = browser.get(imported, params={"only": "refused"}).text
    assert ("condition hifi" in only, "is no sound file" in only) == (False, True)
    browser.post("/preferences", data={"language": "ko"})
    korean = browser.get(imported, params={"only": "refused"}).text
    assert "내용으로 알아볼 수 있는 소리 파일이 아닙니다. " in korean
    forget_codes(house)
    old = browser.get(imported, params={"only": "refused"}).text
    assert '<span lang="en">is no sound file that can be recognised by its content. ' in old
    browser.post("/preferences", data={"language": "en"})
    report = browser.get(f"{imported}/report.json")
    assert [one["condition"] for one in report.json()["imported"]] == ["hifi", "hifi"]
    assert report.headers["content-disposition"].startswith('attachment; filename="import-others-')
    listed = re.findall(f'href="({page}/\\w+)"', browser.get(page).text)
    assert set(listed) == {check, imported, again}
    assert browser.post(f"{page}/discard").status_code == 303
    assert "Something was refused" not in browser.get(imported).text


def test_a_waiting_import_says_how_far_it_is_and_is_cancelled_and_its_files_can_be_discarded(
    browser: TestClient, house: House
) -> None:
    browser.put(address_of(announce(browser, ("in/a.wav", 1))), content=b"a")
    started = browser.post("/studies/others/import", data={"act": "import"}).headers["location"]

    def told_at(at: Progress) -> str:
        mine = update(job).where(job.c.id == started.split("/")[-1])
        house.home.database.write(lambda c: c.execute(mine.values(progress=asdict(at))))
        return browser.get(started).text

    assert "2 of 3 pairs are brought to one level." in told_at(Progress(2, 3, things="pairs"))
    told = told_at(Progress(2, 7, 31.4, "c.wav", cut=0.25))
    assert "2 of 7 recordings, 31 s of sound." in told
    assert 'max="7" value="2"' in told
    assert "c.wav: cutting turns, 25%" in told
    assert browser.post("/studies/others/import/discard").status_code == 409
    assert browser.post(f"{started}/cancel").status_code == 303
    assert "cancelled" in browser.get(started).text
    assert browser.post("/studies/others/import/discard").status_code == 303
    assert browser.post("/studies/others/import", data={"act": "import"}).status_code == 404


def test_an_import_that_could_not_go_on_says_so_in_the_pages_language_before_the_reason(
    browser: TestClient, house: House
) -> None:
    browser.put(address_of(announce(browser, ("in/a.wav", 1))), content=b"a")
    started = browser.post("/studies/others/import", data={"act": "import"}).headers["location"]
    full, id_ = "The data folder cannot be written to.", started.split("/")[-1]
    house.home.database.write(lambda c: rows.end_job(c, id_, "failed", failure=full, now=NOON))
    said = "The import could not go on. What was finished is kept. <span>"
    assert f"{said}{full}</span>" in browser.get(started).text
    browser.post("/preferences", data={"language": "ko"})
    assert f'<span lang="en">{full}</span>' in browser.get(started).text
    told = pack(said_of("job.no-room", error=said_of("system.no-room")))
    house.home.database.write(lambda c: rows.end_job(c, id_, "failed", failure=told, now=NOON))
    said = "<span>데이터 폴더에 쓸 수 없습니다: 디스크에 남은 공간이 없습니다. 공간을 확보하거나"
    assert said in browser.get(started).text
