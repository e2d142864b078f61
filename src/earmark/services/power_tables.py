"""What more raters, clips or votes would buy, from the variance parts of a table, without a study."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from earmark.core.errors import WrongInputError
from earmark.services.ranking import Sides, read_battles
from earmark.services.rating_tables import Columns, read_ratings
from earmark.stats.pairs.strengths import strengths
from earmark.stats.pairs.vote_parts import vote_parts
from earmark.stats.planning import (
    BattleParts,
    Design,
    Plan,
    VarianceParts,
    VoteParts,
    battle_error,
    plan_difference,
    plan_mean,
    plan_votes,
)
from earmark.stats.power import graded_size, paired_size, sign_size, two_sample_size
from earmark.stats.variance_parts import variance_parts

_Size = TypeVar("_Size")

ONE_CONDITION: Final = "not measurable: one condition only, so nobody knows how raters' tastes differ"
ONE_SEAT: Final = "not measurable: a plan starts from two raters and two clips"


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted.

    Attributes:
        half_width: Of a mean's interval, in scale points; None takes half of what there is.
        difference: To be found, in scale points or logits; None plans none.
        power: How often it should be found.
        level: Of the intervals.
    """

    half_width: float | None = None
    difference: float | None = None
    power: float = 0.8
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Resize:
    """A design other than the table's own: what is None stays."""

    raters: int | None = None
    clips: int | None = None
    load: int | None = None

    def of(self, design: Design) -> Design:
        """Return the design with these sizes."""
        wanted = {name: size for name, size in asdict(self).items() if size is not None}
        return replace(design, **wanted)


