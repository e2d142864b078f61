"""Whether scenario classes have rankings of their own, or one board tells it all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from earmark.stats.pairs.arrays import Codes
from earmark.stats.pairs.battles import Battles
from earmark.stats.pairs.likelihood import Model
from earmark.stats.pairs.strengths import Strengths, strengths
from earmark.stats.quantiles import chi_squared_tail

ONE_CLASS: Final = "not measurable: votes of one class only"
NO_FIT: Final = "not measurable: the votes of a class set no limit to some strength, or not all met in it"
HALF_WINS: Final = "not measurable: draws as half wins are no likelihood"
ASTRAY: Final = "not measurable: an item comes under two classes, so classes cannot be drawn anew"


@dataclass(frozen=True, slots=True)
class ClassTest:
    """A likelihood-ratio test of one board against one a class.

    Attributes:
        statistic: Twice the log-likelihood that boards of classes gain over the one; None without a test.
        degrees: How many parameters more they have.
        p_value: Chance of a larger statistic if there is one board and votes are independent (chi squared).
        p_items: The same if votes on one item go together: share of studies whose items were dealt to the
            classes anew that have a statistic as large. None without items, or where `item_reason` says why.
        rounds: In how many such studies it could be computed.
        seed: Of the deals.
        reason: Why there is no statistic, or None.
        item_reason: Why there is no `p_items`, or None.
    """

    statistic: float | None
    degrees: int | None
    p_value: float | None
    p_items: float | None
    rounds: int
    seed: int
    reason: str | None = None
    item_reason: str | None = None


def class_test(
    votes: Battles, classes: Codes, *, seed: int, model: Model = "davidson", rounds: int = 199
) -> ClassTest:
    """Test whether strengths, and the readiness to draw, differ between classes.

    Args:
        votes: The battles of one dimension.
        classes: Shape (n,), the class of each vote as a code.
        seed: Of the deals.
        model: As for `strengths`; "bradley-terry" only where no vote is a draw.
        rounds: How many deals of items to classes, for `p_items`; 0 for none.

    Returns:
        The test, or a reason: one class, or a class whose votes have no fit of their own.
    """
    of = np.unique(np.asarray(classes), return_inverse=True)[1]
    whole = strengths(votes, model=model, errors="model")
    reason = _why_not(of, whole)
    apart = None if reason else _apart(votes, of, model)
    if reason or apart is None:
        return ClassTest(None, None, None, None, 0, seed, reason or NO_FIT)
    statistic, degrees = _gain(whole, apart)
    p_value = chi_squared_tail(statistic, degrees=degrees)
    if votes.item is None or not rounds:
        return ClassTest(statistic, degrees, p_value, None, 0, seed)
    owner = np.zeros(int(votes.item.max()) + 1, dtype=np.intp)
    owner[votes.item] = of
    if (owner[votes.item] != of).any():
        return ClassTest(statistic, degrees, p_value, None, 0, seed, item_reason=ASTRAY)
    dealt = _dealt(votes, owner, whole, seed=seed, rounds=rounds)
    if not dealt:
        return ClassTest(statistic, degrees, p_value, None, 0, seed, item_reason=NO_FIT)
    as_large = sum(one >= statistic * (1 - 1e-9) for one in dealt)
    return ClassTest(statistic, degrees, p_value, (as_large + 1) / (len(dealt) + 1), len(dealt), seed)


def _why_not(of: Codes, whole: Strengths) -> str | None:
    if whole.fit is None:
        return whole.reason
    if int(of.max()) == 0:
        return ONE_CLASS
    if whole.model == "bradley-terry" and any(whole.draws.counts.values()):
        return HALF_WINS
    return NO_FIT if whole.penalised or whole.network.boards > 1 else None


def _apart(votes: Battles, of: Codes, model: Model) -> list[Strengths] | None:
    """Fit each class by itself; None where one has no such fit as the whole."""
    found = [
        strengths(votes.where(of == code), model=model, errors="model") for code in range(int(of.max()) + 1)
    ]
    sound = all(each.fit is not None and not each.penalised and each.network.boards == 1 for each in found)
    return found if sound else None


def _gain(whole: Strengths, apart: list[Strengths]) -> tuple[float, int]:
    gained = sum(each.log_likelihood or 0.0 for each in apart) - (whole.log_likelihood or 0.0)
    return max(2 * gained, 0.0), sum(map(_parameters, apart)) - _parameters(whole)


def _parameters(found: Strengths) -> int:
    assert found.fit is not None  # noqa: S101 - the caller has looked
    return found.fit.problem.size - found.network.boards


def _dealt(votes: Battles, owner: Codes, whole: Strengths, *, seed: int, rounds: int) -> list[float]:
    random = np.random.default_rng(seed)
    assert votes.item is not None  # noqa: S101 - as above
    present = np.unique(votes.item)
    found = []
    for _ in range(rounds):
        anew = owner.copy()
        anew[present] = random.permutation(owner[present])
        apart = _apart(votes, anew[votes.item], whole.model)
        if apart is not None:
            found.append(_gain(whole, apart)[0])
    return found
