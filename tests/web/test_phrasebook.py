"""The phrasebook as the page receives it."""

from __future__ import annotations

from house import House

BOOK = "/api/v1/studies/voices/phrasebook"


def test_the_page_gets_the_book_once_and_asks_then_only_whether_it_is_the_same(house: House) -> None:
    browser = house.browser("rater")
    answer = browser.get(BOOK)
    [group] = answer.json()["groups"]
    assert group["phrases"] == [
        {"id": "warm", "text": {"en": "It sounds warm at {turn}.", "ko": "{turn}에서 따뜻하게 들립니다."}}
    ]
    again = browser.get(BOOK, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content, again.headers["cache-control"]) == (
        304,
        b"",
        "private, no-cache",
    )
