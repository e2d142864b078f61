"""The phrasebook: what its files may hold, what is wrong with them, and what a study adds to it."""

from pathlib import Path
from typing import Final

import pytest

from earmark import protocols
from earmark.protocols import ProtocolError
from earmark.protocols.phrasebook.book import Phrasebook
from earmark.protocols.phrasebook.reader import read_phrasebook

BOOK: Final = """\
placeholders:
  - id: model
    hint: {en: the model, ko: 모델}
    example: {en: A, ko: A}
groups:
  - id: overall
    title: {en: Overall, ko: 전체}
    use: {en: To begin with, ko: 처음에}
    phrases:
      - id: overall-1
        text:
          en: I prefer Model {model}.
          ko: 모델 {model}가 낫습니다.
"""
OURS: Final = """\
groups:
  - id: overall
    phrases:
      - {id: ours-1, text: {en: "Model {model} it is.", ko: "모델 {model}입니다."}}
"""


def book_of(**files: str) -> Phrasebook:
    return read_phrasebook({f"phrasebook/{name}.yaml": text for name, text in files.items()}, ("en", "ko"))


def faults_of(**files: str) -> list[str]:
    with pytest.raises(ProtocolError) as caught:
        book_of(**files)
    return [str(fault).removeprefix("phrasebook/") for fault in caught.value.faults]


def test_a_study_adds_phrases_to_a_group_by_a_file_of_its_own_whatever_its_name() -> None:
    for name in ("a", "z"):
        [group] = book_of(m=BOOK, **{name: OURS}).groups
        assert group.title
        assert (group.title.in_language("ko"), [phrase.id for phrase in group.phrases]) == (
            "전체",
            ["overall-1", "ours-1"],
        )


def test_a_sentence_is_practised_with_the_examples_of_its_placeholders() -> None:
    book = book_of(a=BOOK)
    [phrase] = book.phrases()
    assert book.with_examples(phrase.text, "ko") == "모델 A가 낫습니다."


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            "Model {model}.",
            "Model {modle}.",
            "12:15: in 'overall-1': there is no placeholder 'modle'; did you mean 'model'?",
        ),
        (
            "Model {model}.",
            "Model A.",
            "12:11: in 'overall-1': the languages of this text have different placeholders",
        ),
        ("Model {model}.", "Model {model}}.", "12:15: in 'overall-1': a brace stands outside a placeholder"),
        ("          ko: 모델", "          kr: 모델", "12:11: in 'overall-1': this text is missing in 'ko'"),
        (
            "        text:",
            "        txt:",
            "11:9: in 'overall-1': the key 'txt' is unknown here; did you mean 'text'?",
        ),
        (
            "title: {en: Overall, ko: 전체}",
            "use: {}",
            "6:5: in 'overall': the group has no title in any file",
        ),
    ],
)
def test_a_fault_names_its_file_its_entry_and_its_field(before: str, after: str, fault: str) -> None:
    found = [line.split(" (expected")[0] for line in faults_of(a=BOOK.replace(before, after))]
    assert f"a.yaml:{fault}" in found


def test_an_id_given_twice_is_found_across_files() -> None:
    twice = OURS.replace("ours-1", "overall-1")
    assert faults_of(a=BOOK, b=twice) == [
        "b.yaml:4:14: in 'overall-1': the id 'overall-1' is given twice (expected an id of its own)"
    ]


def test_a_folder_with_a_faulty_phrasebook_is_refused_as_a_whole(tmp_path: Path) -> None:
    source = Path(__file__).parent / "folders" / "listening-effort"
    loaded = protocols.load(source)
    for path, text in {**loaded.files, "phrasebook/ours.yaml": OURS}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    with pytest.raises(ProtocolError) as caught:
        protocols.load(tmp_path)
    assert {fault.file for fault in caught.value.faults} == {f"{tmp_path.as_posix()}/phrasebook/ours.yaml"}
