from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from earmark.core.errors import EnvironmentProblemError
from earmark.storage.objects import Objects


def test_a_store_that_takes_nothing_says_so_in_plain_words(tmp_path: Path) -> None:
    key = hashlib.sha256(b"sound").hexdigest()
    objects = Objects(tmp_path / "objects")
    (tmp_path / "objects" / key[:2]).write_text("a file in the folder's place")
    (tmp_path / "sound.wav").write_bytes(b"sound")
    for put in (lambda: objects.put_bytes(b"sound"), lambda: objects.put_file(tmp_path / "sound.wav")):
        with pytest.raises(EnvironmentProblemError, match="could not keep a file: it cannot be written to"):
            put()
