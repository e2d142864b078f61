"""The catalogue of what an import says: whole in every language, and nothing in it that is said nowhere."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

import earmark
from earmark.core.wording import LANGUAGES, said, said_from, say

SOURCES = Path(earmark.__file__).parent
SPEAKING = ("core", "audio", "services", "engine")


def catalogue(language: str) -> dict[str, dict[str, str]]:
    text = (SOURCES / "core" / "wording" / f"{language}.toml").read_text(encoding="utf-8")
    return {
        code: {"reason": entry} if isinstance(entry, str) else entry
        for code, entry in tomllib.loads(text).items()
    }


ENGLISH = catalogue("en")


def words_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@cache
def sources() -> tuple[ast.Call | ast.Constant, ...]:
    """Return what may say something: the calls and the texts of the packages that find fault with files."""
    paths = (path for folder in SPEAKING for path in (SOURCES / folder).rglob("*.py"))
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(node for node in nodes if isinstance(node, (ast.Call, ast.Constant)))


def codes_said() -> tuple[set[str], set[str]]:
    """Return the codes that the sources say, and the beginnings of those that they put together."""
    whole, begun = set(), set()
    for node in sources():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            code, prefix = node.args[0], {"said": "", "note": "sound."}.get(node.func.id)
            if prefix is not None and isinstance(code, ast.Constant):
                whole.add(prefix + str(code.value))
            elif prefix is not None and isinstance(code, ast.JoinedStr):
                begun.add(prefix + str(getattr(code.values[0], "value", "")))
    return whole, begun - {"sound."}  # whatever a note or a finding says


def test_every_code_has_its_sentence_and_every_sentence_is_said() -> None:
    whole, begun = codes_said()
    assert whole - ENGLISH.keys() == set()
    assert all(any(code.startswith(start) for code in ENGLISH) for start in begun)
    texts = {node.value for node in sources() if isinstance(node, ast.Constant)}
    followed = {code.replace("kind.", "turns.", 1) for code in ENGLISH if code.startswith("kind.")}
    assert followed <= ENGLISH.keys()
    unsaid = {
        code
        for code in ENGLISH.keys() - whole
        if not code.startswith(("kind.", *begun)) and not {code, code.removeprefix("sound.")} & texts
    }
    assert unsaid == set()


def test_every_language_says_all_of_it_with_the_same_words() -> None:
    for language in LANGUAGES:
        own = catalogue(language)
        assert own.keys() == ENGLISH.keys()
        for code, parts in own.items():
            english = ENGLISH[code]
            assert bool(parts.get("remedy")) == bool(english.get("remedy")), code
            assert words_of(parts["reason"]) == words_of(english["reason"]), code
            for template in parts.values():
                assert words_of(template) <= words_of("".join(english.values())), code


def test_a_page_names_no_command() -> None:
    for language in LANGUAGES:
        for code, parts in catalogue(language).items():
            page = parts.get("page", parts.get("remedy", ""))
            assert not any(word in page for word in ("earmark ", " --", "docs/")), (language, code)


def test_a_sentence_survives_json_and_is_said_in_both_languages() -> None:
    place = said("place.of", place=said("place.turn", number=3), file="a_{user}.vtt")
    sentence = said("turns.missing-end", place=place, start=1.0, where=said("ends.at-next"), end=2.5)
    document = sentence.as_json()
    again = said_from(str(document["code"]), dict(document["words"]))  # type: ignore[call-overload]
    assert again == sentence
    assert (
        say(again) == "turn 3 of 'a_{user}.vtt' has no end: now it ends where the next turn begins, at 2.5 s"
    )
    korean = say(again, "ko")
    assert "a_{user}.vtt" in korean
    assert korean.endswith("의 발화 3에 끝이 없어 다음 발화가 시작되는 2.5초에서 끝나게 했습니다")
    assert say(again, "xx") == say(again, "en")
    several = said("talk.many-files", count=3, names=("'a'", "'b'"))
    assert said_from(**several.as_json()) == several  # type: ignore[arg-type]


PARTICLES = "은는이가을를와과로"
PARTICLE = re.compile(
    rf"(?:\}}|\)[sd])[\u2019\u201d]?(?:(?:[{PARTICLES}]|으로)(?![가-힣])|이?라고|이?라는|이며|\((?:으|이|와|과|을|를|은|는|가)\))"
)
"""A particle right behind a word that is filled in: which of two is right hangs on how that word ends."""
PAGES = SOURCES / "web" / "locale" / "ko" / "LC_MESSAGES" / "earmark.po"


def test_no_korean_particle_hangs_on_a_word_that_is_filled_in() -> None:
    said_of_files = [text for parts in catalogue("ko").values() for text in parts.values()]
    with PAGES.open("rb") as stream:
        said_on_pages = [str(one.string) for one in read_po(stream)]
    assert [text for text in (*said_of_files, *said_on_pages) if PARTICLE.search(text)] == []


def test_korean_has_one_word_for_each_thing() -> None:
    texts = PAGES.read_text(encoding="utf-8") + str(catalogue("ko"))
    others = ("개정", "리비전", "턴을", "턴이", "턴은", "턴부터", "턴,", '"턴', "세그먼트")
    assert [word for word in others if word in texts] == []
