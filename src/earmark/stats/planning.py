"""What more raters or more clips would buy, from the variance parts of the study itself.

A score of a condition is its mean plus what the clip, the rater, the rater's taste for the condition, and
chance add. With I clips, R raters and N scores a condition, the variance of its mean is
``(clip + text) / I + (rater + taste) / R + residual / N``. In a difference of two conditions that the same
raters scored, the raters themselves cancel out, and so do the texts (scenarios, calls) that both share.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from earmark.stats.pairs.likelihood import Model
from earmark.stats.proportion import mean_difference
from earmark.stats.quantiles import check_level, t_quantile

_MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """Variances in squared scale points, as a crossed mixed model estimates them.

    Attributes:
        clip: Between clips of one condition.
        rater: Between raters.
        residual: What is left.
        taste: Of what a rater adds to one condition and not to another.
        text: Of what the clips of one text, scenario or call have in common under all conditions.
    """

    clip: float
    rater: float
    residual: float
    taste: float = 0.0
    text: float = 0.0


@dataclass(frozen=True, slots=True)
class Design:
    """How much is collected. Numbers need not be whole: what a study has is a mean over its conditions.

    Attributes:
        raters: How many raters a condition, at least 2.
        clips: How many clips a condition, at least 2.
        load: How many clips of a condition each rater scores; None for all of them.
    """

    raters: float
    clips: float
    load: float | None = None

    @property
    def scores(self) -> float:
        """Scores a condition."""
        return self.raters * min(self.load or self.clips, self.clips)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a design gives, and what it lacks.

    Attributes:
        standard_error: Of what is to be told, in its own units.
        reached: Half-width of the interval, or power.
        wanted: What it should be.
        more_raters: How many more raters alone would do; 0 where nothing lacks, None where no number would.
        more_clips: How many more clips a condition (or votes a rater) alone would do; likewise.
        more_of_both: How many more raters and clips would do where both grow by one factor; likewise.
    """

    standard_error: float
    reached: float
    wanted: float
    more_raters: int | None
    more_clips: int | None
    more_of_both: tuple[int, int] | None


def mean_error(parts: VarianceParts, design: Design) -> float:
    """Return the standard error of a condition's mean, in scale points.

    Args:
        parts: The variance parts.
        design: How much is collected.

    Raises:
        ValueError: There are no raters or no clips.
    """
    _check(design, raters=0, clips=0)
    rater = (parts.rater + parts.taste) / design.raters
    clip = (parts.clip + parts.text) / design.clips
    return float(np.sqrt(clip + rater + parts.residual / design.scores))


def difference_error(parts: VarianceParts, design: Design) -> float:
    """Return the standard error of a difference of two conditions that share raters and texts.

    Args:
        parts: The variance parts; what raters and texts add to both cancels.
        design: How much is collected of each condition.

    Raises:
        ValueError: There are no raters or no clips.
    """
    _check(design, raters=0, clips=0)
    one = parts.clip / design.clips + parts.taste / design.raters + parts.residual / design.scores
    return float(np.sqrt(2 * one))


def plan_mean(parts: VarianceParts, design: Design, *, half_width: float, level: float = 0.95) -> Plan:
    """Say what it takes until a mean's interval is narrow enough.

    Args:
        parts: The variance parts.
        design: What there is.
        half_width: Wanted half-width in scale points, above 0.
        level: Coverage, inside 0 to 1.

    Raises:
        ValueError: An argument is out of its range, or there is one rater or clip only, which no interval is
            from.
    """
    check_level(level)
    _check(design, raters=1, clips=1)
    if not 0 < half_width < math.inf:
        message = f"the half-width must be above 0, got {half_width}"
        raise ValueError(message)

    def reached(some: Design) -> float:
        degrees = min(some.raters, some.clips) - 1
        return t_quantile((1 + level) / 2, degrees=degrees) * mean_error(parts, some)

    return _plan(
        design, reached, lambda some: reached(some) <= half_width, mean_error(parts, design), half_width
    )


