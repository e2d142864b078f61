"""The report: one file without scripts or anything from elsewhere, with all that was found."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import found
from earmark import stats
from earmark.core.scope import Scope
from earmark.protocols.load import load
from earmark.protocols.schema import Protocol
from earmark.web.languages import languages
from earmark.web.report import MARK, report_html
from earmark.web.results.methods import methods_of
from earmark.web.results.parts import Section
from earmark.web.results.sections import parts_of, sections_of
from earmark.web.results.writing import REASONS, Writer
from rows import PROTOCOL


@pytest.fixture(scope="module")
def protocol(tmp_path_factory: pytest.TempPathFactory) -> Protocol:
    folder = tmp_path_factory.mktemp("protocol")
    one_scale = PROTOCOL.partition("  - id: clarity")[0]
    (folder / "protocol.yaml").write_text(one_scale, encoding="utf-8")
    return load(folder).protocol


@pytest.fixture(scope="module")
def reports(protocol: Protocol) -> dict[str, str]:
    return {language: report_html(protocol, found.everything(), language) for language in ("en", "ko")}


@pytest.fixture(scope="module")
def sections(protocol: Protocol) -> tuple[Section, ...]:
    return sections_of(protocol, found.everything(), "en")


class Reader(HTMLParser):
    """Notes tags, and what of them would be fetched or run."""

    def __init__(self) -> None:
        super().__init__()
        self.count: dict[str, int] = {}
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        for name, value in attrs:
            is_local = (value or "").startswith("#")
            if (name in {"src", "href", "action", "xlink:href"} and not is_local) or name.startswith("on"):
                self.fetched.append(f"{tag} {name}={value}")


def test_a_report_fetches_nothing_and_runs_nothing(reports: dict[str, str]) -> None:
    for report in reports.values():
        reader = Reader()
        reader.feed(report)
        assert reader.fetched == []
        assert "script" not in reader.count
        assert MARK in report[:600]


def test_every_figure_of_the_page_is_drawn_and_every_table_is_there(
    reports: dict[str, str], sections: tuple[Section, ...]
) -> None:
    parts = parts_of(sections).values()
    figures = sum(len(part.figures) for part in parts)
    tables = sum(part.table is not None for part in parts)
    for report in reports.values():
        reader = Reader()
        reader.feed(report)
        assert (reader.count["svg"], reader.count["table"]) == (figures, tables)
    assert (figures, tables) == (12, 18)


def test_each_report_speaks_its_language_alone(reports: dict[str, str]) -> None:
    assert re.findall(r"[가-힣]", re.sub(r"<style>.*?</style>", "", reports["en"], flags=re.DOTALL)) == []
    korean = languages()["ko"].messages
    said = re.sub(r"\s+", " ", reports["ko"])
    sentences = [message for message in korean if len(message) > 60 and message in said]
    assert sentences == []


def test_the_methods_name_standard_estimator_seed_versions_and_the_commands(reports: dict[str, str]) -> None:
    report = reports["en"]
    for fact in (
        "ITU-T P.800",
        "Cameron, Gelbach and Miller (2011)",
        "max-t",
        "Krippendorff",
        "ITU-T P.910 Annex E",
        "Davidson",
        "The board across dimensions adds up",
        "Wilson",
        "cumulative logit mixed model (proportional odds)",
        "Flags were weighed by their severity",
        "seed 7, 2000 resamples",
        "earmark 0.1.0, numpy 2.4.6",
        "protocol Two scales 1.2.0 (ab12ab12ab12)",
        "earmark results voices --json",
        "earmark report voices report.html --lang en",
    ):
        assert fact in report, fact


def test_the_methods_leave_out_what_was_not_done(protocol: Protocol) -> None:
    whole = found.everything()
    raters = tuple(replace(one, scales=()) for one in whole.raters)
    votes = replace(whole, raters=raters, flags=(), choices=())
    said = " ".join(methods_of(protocol, votes, Writer("en", ("warm",))))
    for word in ("P.910", "Wilson", "severity", "proportional odds"):
        assert word not in said.replace("score type (Wilson 1927)", ""), word


def test_the_methods_of_a_part_say_that_its_study_is_larger(protocol: Protocol) -> None:
    whole = found.everything()
    part = replace(whole, scope=Scope(language=("ko",)), questions=())
    said = methods_of(protocol, part, Writer("en", ("warm",)))
    assert f"on {len(whole.names.condition)} conditions" in said[0]
    assert said[1].startswith("Only a part of it is analysed here: language = ko.")


def test_every_reason_of_the_statistics_has_its_words() -> None:
    source = Path(stats.__file__).parent.rglob("*.py")
    codes = {
        code for path in source for code in re.findall('"(not measurable: [^"]*)"', path.read_text("utf-8"))
    }
    assert codes - set(REASONS) == set()


def test_tables_keep_what_was_computed_with_both_ends_of_intervals(sections: tuple[Section, ...]) -> None:
    parts = parts_of(sections)
    rows = {
        part.id: list(csv.DictReader(io.StringIO(part.table.csv())))
        for part in parts.values()
        if part.table is not None
    }
    cold = rows["quality"][0]
    assert (cold["condition"], cold["mean"], cold["low"], cold["high"], cold["n_5"], cold["out"]) == (
        "cold", "2.0", "1.5", "2.4", "5", "3",
    )  # fmt: skip
    assert rows["quality.differences"][0]["low"] == "-2.1"
    differences = parts["quality.differences"].table
    place = [differences.columns[at].key for at in differences.shown].index("adjusted_p")
    shown = {row[differences.shown[place]].text for row in differences.rows}
    assert shown == {"0.200"}, "the p that the methods name"
    assert rows["overall"][0] | {"ranks": "1", "best": "1", "worst": "1"} == rows["overall"][0]
    assert rows["quality.raters"][0]["id"] == "rater-a"
    assert rows["quality.more"][1]["difference_half_width"] == "0.5"


def test_every_figure_says_of_how_many_it_is_and_what_was_left_out(sections: tuple[Section, ...]) -> None:
    said = {name: part.notes[0] for name, part in parts_of(sections).items() if part.notes}
    scores = "36 scores count. Left out: 2 beyond the votes wanted, 1 that their raters took back."
    answers = "80 answers count. Left out: 4 beyond the votes wanted."
    looks = "Errors were looked for 80 times. Left out: 3 discarded by their raters."
    votes = "120 votes count. Left out: 2 replaced by a later revision, 1 on two recordings of one condition."
    assert said == {
        **dict.fromkeys(("quality", "quality.differences", "quality.raters"), scores),
        **dict.fromkeys(("quality.more", "quality.open"), scores),
        **dict.fromkeys(("task", "task.outcomes", "task.differences"), answers),
        **dict.fromkeys(("errors", "errors.weights", "errors.differences"), looks),
        **dict.fromkeys(("overall", "overall.EQ", "overall.IQ", "overall.wins", "overall.positions"), votes),
        "combined": "120 votes count; none were left out.",
        "agreement": said["agreement"],
    }
    assert "on what one rater rated alone" in said["agreement"]
