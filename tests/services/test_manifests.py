from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from earmark.core.turns import WrittenTurn, line_place, turn_place
from earmark.services.importing.manifest import ListedRecording, Manifest, ManifestRow
from earmark.services.importing.manifests import read_manifest


def read(tmp_path: Path, name: str, text: str) -> Manifest:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_manifest(path)


def refused(manifest: Manifest) -> list[tuple[int | None, str]]:
    return [(one.line, one.reason) for one in manifest.refused]


QUOTE_OPEN = (
    "a double quote opens in this row and is never closed, so the rest of the manifest cannot be told apart"
)


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
            (WrittenTurn({"role": "agent", "start": 0, "end": 1}, turn_place(1), 1),),
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
                WrittenTurn(
                    {"role": "user", "start": "0", "end": "1", "text": "two\nlines"}, line_place(2), 2
                ),
                WrittenTurn({"role": "agent", "start": "1", "end": "2", "text": "Hi"}, line_place(5), 5),
            ),
        ),
        ListedRecording(
            ManifestRow(audio="b.wav", condition="x"),
            4,
            (WrittenTurn({"role": "agent", "start": "0", "end": "1"}, line_place(4), 4),),
        ),
    ]


def test_each_wrong_line_is_refused_by_itself(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        "m.jsonl",
        '{"audio": "a.wav"}\n{oops}\n[]\n{"item": "x"}\n{"audio": "b.wav", "agent_channel": "middle"}\n'
        '{"audio": "c.wav", "turns": true}\n{"audio": "d.wav", "turns": [3]}\n',
    )
    assert [listed.row.audio for listed in manifest.recordings] == ["a.wav"]
    of_turns = "where a list of turns, each an object, or the path of a turn list is expected"
    assert refused(manifest) == [
        (2, "the line is no JSON: a name between double quotes is missing"),
        (3, "the line is no JSON object"),
        (4, "'audio' has no value"),
        (5, "'agent_channel' is \"middle\", where left or right is expected"),
        (6, f"'turns' is true, {of_turns}"),
        (7, f"'turns' is [3], {of_turns}"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (None, "the manifest is empty")),
        (",,\n", (1, "the manifest has no column 'audio', its columns are: none")),
        ("file,item\na,b\n", (1, "the manifest has no column 'audio', its columns are: file, item")),
        ("file;item\na;b\n", (1, "the manifest has no column 'audio', its columns are: file;item")),
        ("audio,item\na.wav,b,c\n", (2, "the row has 3 cells, the header 2")),
        ("audio,item\n,b\n", (2, "'audio' has no value")),
        ("audio,item\na.wav,b\0c\n", (2, "the row holds a NUL, which cannot be kept")),
        ('audio,item\na.wav,"b\nc.wav,d\n', (2, QUOTE_OPEN)),
        ("audio,item\n\n", (None, "the manifest has a header and no row")),
        ("audio,item,item\na.wav,b,c\n", (1, "the manifest has two columns of the name 'item'")),
    ],
)
def test_csv_faults_name_their_line(tmp_path: Path, text: str, expected: tuple[int, str]) -> None:
    manifest = read(tmp_path, "m.csv", text)
    assert (refused(manifest), manifest.recordings) == ([expected], [])


@pytest.mark.parametrize(
    ("bad", "fault", "kept"),
    [
        ("b.wav,user,1,2,well, yes", "the row has 6 cells, the header 5", ["a.wav"]),
        ("b.wav,user,1,2,we\0ll", "the row holds a NUL, which cannot be kept", ["a.wav"]),
        ("who,knows,1,2,well, yes", "the row has 6 cells, the header 5", []),
        ('a.wav,user,1,2,"well', None, []),
    ],
)
def test_no_recording_comes_in_without_a_turn_whose_row_was_refused(
    tmp_path: Path, bad: str, fault: str | None, kept: list[str]
) -> None:
    rows = [
        "audio,role,start,end,text",
        "a.wav,agent,0,1,yes",
        "b.wav,agent,0,1,no",
        bad,
        "b.wav,agent,2,3,so",
    ]
    manifest = read(tmp_path, "m.csv", "\n".join(rows))
    assert [listed.row.audio for listed in manifest.recordings] == kept
    lost = [(4, fault or QUOTE_OPEN)] + [
        (line, f"line 4 of the manifest cannot be used, and '{sound}' would come in without what it says")
        for line, sound in ((2, "a.wav"), (3, "b.wav"))
        if sound not in kept
    ]
    assert refused(manifest) == lost


