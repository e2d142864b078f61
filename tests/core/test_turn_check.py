from __future__ import annotations

import pytest

from earmark.core.speakers import Casting
from earmark.core.turn_check import check_turns
from earmark.core.turns import CheckedTurns, Turn, TurnNote, WrittenTurn, turn_place
from earmark.core.wording import said


def turn(role: object = "agent", start: object = 0, end: object = 1, **more: object) -> dict[str, object]:
    return {"role": role, "start": start, "end": end, **more}


def listed(*turns: dict[str, object]) -> list[WrittenTurn]:
    return [WrittenTurn(fields, turn_place(number), number) for number, fields in enumerate(turns, 1)]


def reasons(checked: CheckedTurns) -> list[str]:
    return [fault.said.reason for fault in checked.faults]


def repairs(checked: CheckedTurns) -> list[str]:
    return [remark.said.reason for remark in checked.repairs]


def spans(checked: CheckedTurns) -> list[tuple[float, float]]:
    return [(one.start_s, one.end_s) for one in checked.turns]


def test_a_good_list_is_taken_as_it_is() -> None:
    checked = check_turns(
        listed(turn("user", 0, 1.5, text=" Hi. "), turn("agent", "1.75", "3")), duration_s=3
    )
    assert checked == CheckedTurns(
        (Turn("user", 0, 1.5, "Hi."), Turn("agent", 1.75, 3, "")),
        warnings=(TurnNote(said("turns.no-words", count=1, of=2)),),
    )


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
        (turn("Katie"), "it is not known who is agent and who is user: 'Katie' (1 turn)"),
        (turn(None), "turn 1 does not say who speaks"),
        (turn(start=None), "turn 1 has no usable start: None"),
        (turn(end="soon"), "turn 1 has no usable end: 'soon'"),
        (turn(end=float("nan")), "turn 1 has no usable end: nan"),
        (turn(end=10**400), "turn 1 has no usable end: a number beyond all bounds"),
        (turn(end=[1]), "turn 1 has no usable end: a list"),
        (turn(end="x" * 99), "turn 1 has no usable end: '" + "x" * 56 + "…"),
        (turn(start=True), "turn 1 has no usable start: True"),
        (turn(start=-0.3), "turn 1 (-0.3 to 1 s) starts before the sound"),
        (turn(start=1, end=0.5), "turn 1 (1 to 0.5 s) ends before it starts"),
        (turn(text={"a": 1}), "turn 1 has a text that is no text"),
        (turn(end=10.26), "turn 1 (0 to 10.26 s) lies beyond the sound, which lasts 10.000 s"),
        (turn(start=10, end=10.2), "turn 1 (10 to 10.2 s) lies beyond the sound, which lasts 10.000 s"),
    ],
)
def test_a_turn_that_cannot_be_is_a_fault(wrong: dict[str, object], reason: str) -> None:
    checked = check_turns(listed(wrong, turn("agent", 2, 3)), duration_s=10)
    assert reasons(checked) == [reason]
    assert {fault.line for fault in checked.faults} <= {1, None}


def test_all_faults_are_told_at_once() -> None:
    checked = check_turns(listed(turn("Katie", start="x"), turn("user", 5, 4)), duration_s=10)
    assert reasons(checked) == [
        "it is not known who is agent and who is user: 'Katie' (1 turn)",
        "turn 1 has no usable start: 'x'",
        "turn 2 (5 to 4 s) ends before it starts",
    ]


def test_an_id_given_twice_is_told_and_refused_only_where_both_are_at_one_time() -> None:
    apart = check_turns(
        listed(turn(id="a"), turn("user", 1, 2, id="b"), turn("user", 2, 3, id="a")), duration_s=9
    )
    assert (reasons(apart), len(apart.turns)) == ([], 3)
    assert repairs(apart) == ["turn 3 has the id 'a', which turn 1 has too: both are kept, their ids are not"]
    at_once = check_turns(listed(turn(end=2, id=7), turn("user", 1, 2, id="7")), duration_s=9)
    assert reasons(at_once) == ["turn 2 has the id '7', which turn 1 has too, at the same time"]


def test_a_turn_given_twice_counts_once() -> None:
    checked = check_turns(listed(turn(id=1, text="Hi"), turn(id=1, text="Hi"), turn("user")), duration_s=9)
    assert repairs(checked) == ["turn 2 says the same as turn 1: left out"]
    assert len(checked.turns) == 2


def test_a_turn_that_reaches_a_little_beyond_the_sound_is_cut_to_it_by_name() -> None:
    checked = check_turns(listed(turn("agent", 8, 10.25)), duration_s=10)
    assert checked.turns == (Turn("agent", 8, 10, ""),)
    assert checked.repairs == (TurnNote(said("turns.end-cut", place=turn_place(1), seconds=0.25), 1),)


def test_a_turn_that_begins_a_little_before_the_sound_is_cut_to_it_by_name() -> None:
    checked = check_turns(listed(turn(start=-0.2)), duration_s=10)
    assert spans(checked) == [(0, 1)]
    assert repairs(checked) == ["turn 1 began 0.200 s before the sound: cut to its start"]


