import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app, main
from earmark.protocols import load, names

RUN = CliRunner()
FOLDER = Path(__file__).parents[1] / "protocols" / "folders" / "listening-effort"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    text = (FOLDER / "protocol.yaml").read_text(encoding="utf-8")
    folder = tmp_path / "faulty"
    folder.mkdir()
    wrong = (
        text.partition("guide:")[0].replace("kind: clip", "kind: clipp").replace(", ko: 의견 (Comment)", "")
    )
    (folder / "protocol.yaml").write_text(wrong, encoding="utf-8")
    return folder


def test_list_names_every_built_in_protocol_with_version_title_and_languages() -> None:
    result = RUN.invoke(app, ["protocols", "list", "--json"])
    listed = json.loads(result.stdout)["protocols"]
    assert [entry["id"] for entry in listed] == list(names())
    assert listed[0] == {
        "id": "clip-rating",
        "version": "1.0.0",
        "title": "Clip rating",
        "languages": ["en", "ko"],
    }


def test_list_shows_one_line_a_protocol() -> None:
    lines = RUN.invoke(app, ["protocols", "list"]).stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(names())


def test_show_tells_what_is_asked_in_the_language_wanted() -> None:
    shown = RUN.invoke(app, ["protocols", "show", str(FOLDER), "--lang", "ko"]).stdout
    assert shown == (
        "청취 노력 (Listening effort)  (listening-effort 1.0.0)\n"
        "클립을 하나씩 듣고, 알아듣는 데 얼마나 노력이 드는지 평가합니다.\n"
        "\n"
        "Item: clip. 1 vote(s) an item.\n"
        "\n"
        "청취 노력 (Listening effort)  (effort: asked of each item)\n"
        "  문장의 뜻을 알아듣는 데 얼마나 노력이 필요했나요?\n"
        "    5 편안하게 들림. 노력이 들지 않음\n"
        "    4 주의는 필요하지만 힘들지 않음\n"
        "    3 어느 정도 노력이 필요함\n"
        "    2 상당한 노력이 필요함\n"
        "    1 아무리 노력해도 알아듣지 못함\n"
        "\n"
        "의견 (Comment)  (comment: asked of each item, optional)\n"
        "  덧붙일 말이 있으면 적어 주세요\n"
        "\n"
        "Ways not to rate\n"
        "  평가 불가 (Invalid)  (invalid: discard of item)\n"
        "    처음부터 끝까지 무음\n"
        "\n"
        "Guide: 개요\n"
    )


def test_show_says_when_it_has_no_texts_in_the_language_wanted() -> None:
    shown = RUN.invoke(app, ["protocols", "show", "clip-rating", "--lang", "fr"])
    english = RUN.invoke(app, ["protocols", "show", "clip-rating"])
    assert (shown.exit_code, shown.stdout, english.stderr) == (0, english.stdout, "")
    assert shown.stderr == "clip-rating has no texts in 'fr', only in en, ko; English is shown.\n"


@pytest.mark.parametrize("name", names())
def test_show_as_json_is_the_protocol_as_it_is_written_with_its_hash(name: str) -> None:
    shown = json.loads(RUN.invoke(app, ["protocols", "show", name, "--json"]).stdout)
    loaded = load(name)
    assert shown.pop("hash") == loaded.hash
    assert shown == loaded.protocol.model_dump(mode="json", by_alias=True)


def test_check_confirms_a_right_folder() -> None:
    result = RUN.invoke(app, ["protocols", "check", str(FOLDER)])
    assert (result.exit_code, result.stdout) == (
        0,
        f"{FOLDER}: listening-effort 1.0.0 is right (en, ko)\n",
    )


def test_check_prints_each_fault_as_a_line_an_editor_can_jump_to_and_ends_with_2(faulty: Path) -> None:
    result = RUN.invoke(app, ["protocols", "check", str(faulty), str(FOLDER)])
    assert result.exit_code == 2
    kinds = "one of clip, conversation, pair, site-pair"
    assert result.stdout.splitlines() == [
        f"{faulty}/protocol.yaml:10:9: 'kind' is 'clipp'; did you mean 'clip'? (expected {kinds})",
        f"{faulty}/protocol.yaml:31:12: this text is missing in 'ko' (expected text in en, ko)",
        f"{FOLDER}: listening-effort 1.0.0 is right (en, ko)",
    ]


def test_check_as_json_holds_the_faults_of_each_path(faulty: Path) -> None:
    result = RUN.invoke(app, ["protocols", "check", str(FOLDER), str(faulty), "--json"])
    right, wrong = json.loads(result.stdout)["protocols"]
    assert result.exit_code == 2
    assert (right["id"], right["hash"], right["faults"]) == ("listening-effort", load(FOLDER).hash, [])
    assert wrong["path"] == str(faulty)
    assert wrong["faults"][0] == {
        "file": f"{faulty}/protocol.yaml",
        "line": 10,
        "column": 9,
        "message": "'kind' is 'clipp'; did you mean 'clip'?",
        "expected": "one of clip, conversation, pair, site-pair",
    }


def test_a_protocol_that_is_not_there_ends_a_command_with_2_and_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["earmark", "protocols", "show", "clip-ratings"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    message = "there is neither a built-in protocol nor a folder of this name; did you mean 'clip-rating'?"
    assert capsys.readouterr().err == (
        f"earmark: clip-ratings:1:1: {message} (expected one of {', '.join(names())}, or a folder)\n"
    )


@pytest.mark.server
def test_the_program_itself_speaks_utf_8_and_leaves_with_the_code(faulty: Path) -> None:
    program = [sys.executable, "-c", "from earmark.cli.main import main; main()", "protocols", "check"]
    result = subprocess.run([*program, str(faulty), "--json"], capture_output=True, check=False)
    [checked] = json.loads(result.stdout)["protocols"]
    assert (result.returncode, result.stderr, len(checked["faults"])) == (2, b"", 2)
