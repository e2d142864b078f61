"""The facts of the conversation-turns protocol, as raters and exports rely on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt
from pydantic import BaseModel

from earmark.protocols.load import load
from earmark.protocols.questions.scale import Scale
from earmark.protocols.schema import Protocol
from earmark.protocols.texts import Text

NAME = "conversation-turns"
LANGUAGES = ["en", "ko"]
PAGE_KEYS = set("12345 ?/gms")  # scores, play, help, guideline, mark, spectrogram
SCALES = ["content", "prosody"]
PAGES = [
    "principle",
    "overview",
    "what-is-rated",
    "flow",
    "content",
    "prosody",
    "justifications",
    "skip-and-discard",
    "faq",
    "glossary",
    "gallery",
]
LABELS = [
    "Very dissatisfied",
    "Somewhat dissatisfied",
    "Neutral",
    "Somewhat satisfied",
    "Very satisfied",
]
HEADINGS = ["Bad", "Poor", "Mixed", "Good", "Excellent"]
CRITERIA = {
    "content": [
        "helpfulness-relevance",
        "completeness",
        "factual-accuracy",
        "context-corrections",
        "follow-up-questions",
        "tone-of-words",
        "length-detail",
        "clarity-organisation",
        "audience-fit",
    ],
    "prosody": [
        "naturalness",
        "pacing-rhythm",
        "pauses-breaths-disfluencies",
        "emphasis",
        "tone-contextual-fit",
        "intonation",
        "pronunciation-enunciation",
        "volume-audio-stability",
        "timing-turn-taking",
        "speaker-consistency",
    ],
}
TERMS = [
    "Agent response",
    "User turn",
    "Content",
    "Prosody",
    "Rating anchor",
    "Justification",
    "Naturalness",
    "Intonation",
    "Pitch",
    "Pacing",
    "Rhythm",
    "Emphasis",
    "Fluency",
    "Disfluency",
    "Pause",
    "Pronunciation",
    "Enunciation",
    "Expressiveness",
    "Volume",
    "Audio artifact",
    "Speaker identity consistency",
    "Persona consistency",
    "Turn-taking",
    "Timing",
    "Barge-in",
    "Yielding",
    "Backchannel",
    "Topic change",
    "Split response",
    "Segmentation artifact",
    "Adjacent-speaker audio",
    "Skip",
    "Turn-level discard",
    "Item-level discard",
    "Audio ground truth",
]


@pytest.fixture(scope="module")
def protocol() -> Protocol:
    return load(NAME).protocol


def scale(protocol: Protocol, name: str) -> Scale:
    question = protocol.question(name)
    assert isinstance(question, Scale)
    return question


def texts(part: object) -> Iterator[Text]:
    if isinstance(part, Text):
        yield part
    elif isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from texts(getattr(part, name))
    elif isinstance(part, tuple):
        for member in part:
            yield from texts(member)


def page(language: str, name: str) -> str:
    return load(NAME).guide(language, name)


def headings(markdown: str) -> list[tuple[int, str]]:
    """Return level and words of each heading."""
    found = re.findall(r"^(#+) (.+)$", markdown, flags=re.MULTILINE)
    return [(len(marks), words) for marks, words in found]


def entries_by_section(markdown: str) -> dict[str, int]:
    """Return how many third-level headings stand under each second-level one, where there are any."""
    counts: dict[str, int] = {}
    section = ""
    for level, words in headings(markdown):
        if level == 2:
            section = words
        else:
            counts[section] = counts.get(section, 0) + 1
    return counts


def official(title: str) -> str:
    """Return the English term that stands in brackets at the end of a Korean title."""
    return title[title.rindex("(") + 1 : -1]


def test_two_independent_scales_are_asked_of_every_agent_turn(protocol: Protocol) -> None:
    assert (protocol.id, protocol.version, list(protocol.languages)) == (
        NAME,
        "1.0.0",
        LANGUAGES,
    )
    assert protocol.item.kind == "conversation"
    assert [(question.id, question.ask) for question in protocol.questions] == [
        ("content", "agent-turn"),
        ("prosody", "agent-turn"),
    ]
    assert [(question.required, question.when, question.after) for question in protocol.questions] == [
        (True, None, ()),
        (True, None, ()),
    ]


@pytest.mark.parametrize("name", SCALES)
def test_five_points_carry_the_official_labels_and_gallery_headings(protocol: Protocol, name: str) -> None:
    points = scale(protocol, name).points
    assert [point.value for point in points] == [1, 2, 3, 4, 5]
    assert [point.label.root["en"] for point in points] == LABELS
    assert [official(point.label.root["ko"]) for point in points] == LABELS
    assert [point.heading.root["en"] for point in points if point.heading] == HEADINGS
    assert [official(point.heading.root["ko"]) for point in points if point.heading] == HEADINGS


@pytest.mark.parametrize("name", SCALES)
def test_anchors_fit_a_card_of_a_hundred_pixels(protocol: Protocol, name: str) -> None:
    anchors = [point.anchor.root for point in scale(protocol, name).points if point.anchor]
    assert len(anchors) == 5
    assert [anchor["en"] for anchor in anchors if len(anchor["en"]) > 60] == []
    assert [anchor["en"] for anchor in anchors if len(anchor["en"].split()) > 8] == []
    assert [anchor["ko"] for anchor in anchors if len(anchor["ko"]) > 30] == []


@pytest.mark.parametrize("name", SCALES)
def test_each_criterion_opens_to_a_question(protocol: Protocol, name: str) -> None:
    criteria = scale(protocol, name).criteria
    assert [criterion.id for criterion in criteria] == CRITERIA[name]
    for criterion in criteria:
        assert official(criterion.title.root["ko"]) == criterion.title.root["en"]
        assert [criterion.question.root[language][-1] for language in LANGUAGES] == ["?", "?"]


@pytest.mark.parametrize("name", SCALES)
def test_a_justification_is_required_whatever_the_score(protocol: Protocol, name: str) -> None:
    question = scale(protocol, name)
    faults = question.faults({"score": 5, "justification": " "}, "here", {})
    assert [(fault.where, fault.code) for fault in faults] == [("here.justification", "reason-missing")]


def test_only_content_has_the_backchannel_phrase_which_alone_may_be_repeated(protocol: Protocol) -> None:
    content, prosody = (scale(protocol, name).justification for name in SCALES)
    assert content is not None
    assert prosody is not None
    assert content.unique is not None
    assert prosody.unique is not None
    assert [phrase.id for phrase in content.phrases] == ["appropriate-backchannel"]
    assert content.phrases[0].text.root == {
        "en": "Appropriate backchannel",
        "ko": "적절한 맞장구 (Appropriate backchannel)",
    }
    assert content.unique.exceptions == ("appropriate-backchannel",)
    assert (prosody.phrases, prosody.unique.exceptions) == ((), ())


def test_exits_keep_skip_turn_discard_and_item_discard_apart(protocol: Protocol) -> None:
    assert [(leave.id, leave.act, leave.scopes, leave.explanation) for leave in protocol.exits] == [
        ("skip", "skip", ("item",), "optional"),
        ("turn-discard", "discard", ("turn", "dimension"), "required"),
        ("item-discard", "discard", ("item",), "optional"),
    ]
    assert {leave.id: [reason.id for reason in leave.reasons] for leave in protocol.exits} == {
        "skip": ["topic-unfamiliar", "accent-unfamiliar", "slow-audio", "other"],
        "turn-discard": ["missing", "not-located", "silent", "not-judgeable", "other"],
        "item-discard": [
            "segmentation-broken",
            "audio-unusable",
            "inappropriate-content",
            "extraneous-material",
        ],
    }


def test_both_discards_name_the_five_defects_and_the_rude_words_that_are_no_ground(
    protocol: Protocol,
) -> None:
    turn, item = protocol.exit("turn-discard"), protocol.exit("item-discard")
    assert (len(turn.not_grounds), len(protocol.exit("skip").not_grounds)) == (6, 0)
    assert turn.not_grounds == item.not_grounds
    assert turn.not_grounds[-1].root["en"].endswith("That is a Content 1.")


def test_keys_clash_neither_with_each_other_nor_with_those_of_the_page(protocol: Protocol) -> None:
    content = scale(protocol, "content").justification
    assert content is not None
    keys = [leave.key for leave in protocol.exits] + [phrase.key for phrase in content.phrases]
    assert keys == ["x", "d", "i", "b"]
    assert set(keys) & PAGE_KEYS == set()


def test_a_turn_is_heard_one_speaker_per_ear_with_five_minutes_to_check_facts(protocol: Protocol) -> None:
    listening = protocol.listening
    assert (listening.heard, listening.replays, listening.channels) == ("turn", None, "speaker-per-ear")
    assert listening.fact_check_seconds == 300
    assert listening.transcript.show == "always"
    assert listening.transcript.note is not None


def test_the_eight_audits_of_justifications_run_and_only_an_empty_one_blocks(protocol: Protocol) -> None:
    assert {audit.id: audit.severity for audit in protocol.audits} == {
        "empty-reason": "error",
        "bare-verdict": "warning",
        "nothing-specific": "hint",
        "near-identical-text": "warning",
        "low-score-without-fault": "warning",
        "prosody-argues-content": "warning",
        "content-argues-delivery": "hint",
        "score-words-at-odds": "warning",
    }


def test_blinding_queue_and_assessment_have_safe_defaults(protocol: Protocol) -> None:
    assert protocol.blinding.hide == ("condition", "file-name", "tags")
    assert protocol.order.items == "shuffled"
    assert (protocol.queue.votes_per_item, protocol.queue.discards_to_stop) == (1, 1)
    assert protocol.assessment is not None
    assert (protocol.assessment.pass_mark, protocol.assessment.opens) == (80, "at-once")


def test_every_text_is_there_in_both_languages(protocol: Protocol) -> None:
    found = list(texts(protocol))
    assert len(found) > 100
    assert [text.root for text in found if sorted(text.root) != LANGUAGES] == []
    assert [text.root for text in found if not re.search("[가-힣]", text.root["ko"])] == []


def test_the_guide_has_its_eleven_pages_in_both_languages(protocol: Protocol) -> None:
    assert [entry.id for entry in protocol.guide] == PAGES
    assert sorted(load(NAME).files.keys() - {"protocol.yaml"}) == sorted(
        f"guide/{language}/{name}.md" for language in LANGUAGES for name in PAGES
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_same_outline_in_both_languages_and_leaves_its_title_to_the_protocol(
    name: str,
) -> None:
    english, korean = ([level for level, _ in headings(page(language, name))] for language in LANGUAGES)
    assert english == korean
    assert 1 not in english


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_leaves_no_asterisk_unread(language: str, name: str) -> None:
    assert MarkdownIt().render(page(language, name)).count("*") == 0


@pytest.mark.parametrize("name", SCALES)
def test_a_scale_page_explains_every_point_and_criterion(protocol: Protocol, name: str) -> None:
    question = scale(protocol, name)
    for language in LANGUAGES:
        written = page(language, name)
        points = [words for level, words in headings(written) if level == 3]
        assert points == [f"{point.value} · {point.label.root[language]}" for point in question.points]
        listed = re.findall(r"^- \*\*(.+)\.\*\* ", written, flags=re.MULTILINE)
        assert listed == [criterion.title.root[language] for criterion in question.criteria]


def test_the_glossary_explains_every_term_under_its_official_name() -> None:
    english = [words for level, words in headings(page("en", "glossary")) if level == 3]
    korean = [official(words) for level, words in headings(page("ko", "glossary")) if level == 3]
    assert english == TERMS
    assert korean == TERMS


@pytest.mark.parametrize("language", LANGUAGES)
def test_justifications_show_six_good_two_long_and_five_weak_ones(language: str) -> None:
    written = page(language, "justifications")
    assert list(entries_by_section(written).values()) == [6, 2, 5]
    assert len(re.findall(r"^> ", written, flags=re.MULTILINE)) == 13


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_describes_eleven_deliveries_from_excellent_to_bad(
    protocol: Protocol, language: str
) -> None:
    points = scale(protocol, "prosody").points
    titles = [f"{point.value} · {point.heading.root[language]}" for point in points if point.heading]
    counts = entries_by_section(page(language, "gallery"))
    assert list(counts) == titles[::-1]
    assert list(counts.values()) == [2, 2, 3, 2, 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_heading_of_the_faq_is_one_question(language: str) -> None:
    found = headings(page(language, "faq"))
    assert len(found) == 20
    assert [(level, words[-1]) for level, words in found] == [(2, "?")] * len(found)
