"""The facts of the clip-rating protocol, as raters and exports rely on them."""

import re

import pytest

from earmark.protocols import load
from earmark.protocols.questions import FreeText, Scale

CLIP_RATING = load("clip-rating")
PROTOCOL = CLIP_RATING.protocol
LABELS = ["Bad", "Poor", "Fair / acceptable", "Good", "Excellent"]
LOOK_FOR = {
    "naturalness": ["Human-likeness", "Rhythm and flow", "Pauses", "Intonation", "Robotic feel"],
    "audio-quality": ["Noise", "Distortion", "Clipping", "Muffled sound", "Glitches or cuts", "Volume"],
    "intelligibility": [
        "Clear pronunciation",
        "Correct words",
        "Missing words",
        "Repeated words",
        "Slurring",
    ],
}
PAGES = [
    "overview",
    "listening-set-up",
    "naturalness",
    "audio-quality",
    "intelligibility",
    "invalid-clips",
    "faq",
    "glossary",
]


def scale(name: str) -> Scale:
    question = PROTOCOL.question(name)
    assert isinstance(question, Scale)
    return question


def headings(page: str, language: str, level: int) -> list[str]:
    pattern = rf"^{'#' * level} (.+)$"
    return re.findall(pattern, CLIP_RATING.guide(language, page), flags=re.MULTILINE)


def official(title: str) -> str:
    """Return the English term that stands in brackets at the end of a Korean title."""
    return title[title.rindex("(") + 1 : -1]


def test_three_scales_and_an_optional_comment_are_asked_of_a_clip() -> None:
    assert [(question.id, question.required) for question in PROTOCOL.asked_of("item")] == [
        ("naturalness", True),
        ("audio-quality", True),
        ("intelligibility", True),
        ("comment", False),
    ]
    assert [question.id for question in PROTOCOL.scales()] == list(LOOK_FOR)
    assert [question.justification for question in PROTOCOL.scales()] == [None, None, None]
    assert isinstance(PROTOCOL.question("comment"), FreeText)


@pytest.mark.parametrize("name", LOOK_FOR)
def test_five_points_carry_the_official_labels_in_both_languages(name: str) -> None:
    points = scale(name).points
    assert [point.value for point in points] == [1, 2, 3, 4, 5]
    assert [point.label.root["en"] for point in points] == LABELS
    assert [official(point.label.root["ko"]) for point in points] == LABELS


@pytest.mark.parametrize("name", LOOK_FOR)
def test_every_point_has_an_anchor_that_fits_its_card(name: str) -> None:
    anchors = [point.anchor.root for point in scale(name).points if point.anchor]
    assert len({anchor["en"] for anchor in anchors}) == 5
    assert [anchor["en"] for anchor in anchors if len(anchor["en"].split()) > 8] == []
    assert [anchor["ko"] for anchor in anchors if len(anchor["ko"]) > 30] == []


@pytest.mark.parametrize("name", LOOK_FOR)
def test_each_scale_says_what_to_look_for_and_its_page_explains_it(name: str) -> None:
    look_for = scale(name).look_for
    assert [entry.root["en"] for entry in look_for] == LOOK_FOR[name]
    assert [official(entry.root["ko"]) for entry in look_for] == LOOK_FOR[name]
    english = re.findall(r"^- \*\*(.+?)\.\*\* ", CLIP_RATING.guide("en", name), flags=re.MULTILINE)
    korean = re.findall(r"^- \*\*.+?\*\* \((.+?)\)\. ", CLIP_RATING.guide("ko", name), flags=re.MULTILINE)
    assert english[: len(look_for)] == LOOK_FOR[name]
    assert korean == LOOK_FOR[name]


@pytest.mark.parametrize("name", LOOK_FOR)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_page_of_a_scale_goes_through_its_points_from_the_best(name: str, language: str) -> None:
    points = reversed(scale(name).points)
    assert headings(name, language, 3) == [
        f"{point.value} · {point.label.root[language]}" for point in points
    ]


def test_the_hidden_text_is_for_intelligibility_after_the_other_two_and_only_if_the_study_shows_it() -> None:
    transcript = PROTOCOL.listening.transcript
    assert (transcript.show, transcript.for_question) == ("study-setting", "intelligibility")
    assert transcript.after == ("naturalness", "audio-quality")


def test_a_clip_is_heard_to_its_end_and_replays_have_no_limit() -> None:
    assert (PROTOCOL.listening.heard, PROTOCOL.listening.replays) == ("item", None)


def test_the_set_up_advises_before_each_sitting_and_checks_headphones_by_two_methods() -> None:
    setup = PROTOCOL.listening.setup
    assert (setup.on_failure, setup.every) == ("advise", "sitting")
    assert [step.check for step in setup.steps] == [
        "quiet-place",
        "headphones",
        "level",
        "huggins-pitch",
        "antiphase",
    ]


def test_an_invalid_clip_is_discarded_with_a_reason_and_a_doubtful_one_is_skipped() -> None:
    assert [(leave.id, leave.act, leave.scopes) for leave in PROTOCOL.exits] == [
        ("skip", "skip", ("item",)),
        ("invalid", "discard", ("item",)),
    ]
    invalid = PROTOCOL.exit("invalid")
    assert invalid.title.root == {"en": "Invalid", "ko": "평가 불가 (Invalid)"}
    assert [reason.id for reason in invalid.reasons] == [
        "will-not-play",
        "silent",
        "broken-file",
        "wrong-content",
        "other",
    ]
    assert len(invalid.not_grounds) == 5


def test_pages_have_the_same_outline_in_both_languages_and_leave_their_title_to_the_protocol() -> None:
    assert [page.id for page in PROTOCOL.guide] == PAGES
    for page in PAGES:
        for level in (2, 3):
            assert len(headings(page, "en", level)) == len(headings(page, "ko", level))
        assert headings(page, "en", 1) + headings(page, "ko", 1) == []


def test_the_glossary_has_the_same_terms_in_both_languages() -> None:
    assert [official(term) for term in headings("glossary", "ko", 3)] == headings("glossary", "en", 3)
