from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from sqlalchemy import update

from earmark.services import passwords
from earmark.services.people import stored_password
from earmark.storage import tables
from house import House
from people import NOON

DATED = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
TODAY = PasswordHasher(time_cost=1, memory_cost=16, parallelism=1)
PASSWORD = "four words and more"


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash at a cost that tests can bear; tests/services/test_passwords.py has the real one."""
    monkeypatch.setattr(passwords, "_hasher", lambda: TODAY)


def give_password(house: House, who: str) -> None:
    """Store a password at a cost that is dated."""
    set_hash = update(tables.person).where(tables.person.c.id == house.ids[who])
    house.home.database.write(
        lambda connection: connection.execute(set_hash.values(password_hash=DATED.hash(PASSWORD)))
    )


def hash_of(house: House, who: str) -> str | None:
    with house.home.database.read() as connection:
        return stored_password(connection, house.ids[who])


def test_a_person_finds_their_theme_in_another_browser(house: House) -> None:
    give_password(house, "rater")
    assert house.browser("rater").post("/preferences", data={"theme": "dark"}).status_code == 303
    browser = house.browser()
    browser.post("/sign-in", data={"name": "rater", "password": PASSWORD})
    assert 'data-theme="dark"' in browser.get("/").text


def test_name_and_password_open_a_session_and_lead_on(house: House) -> None:
    give_password(house, "rater")
    browser = house.browser()
    answer = browser.post("/sign-in", data={"name": " RATER ", "password": PASSWORD, "next": "/account"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    assert browser.get("/account").status_code == 200


def test_a_dated_hash_is_renewed_at_sign_in(house: House) -> None:
    give_password(house, "rater")
    house.browser().post("/sign-in", data={"name": "rater", "password": PASSWORD})
    renewed = hash_of(house, "rater") or ""
    assert TODAY.check_needs_rehash(renewed) is False
    assert TODAY.verify(renewed, PASSWORD) is True


def test_an_unknown_name_a_wrong_password_and_no_password_get_one_answer(house: House) -> None:
    give_password(house, "rater")
    tries = {"nobody": PASSWORD, "rater": "wrong", "owner": PASSWORD}  # the owner signs in by link
    answers = [
        house.browser().post("/sign-in", data={"name": name, "password": password})
        for name, password in tries.items()
    ]
    assert [answer.status_code for answer in answers] == [422, 422, 422]
    texts = [answer.text.replace(name, "") for answer, name in zip(answers, tries, strict=True)]
    assert texts == texts[:1] * 3


def test_after_eight_failures_even_the_right_password_has_to_wait(house: House) -> None:
    give_password(house, "rater")
    browser = house.browser()
    failures = [
        browser.post("/sign-in", data={"name": "rater", "password": "wrong"}).status_code for _ in range(8)
    ]
    right = browser.post("/sign-in", data={"name": "Rater", "password": PASSWORD})
    assert (failures, right.status_code) == ([422] * 8, 429)


@pytest.mark.parametrize("path", ["//elsewhere.test", "/\\elsewhere.test", "https://elsewhere.test", "/a\nb"])
def test_signing_in_never_leads_to_another_site(house: House, path: str) -> None:
    assert house.browser("rater").get("/sign-in", params={"next": path}).headers["location"] == "/"


def test_a_page_asked_for_without_a_session_is_the_one_after_signing_in(house: House) -> None:
    answer = house.browser().get("/studies/voices/items")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/studies/voices/items")


def test_signing_out_ends_the_session_and_not_just_the_cookie(house: House) -> None:
    browser, thief = house.browser("rater"), house.browser("rater")
    assert browser.post("/sign-out").headers["location"] == "/sign-in"
    assert (browser.cookies.get("earmark"), thief.get("/").status_code) == (None, 303)


def test_a_session_ends_after_thirty_days(house: House) -> None:
    def after(days: float) -> int:
        late = NOON + round(days * 24 * 3600 * 1_000_000)
        house.app.state.home = type(house.home)(
            house.home.settings, house.home.database, house.home.objects, lambda: late
        )
        return house.browser("rater").get("/").status_code

    assert (after(29.99), after(30)) == (200, 303)


def test_a_session_of_ones_own_can_be_ended_from_another(house: House) -> None:
    here = house.browser("rater")
    assert here.get("/account").text.count("Safari, iPhone") == 1
    assert here.post(f"/account/sessions/{house.ids['session']}/end").status_code == 303
    assert here.get("/account").text.count("Safari, iPhone") == 0
    assert here.post(f"/account/sessions/{house.ids['session']}/end").status_code == 404


def test_changing_the_password_signs_out_everywhere_else(house: House) -> None:
    give_password(house, "rater")
    here, there = house.browser("rater"), house.browser()
    there.post("/sign-in", data={"name": "rater", "password": PASSWORD})
    change = {"old_password": PASSWORD, "new_password": "another four words"}
    assert here.post("/account/password", data=change).headers["location"] == "/account?done=password"
    assert (here.get("/").status_code, there.get("/").status_code) == (200, 303)


def test_the_old_password_is_asked_for_before_a_new_one(house: House) -> None:
    give_password(house, "rater")
    before = hash_of(house, "rater")
    change = {"old_password": "wrong", "new_password": "another four words"}
    answer = house.browser("rater").post("/account/password", data=change)
    assert (answer.status_code, answer.text.count("This is not your password.")) == (422, 1)
    assert hash_of(house, "rater") == before


def test_only_wrong_old_passwords_count_against_a_change(house: House) -> None:
    give_password(house, "rater")
    rater = house.browser("rater")

    def change(old: str, new: str) -> int:
        return rater.post("/account/password", data={"old_password": old, "new_password": new}).status_code

    assert [change(PASSWORD, "short") for _ in range(9)] == [422] * 9
    assert [change("wrong", "another four words") for _ in range(9)] == [422] * 8 + [429]
    assert change(PASSWORD, "another four words") == 429