def test_a_list_longer_than_its_sound_is_refused_once_with_both_lengths() -> None:
    turns = [turn("agent", start, start + 1) for start in range(0, 100, 2)]
    assert reasons(check_turns(listed(*turns), duration_s=45)) == [
        (
            "27 of 50 turns lie beyond the sound, which lasts 45.000 s: the list runs to 99.000 s, "
            "first turn 24 (46 to 47 s)"
        )
    ]


def test_an_end_that_is_missing_is_the_next_start_or_the_end_of_the_sound() -> None:
    turns = [turn("user", 0, None), turn("agent", 2, ""), turn("user", 2, 3), turn("agent", 4)]
    turns[3].pop("end")
    checked = check_turns(listed(*turns), duration_s=6)
    assert spans(checked) == [(0, 2), (2, 3), (2, 4), (4, 6)]
    assert repairs(checked) == [
        "turn 1 has no end: now it ends where the next turn begins, at 2 s",
        "turn 2 has no end: now it ends where the next turn begins, at 4 s",
        "turn 4 has no end: now it ends with the sound, at 6 s",
    ]


def test_a_turn_without_length_lasts_to_the_next() -> None:
    checked = check_turns(listed(turn("agent", 1, 1), turn("user", 3, 4)), duration_s=6)
    assert (spans(checked)[0], repairs(checked)) == (
        (1, 3),
        ["turn 1 ends where it starts, at 1 s: now it ends where the next turn begins, at 3 s"],
    )


@pytest.mark.parametrize(
    ("start", "end", "span", "told"),
    [
        ("0,5", "12,25", (0.5, 12.25), "decimal commas, first '0,5' in turn 1: read as 0.5 s"),
        ("0:01", "1:02.5", (1, 62.5), "clock times, first '0:01' in turn 1: read as 1 s"),
        ("00:00:01,5", "0:01:02", (1.5, 62), "clock times, first '00:00:01,5' in turn 1: read as 1.5 s"),
        ("500 ms", "2s", (0.5, 2), "times with a unit, first '500 ms' in turn 1: read as 0.5 s"),
    ],
)
def test_other_ways_to_write_a_time_are_read_and_named(
    start: str, end: str, span: tuple[float, float], told: str
) -> None:
    checked = check_turns(listed(turn("agent", start, end)), duration_s=90)
    assert (spans(checked), repairs(checked), reasons(checked)) == ([span], [f"the list has {told}"], [])


def test_a_list_of_more_turns_than_can_be_kept_is_refused_for_that_alone() -> None:
    checked = check_turns(listed(*[turn("nobody")] * 10_001), duration_s=10)
    assert reasons(checked) == ["the turn list has 10,001 turns, and a recording may have 10,000"]


def test_a_time_longer_than_any_is_none() -> None:
    checked = check_turns(listed(turn(start="9" * 101), turn("agent", 2, 3)), duration_s=10)
    assert reasons(checked) == [f"turn 1 has no usable start: '{'9' * 56}…"]


def test_a_comma_that_may_divide_thousands_is_refused_only_where_the_sound_is_so_long() -> None:
    turns = listed(turn("agent", "1,250", "1,500"))
    assert spans(check_turns(turns, duration_s=1400)) == [(1.25, 1.5)]
    assert reasons(check_turns(turns, duration_s=1600)) == [
        "the comma in '1,250' may be a decimal comma or divide thousands"
    ]


def test_milliseconds_are_known_by_the_length_of_the_sound() -> None:
    checked = check_turns(listed(turn("user", 0, 1500), turn("agent", 1500, 9000)), duration_s=10)
    assert spans(checked) == [(0, 1.5), (1.5, 9)]
    assert repairs(checked) == [
        (
            "the times are in milliseconds: the list runs to 9000, the sound lasts 10.000 s. "
            "All were divided by 1,000"
        )
    ]


@pytest.mark.parametrize(
    "turns",
    [
        [turn("agent", 0, 2000)],  # may as well be seconds of a longer recording
        [turn("agent", 0, 11_000)],  # too long as milliseconds, too
        [turn("agent", 0, 1.5), turn("user", 1500, 9000)],  # both units in one list
    ],
)
def test_milliseconds_are_not_taken_for_granted(turns: list[dict[str, object]]) -> None:
    [reason] = reasons(check_turns(listed(*turns), duration_s=10))
    assert "beyond the sound, which lasts 10.000 s" in reason


def test_a_list_out_of_order_is_sorted_by_name() -> None:
    checked = check_turns(listed(turn("agent", 5, 6), turn("user", 0, 1)), duration_s=10)
    assert [one.role for one in checked.turns] == ["user", "agent"]
    assert repairs(checked) == ["the turns were out of order: sorted by their start"]


def test_turns_may_overlap() -> None:
    checked = check_turns(listed(turn("user", 0, 5), turn("agent", 3, 6)), duration_s=10)
    assert (checked.repairs, checked.faults) == ((), ())


