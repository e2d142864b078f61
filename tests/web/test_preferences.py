"""What a person has set is theirs on every device."""

from __future__ import annotations

from typing import Any

from house import Ask, House

AT = "/api/v1/me/preferences"


def test_preferences_are_kept_one_by_one_and_refused_by_name(house: House) -> None:
    def set_to(**changes: Any) -> Ask:
        return Ask("rater", "PATCH", AT, {"json": changes})

    first, kept, refused, after, others = house.ask(
        set_to(keys={"play": "p"}, speed=1.5),
        set_to(transcript=False, grammar=False),
        set_to(speed=9, colour="red", keys={"play": "a b"}),
        Ask("rater", "GET", AT),
        Ask("other", "GET", AT),
    )
    assert first.status_code == 200
    expected = {
        "keys": {"play": "p"},
        "speed": 1.5,
        "transcript": False,
        "grammar": False,
        "break_minutes": 0,
    }
    assert {name: value for name, value in kept.json().items() if name in expected} == expected
    assert refused.status_code == 422
    assert {fault["where"] for fault in refused.json()["faults"]} == {"speed", "colour", "keys.play"}
    assert after.json() == kept.json()
    assert others.json()["speed"] == 1


def test_the_theme_is_kept_with_the_person(house: House) -> None:
    changed, kept = house.ask(
        Ask("rater", "POST", "/preferences", {"data": {"theme": "dark"}}), Ask("rater", "GET", AT)
    )
    assert (changed.status_code, kept.json()["theme"]) == (303, "dark")
