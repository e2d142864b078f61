"""Screening of crowd sessions as the public toolkit for ITU-T P.808 does it by default (its ACR parser).

A session is judged by whether the worker could and did listen, not by the shape of the scores. Two
questions: is it accepted (paid), and is it used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

Fault = Literal[
    "not played to the end",
    "two-ear question wrong",
    "trapping question wrong",
    "bandwidth check failed",
    "gold clip wrong",
    "set-up comparisons wrong",
    "scores do not vary",
]


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of one session. What was not asked is None, and no fault.

    Attributes:
        all_played: Whether every clip was played to its end.
        maths_right: Right answers to two-ear (maths) questions.
        trapping_right: Right answers to trapping questions.
        bandwidth_passed: Whether the bandwidth check was passed.
        gold: The clip of known quality: given score and right one, a pair each.
        comparisons_right: Right pairwise comparisons of the set-up test.
        scores: All scores of the session.
    """

    all_played: bool | None = None
    maths_right: int | None = None
    trapping_right: int | None = None
    bandwidth_passed: bool | None = None
    gold: Sequence[tuple[float, float]] | None = None
    comparisons_right: int | None = None
    scores: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The limits. Defaults are the toolkit's; what a study sets goes into its methods text.

    Attributes:
        least_maths: Right two-ear questions, at least.
        least_trapping: Right trapping questions.
        least_gold: Gold clips within `gold_reach`.
        gold_reach: How far a score may be from the right one.
        least_comparisons: Right set-up comparisons.
        least_variance: Of the session's scores, dividing by n - 1.
    """

    least_maths: int = 1
    least_trapping: int = 1
    least_gold: int = 1
    gold_reach: float = 1.0
    least_comparisons: int = 2
    least_variance: float = 0.1


DEFAULT: Final = Rules()


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """What follows for one session.

    Attributes:
        accepted: To be paid: all played, and at least one two-ear and one trapping question right, and the
            bandwidth check passed.
        used: To be counted: accepted, and gold, set-up comparisons and variance in order.
        faults: What was not in order.
    """

    accepted: bool
    used: bool
    faults: tuple[Fault, ...]


_TO_BE_PAID: Final = 4
"""How many of the checks, in their order, payment hangs on."""


def p808_session(session: Session, rules: Rules = DEFAULT) -> SessionVerdict:
    """Judge one session by the rules of the crowd (ITU-T P.808, as its public toolkit has them).

    Args:
        session: What is known of it. What was not asked is no fault.
        rules: The limits.

    Returns:
        Whether it is accepted (paid), and used besides, with every fault.
    """
    checks = _checks(session, rules)
    faults = tuple(fault for fault, failed in checks if failed)
    accepted = not any(failed for _, failed in checks[:_TO_BE_PAID])
    return SessionVerdict(accepted, not faults, faults)


def _checks(session: Session, rules: Rules) -> list[tuple[Fault, bool]]:
    return [
        ("not played to the end", session.all_played is False),
        ("two-ear question wrong", _below(session.maths_right, rules.least_maths)),
        ("trapping question wrong", _below(session.trapping_right, rules.least_trapping)),
        ("bandwidth check failed", session.bandwidth_passed is False),
        ("gold clip wrong", _below(_near(session.gold, rules.gold_reach), rules.least_gold)),
        ("set-up comparisons wrong", _below(session.comparisons_right, rules.least_comparisons)),
        ("scores do not vary", _flat(session.scores, rules.least_variance)),
    ]


def _below(value: int | None, least: int) -> bool:
    return value is not None and value < least


def _near(gold: Sequence[tuple[float, float]] | None, reach: float) -> int | None:
    return None if gold is None else sum(abs(given - right) <= reach for given, right in gold)


def _flat(scores: Sequence[float] | None, least: float) -> bool:
    """Whether scores vary too little; a single one says nothing."""
    return scores is not None and len(scores) > 1 and float(np.var(scores, ddof=1)) < least
