from __future__ import annotations

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pytest

from earmark.web.rendering import static
from house import Ask, House
from people import NOON
from rows import StudyRows


@pytest.fixture
def rated(house: House) -> House:
    """Two conditions far apart, one of them with a name that a spreadsheet would run."""
    rows = StudyRows(house.home.studies["voices"], at=NOON, prefix="more")
    for condition, values in [("=cold", (1, 2)), ("mellow", (5, 4))]:
        for item in range(4):
            recording = rows.recording(f"item-{item}", condition, votes=4)
            for rater in range(4):
                value = values[(item + rater) % 2]
                rows.rate(recording, f"rater-{rater}", {"item": {"quality": value}})
    rows.save()
    return house


def page_of(house: House, language: str = "en") -> str:
    browser = house.browser("reviewer")
    browser.post("/preferences", data={"language": language, "next": "/"})
    answer = browser.get("/studies/voices/results")
    assert answer.status_code == 200
    return unescape(answer.text)


def specs_of(page: str) -> list[dict[str, Any]]:
    return [json.loads(spec) for spec in re.findall(r"data-spec='([^']*)'", page)]


def test_a_question_leads_with_its_sentence(rated: House) -> None:
    page = page_of(rated)
    leads = re.findall(r'<p class="lead-sentence[^"]*">([^<]*)</p>', page)
    assert leads[0].startswith("mellow is rated 3.00 above =cold")
    assert "No scores yet." in leads


def test_sentence_picture_table_and_method_come_in_this_order(rated: House) -> None:
    page = page_of(rated)
    places = [page.index(mark) for mark in ("lead-sentence", "data-spec", "<tbody>", 'id="method"')]
    assert places == sorted(places)


def test_a_question_with_scores_has_two_figures_and_one_without_has_none(rated: House) -> None:
    kinds = [spec.get("description") for spec in specs_of(page_of(rated))]
    assert kinds[:2] == [
        "Quality: mean and 95 % interval by condition",
        "Quality: share of each score by condition",
    ]
    assert not any(kind.startswith("Clarity") for kind in kinds)


def test_the_page_speaks_korean(rated: House) -> None:
    page = page_of(rated, "ko")
    assert [spec["description"] for spec in specs_of(page)][:2] == [
        "품질: 조건별 평균과 95 % 신뢰구간",
        "품질: 조건별 점수 비율",
    ]
    assert page.count("아직 점수가 없습니다.") == 1


def test_the_page_runs_no_script_but_files_of_ours(rated: House) -> None:
    scripts = re.findall(r"<script([^>]*)>", page_of(rated))
    names = [
        "js/sign-out.js",
        "vendor/vega/vega.min.js",
        "vendor/vega-lite/vega-lite.min.js",
        "vendor/vega-embed/vega-embed.min.js",
    ]
    assert [re.findall(r'src="([^"]*)"', script) for script in scripts] == [
        [static(name)] for name in (*names, "js/results.js")
    ]


def test_the_table_of_a_question_is_a_csv_file(rated: House) -> None:
    (answer,) = rated.ask(Ask("reviewer", "GET", "/studies/voices/results/quality.csv"))
    assert answer.headers["content-disposition"] == 'attachment; filename="voices-quality.csv"'
    table = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [(row["condition"], row["mean"], row["n"], row["n_4"], row["n_5"]) for row in table] == [
        ("'=cold", "1.5", "16", "0", "0"),
        ("mellow", "4.5", "16", "8", "8"),
        ("warm", "", "0", "0", "0"),
    ]


def test_the_report_is_a_file_in_the_language_of_the_page(rated: House) -> None:
    browser = rated.browser("reviewer")
    browser.post("/preferences", data={"language": "ko", "next": "/"})
    answer = browser.get("/studies/voices/results/report.html")
    assert answer.headers["content-disposition"] == 'attachment; filename="voices-report.html"'
    assert '<html lang="ko">' in answer.text
    assert "품질: 조건별 평균과 95 % 신뢰구간" in answer.text
    assert answer.text.count("<svg ") == len(specs_of(page_of(rated, "ko")))


def test_a_question_that_is_not_there_is_not_found(rated: House) -> None:
    (answer,) = rated.ask(Ask("reviewer", "GET", "/studies/voices/results/nothing.csv"))
    assert answer.status_code == 404


def test_what_an_address_filters_by_in_vain_is_told(rated: House) -> None:
    browser = rated.browser("reviewer")
    page = unescape(browser.get("/studies/voices/results?condition=hot").text)
    assert "Nothing is filtered: the address asks for what this study does not have, Condition “hot”." in page
    assert "There is: =cold, mellow, warm." in page
    assert "by which results cannot be" in unescape(browser.get("/studies/voices/results?voice=hot").text)
    for query, title in (
        ("condition=hot", "The study has no condition 'hot'. There is: '=cold', 'mellow', 'warm'."),
        ("voice=hot", "Results have no filter 'voice'. There are: "),
    ):
        answer = browser.get(f"/api/v1/studies/voices/results?{query}")
        assert (answer.status_code, answer.json()["title"][: len(title)]) == (404, title)


def test_counts_of_the_whole_study_above_a_part_say_so(rated: House) -> None:
    browser, said = rated.browser("reviewer"), "These counts are of the whole study"
    part = browser.get("/studies/voices/results?condition=mellow").text
    assert (said in part, said in page_of(rated)) == (True, False)
    assert "results/quality.csv?condition=mellow" in part
