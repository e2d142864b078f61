from __future__ import annotations

import pytest
from sqlalchemy import select

from earmark.core.errors import ConflictError, NotAllowedError, NotFoundError
from earmark.core.roles import Role
from earmark.services import members
from earmark.services.home import Home
from earmark.services.links import make_invitation, take_as_person
from earmark.services.people import create_person, make_founder
from earmark.services.steering import By, Handover, steer
from earmark.storage import tables
from hall import Build
from people import NOON
from rows import StudyRows
from shift import take


class Club:
    """A study and how people come into it and out of it."""

    def __init__(self, rows: StudyRows) -> None:
        self.home, self.study_id, self.name = rows.study.home, rows.study.id, rows.study.name

    def person(self, name: str) -> str:
        return self.home.database.write(lambda connection: create_person(connection, name=name, now=NOON))

    def join(self, person: str, role: Role, *, now: int = NOON, invited_at: int = NOON) -> None:
        self.home.database.write(
            lambda connection: members.join(
                connection,
                study_id=self.study_id,
                person_id=person,
                role=role,
                now=now,
                invited_at=invited_at,
            )
        )

    def revoke(self, person: str, *, now: int = NOON) -> None:
        self.home.database.write(
            lambda connection: members.revoke_member(
                connection, study_id=self.study_id, person_id=person, now=now
            )
        )

    def role(self, person: str) -> Role | None:
        with self.home.database.read() as connection:
            found = members.standing(connection, study_name=self.name, person_id=person)
        return found.role if found else None

    def seed(self, person: str) -> int:
        with self.home.database.read() as connection:
            seed: int = connection.execute(
                select(tables.membership.c.order_seed).where(tables.membership.c.person_id == person)
            ).scalar_one()
        return seed


@pytest.fixture
def club(rows: StudyRows) -> Club:
    return Club(rows)


def test_an_invitation_raises_a_role_and_never_lowers_one(club: Club) -> None:
    ada = club.person("Ada")
    roles = []
    for role in (Role.RATER, Role.REVIEWER, Role.RATER, Role.OWNER, Role.REVIEWER):
        club.join(ada, role)
        roles.append(club.role(ada))
    assert roles == [Role.RATER, Role.REVIEWER, Role.REVIEWER, Role.OWNER, Role.OWNER]


def test_the_seed_of_a_raters_order_is_drawn_once(club: Club) -> None:
    ada, bea = club.person("Ada"), club.person("Bea")
    club.join(ada, Role.RATER)
    club.join(bea, Role.RATER)
    seeds = club.seed(ada), club.seed(bea)
    club.revoke(ada)
    club.join(ada, Role.REVIEWER, now=NOON + 1, invited_at=NOON + 1)
    assert (club.seed(ada), club.seed(bea)) == seeds
    assert seeds[0] != seeds[1]


def test_an_old_shared_link_is_no_way_back_for_who_was_put_out(club: Club) -> None:
    ada = club.person("Ada")
    club.join(ada, Role.RATER)
    club.revoke(ada, now=NOON + 5)
    with pytest.raises(NotAllowedError):
        club.join(ada, Role.RATER, now=NOON + 9, invited_at=NOON + 5)
    assert club.role(ada) is None
    club.join(ada, Role.RATER, now=NOON + 9, invited_at=NOON + 6)
    assert club.role(ada) is Role.RATER


def test_a_refused_return_uses_no_place_of_the_link(club: Club) -> None:
    ada = club.person("Ada")
    link = club.home.database.write(
        lambda connection: make_invitation(
            connection, study_id=club.study_id, role=Role.RATER, cap=2, now=NOON
        )
    )
    club.join(ada, Role.RATER)
    club.revoke(ada, now=NOON + 5)
    with pytest.raises(NotAllowedError):
        club.home.database.write(
            lambda connection: take_as_person(connection, link.token, person_id=ada, now=NOON + 6)
        )
    with club.home.database.read() as connection:
        assert connection.execute(select(tables.link.c.used)).scalar_one() == 0


def test_a_study_keeps_an_owner(club: Club) -> None:
    ada, bea = club.person("Ada"), club.person("Bea")
    club.join(ada, Role.OWNER)
    with pytest.raises(ConflictError):
        club.revoke(ada)
    club.join(bea, Role.OWNER)
    club.revoke(ada)
    assert (club.role(ada), club.role(bea)) == (None, Role.OWNER)


def test_ending_what_has_ended_is_told(club: Club) -> None:
    ada = club.person("Ada")
    club.join(ada, Role.RATER)
    club.revoke(ada)
    with pytest.raises(NotFoundError):
        club.revoke(ada)


def test_tasks_of_who_is_put_out_go_to_others_at_once_and_come_back_with_an_invitation(build: Build) -> None:
    hall = build(tasks=2, raters=2)
    first, second = hall.raters
    mine = take(hall, first).assignment
    with hall.database.read() as connection:
        (kept,) = (task for task, free in hall.free(connection).items() if free)
    by, handover = By(hall.study_id, None, hall.now), Handover(to=first)
    hall.database.write(lambda c: steer(c, by, "reassign", [kept], handover=handover))
    assert take(hall, second).assignment is None
    hall.database.write(
        lambda c: members.revoke_member(c, study_id=hall.study_id, person_id=first, now=hall.now)
    )
    with hall.database.read() as connection:
        assert set(hall.free(connection).values()) == {1}
    hall.database.write(
        lambda c: members.join(
            c, study_id=hall.study_id, person_id=first, role=Role.RATER, now=hall.now, invited_at=hall.now + 1
        )
    )
    assert take(hall, first).assignment == mine


def test_an_owner_lets_back_in_only_who_could_open_nothing_more(club: Club, home: Home) -> None:
    founder = make_founder(home, "Founder")  # owns the study, which nobody owned
    plain, elsewhere, outside = (club.person(name) for name in ("plain", "elsewhere", "outside"))
    keyed = home.database.write(
        lambda connection: create_person(connection, name="keyed", password_hash="a hash", now=NOON)
    )
    for person in (plain, elsewhere, keyed):
        club.join(person, Role.RATER)
    owner = club.person("owner")
    club.join(owner, Role.OWNER)
    home.studies.create("second", protocol="clip-rating", owner=elsewhere)
    with home.database.read() as connection:
        allowed = {
            name: members.may_let_in(connection, owner_id=owner, person_id=person)
            for name, person in {
                "plain": plain,
                "elsewhere": elsewhere,
                "keyed": keyed,
                "outside": outside,
                "founder": founder,
                "nobody": "nosuchperson",
            }.items()
        }
    assert allowed == {
        "plain": True,
        "elsewhere": False,
        "keyed": False,
        "outside": False,
        "founder": False,
        "nobody": False,
    }
