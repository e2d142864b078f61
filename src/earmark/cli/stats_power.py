"""``earmark stats power | sizes``: what more raters, clips or votes would buy, and textbook sample sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from earmark.cli.output import JsonFlag, show
from earmark.core.errors import WrongInputError

if TYPE_CHECKING:
    from earmark.services.power_tables import Goal, PowerFound, Resize
    from earmark.stats.planning import Design, Plan

File = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]", help="CSV or Parquet of a study or a pilot, one rating or comparison a row."
    ),
]
Column = typer.Option(help="Column of the table, as in stats mos and stats rank.")
Size = typer.Option(min=2, help="Instead of the table's own number.")


@dataclass(frozen=True, slots=True)
class _Named:
    """Columns as they were named, or not."""

    item: str | None
    rater: str | None
    value: str | None
    condition: str | None
    left: str | None
    right: str | None
    winner: str | None


def power(
    file: File = None,
    *,
    item: Annotated[str | None, Column] = None,
    rater: Annotated[str | None, Column] = None,
    value: Annotated[str | None, Column] = None,
    condition: Annotated[str | None, Column] = None,
    left: Annotated[str | None, Column] = None,
    right: Annotated[str | None, Column] = None,
    winner: Annotated[str | None, Column] = None,
    half_width: Annotated[
        float | None, typer.Option(help="Wanted of a mean's interval; without it half of what there is.")
    ] = None,
    difference: Annotated[
        float | None,
        typer.Option(help="To be found between two conditions: scale points, or logits of votes."),
    ] = None,
    chance: Annotated[float, typer.Option("--power", help="How often the difference should be found.")] = 0.8,
    raters: Annotated[int | None, Size] = None,
    clips: Annotated[int | None, Size] = None,
    load: Annotated[
        int | None,
        typer.Option(min=1, help="Clips of a condition that each rater scores; else as many as there are."),
    ] = None,
    votes: Annotated[
        int | None, typer.Option(min=1, help="Votes of each rater, instead of the table's own.")
    ] = None,
    variances: Annotated[
        str | None,
        typer.Option(help="Without a table: of clips, raters, the rest and tastes, such as 0.2,0.5,0.7,0.1."),
    ] = None,
    draws: Annotated[
        float | None,
        typer.Option(min=0, max=0.99, help="Without a table of votes: share of draws between equals."),
    ] = None,
    taste: Annotated[
        float, typer.Option(min=0, help="With --draws: how far raters differ, as a deviation in logits.")
    ] = 0.0,
    as_json: JsonFlag = False,
) -> None:
    """Say what more raters, clips or votes would buy, from a table's own variances or from given ones."""
    from earmark.services.power_tables import Goal, Resize

    named = _Named(item, rater, value, condition, left, right, winner)
    goal = Goal(half_width, difference, chance)
    resize = Resize(raters, votes if left or draws is not None else clips, load)
    if file is not None:
        found = _of_table(file, named, goal, resize)
    else:
        found = _of_parts(goal, resize, variances=variances, draws=draws, taste=taste)
    show(found.as_json(), _text(found), as_json=as_json)


def sizes(
    *,
    effect: Annotated[
        float | None, typer.Option(help="Of a t test: difference of means in standard deviations.")
    ] = None,
    paired: Annotated[
        bool, typer.Option("--paired", help="The t test is of pairs, not of two groups.")
    ] = False,
    share: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Of a sign test: share of decided votes for the better."),
    ] = None,
    odds_ratio: Annotated[
        float | None,
        typer.Option(help="Of ordered grades (Whitehead): odds of a better grade, with --grades."),
    ] = None,
    grades: Annotated[
        str | None,
        typer.Option(help="Share of each grade in the control group, the worst first: 0.2,0.3,0.5."),
    ] = None,
    chance: Annotated[float, typer.Option("--power", help="How often the effect should be found.")] = 0.8,
    as_json: JsonFlag = False,
) -> None:
    """Give the sample size of a textbook's test: t, sign, or ordered grades; two-sided, at 5 %."""
    from earmark.services.power_tables import graded_votes, sign_votes, t_groups

    asked = [one for one in (effect, share, odds_ratio) if one is not None]
    if len(asked) != 1 or (odds_ratio is None) != (grades is None):
        message = "Give one of --effect, --share, or --odds-ratio with --grades."
        raise WrongInputError(message)
    if effect is not None:
        found = t_groups(effect, paired=paired, power=chance)
    elif share is not None:
        found = sign_votes(share, power=chance)
    else:
        found = graded_votes(_numbers(grades or "", "--grades"), odds_ratio or 0.0, power=chance)
    show(found, f"{found['test']}: {found['says']}", as_json=as_json)


