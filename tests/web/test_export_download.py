"""The export as a download: the same files as the command writes, sent while they are made."""

from __future__ import annotations

import asyncio
import io
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from earmark.exports.sinks import Sink
from earmark.services import downloading
from earmark.services.downloading import stream_export
from earmark.services.export_files import write_export
from earmark.services.exporting import export_study
from earmark.services.studies import Study
from house import House
from rows import StudyRows


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "earmark-export"]


def test_the_download_holds_the_files_that_the_command_writes(house: House, tmp_path: Path) -> None:
    answer = house.browser("owner").get("/studies/voices/export.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="voices-2026-01-01.zip"'
    export_study(house.home.studies["voices"], tmp_path / "out")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        sent = {name.removeprefix("voices/"): archive.read(name) for name in archive.namelist()}
    written = {
        str(path.relative_to(tmp_path / "out")): path.read_bytes()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    assert [name for name in sorted(sent | written) if sent.get(name) != written.get(name)] == []


def test_sound_that_is_lost_is_told_on_a_page_and_not_in_half_an_archive(house: House) -> None:
    answer = house.browser("owner").get("/studies/voices/export.zip", params={"audio": "true"})
    assert answer.status_code == 503
    assert "Some of the sound is lost" in answer.text


@pytest.fixture
def large(rows: StudyRows) -> Study:
    """A study whose tables need more blocks than may wait."""
    clip = rows.recording("clip")
    rows.rate(clip, "ann", {"item": {"quality": 1}}, body={"answers": {}, "noise": noise(300_000)})
    return rows.save()


def noise(length: int) -> str:
    """Text that does not get smaller."""
    return "".join(chr(0x4E00 + (index * index * 7919) % 20_011) for index in range(length))


def test_it_begins_before_the_tables_are_read_and_is_made_as_fast_as_it_is_taken(large: Study) -> None:
    async def take() -> tuple[bytes, int]:
        stream = stream_export(large)
        first = await anext(stream)
        rest = [block async for block in stream]
        return first, sum(map(len, rest))

    first, rest = asyncio.run(take())
    assert first[:4] == b"PK\x03\x04"
    assert len(first) < 200  # the head of the first file, which is a page of text
    assert rest > downloading.WAITING * downloading.BLOCK
    assert threads() == []


def test_whoever_leaves_early_ends_the_export(large: Study) -> None:
    async def leave() -> None:
        stream = stream_export(large)
        await anext(stream)
        await stream.aclose()

    before = threading.active_count()
    asyncio.run(leave())
    for thread in threading.enumerate():
        if thread.name == "earmark-export":
            thread.join(30)
    assert threads() == []
    assert threading.active_count() <= before


def test_whoever_leaves_while_the_next_block_is_made_holds_no_thread(
    large: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server has few threads for waiting; a download that is given up may keep none of them."""
    goes_on = threading.Event()

    def write_slowly(study: Study, sink: Sink, *, audio: bool = False) -> None:
        with sink.open("first") as stream:
            stream.write(b"soon")
        goes_on.wait(60)
        write_export(study, sink, audio=audio)

    async def leave() -> int:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        stream = stream_export(large)
        await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        return await asyncio.wait_for(asyncio.to_thread(lambda: 1), 30)

    monkeypatch.setattr(downloading, "write_export", write_slowly)
    try:
        assert asyncio.run(leave()) == 1
    finally:
        goes_on.set()


def test_what_goes_wrong_on_the_way_leaves_an_archive_without_an_end(large: Study) -> None:
    with large.home.database.begin() as connection:
        connection.exec_driver_sql("DROP TABLE mark")
    taken: list[bytes] = []

    async def take() -> None:
        async for block in stream_export(large):
            taken.append(block)  # noqa: PERF401 - what came before the error counts

    with pytest.raises(Exception, match="mark"):
        asyncio.run(take())
    assert not zipfile.is_zipfile(io.BytesIO(b"".join(taken)))
