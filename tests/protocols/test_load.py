from pathlib import Path

import pytest

from earmark import protocols
from earmark.protocols import ProtocolError, ProtocolFault

FOLDERS = Path(__file__).parent / "folders"
LISTENING_EFFORT = FOLDERS / "listening-effort"


@pytest.mark.parametrize("folder", sorted(FOLDERS.iterdir()), ids=lambda folder: folder.name)
def test_a_folder_is_a_protocol_without_any_python(folder: Path) -> None:
    assert protocols.load(folder).protocol.id == folder.name


@pytest.mark.parametrize("name", protocols.names())
def test_each_built_in_protocol_is_without_fault_and_named_as_its_folder(name: str) -> None:
    assert protocols.load(name).protocol.id == name


def test_a_folder_may_be_given_as_text_or_by_its_protocol_file() -> None:
    by_path = protocols.load(LISTENING_EFFORT)
    assert protocols.load(str(LISTENING_EFFORT)) is by_path
    assert protocols.load(LISTENING_EFFORT / "protocol.yaml") is by_path


def test_a_protocol_file_may_have_any_name_and_faults_call_it_by_it(tmp_path: Path) -> None:
    text = (LISTENING_EFFORT / "protocol.yaml").read_text(encoding="utf-8").partition("guide:")[0]
    (tmp_path / "effort.yaml").write_text(text, encoding="utf-8")
    assert protocols.load(tmp_path / "effort.yaml").protocol.id == "listening-effort"
    (tmp_path / "effort.yaml").write_text(text.replace("schema: 1", "schema: 2"), encoding="utf-8")
    with pytest.raises(ProtocolError) as caught:
        protocols.load(tmp_path / "effort.yaml")
    file = f"{tmp_path.as_posix()}/effort.yaml"
    assert caught.value.faults == (ProtocolFault(file, 1, 9, "'schema' is '2'", "1"),)


def test_the_pinned_files_give_the_same_protocol_back() -> None:
    loaded = protocols.load(LISTENING_EFFORT)
    assert sorted(loaded.files) == ["guide/en/overview.md", "guide/ko/overview.md", "protocol.yaml"]
    assert protocols.load_files(dict(loaded.files)) is loaded


def test_the_hash_changes_with_any_page_and_not_with_line_ends(tmp_path: Path) -> None:
    loaded = protocols.load(LISTENING_EFFORT)
    changed = {**loaded.files, "guide/ko/overview.md": "# 다른 글\n"}
    assert protocols.load_files(changed).hash != loaded.hash
    for path, text in loaded.files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.replace("\n", "\r\n").encode())
    assert protocols.load(tmp_path).hash == loaded.hash


def test_a_page_of_the_guide_falls_back_to_english() -> None:
    loaded = protocols.load(LISTENING_EFFORT)
    assert loaded.guide("ko", "overview") == loaded.files["guide/ko/overview.md"]
    assert loaded.guide("fr", "overview") == loaded.files["guide/en/overview.md"]
    with pytest.raises(KeyError):
        loaded.guide("en", "nowhere")


def test_an_unknown_name_is_answered_with_the_closest_one() -> None:
    with pytest.raises(ProtocolError) as caught:
        protocols.load("conversation-turn")
    known = ", ".join(protocols.names())
    assert caught.value.faults == (
        ProtocolFault(
            "conversation-turn",
            1,
            1,
            "there is neither a built-in protocol nor a folder of this name; "
            "did you mean 'conversation-turns'?",
            f"one of {known}, or a folder",
        ),
    )


def test_a_folder_without_a_protocol_file_says_which_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError) as caught:
        protocols.load(tmp_path)
    missing = str(tmp_path / "protocol.yaml")
    assert caught.value.faults == (
        ProtocolFault(missing, 1, 1, "there is no such file", "a protocol's folder"),
    )


def test_a_file_that_is_not_utf_8_is_located_to_the_byte(tmp_path: Path) -> None:
    (tmp_path / "protocol.yaml").write_bytes("schema: 1\nid: é".encode() + b"\xff\n")
    with pytest.raises(ProtocolError) as caught:
        protocols.load(tmp_path)
    [fault] = caught.value.faults
    assert (fault.line, fault.column, fault.message) == (2, 6, "this byte is not UTF-8")