def _of_table(file: Path, named: _Named, goal: Goal, resize: Resize) -> PowerFound:
    from earmark.services.power_tables import power_of_ratings, power_of_votes
    from earmark.services.ranking import Sides
    from earmark.services.rating_tables import Columns

    if named.item and named.rater and named.value:
        columns = Columns(named.item, named.rater, named.value, named.condition)
        return power_of_ratings(file, columns, goal, resize=resize)
    if named.left and named.right and named.winner and named.rater:
        sides = Sides(named.left, named.right, named.winner, named.rater)
        return power_of_votes(file, sides, goal, resize=resize)
    message = (
        "Name the columns: --item, --rater and --value of ratings,"
        " or --left, --right, --winner and --rater of comparisons."
    )
    raise WrongInputError(message)


def _of_parts(
    goal: Goal, resize: Resize, *, variances: str | None, draws: float | None, taste: float
) -> PowerFound:
    from earmark.services.power_tables import plan_equals, plan_given

    if resize.raters is None or resize.clips is None:
        message = "Without a table, give --raters, and --clips of ratings or --votes of comparisons."
        raise WrongInputError(message)
    if variances is not None:
        return plan_given(_numbers(variances, "--variances"), resize, goal)
    if draws is not None:
        return plan_equals(draws, taste, resize, goal)
    message = "Give a FILE, or --variances of ratings, or --draws of comparisons."
    raise WrongInputError(message)


def _numbers(text: str, option: str) -> list[float]:
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError as wrong:
        message = f"{option} must be numbers with commas between them, got {text!r}."
        raise WrongInputError(message) from wrong
    if not all(math.isfinite(one) and one >= 0 for one in found):
        message = f"{option} must be 0 or more, got {text!r}."
        raise WrongInputError(message)
    return found


def _text(found: PowerFound) -> str:
    from earmark.stats.planning import VarianceParts

    if found.parts is None or found.design is None:
        return str(found.reason)
    lines = [_vary(found), _size(found.design, votes=not isinstance(found.parts, VarianceParts))]
    more = ("raters", "clips a condition") if found.interval else ("raters", "votes of each")
    if found.interval is not None:
        plan = found.interval
        head = f"a mean's interval: ±{plan.reached:.2f}; for ±{plan.wanted:.2f}"
        lines.append(f"{head}: {_lacking(plan, more)}")
    if found.difference is not None:
        plan = found.difference
        head = f"a difference of {found.goal.difference:g}: found in {plan.reached:.0%} of such studies"
        lines.append(f"{head}; for {plan.wanted:.0%}: {_lacking(plan, more)}")
    return "\n".join([*lines, *([found.reason] if found.reason else [])])


def _vary(found: PowerFound) -> str:
    from earmark.stats.planning import VarianceParts

    if isinstance(found.parts, VarianceParts):
        one = found.parts
        shared = f", texts {one.text:.3f}" if one.text else ""
        return (
            f"variances: clips {one.clip:.3f}{shared}, raters {one.rater:.3f}, tastes {one.taste:.3f},"
            f" the rest {one.residual:.3f}"
        )
    assert found.parts is not None  # noqa: S101 - the caller has looked
    return f"a vote's noise {found.parts.noise:.2f}, raters' tastes {found.parts.taste:.2f} logits"


def _size(design: Design, *, votes: bool) -> str:
    raters, clips = f"{design.raters:.4g} raters", f"{design.clips:.4g}"
    if votes:
        return f"{raters}, {clips} votes of each"
    load = "all" if design.load is None else f"{design.load:.3g}"
    return f"{raters} and {clips} clips a condition, of which each rater scores {load}"


def _lacking(plan: Plan, names: tuple[str, str]) -> str:
    """Say what it takes, such as "12 more raters, or 40 more clips a condition"."""
    if plan.more_raters == 0 or plan.more_clips == 0:
        return "enough"
    ways = zip((plan.more_raters, plan.more_clips), names, strict=True)
    can = [f"{more} more {name}" for more, name in ways if more is not None]
    if plan.more_of_both is not None and len(can) < len(names):  # one alone will not do
        can.append(
            " and ".join(f"{more} more {name}" for more, name in zip(plan.more_of_both, names, strict=True))
        )
    return ", or ".join(can) or "not by any number"
