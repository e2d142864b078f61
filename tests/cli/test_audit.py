"""``earmark audit check`` reads a submission as JSON and answers in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app, main

RUN = CliRunner()


def submission(**answers: object) -> str:
    return json.dumps({"protocol": "conversation-turns", "answers": answers, "context": {"language": "ko"}})


def test_findings_come_as_json_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    text = submission(content={"score": 2, "justification": "별로였다."})
    (tmp_path / "one.json").write_text(text, encoding="utf-8")
    from_file = RUN.invoke(app, ["audit", "check", str(tmp_path / "one.json"), "--json"])
    from_stdin = RUN.invoke(app, ["audit", "check", "-"], input=text)
    assert (from_file.exit_code, from_stdin.exit_code) == (1, 1)
    found = json.loads(from_file.stdout)
    assert found == json.loads(from_stdin.stdout)
    assert sorted(found) == ["findings", "predicted_grade", "risk"]
    assert found["findings"][0] == {
        "id": "bare-verdict",
        "severity": "warning",
        "message": "지금은 평만 있어서 어느 응답에나 붙일 수 있습니다.",
        "where": "content.justification",
        "suggestion": "왜 그런지 적어 주세요. 그 말을 인용하거나 어느 순간인지 짚으면 됩니다.",
    }


def test_a_sound_text_has_no_findings_and_leaves_with_zero() -> None:
    answer = {
        "score": 1,
        "justification": 'I corrected the city, and it reads the weather for "Gwangmyeong".',
    }
    result = RUN.invoke(app, ["audit", "check", "-"], input=submission(content=answer))
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"risk": 0.0, "predicted_grade": "exceptional", "findings": []}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (submission(rationale="A is better."), "'rationale' is no scale"),
        ('{"protocol": "live-ab", "answers": {"overall": "c"}}', "answers.overall"),
        ('{"protocol": "conversation-turns", "answers": {"content": {"score": 7}}}', "answers.content.score"),
        ('{"answers": {}}', "it must be an object with 'protocol'"),
        ("{", "one.json:1 is no JSON"),
        ("[" * 100_000, "one.json is nested too deeply"),
        ('{"protocol": "live-ab", "answers": {}, "contxt": {}}', "'contxt' is no part of it"),
        ('{"protocol": "conversation-turn"}', "did you mean 'conversation-turns'"),
    ],
)
def test_what_cannot_be_audited_is_refused_with_its_reason(
    content: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "one.json").write_text(content, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["earmark", "audit", "check", str(tmp_path / "one.json")])
    with pytest.raises(SystemExit) as left:
        main()
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (2, "")
    assert told in printed.err
