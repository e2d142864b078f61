"""What an owner reads of the evidence of a study: by condition, the worst first, each with its place."""

from __future__ import annotations

import ast
import csv
import html
import io
import re
from pathlib import Path
from typing import Any

import pyarrow.parquet

import earmark.audio.evidence
from earmark.audio.evidence.registry import DETECTORS
from earmark.audio.evidence.rows import Evidence, EvidenceRow
from earmark.core.wording import pack
from earmark.core.wording import said as said_of
from earmark.services.evidence.job import KIND
from earmark.services.evidence.kept import Group, document_of
from earmark.services.evidence.summary import summary_of
from earmark.services.jobs import ask_for
from earmark.storage.analyses import Analysis, put_analysis
from earmark.storage.jobs import end_job
from earmark.web.evidence_words import KINDS, REASONS
from earmark.web.languages import translate
from house import House
from people import NOON
from rows import StudyRows


def words(text: str) -> str:
    """Return what a reader sees of a page: its words, one space apart."""
    return " ".join(
        html.unescape(re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL)).split()
    )


def fact(start_s: float, severity: int, **fields: Any) -> EvidenceRow:
    standard: dict[str, Any] = {"kind": "click", "channel": 0, "confidence": 0.9, "value": 18.0}
    standard |= {"unit": "dB", "extra": {}, "detector": "clicks", "version": 1}
    return EvidenceRow(start_s=start_s, end_s=start_s + 0.01, severity=severity, **(standard | fields))


def analysed(house: House) -> dict[str, str]:
    """Give the study calls of two conditions with evidence, and return their ids by condition."""
    rows = StudyRows(house.home.studies["voices"], at=NOON, prefix="more-")
    found = {
        "far": (fact(3.25, 3), fact(5.0, 1)),
        "near": (fact(1.0, 2), fact(0, 0, kind="loudness", scope="recording", unit="LUFS", value=-26.5)),
    }
    ids = {}
    for condition, facts in found.items():
        ids[condition] = rows.recording("again", condition).stimulus
        measures = {
            "loudness_range_lu": -0.04,
            "late_share": 0.25,
            "overlap_per_minute": 1.26,
            "snr_db": [31.25],
        }
        evidence = Evidence(30.0, 16_000, 1, facts, measures | {"turns": [None], "likeness": None})
        parts = {"clicks": evidence, "predictions": Evidence(30.0, 16_000, 1)}
        groups: dict[str, Group] = {"clicks": "signal", "predictions": "models"}
        document = document_of(parts, versions=dict.fromkeys(parts, 1), groups=groups)
        kept = Analysis("0.1.0", {"clicks": 1}, [], summary_of(evidence), document)
        key = ids[condition].ljust(64, "0")
        house.home.database.write(lambda c, key=key, kept=kept: put_analysis(c, key, None, kept, now=NOON))
    rows.save()
    return ids


def test_the_worst_recording_comes_first_with_the_place_where_it_is(house: House) -> None:
    ids = analysed(house)
    owner = house.browser("owner")
    page = owner.get("/studies/voices/evidence").text
    told = words(page)
    assert "Recordings analysed 2 of " in told
    assert told.index("again far 1 0 1 click · 0:03.2 Listen") < told.index("again near 0 1 0 click · 0:01.0")
    assert f"/studies/voices/evidence/recordings/{ids['far']}?at=3.25" in page
    assert "Click far 1 1 4.00 1 0 1 Click near 1 1 2.00 0 1 0" in told
    only = words(owner.get("/studies/voices/evidence?condition=near&kind=click").text)
    assert "again near 0 1 0" in only
    assert "again far" not in only
    assert "No faults were found." in words(owner.get("/studies/voices/evidence?kind=hum").text)
    owner.post("/preferences", data={"language": "ko"})
    assert "딸깍 소리 · 0:03.2" in words(owner.get("/studies/voices/evidence").text)


def test_all_rows_and_each_table_can_be_taken_along(house: House) -> None:
    analysed(house)
    reviewer = house.browser("reviewer")
    rows = list(csv.DictReader(io.StringIO(reviewer.get("/studies/voices/evidence/evidence.csv").text)))
    told = [(row["condition"], row["kind"], row["start_s"], row["severity"]) for row in rows]
    assert sorted(told) == [
        ("far", "click", "3.25", "3"),
        ("far", "click", "5.0", "1"),
        ("near", "click", "1.0", "2"),
        ("near", "loudness", "0", "0"),
    ]
    packed = reviewer.get("/studies/voices/evidence/evidence.parquet").content
    table = pyarrow.parquet.read_table(io.BytesIO(packed)).to_pylist()
    assert [row["value"] for row in table] == [float(row["value"]) for row in rows]
    kinds = reviewer.get("/studies/voices/evidence/tables/evidence.kinds.csv").text.splitlines()
    assert kinds[0] == "kind,condition,found_in,recordings,per_minute,severity_1,severity_2,severity_3"
    assert len(kinds) == 3


def test_staff_sees_what_holds_for_the_whole_recording(house: House) -> None:
    ids = analysed(house)
    reviewer = house.browser("reviewer")
    found = reviewer.get(f"/api/v1/studies/voices/recordings/{ids['near']}/evidence").json()
    assert [(one["kind"], one["value"]) for one in found["whole"]] == [("loudness", -26.5)]
    assert [lane["group"] for lane in found["lanes"]] == ["signal"], (
        "models that were not asked found nothing"
    )
    page = reviewer.get(f"/studies/voices/evidence/recordings/{ids['near']}?at=nan").text
    assert 'data-at="0.0"' in page
    assert "again near" in words(page)
    told = words(page)
    for part in (
        "Measures of the recording Measure Value Unit answers in 2.75 s and more 25 % loudness range 0.0 LU",
        "overlap, times a minute 1.3",
        "Measures of the channel Measure Value Unit signal-to-noise ratio 31.2 dB",
    ):
        assert part in told
    assert reviewer.get("/studies/voices/evidence/recordings/none").status_code == 404


def test_an_analysis_that_died_says_so_in_words(house: House) -> None:
    analysed(house)
    study = house.home.studies["voices"].id
    told = pack(said_of("job.died", how="signal 9"))
    job = house.home.database.write(
        lambda c: ask_for(c, KIND, study_id=study, person_id=None, arguments={}, now=NOON)
    )
    house.home.database.write(lambda c: end_job(c, job, "failed", failure=told, now=NOON))
    owner = house.browser("owner")
    page = words(owner.get("/studies/voices/evidence").text)
    assert "What was finished is kept. Its process ended without a word (signal 9)" in page
    owner.post("/preferences", data={"language": "ko"})
    assert "job.died" not in owner.get("/studies/voices/evidence").text


def test_every_kind_and_every_reason_of_the_detectors_has_words_in_both_languages() -> None:
    folder = Path(earmark.audio.evidence.__file__).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
    texts = {
        node.value.value
        for tree in trees
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Constant)
    }
    sentences = {text for text in texts if isinstance(text, str) and text.endswith(".")}
    assert sentences - set(REASONS) == set()
    kinds = {kind for detector in DETECTORS for kind in detector.kinds}
    assert kinds - KINDS.keys() == set()
    assert all(translate("ko", text) != text for text in (*KINDS.values(), *REASONS))
