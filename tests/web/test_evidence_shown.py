"""When a rater sees what the recording itself shows: by the study's setting, and written down."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from direct import Desk, open_desk
from earmark.audio.evidence.rows import Evidence, EvidenceRow, NotMeasurable
from earmark.core.heard import Layout
from earmark.services.evidence.kept import document_of
from earmark.services.evidence.marks import Shown
from earmark.services.exporting import export_study
from earmark.storage.analyses import Analysis, put_analysis
from earmark.storage.tables import stimulus
from earmark.web.evidence_words import evidence_json
from people import NOON


@pytest.mark.parametrize(
    ("layout", "channels", "click"), [("as-it-is", 2, 1), ("agent-right", 2, 0), ("one-channel", 1, 0)]
)
def test_a_mark_stands_on_the_channel_that_a_rater_hears(layout: Layout, channels: int, click: int) -> None:
    heard = Shown(
        "there", Evidence(1.0, 16_000, 2, (CLICK,)), {"clicks": "signal"}, is_blind=True, layout=layout
    )
    shown = evidence_json(heard)
    assert shown["channels"] == channels
    assert [mark["channel"] for lane in shown["lanes"] for mark in lane["marks"]] == [click]


@pytest.fixture
def desk(app: FastAPI, tmp_path: Path, empty_database: Path) -> Iterator[Desk]:
    shutil.copy(empty_database, tmp_path)
    with open_desk(app, tmp_path) as laid:
        yield laid


def fact(kind: str, detector: str, **fields: Any) -> EvidenceRow:
    standard: dict[str, Any] = {"start_s": 1.0, "end_s": 1.2, "channel": 1, "severity": 2, "confidence": 0.9}
    standard |= {"value": 18.0, "unit": "dB", "extra": {"file_hz": 24_000}, "version": 3}
    return EvidenceRow(kind=kind, detector=detector, **(standard | fields))


CLICK = fact("click", "clicks")
WHOLE = fact("band_limit", "bandwidth", scope="recording", value=4000.0, unit="Hz")
LATENCY = fact("response_latency", "latency", value=0.84, unit="s", scope="turn", turn_id="user-1")
OPINION = fact("predicted_mos", "predictions", scope="window", severity=0, value=3.1, unit="MOS")
UNASKED = NotMeasurable("predicted_plcmos", "No dropouts were found, and only they are judged.", 1)
UNTOLD = NotMeasurable("cutoff", "A lossy codec has bent the ends.", 1)


def analyse(desk: Desk) -> None:
    """Keep what detectors would have found in every recording of the desk."""
    parts = {
        "clicks": Evidence(12.5, 24_000, 2, (CLICK,)),
        "bandwidth": Evidence(12.5, 24_000, 2, (WHOLE,), not_measurable=(UNTOLD,)),
        "latency": Evidence(12.5, 24_000, 2, (LATENCY,)),
        "predictions": Evidence(12.5, 24_000, 2, (OPINION,), not_measurable=(UNASKED,)),
    }
    found = document_of(
        parts,
        versions=dict.fromkeys(parts, 3),
        groups={"clicks": "signal", "bandwidth": "signal", "latency": "turns", "predictions": "models"},
    )
    kept = Analysis("0.1.0", dict.fromkeys(parts, 3), [], {}, found)
    for sound in desk.stored(stimulus.c.original_hash):
        desk.home.database.write(lambda c, sound=sound: put_analysis(c, sound, 1, kept, now=NOON))


def address(desk: Desk) -> str:
    return f"{desk.address}/stimuli/{desk.assignment['stimuli'][0]['id']}/evidence"


def shown(desk: Desk) -> Any:
    [answer] = desk.ask(("GET", address(desk), b""))
    return answer.json()


def offered(desk: Desk) -> str | None:
    [answer] = desk.ask(("GET", desk.address, b""))
    found: str | None = answer.json()["stimuli"][0]["evidence_url"]
    return found


def submissions(desk: Desk, folder: Path) -> list[Any]:
    """What each submission of the export says, first to last."""
    export_study(desk.home.studies["calls"], folder)
    rows = map(json.loads, (folder / "submissions.jsonl").read_text().splitlines())
    return [row["evidence_shown"] for row in sorted(rows, key=lambda row: row["revision"])]


def test_evidence_comes_after_rating_and_a_correction_says_that_it_was_seen(
    desk: Desk, tmp_path: Path
) -> None:
    analyse(desk)
    assert (offered(desk), shown(desk)["state"], shown(desk)["lanes"]) == (None, "hidden", [])
    [first] = desk.ask(desk.submission(desk.whole()))
    assert offered(desk) == f"/api/v1{address(desk)}"
    assert shown(desk)["state"] == "there"
    again = desk.submission(desk.whole(), key="a-second-key", revises=first.json()["revision"])
    assert [answer.status_code for answer in desk.ask(again)] == [200]
    seen = {"marks": 2, "versions": {"clicks": 3, "bandwidth": 3, "latency": 3, "predictions": 3}}
    recordings = {desk.assignment["stimuli"][0]["id"]: seen}
    assert submissions(desk, tmp_path / "out") == [None, {"at": NOON, "recordings": recordings}]


@pytest.mark.parametrize(
    ("setting", "before", "after"), [("always", "there", "there"), ("hidden", "hidden", "hidden")]
)
def test_the_owner_says_when_raters_see_evidence(desk: Desk, setting: str, before: str, after: str) -> None:
    analyse(desk)
    desk.home.studies["calls"].set(evidence=setting)
    states = [shown(desk)["state"]]
    desk.ask(desk.submission(desk.whole()))
    assert [*states, shown(desk)["state"]] == [before, after]


def test_a_rater_sees_places_and_nothing_that_tells_one_file_from_another(desk: Desk) -> None:
    desk.home.studies["calls"].set(evidence="always")
    assert shown(desk)["state"] == "waiting"
    analyse(desk)
    found = shown(desk)
    marks = {lane["group"]: [mark["kind"] for mark in lane["marks"]] for lane in found["lanes"]}
    assert marks == {"signal": ["click"], "turns": ["response_latency"]}
    assert found["lanes"][0]["marks"][0] == {
        "kind": "click",
        "start_s": 1.0,
        "end_s": 1.2,
        "channel": 1,
        "severity": 2,
        "value": 18.0,
        "unit": "dB",
    }
    assert found["kinds"]["click"] == {"en": "click", "ko": "딸깍 소리"}
    assert found["whole"] == []
    assert [one["reason"]["en"] for one in found["not_measurable"]] == [
        "It cannot be told from this recording."
    ]
    text = json.dumps(found)
    assert not any(secret in text for secret in ("24000", "codec", "4000", "detector", "version", "warm"))
