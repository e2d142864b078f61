"""Which files may be sent."""

from __future__ import annotations

import pytest

from earmark.core.uploads import LARGEST_FILE, MOST_FILES, Announced, is_safe, refuse


def codes(*paths: str, known: tuple[str, ...] = (), size: int = 1) -> list[tuple[str, str]]:
    found = refuse([Announced(path, size, 0) for path in paths], known=known)
    return [(one.path, one.code) for one in found]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "..",
        "../a.wav",
        "calls/../../a.wav",
        "calls/./a.wav",
        "calls//a.wav",
        "calls/",
        "calls\\..\\a.wav",
        "a\0.wav",
        "a\n.wav",
        "\ud800.wav",
        "é" * 128,
        "folder/" * 150 + "a.wav",
    ],
)
def test_a_name_that_leaves_its_folder_or_cannot_be_written_is_refused(path: str) -> None:
    assert codes(path) == [(path, "bad-name")]


@pytest.mark.parametrize("path", ["a.wav", "통화/환불 1.wav", "a/b/c/..d.wav", "é" * 127, "C: x?.wav"])
def test_other_names_are_taken(path: str) -> None:
    assert is_safe(path)


def test_a_path_is_not_a_file_and_a_folder() -> None:
    assert codes("a", "a/b.wav", "c/d", "c") == [("a/b.wav", "two-kinds"), ("c", "two-kinds")]
    assert codes("a/b.wav", known=("a",)) == [("a/b.wav", "two-kinds")]


def test_too_large_and_too_many_are_refused() -> None:
    assert codes("a.wav", size=LARGEST_FILE) == []
    assert codes("a.wav", size=LARGEST_FILE + 1) == [("a.wav", "too-large")]
    full = tuple(f"{number}.wav" for number in range(MOST_FILES))
    assert codes("0.wav", "more.wav", known=full) == [("more.wav", "too-many")]
