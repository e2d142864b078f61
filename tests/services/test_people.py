from __future__ import annotations

import unicodedata

import pytest

from earmark.core.errors import ConflictError, WrongInputError
from earmark.services import people
from earmark.services.home import Home
from earmark.services.people import check_new_person, create_person, find_person, make_founder, rename
from people import NOON


def make(home: Home, name: str) -> str:
    return home.database.write(lambda connection: create_person(connection, name=name, now=NOON))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada Berg", "ada  berg"),
        ("Ada", " ADA "),
        ("서연", unicodedata.normalize("NFD", "서연")),
        ("Straße", "STRASSE"),
        ("\uff21da", "Ada"),
        ("Ada", "A\u3164da\ufe0f"),
    ],
)
def test_two_spellings_of_one_name_are_one_name(home: Home, first: str, second: str) -> None:
    person = make(home, first)
    with pytest.raises(WrongInputError) as taken:
        make(home, second)
    with home.database.read() as connection:
        found = find_person(connection, second)
    assert [fault.code for fault in taken.value.faults] == ["name-taken"]
    assert found is not None
    assert found.id == person


def test_all_faults_of_an_account_are_told_at_once() -> None:
    with pytest.raises(WrongInputError) as wrong:
        check_new_person("\u3000 \u3164", "short")
    assert [(fault.where, fault.code) for fault in wrong.value.faults] == [
        ("name", "name-missing"),
        ("password", "password-short"),
    ]


def test_renaming_to_ones_own_name_in_another_spelling_is_fine(home: Home) -> None:
    person = make(home, "ada")
    home.database.write(lambda connection: rename(connection, person, "Ada "))
    with home.database.read() as connection:
        assert people.get_person(connection, person).name == "Ada"


def test_renaming_to_the_name_of_somebody_else_is_refused(home: Home) -> None:
    make(home, "Ada")
    bea = make(home, "Bea")
    with pytest.raises(WrongInputError):
        home.database.write(lambda connection: rename(connection, bea, "ADA"))


def test_there_is_one_founder(home: Home) -> None:
    founder = make_founder(home, "Ada")
    with pytest.raises(ConflictError):
        make_founder(home, "Bea")
    with home.database.read() as connection:
        assert people.get_person(connection, founder).founder is True
        assert people.has_nobody(connection) is False


def test_of_two_changes_of_a_password_the_later_is_told(home: Home) -> None:
    person = make(home, "Ada")
    home.database.write(lambda connection: people.replace_password(connection, person, old=None, new="one"))
    with pytest.raises(ConflictError):
        home.database.write(
            lambda connection: people.replace_password(connection, person, old=None, new="two")
        )
    with home.database.read() as connection:
        assert people.stored_password(connection, person) == "one"
