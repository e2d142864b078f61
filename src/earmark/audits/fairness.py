"""Whether both talks of a pair were given alike: the figures that the audits of the talks judge by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from earmark.audits.comparisons.key_fact_unequal import Fact, facts_of
from earmark.audits.comparisons.near_identical_user_wording import Alike, Wording, wording_of
from earmark.audits.comparisons.own_recording_poor import poor_sound
from earmark.audits.comparisons.unequal_turns import Amount, amount_of
from earmark.audits.comparisons.user_ignores_model import Reaction, reactions_of
from earmark.audits.pair import Pair
from earmark.audits.statements import SIDES

__all__ = ["Alike", "Amount", "Fact", "Fairness", "Reaction", "UserPart", "Wording", "fairness_of"]


@dataclass(frozen=True, slots=True)
class UserPart:
    """What the user did on one side.

    Attributes:
        amount: Their turns and talk time.
        reactions: What they said to each question of the model.
        sound: What one hears amiss in their own sound, kinds of evidence; empty for nothing, or unknown.
    """

    amount: Amount
    reactions: tuple[Reaction, ...]
    sound: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fairness:
    """The user's part in both talks: by side, the key facts of the scenario, and how alike the words are."""

    parts: Mapping[str, UserPart]
    facts: tuple[Fact, ...]
    wording: Wording


def fairness_of(pair: Pair) -> Fairness:
    """Return the figures of a pair; what its turns and evidence do not tell is unknown, never even."""
    sound = poor_sound(pair)
    parts = {
        side: UserPart(amount_of(pair, side), tuple(reactions_of(pair, side)), sound.get(side, ()))
        for side in SIDES
    }
    return Fairness(parts, tuple(facts_of(pair)), wording_of(pair))
