"""A rater's own page: in their own time, in their language, and with a way on when there is nothing yet."""

from __future__ import annotations

import html
import re

from house import House

LEAVE = {"exit": "skip", "reason": "accent"}
ZONES = (
    ("Asia%2FSeoul", "21:00"),
    ("Asia/Seoul", "21:00"),
    ("", "12:00 UTC"),
    ("Europe", "12:00 UTC"),
    ("No/Where", "12:00 UTC"),
    ("../../etc/passwd", "12:00 UTC"),
)
"""What a cookie says, and noon in UTC as the page then tells it."""


def words(text: str) -> str:
    """Return what a reader sees of the main part of a page, one space apart."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text.partition("<main")[2])).split())


def test_a_page_of_nothing_says_what_will_stand_there(house: House) -> None:
    told = words(house.browser("other").get("/studies/voices/work").text)
    assert "Today 0 In all 0 of 2 Skipped 0 Discarded 0" in told
    assert "Nothing sent yet" in told


def test_when_something_was_is_told_in_the_zone_of_the_browser(house: House) -> None:
    house.browser("rater").post(f"/api/v1/assignments/{house.ids['assignment']}/exit", json=LEAVE)
    for zone, when in ZONES:
        browser = house.browser("rater")
        browser.cookies.set("earmark-zone", zone, domain="earmark.test")
        assert f"Clip 1 hello 1 Jan 2026, {when} skipped" in words(browser.get("/studies/voices/work").text)


def test_what_was_never_sent_cannot_be_opened_again_and_the_page_says_so(house: House) -> None:
    answer = house.browser("rater").get(f"/studies/voices/rate/{house.ids['assignment']}")
    assert (answer.status_code, words(answer.text).count("You have sent nothing of this item")) == (409, 1)