def plan_difference(
    parts: VarianceParts, design: Design, *, difference: float, power: float = 0.8, level: float = 0.95
) -> Plan:
    """Say what it takes until a difference of two conditions is found often enough.

    Args:
        parts: The variance parts.
        design: What there is.
        difference: The difference to be found, in scale points, not 0.
        power: How often it should be found, above ``1 - level``.
        level: Of the interval that must not hold 0.

    Returns:
        The plan; where scores do not vary at all, a difference is always found.

    Raises:
        ValueError: An argument is out of its range, or there is one rater or clip only.
    """
    check_level(level)
    _check(design, raters=1, clips=1)
    _check_difference(difference)

    def reached(some: Design) -> float:
        z = t_quantile((1 + level) / 2, degrees=min(some.raters, some.clips) - 1)
        error = difference_error(parts, some)
        return normal_share(abs(difference) / error - z) if error else 1.0

    return _plan(design, reached, lambda some: reached(some) >= power, difference_error(parts, design), power)


@dataclass(frozen=True, slots=True)
class BattleParts:
    """What votes between two conditions are like.

    Attributes:
        difference: Of the strengths, in logits.
        draws: Share of draws between equals, 0 to below 1.
        taste: Standard deviation between raters of their own difference, in logits.
    """

    difference: float
    draws: float = 0.0
    taste: float = 0.0


def battle_error(parts: BattleParts, raters: int, votes_each: int, *, model: Model = "davidson") -> float:
    """Return the standard error of the difference of two strengths.

    Args:
        parts: What votes are like.
        raters: How many.
        votes_each: Votes on this pair by each.
        model: "davidson" or "rao-kupper"; with no draws both are Bradley-Terry's.
    """
    from earmark.stats.pairs.likelihood import LIKELIHOODS, shares  # noqa: PLC0415 - beside its use

    d = np.array([parts.difference])
    t = None
    if parts.draws > 0:
        log_nu = np.log(2 * parts.draws / (1 - parts.draws))
        t = float(log_nu if model == "davidson" else np.log((1 + parts.draws) / (1 - parts.draws)))
    kind: Model = "bradley-terry" if t is None else model
    at = LIKELIHOODS[kind](d, t or 0.0, *shares(kind, d, t))
    return float(np.sqrt(1 / (raters * votes_each * at.dd[0]) + parts.taste**2 / raters))


@dataclass(frozen=True, slots=True)
class VoteParts:
    """What the difference of two strengths varies by: ``noise / votes + taste ** 2 / raters``.

    Attributes:
        noise: Squared logits a vote.
        taste: Standard deviation between raters of their own difference, in logits.
    """

    noise: float
    taste: float = 0.0


def plan_battles(
    parts: BattleParts, design: Design, *, power: float = 0.8, level: float = 0.95, model: Model = "davidson"
) -> Plan:
    """Say what it takes until a difference of strengths is found often enough.

    Args:
        parts: What votes are like.
        design: How many raters there are; its clips are the votes that each gives on the pair.
        power: How often it should be found.
        level: Of the interval that must not hold 0.
        model: As for `battle_error`.
    """
    noise = battle_error(replace(parts, taste=0.0), 1, 1, model=model) ** 2
    return plan_votes(
        VoteParts(noise, parts.taste), design, difference=parts.difference, power=power, level=level
    )


def plan_votes(
    parts: VoteParts, design: Design, *, difference: float, power: float = 0.8, level: float = 0.95
) -> Plan:
    """Say what it takes until a difference of strengths is found, from what votes of a study vary by.

    Args:
        parts: The variance parts.
        design: How many raters there are; its clips are the votes that each gives.
        difference: The difference to be found, in logits, not 0.
        power: How often it should be found, above ``1 - level``.
        level: Of the interval that must not hold 0.

    Raises:
        ValueError: An argument is out of its range, or there is one rater only.
    """
    check_level(level)
    _check(design, raters=1, clips=0)
    _check_difference(difference)

    def error(some: Design) -> float:
        return float(np.sqrt(parts.noise / (some.raters * some.clips) + parts.taste**2 / some.raters))

    def reached(some: Design) -> float:
        z = t_quantile((1 + level) / 2, degrees=some.raters - 1)
        own = error(some)
        return normal_share(abs(difference) / own - z) if own else 1.0

    return _plan(design, reached, lambda some: reached(some) >= power, error(design), power)


