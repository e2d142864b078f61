from __future__ import annotations

import pytest

from earmark.core.turns import (
    CheckedTurns,
    Turn,
    TurnFault,
    WrittenTurn,
    agent_channel_of,
    check_turns,
)


def turn(role: object = "agent", start: object = 0, end: object = 1, **more: object) -> dict[str, object]:
    return {"role": role, "start": start, "end": end, **more}


def listed(*turns: dict[str, object]) -> list[WrittenTurn]:
    return [WrittenTurn(fields, f"turn {number}", number) for number, fields in enumerate(turns, 1)]


def reasons(checked: CheckedTurns) -> list[str]:
    return [fault.reason for fault in checked.faults]


def test_a_good_list_is_taken_as_it_is() -> None:
    checked = check_turns(
        listed(turn("user", 0, 1.5, text=" Hi. "), turn("agent", "1.75", "3")), duration_s=3
    )
    assert checked == CheckedTurns((Turn("user", 0, 1.5, "Hi."), Turn("agent", 1.75, 3, "")), (), ())


@pytest.mark.parametrize(
    ("spelling", "role"),
    [
        ("Agent", "agent"),
        ("ASSISTANT ", "agent"),
        ("bot", "agent"),
        ("agent_response", "agent"),
        ("caller", "user"),
        ("Customer", "user"),
        ("user-turn", "user"),
        ("human", "user"),
    ],
)
def test_roles_are_known_in_their_usual_spellings(spelling: str, role: str) -> None:
    checked = check_turns(listed(turn(spelling, 0, 1), turn("agent", 1, 2)), duration_s=2)
    assert [one.role for one in checked.turns] == [role, "agent"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (turn("Katie"), "turn 1 has the role 'Katie'"),
        (turn(None), "turn 1 has no role"),
        (turn(start=None), "turn 1 has no usable start: None"),
        (turn(end="soon"), "turn 1 has no usable end: 'soon'"),
        (turn(end=float("nan")), "turn 1 has no usable end: nan"),
        (turn(start=True), "turn 1 has no usable start: True"),
        (turn(start=-0.1), "turn 1 (-0.1 to 1 s) starts before the sound"),
        (turn(start=1, end=1), "turn 1 (1 to 1 s) ends before it starts"),
        (turn(end=10.26), "turn 1 (0 to 10.26 s) lies beyond the sound, which lasts 10.000 s"),
        (turn(start=10, end=10.2), "turn 1 (10 to 10.2 s) lies beyond the sound, which lasts 10.000 s"),
    ],
)
def test_a_turn_that_cannot_be_is_a_fault(wrong: dict[str, object], reason: str) -> None:
    checked = check_turns(listed(wrong, turn("agent", 2, 3)), duration_s=10)
    assert reasons(checked) == [reason]
    assert checked.faults[0].line == 1


def test_all_faults_are_told_at_once() -> None:
    checked = check_turns(listed(turn("Katie", start="x"), turn("user", 5, 4)), duration_s=10)
    assert reasons(checked) == [
        "turn 1 has the role 'Katie'",
        "turn 1 has no usable start: 'x'",
        "turn 2 (5 to 4 s) ends before it starts",
    ]


def test_an_id_given_twice_is_a_fault() -> None:
    checked = check_turns(
        listed(turn(id="a"), turn("user", 1, 2, id="b"), turn("user", 2, 3, id="a")), duration_s=9
    )
    assert reasons(checked) == ["turn 3 has the id 'a', which turn 1 has too"]


def test_a_turn_that_reaches_a_little_beyond_the_sound_is_cut_to_it_by_name() -> None:
    checked = check_turns(listed(turn("agent", 8, 10.25)), duration_s=10)
    assert checked.turns == (Turn("agent", 8, 10, ""),)
    assert checked.repairs == ("turn 1 ended 0.250 s after the sound: cut to its end",)


def test_a_list_out_of_order_is_sorted_by_name() -> None:
    checked = check_turns(listed(turn("agent", 5, 6), turn("user", 0, 1)), duration_s=10)
    assert [one.role for one in checked.turns] == ["user", "agent"]
    assert checked.repairs == ("the turns were out of order: sorted by their start",)


def test_turns_may_overlap() -> None:
    checked = check_turns(listed(turn("user", 0, 5), turn("agent", 3, 6)), duration_s=10)
    assert (checked.repairs, checked.faults) == ((), ())


def test_an_empty_list_and_one_without_an_agent_leave_nothing_to_rate() -> None:
    assert check_turns([], duration_s=1).faults == (
        TurnFault("the turn list is empty", "List at least one agent turn."),
    )
    assert reasons(check_turns(listed(turn("user")), duration_s=1)) == [
        "no turn is the agent's, so there is nothing to rate"
    ]


@pytest.mark.parametrize(
    ("channels", "expected"),
    [((0, 0), 0), (("1", 1), 1), ((0, 1), None), ((None, None), None), ((0, None), None), ((2, 2), None)],
)
def test_the_agents_channel_is_known_only_where_all_its_turns_name_the_same(
    channels: tuple[object, object], expected: int | None
) -> None:
    written = listed(*(turn("agent", channel=channel) for channel in channels), turn("user", channel=1))
    assert agent_channel_of(written) == expected
