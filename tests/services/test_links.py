from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from earmark.core.errors import EarmarkError, NotFoundError, WrongInputError
from earmark.core.roles import Role
from earmark.core.times import DAY
from earmark.services import links, members, people
from earmark.services.home import Home
from earmark.services.links import NewLink
from earmark.storage import tables
from people import NOON
from rows import StudyRows

TAKERS = 20


def invite(rows: StudyRows, **how: int) -> NewLink:
    return rows.study.home.database.write(
        lambda connection: links.make_invitation(
            connection, study_id=rows.study.id, role=Role.RATER, now=NOON, **how
        )
    )


def join(home: Home, token: str, name: str, *, now: int = NOON) -> bool:
    """Take an invitation; tell whether it was open."""
    try:
        home.database.write(
            lambda connection: links.take_as_new_person(
                connection, token, name=name, password_hash=None, language="en", now=now
            )
        )
    except NotFoundError:
        return False
    return True


@pytest.mark.parametrize("cap", [1, 7])
def test_of_twenty_takers_at_once_as_many_get_in_as_the_cap_says(
    home: Home, rows: StudyRows, cap: int
) -> None:
    link = invite(rows, cap=cap)
    with ThreadPoolExecutor(TAKERS) as pool:
        got_in = list(pool.map(lambda number: join(home, link.token, f"taker {number}"), range(TAKERS)))
    with home.database.read() as connection:
        people_there = connection.execute(select(func.count()).select_from(tables.person)).scalar_one()
        members_there = len(members.members_of(connection, rows.study.id))
    assert (sum(got_in), people_there, members_there) == (cap, cap, cap)


def test_an_invitation_ends_at_its_time_to_the_microsecond(home: Home, rows: StudyRows) -> None:
    link = invite(rows, cap=5, days=3)
    assert link.expires_at == NOON + 3 * DAY
    assert join(home, link.token, "early", now=link.expires_at - 1) is True
    assert join(home, link.token, "late", now=link.expires_at) is False


def test_a_closed_invitation_lets_nobody_in_and_is_listed_no_more(home: Home, rows: StudyRows) -> None:
    first, second = invite(rows, cap=5), invite(rows, cap=5)
    home.database.write(
        lambda connection: links.close_invitation(connection, first.id, study_id=rows.study.id, now=NOON)
    )
    with home.database.read() as connection:
        still_open = links.open_invitations(connection, rows.study.id, now=NOON)
    assert [link.id for link in still_open] == [second.id]
    assert join(home, first.token, "late") is False


@pytest.mark.parametrize("how", [{"cap": 0}, {"cap": 10_001}, {"days": 0}, {"days": 366}])
def test_a_link_without_bounds_is_not_made(rows: StudyRows, how: dict[str, int]) -> None:
    with pytest.raises(WrongInputError):
        invite(rows, **how)


def test_a_link_does_only_what_it_was_made_for(home: Home) -> None:
    def wrong_uses(token: str) -> int:
        refused = 0
        takes = (
            lambda connection: links.take_sign_in(connection, token, now=NOON),
            lambda connection: links.take_set_up(
                connection, token, name="n", password_hash=None, language="en", now=NOON
            ),
            lambda connection: links.take_as_new_person(
                connection, token, name="n", password_hash=None, language="en", now=NOON
            ),
        )
        for take in takes:
            try:
                home.database.write(take)
            except EarmarkError:
                refused += 1
        return refused

    set_up = home.database.write(lambda connection: links.make_set_up_link(connection, now=NOON))
    assert wrong_uses(set_up.token) == 2
    with home.database.read() as connection:
        founder = people.find_person(connection, "n")
    assert founder is not None
    sign_in = home.database.write(
        lambda connection: links.make_sign_in_link(connection, person_id=founder.id, now=NOON)
    )
    assert wrong_uses(sign_in.token) == 2


def test_the_database_holds_no_token(home: Home, rows: StudyRows) -> None:
    link = invite(rows)
    with home.database.read() as connection:
        row = connection.execute(select(tables.link)).one()
    assert link.token not in [str(value) for value in row]


def test_a_second_set_up_link_closes_the_first(home: Home) -> None:
    first, second = (
        home.database.write(lambda connection: links.make_set_up_link(connection, now=NOON)) for _ in "ab"
    )
    with home.database.read() as connection:
        assert links.look_at(connection, second.token, now=NOON).kind is links.Kind.SET_UP
        with pytest.raises(NotFoundError):
            links.look_at(connection, first.token, now=NOON)