def simulated_power(
    parts: VarianceParts,
    design: Design,
    *,
    difference: float,
    seed: int,
    limits: tuple[int, int] | None = None,
    middle: float = 3.0,
    rounds: int = 500,
    level: float = 0.95,
) -> float:
    """Return how often a difference of two conditions is found in studies drawn from the variance parts.

    Each rater scores `load` clips of both conditions, which share their texts; the difference counts as found
    where its two-way clustered interval does not hold 0. This knows what the closed form does not: whole
    points and the ends of the scale.

    Args:
        parts: The variance parts.
        design: How much is collected, in whole numbers (fractions are cut off).
        difference: In scale points.
        seed: Of the draws.
        limits: Lowest and highest point, to which scores are rounded; None leaves them as drawn.
        middle: Mean of both conditions.
        rounds: How many studies.
        level: Of the interval.
    """
    random = np.random.default_rng(seed)
    raters, clips = int(design.raters), int(design.clips)
    load = min(int(design.load or clips), clips)
    rater = np.repeat(np.arange(raters), 2 * load)
    second = np.tile(np.repeat([0, 1], load), raters)
    found = 0
    for _ in range(rounds):
        text = random.random((2 * raters, clips)).argsort(axis=1)[:, :load].ravel()
        clip = second * clips + text
        score = middle + (second - 0.5) * difference
        for variance, way in (
            (parts.clip, clip),
            (parts.text, text),
            (parts.rater, rater),
            (parts.taste, 2 * rater + second),
            (parts.residual, np.arange(rater.size)),
        ):
            score = score + np.sqrt(variance) * random.standard_normal(int(way.max()) + 1)[way]
        if limits is not None:
            score = np.clip(np.rint(score), *limits)
        shared = (rater, text if parts.text else clip)
        told = mean_difference(score, second == 1, second == 0, ways=shared, level=level)
        found += told.low is not None and told.high is not None and not told.low <= 0 <= told.high
    return found / rounds


def normal_share(z: float) -> float:
    """Return the share of the normal distribution below z."""
    from scipy.special import ndtr  # noqa: PLC0415 - half a second that only power pays

    return float(ndtr(z))


def _check(design: Design, *, raters: int, clips: int) -> None:
    if not (design.raters > raters and design.clips > clips):
        least = f"more than {raters} raters and {clips} clips or votes"
        message = f"a design needs {least}, got {design.raters} and {design.clips}"
        raise ValueError(message)


def _check_difference(difference: float) -> None:
    if not 0 < abs(difference) < math.inf:
        message = f"a difference to be found must be finite and not 0, got {difference}"
        raise ValueError(message)


def _plan(
    design: Design,
    reached: Callable[[Design], float],
    enough: Callable[[Design], bool],
    error: float,
    wanted: float,
) -> Plan:
    raters = _more(lambda more: enough(replace(design, raters=design.raters + more)))
    clips = _more(lambda more: enough(replace(design, clips=design.clips + more)))
    both = _more(lambda more: enough(_grown(design, more)))
    together = None if both is None else (both, _beside(design, both))
    return Plan(error, reached(design), wanted, raters, clips, together)


def _grown(design: Design, raters: int) -> Design:
    return replace(design, raters=design.raters + raters, clips=design.clips + _beside(design, raters))


def _beside(design: Design, raters: int) -> int:
    """Return how many clips more keep pace with so many raters more."""
    return math.ceil(raters * design.clips / design.raters)


def _more(enough: Callable[[int], bool]) -> int | None:
    """Return the least number that is enough, or None where even a million is not."""
    if enough(0):
        return 0
    high = 1
    while not enough(high):
        if high > _MOST:
            return None
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
