from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from earmark.core.attaching import attach_words
from earmark.core.cutting import CutSettings, cut_turns
from earmark.core.speakers import names_nobody
from earmark.core.turns import Role, Turn, WrittenTurn, turn_place
from earmark.core.utterances import Utterance, check_utterances, digest_of


def told(turns: list[Turn], *utterances: Utterance, speech: object = None) -> list[str]:
    attached = attach_words(turns, utterances, speech)  # type: ignore[arg-type]
    return [turn.text for turn in attached.turns]


USER = Turn("user", 0.0, 3.0, "")
AGENT = Turn("agent", 2.6, 9.0, "")
YES = Turn("user", 5.0, 5.5, "")
CALL = [USER, AGENT, YES]


def test_words_go_to_the_turn_they_are_spoken_in_in_order_of_time() -> None:
    first, second = Utterance(0.1, 1.4, "Hello."), Utterance(1.5, 3.2, "Are you open?")
    assert told(CALL, first, second, Utterance(3.0, 8.8, "We are.")) == [
        "Hello. Are you open?",
        "We are.",
        "",
    ]


def test_a_listeners_word_goes_to_the_short_turn_within_the_long_one() -> None:
    assert told(CALL, Utterance(5.0, 5.5, "Yes."), Utterance(4.9, 5.6, "Yes."))[2] == "Yes."


def test_only_speech_counts_where_it_is_known() -> None:
    speech: dict[Role, list[tuple[float, float]]] = {"user": [(0, 3), (5, 5.5)], "agent": [(2.6, 4), (8, 9)]}
    utterance = Utterance(4.5, 5.6, "Yes.")
    assert told([USER, AGENT, YES], utterance, speech=speech) == ["", "", "Yes."]
    assert told([USER, AGENT], utterance, speech=speech) == ["", ""]
    assert told([USER, AGENT], utterance) == ["", "Yes."]


def test_words_at_which_nobody_speaks_are_left_out_and_those_of_two_sides_are_named() -> None:
    silent, both = Utterance(10, 11, "Nobody."), Utterance(2.0, 3.4, "Both.")
    attached = attach_words(CALL, [both, silent])
    assert (attached.left_out, attached.unsure) == ((silent,), (both,))
    assert [turn.text for turn in attached.turns] == ["Both.", "", ""]


def test_what_was_there_before_gives_way() -> None:
    assert told([Turn("agent", 0, 2, "old")], Utterance(0, 1, "new")) == ["new"]
    assert told([Turn("agent", 0, 2, "old")], Utterance(3, 4, "new")) == [""]


SPANS = st.lists(st.tuples(st.floats(0, 30), st.floats(0.05, 4)), max_size=12).map(
    lambda pairs: sorted((round(start, 2), round(start + length, 2)) for start, length in pairs)
)


@given(SPANS, SPANS, SPANS)
def test_every_word_is_somewhere_once_and_no_turn_moves(
    agent: list[tuple[float, float]], user: list[tuple[float, float]], cues: list[tuple[float, float]]
) -> None:
    turns = cut_turns({"agent": agent, "user": user}, CutSettings())
    utterances = [Utterance(start, end, f"w{number}") for number, (start, end) in enumerate(cues)]
    attached = attach_words(turns, utterances)
    words = [word for turn in attached.turns for word in turn.text.split()]
    words += [one.text for one in attached.left_out]
    assert sorted(words) == sorted(one.text for one in utterances)
    assert [(one.role, one.start_s, one.end_s) for one in attached.turns] == [
        (one.role, one.start_s, one.end_s) for one in turns
    ]


def written(*turns: dict[str, object]) -> list[WrittenTurn]:
    return [WrittenTurn(fields, turn_place(number)) for number, fields in enumerate(turns, 1)]


def test_a_list_names_nobody_where_it_does_not_tell_its_speakers_apart() -> None:
    assert names_nobody(written({}, {"speaker": ""}))
    assert names_nobody(written({"speaker": "transcript"}, {"speaker": "Transcript:"}))
    assert names_nobody(written({"channel": 0}, {"channel": 0}))
    assert not names_nobody(written({"speaker": "transcript"}, {"speaker": "transcript"}), ["Transcript"])
    assert not names_nobody(written({"speaker": "agent"}, {"speaker": "agent"}))
    assert not names_nobody(written({"speaker": "Ann"}, {"speaker": "Bob"}))
    assert not names_nobody(written({"speaker": "Ann"}, {}))
    assert not names_nobody(written({"channel": 0}, {"channel": 1}))
    assert not names_nobody([])


def test_utterances_are_read_mended_and_refused_as_turns_are() -> None:
    cue: dict[str, object] = {"start": 1000, "end": 1500, "text": "Hi"}
    checked = check_utterances(
        written({"start": 2000, "text": "Yo"}, cue, {"start": 0, "end": 900}), duration_s=3
    )
    assert checked.utterances == (Utterance(1.0, 1.5, "Hi"), Utterance(2.0, 3.0, "Yo"))
    assert [one.said.code for one in checked.repairs] == ["turns.milliseconds", "turns.missing-end"]
    beyond = check_utterances(written({"start": 5, "end": 6, "text": "far"}), duration_s=3)
    assert [one.said.code for one in beyond.faults] == ["turns.one-beyond"]


def test_a_digest_tells_lists_apart_by_words_and_times() -> None:
    one, moved, other = (Utterance(1, 2, "a")), (Utterance(1, 2.1, "a")), (Utterance(1, 2, "b"))
    assert digest_of([one]) == digest_of([Utterance(1.0000001, 2, "a")])
    assert len({digest_of([each]) for each in (one, moved, other)}) == 3
