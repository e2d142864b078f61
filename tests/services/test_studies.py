from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from earmark.core.errors import NotFoundError, WrongInputError
from earmark.services.home import Home
from earmark.storage.tables import membership, person, protocol

SmallProtocol = Callable[[str], Path]


def test_a_new_study_starts_with_its_protocols_defaults_and_is_found_by_name(
    home: Home, small_protocol: SmallProtocol
) -> None:
    made = home.studies.create("voices-1", protocol=small_protocol("clip"), title="Voices")
    assert home.studies["voices-1"] == made
    assert (made.title, made.state, made.settings.votes_per_item) == ("Voices", "open", 1)
    assert made.protocol.id == "small-clip"
    assert list(home.studies) == ["voices-1"]


def test_a_study_keeps_its_protocol_when_the_folder_changes(
    home: Home, small_protocol: SmallProtocol
) -> None:
    folder = small_protocol("clip")
    before = home.studies.create("before", protocol=folder)
    page = folder / "protocol.yaml"
    page.write_text(page.read_text(encoding="utf-8").replace("How good?", "How bad?"), encoding="utf-8")
    after = home.studies.create("after", protocol=folder)
    prompts = [study.protocol.questions[0].prompt.root for study in (before, after)]
    assert prompts == [{"en": "How good?"}, {"en": "How bad?"}]


def test_two_studies_of_one_protocol_share_its_files(home: Home, small_protocol: SmallProtocol) -> None:
    for name in ("one", "two"):
        home.studies.create(name, protocol=small_protocol("clip"))
    with home.database.read() as connection:
        assert len(connection.execute(protocol.select()).all()) == 1


@pytest.mark.parametrize("name", ["", "Voices", "a b", "-a", "a-", "a--b", "목소리", "a/b", "x" * 65])
def test_a_name_that_is_no_slug_is_refused(home: Home, small_protocol: SmallProtocol, name: str) -> None:
    with pytest.raises(WrongInputError, match="cannot name a study"):
        home.studies.create(name, protocol=small_protocol("clip"))


def test_a_name_that_is_taken_is_refused(home: Home, small_protocol: SmallProtocol) -> None:
    home.studies.create("voices", protocol=small_protocol("clip"))
    with pytest.raises(WrongInputError, match="is there already"):
        home.studies.create("voices", protocol=small_protocol("clip"))


def test_an_unknown_name_says_where_to_look(home: Home) -> None:
    assert "nothing" not in home.studies
    with pytest.raises(NotFoundError, match="earmark study list"):
        home.studies["nothing"]


def test_settings_change_together_or_not_at_all(home: Home, small_protocol: SmallProtocol) -> None:
    study = home.studies.create("voices", protocol=small_protocol("clip"), settings={"votes_per_item": 3})
    with pytest.raises(WrongInputError) as refused:
        study.set(agent_channel="middle", lease_minutes=5, votes=2)
    assert [fault.where for fault in refused.value.faults] == ["agent_channel", "votes"]
    assert home.studies["voices"].settings == study.settings
    assert study.set(agent_channel="left").settings.agent_channel == "left"
    assert home.studies["voices"].settings.model_dump(include={"agent_channel", "votes_per_item"}) == {
        "agent_channel": "left",
        "votes_per_item": 3,
    }


def test_a_study_pauses_and_resumes(home: Home, small_protocol: SmallProtocol) -> None:
    study = home.studies.create("voices", protocol=small_protocol("clip"))
    assert study.pause().state == home.studies["voices"].state == "paused"
    assert study.resume().state == home.studies["voices"].state == "open"


def test_the_founder_owns_a_new_study(home: Home, small_protocol: SmallProtocol) -> None:
    people = [
        {"id": "p1", "name": "Rater", "founder": False, "created_at": home.clock()},
        {"id": "p2", "name": "Founder", "founder": True, "created_at": home.clock()},
    ]
    home.database.write(lambda connection: connection.execute(person.insert(), people))
    study = home.studies.create("voices", protocol=small_protocol("clip"))
    with home.database.read() as connection:
        owners = connection.execute(membership.select()).all()
    assert [(row.study_id, row.person_id, row.role) for row in owners] == [(study.id, "p2", "owner")]