def test_an_empty_list_and_one_without_an_agent_leave_nothing_to_rate() -> None:
    assert check_turns([], duration_s=1).faults == (TurnNote(said("turns.none")),)
    assert reasons(check_turns(listed(turn("user")), duration_s=1)) == [
        "no turn is the agent's, so there is nothing to rate"
    ]


def test_turns_of_one_speaker_that_overlap_a_little_are_parted_and_others_are_told() -> None:
    little = check_turns(listed(turn("agent", 0, 2.2), turn("agent", 2, 4)), duration_s=10)
    assert spans(little) == [(0, 2), (2, 4)]
    assert repairs(little) == [
        "turn 2 begins 0.200 s before turn 1 of the same speaker ends: that one is cut"
    ]
    long = check_turns(listed(turn("agent", 0, 9), turn("agent", 2, 4), turn("agent", 8, 9.5)), duration_s=10)
    assert spans(long) == [(0, 9), (2, 4), (8, 9.5)]
    assert [remark.said.reason for remark in long.warnings] == [
        "turn 2 begins 7.000 s before turn 1 of the same speaker ends: both are kept",
        "turn 3 begins 1.000 s before turn 1 of the same speaker ends: both are kept",
    ]


def test_characters_that_cannot_be_shown_are_taken_out_by_name() -> None:
    checked = check_turns(listed(turn(text="a\0b\x1b[31m\ud83d 말\n\u2028")), duration_s=10)
    assert checked.turns[0].text == "a b [31m  말"
    assert repairs(checked) == ["turn 1 has 3 characters that cannot be shown: taken out"]


def test_of_many_findings_of_a_kind_the_first_are_told_and_the_others_counted() -> None:
    turns = [turn("agent", number, "x") for number in range(1000)]
    faults = reasons(check_turns(listed(*turns), duration_s=2000))
    assert (len(faults), faults[-1]) == (21, "and 980 more of this kind (no usable end)")


def test_spellings_of_one_speaker_are_one_by_name() -> None:
    turns = [turn("Agent", 0, 1), turn("agent ", 1, 2), turn("AGENT:", 2, 3), turn("user", 3, 4)]
    checked = check_turns(listed(*turns), duration_s=9)
    assert [one.role for one in checked.turns] == ["agent", "agent", "agent", "user"]
    assert repairs(checked) == [
        "one speaker is written in 3 ways ('Agent', 'agent ', 'AGENT:'): taken as one"
    ]


def test_speakers_nobody_knows_are_listed_with_the_command_that_names_the_agent() -> None:
    turns = [{"speaker": f"SPEAKER_0{number % 2}", "start": number, "end": number + 1} for number in range(3)]
    checked = check_turns(listed(*turns), duration_s=9, casting=Casting(study="calls"))
    assert [(fault.said.reason, fault.said.remedy) for fault in checked.faults] == [
        (
            "it is not known who is agent and who is user: 'SPEAKER_00' (2 turns), 'SPEAKER_01' (1 turn)",
            (
                "Name the agent: 'earmark study set calls --agent-speaker NAME', or agent_speaker in a "
                "manifest; all others are then users."
            ),
        )
    ]
    said = check_turns(listed(*turns), duration_s=9, casting=Casting(("speaker-01",)))
    assert [one.role for one in said.turns] == ["user", "agent", "user"]


def test_a_named_agent_who_is_not_in_the_list_changes_nothing() -> None:
    casting = Casting(("Katie",))
    assert [one.role for one in check_turns(listed(turn()), duration_s=9, casting=casting).turns] == ["agent"]
    unknown = check_turns(listed(turn("Steve")), duration_s=9, casting=casting)
    assert reasons(unknown) == [
        "it is not known who is agent and who is user: 'Steve' (1 turn); the agent is said to be 'Katie'"
    ]


def test_roles_follow_channels_where_nobody_is_named_and_the_agents_channel_is_said() -> None:
    turns = [{"channel": channel, "start": channel, "end": channel + 1} for channel in (0, 1)]
    assert reasons(check_turns(listed(*turns), duration_s=9)) == [
        "no turn says who speaks, only on which channel"
    ]
    for agent, roles in ((0, ["agent", "user"]), (1, ["user", "agent"])):
        checked = check_turns(listed(*turns), duration_s=9, casting=Casting(agent_channel=agent))
        assert [one.role for one in checked.turns] == roles
        assert checked.agent_channel is None
    one_channel = check_turns(listed(turns[0]), duration_s=9, casting=Casting(agent_channel=0))
    assert reasons(one_channel) == ["no turn says who speaks"]


@pytest.mark.parametrize(
    ("channels", "expected"),
    [((0, 0), 0), (("1", 1), 1), ((0, 1), None), ((None, None), None), ((0, None), None), ((2, 2), None)],
)
def test_the_agents_channel_is_known_only_where_all_its_turns_name_the_same(
    channels: tuple[object, object], expected: int | None
) -> None:
    written = listed(*(turn("agent", channel=channel) for channel in channels), turn("user", channel=1))
    assert check_turns(written, duration_s=9).agent_channel == expected
