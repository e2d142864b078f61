from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from earmark.web.headers import FOR_EVER
from earmark.web.languages import languages, translate
from earmark.web.rendering import messages
from house import House

MESSAGES = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "messages.py"))
STATIC = MESSAGES["WEB"] / "static"
SAID = re.compile(r"""\b(?:say|gettext)\(\s*"((?:[^"\\]|\\.)*)\"""")
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.mark.parametrize(("tag", "path"), list(MESSAGES["catalogues"]()))
def test_every_text_of_the_pages_is_translated(tag: str, path: Path) -> None:
    assert MESSAGES["untranslated"](tag, path) == []


def test_every_text_that_a_script_says_is_found_also_within_template_strings() -> None:
    scripts = [path for folder in ("js", "workbench") for path in (STATIC / folder).glob("*.js")]
    said = {text for path in scripts for text in SAID.findall(path.read_text(encoding="utf-8"))}
    in_use = {message.id for message in MESSAGES["texts_in_use"]() if isinstance(message.id, str)}
    assert "%(begun)s begun" in said
    assert said - in_use == set()


@pytest.mark.parametrize("tag", [tag for tag in languages() if tag != "en"])
def test_translations_fill_the_same_places(tag: str) -> None:
    catalogue = languages()[tag].messages
    texts = {text: [forms] if isinstance(forms, str) else forms for text, forms in catalogue.items()}
    wrong = {
        text: form
        for text, forms in texts.items()
        for form in forms
        if set(PLACE.findall(form)) - {"%(num)s", "%(n)s"} != set(PLACE.findall(text)) - {"%(num)s", "%(n)s"}
    }
    assert wrong == {}


def test_a_text_without_a_translation_stays_as_it_is() -> None:
    assert translate("ko", "A text that nobody has written") == "A text that nobody has written"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("en-GB,en;q=0.9,ko;q=0.8", "en"),
        ("fr,ko;q=0.5,en;q=0.7", "en"),
        ("fr;q=0.9,ko;q=0.5", "ko"),
        ("ko;q=0,en", "en"),
        ("*", "en"),
        ("ko;q=much", "en"),
        ("fr", "en"),
    ],
)
def test_a_stranger_gets_the_language_of_the_browser(house: House, header: str, language: str) -> None:
    browser = house.browser()
    browser.headers["accept-language"] = header
    answer = browser.get("/sign-in")
    assert (answer.headers["content-language"], answer.text.count(f'<html lang="{language}"')) == (
        language,
        1,
    )


def test_a_choice_stays_with_the_browser_until_somebody_signs_in(house: House) -> None:
    browser = house.browser()
    browser.headers["accept-language"] = "en"
    browser.post("/preferences", data={"language": "ko", "next": "/sign-in"})
    assert browser.get("/sign-in").headers["content-language"] == "ko"


def test_whoever_has_chosen_no_language_gets_that_of_the_browser_signed_in_too(house: House) -> None:
    browser = house.browser("rater")
    browser.headers["accept-language"] = "ko-KR,ko;q=0.9,en;q=0.5"
    answer = browser.get("/account?done=name")
    assert answer.headers["content-language"] == "ko"
    assert translate("ko", "Your name is changed.") in answer.text


def test_a_choice_stays_with_the_person_on_every_device(house: House) -> None:
    answer = house.browser("rater").post("/preferences", data={"language": "ko", "next": "/account"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    assert house.browser("rater").get("/").headers["content-language"] == "ko"


def test_a_language_or_theme_that_is_none_changes_nothing(house: House) -> None:
    browser = house.browser("rater")
    answer = browser.post("/preferences", data={"language": "xx", "theme": "pink"})
    assert (answer.status_code, answer.headers.get("set-cookie")) == (303, None)
    assert browser.get("/").headers["content-language"] == "en"


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_theme_stays_with_the_browser(house: House, theme: str) -> None:
    browser = house.browser("rater")
    browser.post("/preferences", data={"theme": theme})
    assert browser.get("/").text.count(f'data-theme="{theme}"') == 1


def test_scripts_get_the_catalogue_of_their_language(house: House) -> None:
    korean, english, none = (
        house.browser().get(f"/api/v1/messages/{language}") for language in ("ko", "en", "xx")
    )
    assert korean.json() == {"language": "ko", "messages": languages()["ko"].messages}
    assert english.json() == {"language": "en", "messages": {}}
    assert none.status_code == 404


def test_a_catalogue_is_kept_by_browsers_under_its_version_alone_and_sent_packed(house: House) -> None:
    browser = house.browser()
    kept, other = browser.get(messages("ko")), browser.get("/api/v1/messages/ko?v=else")
    plain = browser.get(messages("ko"), headers={"Accept-Encoding": "identity"})
    headers = ("cache-control", "content-encoding")
    assert [kept.headers.get(name) for name in headers] == [FOR_EVER, "gzip"]
    assert [other.headers.get(name) for name in headers] == ["no-store", "gzip"]
    assert [plain.headers.get(name) for name in headers] == [FOR_EVER, None]
    assert kept.json() == other.json() == plain.json()
