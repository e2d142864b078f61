from __future__ import annotations

import re
from pathlib import Path

import pytest

from earmark.services.home import open_home
from rows import StudyRows

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


def test_the_backup_is_a_data_folder_with_what_was_just_written(
    rows: StudyRows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = rows.study.home
    sound = home.objects.put_bytes(b"a sound")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "earmark-data").symlink_to(home.settings.home)
    monkeypatch.chdir(tmp_path / "work")
    [script] = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(compile(script, "docs/operating.md", "exec"), {})  # noqa: S102 - it is our own page
    rows.study.pause()  # after the backup
    with open_home("backup") as backup:
        study = backup.studies["voices"]
        assert (study.title, study.state, backup.objects.get(sound)) == ("Voices", "open", b"a sound")
