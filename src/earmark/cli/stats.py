"""``earmark stats``: numbers from any table of votes, without a study."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from earmark.cli import stats_power, stats_ratings
from earmark.cli.output import JsonFlag, note, show

if TYPE_CHECKING:
    from earmark.services.ranking import Ranking
    from earmark.stats.pairs.ranks import RankSet
    from earmark.stats.pairs.standings import Standing

app = typer.Typer(help="Statistics of any CSV or Parquet table, without a study.", no_args_is_help=True)


app.command()(stats_ratings.mos)
app.command()(stats_ratings.agreement)
app.command()(stats_ratings.labels)
app.command()(stats_ratings.screen)
app.command()(stats_power.power)
app.command()(stats_power.sizes)


class Model(StrEnum):
    """How draws are read."""

    davidson = "davidson"
    rao_kupper = "rao-kupper"
    bradley_terry = "bradley-terry"


@app.command()
def rank(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or Parquet, one comparison a row.")],
    *,
    left: Annotated[str, typer.Option(help="Column of the contestant on the left.")],
    right: Annotated[str, typer.Option(help="Column of the contestant on the right.")],
    winner: Annotated[
        str, typer.Option(help="Column of the outcome: left, right, tie, both_good, both_bad.")
    ],
    rater: Annotated[str | None, typer.Option(help="Column of the rater; errors then go by rater.")] = None,
    model: Annotated[Model, typer.Option(help="How draws are read.")] = Model.davidson,
    position: Annotated[
        bool, typer.Option("--position", help="Estimate what being on the left adds.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of the ranks' critical value.")] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Rank contestants by comparisons: strengths, intervals and the ranks that each may have."""
    from earmark.services.ranking import Sides, rank_table

    sides = Sides(left, right, winner, rater)
    found = rank_table(file, sides, model=model.value, position=position, seed=seed)
    show(found.as_json(), _text(found), as_json=as_json)
    if found.board.strengths.penalised and not as_json:
        note("Some votes set no limit to a strength: a penalty keeps it finite, and its interval is open.")


def _text(found: Ranking) -> str:
    strengths = found.board.strengths
    if strengths.reason is not None:
        return strengths.reason
    by = f"{strengths.clusters} clusters" if strengths.clusters else f"errors by {strengths.errors}"
    boards = f", {strengths.network.boards} boards that never met" if strengths.network.boards > 1 else ""
    head = f"{strengths.model}, {strengths.votes} votes, {by}{boards}"
    width = max(len("contestant"), *(len(str(standing.name)) for standing in found.board.standings))
    rows = [
        f"{'ranks':>8}  {'contestant':<{width}} {'strength':>8}  {'interval':>16} {'score':>5} {'votes':>6}"
    ]
    rows += [
        f"{_ranks(each):>8}  {standing.name!s:<{width}} {_cells(standing)} {standing.votes:>6}"
        for standing, each in zip(found.board.standings, found.board.ranks, strict=True)
    ]
    effects = [
        f"{effect.name}: {effect.estimate:+.3f} ({effect.low:+.3f} to {effect.high:+.3f}) on the logit"
        if effect.estimate is not None and effect.low is not None
        else f"{effect.name}: {effect.reason}"
        for effect in strengths.effects
    ]
    reasons = {one.reason: None for one in found.board.standings if one.reason and one.standard_error is None}
    return "\n".join([head, *rows, *(f"intervals: {reason}" for reason in reasons), *effects])


def _ranks(each: RankSet) -> str:
    return str(each.best) if each.best == each.worst else f"{each.best} to {each.worst}"


def _cells(standing: Standing) -> str:
    if standing.strength is None or standing.score is None:
        return f"{'':>8}  {'':>16} {'':>5}"
    if standing.standard_error is None:  # one rater only: two open ends would say something else
        return f"{standing.strength:>+8.2f}  {'':>16} {standing.score:>5.2f}"
    low = "" if standing.low is None else f"{standing.low:+.2f}"
    high = "" if standing.high is None else f"{standing.high:+.2f}"
    return f"{standing.strength:>+8.2f}  {f'{low} to {high}':>16} {standing.score:>5.2f}"
