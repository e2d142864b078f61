from __future__ import annotations

from pathlib import Path

import pytest

from earmark.core.turns import WrittenTurn
from earmark.services.manifests import ListedRecording, Manifest, ManifestRow, read_manifest


def read(tmp_path: Path, name: str, text: str) -> Manifest:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_manifest(path)


def refused(manifest: Manifest) -> list[tuple[int | None, str]]:
    return [(one.line, one.reason) for one in manifest.refused]


def test_json_lines_have_a_recording_a_line_with_its_turns(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        "m.jsonl",
        '{"audio": "a.wav", "item": 12, "condition": "x", "turns": ['
        '{"role": "agent", "start": 0, "end": 1}]}\n'
        "\n"
        '{"audio": "b.wav", "agent_channel": "right", "condition": null, "text": "말\u2028뭉치"}\n',
    )
    assert manifest.recordings == [
        ListedRecording(
            ManifestRow(
                audio="a.wav", item="12", condition="x", turns=[{"role": "agent", "start": 0, "end": 1}]
            ),
            1,
            (WrittenTurn({"role": "agent", "start": 0, "end": 1}, "turn 1", 1),),
        ),
        ListedRecording(ManifestRow(audio="b.wav", agent_channel="right", text="말\u2028뭉치"), 3, None),
    ]
    assert (manifest.refused, manifest.warnings) == ([], [])


def test_csv_has_a_recording_a_row(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        "m.csv",
        '\ufeffAudio,item,condition,scenario_title,text\na.wav,s1,hifi,Refund,"Hello, you."\n\nb.wav,,,,\n',
    )
    assert manifest.recordings == [
        ListedRecording(
            ManifestRow(
                audio="a.wav", item="s1", condition="hifi", scenario={"title": "Refund"}, text="Hello, you."
            ),
            2,
            None,
        ),
        ListedRecording(ManifestRow(audio="b.wav"), 4, None),
    ]


def test_csv_with_role_start_and_end_has_a_turn_a_row(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        "m.csv",
        "audio,condition,agent_channel,role,start,end,text\n"
        'a.wav,x,,user,0,1,"two\nlines"\n'
        "b.wav,x,,agent,0,1,\n"
        "a.wav,x,left,agent,1,2,Hi\n",
    )
    assert manifest.recordings == [
        ListedRecording(
            ManifestRow(audio="a.wav", condition="x", agent_channel="left"),
            2,
            (
                WrittenTurn({"role": "user", "start": "0", "end": "1", "text": "two\nlines"}, "line 2", 2),
                WrittenTurn({"role": "agent", "start": "1", "end": "2", "text": "Hi"}, "line 5", 5),
            ),
        ),
        ListedRecording(
            ManifestRow(audio="b.wav", condition="x"),
            4,
            (WrittenTurn({"role": "agent", "start": "0", "end": "1"}, "line 4", 4),),
        ),
    ]


def test_each_wrong_line_is_refused_by_itself(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        "m.jsonl",
        '{"audio": "a.wav"}\n{oops}\n[]\n{"item": "x"}\n{"audio": "b.wav", "agent_channel": "middle"}\n',
    )
    assert [listed.row.audio for listed in manifest.recordings] == ["a.wav"]
    assert refused(manifest) == [
        (2, "the line is no JSON: Expecting property name enclosed in double quotes"),
        (3, "the line is no JSON object"),
        (4, "'audio' cannot be used: Field required"),
        (5, "'agent_channel' cannot be used: Input should be 'left' or 'right'"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, "the manifest has no column 'audio', its columns are: none")),
        ("file,item\na,b\n", (1, "the manifest has no column 'audio', its columns are: file, item")),
        ("file;item\na;b\n", (1, "the columns are separated by semicolons")),
        ("audio,item\na.wav,b,c\n", (2, "the row has 3 cells, the header 2")),
        ("audio,item\n,b\n", (2, "'audio' cannot be used: Field required")),
        ("audio,item\na.wav,b\0c\n", (2, "the row holds a NUL, which cannot be kept")),
        ("audio,item,item\na.wav,b,c\n", (1, "the manifest has two columns of the name 'item'")),
    ],
)
def test_csv_faults_name_their_line(tmp_path: Path, text: str, expected: tuple[int, str]) -> None:
    manifest = read(tmp_path, "m.csv", text)
    assert (refused(manifest), manifest.recordings) == ([expected], [])


def test_a_cell_beyond_all_bounds_breaks_the_file_off_at_its_line(tmp_path: Path) -> None:
    manifest = read(tmp_path, "m.csv", f"audio,text\na.wav,fine\nb.wav,{'x' * 200_000}\n")
    assert refused(manifest) == [(3, "the CSV breaks off: field larger than field limit (131072)")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"audio": ' + "[" * 5000 + "]" * 5000 + "}", "the line is nested too deeply"),
        (f'{{"audio": {"9" * 5000}}}', "the line holds a number of too many digits"),
        ('{"audio": "a\\u0000.wav"}', "the line holds a character that cannot be kept, in 'audio'"),
        (
            '{"audio": "a.wav", "scenario": {"title": "\\ud83d"}}',
            "the line holds a character that cannot be kept, in 'scenario.title'",
        ),
    ],
)
def test_json_that_nobody_can_keep_is_refused_by_its_line(tmp_path: Path, text: str, reason: str) -> None:
    manifest = read(tmp_path, "m.jsonl", text + '\n{"audio": "b.wav"}\n')
    assert refused(manifest) == [(1, reason)]
    assert [listed.row.audio for listed in manifest.recordings] == ["b.wav"]


def test_a_header_beyond_all_bounds_is_refused(tmp_path: Path) -> None:
    manifest = read(tmp_path, "m.csv", f"audio,{'x' * 200_000}\na.wav,\n")
    assert refused(manifest) == [(1, "the CSV breaks off: field larger than field limit (131072)")]


def test_semicolons_between_columns_are_named(tmp_path: Path) -> None:
    manifest = read(tmp_path, "m.csv", "audio;item\na.wav;one, two\n")
    assert [(one.line, one.reason, one.remedy) for one in manifest.refused] == [
        (1, "the columns are separated by semicolons", "Use commas.")
    ]


def test_lines_that_repeat_or_contradict_are_refused(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        "m.csv",
        "audio,item,condition,scenario_title\na.wav,s,x,One\na.wav,s,x,One\nb.wav,s,y,Two\nc.wav,s,z,\n",
    )
    assert refused(manifest) == [
        (3, "the line lists the same audio, item and condition as line 2"),
        (4, "the item 's' has another scenario in line 2"),
    ]
    assert [listed.line for listed in manifest.recordings] == [2, 5]


def test_a_column_nobody_knows_is_named(tmp_path: Path) -> None:
    manifest = read(tmp_path, "m.csv", "audio,speaker\na.wav,x\n")
    [warning] = manifest.warnings
    assert warning.message == (
        "the column 'speaker' is not known and was left out. "
        "The columns of a manifest are in docs/importing.md."
    )


def test_a_manifest_in_another_encoding_is_refused_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_bytes("audio\n통화.wav\n".encode("cp949"))
    manifest = read_manifest(tmp_path / "m.csv")
    assert (refused(manifest), manifest.recordings) == ([(None, "the manifest is not UTF-8 text")], [])