def test_a_cell_beyond_all_bounds_breaks_the_file_off_at_its_line(tmp_path: Path) -> None:
    manifest = read(tmp_path, "m.csv", f"audio,text\na.wav,fine\nb.wav,{'x' * 200_000}\n")
    assert refused(manifest) == [(3, "the CSV breaks off: a cell is longer than 131,072 characters")]


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
    assert refused(manifest) == [(1, "the CSV breaks off: a cell is longer than 131,072 characters")]


@pytest.mark.parametrize(("separator", "name"), [(";", "semicolons"), ("\t", "tabs")])
def test_columns_of_a_spreadsheet_are_read_whatever_separates_them_by_name(
    tmp_path: Path, separator: str, name: str
) -> None:
    manifest = read(
        tmp_path, "m.csv", separator.join(("audio", "start", "role", "\n")) + f"a.wav{separator}1,5"
    )
    [listed] = manifest.recordings
    assert listed.turns == (WrittenTurn({"start": "1,5"}, line_place(2), 2),)
    assert [(one.line, one.message) for one in manifest.repaired] == [
        (1, f"the columns are separated by {name} and not by commas: read so")
    ]
    assert read(tmp_path, "m.tsv", "audio\titem\na.wav\tx, y\n").recordings[0].row.item == "x, y"


def test_parquet_has_a_recording_or_a_turn_a_row(tmp_path: Path) -> None:
    turns = [{"role": "agent", "start": 0.0, "end": 1.0, "text": None}]
    table = {
        "Audio": ["a.wav", "b.wav"],
        "item": [7, None],
        "agent_channel": ["left", None],
        "scenario": [{"title": "T"}, None],
        "turns": [turns, None],
        "mos": [1.5, float("nan")],
    }
    pq.write_table(pa.table(table), tmp_path / "m.parquet")
    manifest = read_manifest(tmp_path / "m.parquet")
    assert [(one.row.audio, one.row.item, one.row.scenario, one.line) for one in manifest.recordings] == [
        ("a.wav", "7", {"title": "T"}, 1),
        ("b.wav", None, {}, 2),
    ]
    assert [one.turns for one in manifest.recordings] == [
        (WrittenTurn({"role": "agent", "start": 0.0, "end": 1.0}, turn_place(1), 1),),
        None,
    ]
    assert [one.message.partition(" is ")[0] for one in manifest.warnings] == ["the column 'mos'"]
    rows = {"audio": ["a.wav", "a.wav"], "speaker": ["A", "B"], "start": [0.5, 2], "end": [1.5, None]}
    pq.write_table(pa.table(rows), tmp_path / "m.parquet")
    [listed] = read_manifest(tmp_path / "m.parquet").recordings
    assert listed.turns == (
        WrittenTurn({"speaker": "A", "start": 0.5, "end": 1.5}, line_place(1), 1),
        WrittenTurn({"speaker": "B", "start": 2.0}, line_place(2), 2),
    )


@pytest.mark.parametrize("content", [b"", b"audio\na.wav\n", b"PAR1" + b"\xff" * 400 + b"PAR1"])
def test_parquet_that_is_none_is_refused_as_a_whole(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.parquet").write_bytes(content)
    manifest = read_manifest(tmp_path / "m.parquet")
    [(line, reason)] = refused(manifest)
    assert (line, reason.partition(":")[0]) == (None, "the manifest is no Parquet file that can be read")


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
    assert (warning.message, warning.remedy) == (
        "the column 'speaker' is not known and was left out",
        "The columns of a manifest are in docs/importing.md.",
    )


def test_a_manifest_in_another_encoding_is_read_by_name_or_refused_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_bytes("audio\n통화.wav\n".encode("cp949"))
    manifest = read_manifest(tmp_path / "m.csv")
    assert [listed.row.audio for listed in manifest.recordings] == ["통화.wav"]
    assert [one.message for one in manifest.repaired] == [
        "the file is CP949 (Korean) text and not UTF-8: read as CP949 (Korean)"
    ]
    (tmp_path / "m.csv").write_bytes("audio\n通話を聞く.wav\n".encode("euc-jp"))
    manifest = read_manifest(tmp_path / "m.csv")
    assert (refused(manifest), manifest.recordings) == (
        [(None, "the manifest is not UTF-8 text, and its encoding is not known")],
        [],
    )


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=; "])
def test_a_first_line_that_says_what_separates_the_columns_is_followed_and_counted(
    tmp_path: Path, line: str
) -> None:
    manifest = read(tmp_path, "m.csv", f"{line}\r\naudio;item\r\na.wav;x, y\r\n;z\r\n")
    assert [(one.row.item, one.line) for one in manifest.recordings] == [("x, y", 3)]
    assert refused(manifest) == [(4, "'audio' has no value")]
    assert manifest.repaired == []
