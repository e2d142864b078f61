"""Which two conditions a rater compares next: those whose order the votes so far leave most in doubt."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from earmark.protocols.questions.choice import Choice
from earmark.protocols.schema import Protocol
from earmark.services.results.battles import CODES
from earmark.stats.pairs.battles import OUTCOMES, Battles, battles
from earmark.stats.pairs.choice import ranked_pairs
from earmark.stats.pairs.strengths import strengths
from earmark.storage.pairings import Tallied, pairings_open, tallied_votes, under_way
from earmark.storage.seats import Seat


def favoured_pairings(connection: Connection, seat: Seat, protocol: Protocol, *, now: int) -> tuple[str, ...]:
    """Return the pairs of conditions that wait for votes, the one to ask for first before the others.

    They come by `earmark.stats.pairs.choice.ranked_pairs`, from the counted votes on the protocol's first
    comparison; what is under way counts as asked for. The same votes, leases and seed give the same order.
    None where the study chooses all pairs alike, or where sides are not balanced.
    """
    settings = seat.settings
    question = _first_comparison(protocol)
    if settings.pair_choice == "balanced" or question is None:
        return ()
    waiting = pairings_open(connection, seat.study_id)
    tallied = tallied_votes(connection, seat.study_id, question.id)
    leased = under_way(connection, seat.study_id, now=now)
    names = sorted({one for pairing in waiting | {row.pairing for row in tallied} for one in pairing.split()})
    known = set(names)
    votes = _votes(question, tallied, names)
    asked = {
        _stood(pairing, is_swapped=swapped): count
        for (pairing, swapped), count in leased.items()
        if known.issuperset(pairing.split())
    }
    ordered = ranked_pairs(
        votes, strengths(votes), floor=settings.pair_floor, seed=settings.pair_seed, asked=asked
    )
    by_pair = {frozenset(pairing.split()): pairing for pairing in waiting}
    found = (by_pair.get(frozenset((one.left, one.right))) for one in ordered)
    return tuple(pairing for pairing in found if pairing is not None)


def _first_comparison(protocol: Protocol) -> Choice | None:
    asked = (one for one in protocol.asked_of("pair") if isinstance(one, Choice) and one.compares)
    return next(asked, None)


def _votes(question: Choice, tallied: Iterable[Tallied], names: list[str]) -> Battles:
    """Return the votes as battles, whoever stood as A on the left."""
    outcomes = {option.id: OUTCOMES[CODES[option.side]] for option in question.offered if option.side}
    places = {name: place for place, name in enumerate(names)}
    rows = [
        (*(places[one] for one in _stood(row.pairing, is_swapped=row.swapped)), outcomes[row.choice])
        for row in tallied
        if row.choice in outcomes
        for _ in range(row.count)
    ]
    left, right, outcome = zip(*rows, strict=True) if rows else ((), (), ())
    return battles(left, right, outcome, names=names)


def _stood(pairing: str, *, is_swapped: bool) -> tuple[str, str]:
    """Return the ids of both conditions, that of the one that stood as A first."""
    first, second = pairing.split()
    return (second, first) if is_swapped else (first, second)
