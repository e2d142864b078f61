from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from earmark.core.roles import Role
from earmark.core.times import DAY
from earmark.services.home import Home
from earmark.services.links import make_set_up_link, make_sign_in_link
from earmark.services.members import standing
from house import House, count_used
from people import NOON


def role_of(house: House, who: str) -> Role | None:
    with house.home.database.read() as connection:
        found = standing(connection, study_name="voices", person_id=house.ids[who])
    return found.role if found else None


def test_opening_a_link_uses_nothing_and_lets_nobody_in(house: House) -> None:
    address = f"/links/{house.tokens['invitation']}"
    browser = house.browser()
    assert [browser.get(address).status_code for _ in range(3)] == [200, 200, 200]
    assert (count_used(house, house.tokens["invitation"]), browser.get("/").status_code) == (0, 303)


def test_an_invitation_makes_a_person_without_a_password_a_rater(house: House) -> None:
    browser = house.browser()
    browser.headers["accept-language"] = "ko-KR,ko;q=0.9,en;q=0.5"
    answer = browser.post(f"/links/{house.tokens['invitation']}", data={"name": "나래"})
    home = browser.get("/")
    assert (answer.status_code, home.status_code, home.headers["content-language"]) == (303, 200, "ko")
    assert home.text.count('href="/studies/voices/rate"') == 2
    assert count_used(house, house.tokens["invitation"]) == 1


def test_an_invitation_joins_whoever_is_signed_in(house: House) -> None:
    assert role_of(house, "stranger") is None
    house.browser("stranger").post(f"/links/{house.tokens['invitation']}")
    assert role_of(house, "stranger") is Role.RATER


def test_who_has_the_role_already_uses_nothing_up(house: House) -> None:
    for who in ("rater", "owner"):
        assert house.browser(who).post(f"/links/{house.tokens['invitation']}").status_code == 303
    assert (role_of(house, "owner"), count_used(house, house.tokens["invitation"])) == (Role.OWNER, 0)


@pytest.mark.parametrize(
    ("account", "sentence"),
    [
        ({"name": "  "}, "Say by which name others know you."),
        ({"name": "RATER"}, "Somebody here has this name already; add something to yours."),
        ({"name": "n" * 81}, "A name has at most 80 characters."),
        ({"name": "new\u202eton"}, "A name holds letters, digits, signs and spaces only."),
        ({"name": "newton", "password": "short"}, "A password has at least 10 characters."),
    ],
)
def test_a_wrong_account_uses_nothing_up_and_is_told_why(
    house: House, account: dict[str, str], sentence: str
) -> None:
    answer = house.browser().post(f"/links/{house.tokens['invitation']}", data=account)
    assert (answer.status_code, answer.text.count(sentence)) == (422, 1)
    assert count_used(house, house.tokens["invitation"]) == 0


def test_a_sign_in_link_lets_its_person_in_once(house: House) -> None:
    link = house.home.database.write(
        lambda connection: make_sign_in_link(connection, person_id=house.ids["rater"], now=NOON)
    )
    browser = house.browser()
    assert browser.get(f"/links/{link.token}").text.count("Hello, rater") == 2
    assert browser.post(f"/links/{link.token}").status_code == 303
    assert browser.get("/account").text.count('value="rater"') == 2
    assert house.browser().post(f"/links/{link.token}").status_code == 404


def test_links_used_up_closed_expired_or_made_up_answer_alike_and_say_whom_to_ask(house: House) -> None:
    link = house.home.database.write(
        lambda connection: make_sign_in_link(connection, person_id=house.ids["rater"], now=NOON)
    )
    house.browser().post(f"/links/{link.token}")
    house.browser("owner").post(f"/studies/voices/invitations/{house.ids['link']}/close")
    old = house.home.database.write(
        lambda connection: make_sign_in_link(
            connection, person_id=house.ids["rater"], now=NOON - 8 * DAY, days=7
        )
    )
    tokens = (link.token, house.tokens["invitation"], old.token, "made-up")
    told = {
        "en": ("This link is closed or used up", "Ask whoever sent it to you, or the study's owner, for a"),
        "ko": (
            "닫혔거나 이미 사용한 링크입니다",
            "링크를 보낸 분이나 연구 담당자에게 새 링크를 요청해 주세요.",
        ),
    }
    for language, (title, advice) in told.items():
        accepts = {"accept-language": language}
        answers = [
            ask(f"/links/{token}", headers=accepts)
            for ask in (house.browser().get, house.browser().post)
            for token in tokens
        ]
        assert [answer.status_code for answer in answers] == [404] * 8
        assert [answer.content for answer in answers] == [answers[0].content] * 8
        text = html.unescape(answers[0].text)
        assert (text.count(f"<h1>{title}</h1>"), text.count(advice)) == (1, 1)


def test_the_set_up_link_makes_the_founder_who_owns_what_nobody_owned(
    app: FastAPI, home: Home, small_protocol: Callable[[str], Path]
) -> None:
    home.studies.create("early", protocol=small_protocol("clip"))
    app.state.home = home
    link = home.database.write(lambda connection: make_set_up_link(connection, now=NOON))
    with TestClient(app, base_url="http://earmark.test", follow_redirects=False) as browser:
        bare = browser.post(f"/links/{link.token}", data={"name": "Ada"})
        done = browser.post(f"/links/{link.token}", data={"name": "Ada", "password": "ten letters or more"})
        again = browser.post(f"/links/{link.token}", data={"name": "Bea", "password": "ten letters or more"})
        study = browser.get("/studies/early")
    assert (bare.status_code, bare.text.count("A password has at least 10 characters.")) == (422, 1)
    assert (done.status_code, again.status_code, study.status_code) == (303, 404, 200)


def test_a_set_up_link_does_nothing_once_somebody_is_here(house: House) -> None:
    link = house.home.database.write(lambda connection: make_set_up_link(connection, now=NOON))
    account = {"name": "second", "password": "ten letters or more"}
    assert house.browser().post(f"/links/{link.token}", data=account).status_code == 409
    assert count_used(house, link.token) == 0