@dataclass(frozen=True, slots=True)
class PowerFound:
    """What a design gives and lacks.

    Attributes:
        parts: What scores, or differences of strengths, vary by.
        design: How much there is; of votes, its clips are the votes of each rater.
        interval: The plan of a mean's interval; None for votes.
        difference: The plan of a difference; None where none was asked for or can be told.
        goal: What was wanted.
        reason: Why something is missing, or None.
    """

    parts: VarianceParts | VoteParts | None
    design: Design | None
    interval: Plan | None
    difference: Plan | None
    goal: Goal
    reason: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return the object that ``stats power --json`` prints."""
        return {
            "parts": None if self.parts is None else asdict(self.parts),
            "design": None if self.design is None else asdict(self.design),
            "goal": asdict(self.goal),
            "interval": None if self.interval is None else asdict(self.interval),
            "difference": None if self.difference is None else asdict(self.difference),
            "reason": self.reason,
        }


def power_of_ratings(
    path: str | Path, columns: Columns, goal: Goal, *, resize: Resize = Resize()
) -> PowerFound:
    """Plan from the variance parts of a table of ratings.

    Raises:
        WrongInputError: What is wrong with the file, its row named, or with the goal.
    """
    found = variance_parts(read_ratings(path, columns))
    if found.parts is None:
        return PowerFound(None, found.design, None, None, goal, found.reason)
    return plan_ratings(found.parts, resize.of(found.design), goal, conditions=found.conditions)


def plan_ratings(parts: VarianceParts, design: Design, goal: Goal, *, conditions: int = 2) -> PowerFound:
    """Plan a mean's interval, and a difference of two conditions, from variance parts.

    Raises:
        WrongInputError: A goal that no design could have.
    """
    _check(goal)
    if min(design.raters, design.clips) < 2:  # noqa: PLR2004 - no spread is known of one
        return PowerFound(parts, design, None, None, goal, ONE_SEAT)
    width = goal.half_width
    if width is None:
        width = plan_mean(parts, design, half_width=1.0, level=goal.level).reached / 2
    interval = plan_mean(parts, design, half_width=width, level=goal.level) if width > 0 else None
    difference, reason = None, None
    if goal.difference is not None and conditions == 1:
        reason = ONE_CONDITION
    elif goal.difference is not None:
        difference = plan_difference(
            parts, design, difference=goal.difference, power=goal.power, level=goal.level
        )
    return PowerFound(parts, design, interval, difference, goal, reason)


def power_of_votes(path: str | Path, sides: Sides, goal: Goal, *, resize: Resize = Resize()) -> PowerFound:
    """Plan a difference of strengths from the variance parts of a table of comparisons.

    Raises:
        WrongInputError: What is wrong with the file, its row named, or with the goal.
    """
    found = vote_parts(strengths(read_battles(path, sides)))
    if found.parts is None or found.design is None:
        return PowerFound(None, found.design, None, None, goal, found.reason)
    return plan_strengths(found.parts, resize.of(found.design), goal)


def plan_strengths(parts: VoteParts, design: Design, goal: Goal) -> PowerFound:
    """Plan a difference of strengths from variance parts.

    Raises:
        WrongInputError: A goal that no design could have, or none.
    """
    _check(goal)
    if goal.difference is None:
        message = "Say which difference of strengths is to be found, in logits."
        raise WrongInputError(message)
    if design.raters < 2:  # noqa: PLR2004 - no spread is known of one
        return PowerFound(parts, design, None, None, goal, ONE_SEAT)
    plan = plan_votes(parts, design, difference=goal.difference, power=goal.power, level=goal.level)
    return PowerFound(parts, design, None, plan, goal)


def _check(goal: Goal) -> None:
    faults = {
        "a level must lie inside 0 to 1": not 0 < goal.level < 1,
        "power must lie between 1 less the level, and 1": not 1 - goal.level < goal.power < 1,
        "a half-width must be above 0": goal.half_width is not None and not goal.half_width > 0,
        "there is no number of raters that finds a difference of 0": goal.difference == 0,
    }
    for fault, is_so in faults.items():
        if is_so:
            message = f"{fault[0].upper()}{fault[1:]}."
            raise WrongInputError(message)


def plan_given(variances: Sequence[float], size: Resize, goal: Goal) -> PowerFound:
    """Plan a rating study that does not exist yet.

    Args:
        variances: Of clips, of raters, of the rest, and of tastes (0 if left out).
        size: The design; all but `load` given.
        goal: What is wanted.

    Raises:
        WrongInputError: Too many or too few variances, none above 0, or a goal that no design could have.
    """
    if len(variances) not in {3, 4} or max(variances) <= 0:
        message = (
            "Variances are three or four numbers: of clips, raters, the rest, and tastes; one is above 0."
        )
        raise WrongInputError(message)
    return plan_ratings(VarianceParts(*variances), _made(size), goal)


def plan_equals(draws: float, taste: float, size: Resize, goal: Goal) -> PowerFound:
    """Plan a study of comparisons that does not exist yet.

    Args:
        draws: Share of draws between equals, 0 to below 1.
        taste: Standard deviation between raters of their own difference, in logits.
        size: Raters, and votes of each as its clips.
        goal: With the difference that is to be found.

    Raises:
        WrongInputError: A goal that no design could have, or no difference.
    """
    noise = battle_error(BattleParts(goal.difference or 0.0, draws), 1, 1) ** 2
    return plan_strengths(VoteParts(noise, taste), _made(size), goal)


def t_groups(effect: float, *, paired: bool, power: float) -> dict[str, object]:
    """Return how many a t test needs, as plain JSON values.

    Raises:
        WrongInputError: No effect, or a power that is none.
    """
    exact = _told(lambda: (paired_size if paired else two_sample_size)(effect, power=power))
    whole = math.ceil(exact)
    says = f"{whole} pairs" if paired else f"{whole} in each of two groups"
    return {"test": "t", "paired": paired, "effect": effect, "power": power, "size": exact, "says": says}


def sign_votes(share: float, *, power: float) -> dict[str, object]:
    """Return how many decided votes a sign test needs, as plain JSON values; errors as `t_groups`."""
    first, steady = _told(lambda: sign_size(share, power=power))
    says = f"{first} decided votes reach it first, from {steady} on it stays"
    return {"test": "sign", "share": share, "power": power, "first": first, "size": steady, "says": says}


def graded_votes(grades: Sequence[float], odds_ratio: float, *, power: float) -> dict[str, object]:
    """Return how many grades both groups need together, as plain JSON values; errors as `t_groups`."""
    if not odds_ratio > 0:
        message = "An odds ratio must be above 0."
        raise WrongInputError(message)
    exact = _told(lambda: graded_size(grades, odds_ratio, power=power))
    says = f"{math.ceil(exact / 2)} in each of two groups"
    return {"test": "grades", "odds_ratio": odds_ratio, "power": power, "size": exact, "says": says}


def _made(size: Resize) -> Design:
    assert size.raters is not None  # noqa: S101 - the command has looked
    assert size.clips is not None  # noqa: S101 - as above
    return Design(size.raters, size.clips, size.load)


def _told(size: Callable[[], _Size]) -> _Size:
    try:
        return size()
    except ValueError as wrong:
        message = f"{str(wrong)[0].upper()}{str(wrong)[1:]}."
        raise WrongInputError(message) from wrong
