"""``earmark stats mos | agreement | labels | screen``: numbers from any table of ratings."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from earmark.cli.output import EXIT_PARTLY, JsonFlag, note, show

if TYPE_CHECKING:
    from earmark.services.rating_tables import AgreementFound, MeansFound

File = Annotated[Path, typer.Argument(metavar="FILE", help="CSV or Parquet, one rating a row.")]
Item = Annotated[str, typer.Option(help="Column of what was rated.")]
Rater = Annotated[str, typer.Option(help="Column of who rated it.")]
Value = Annotated[str, typer.Option(help="Column of the score. Rows where it is empty are left out.")]
Seed = Annotated[int, typer.Option(help="Of all chance.")]


class Level(StrEnum):
    """How far two values are apart."""

    nominal = "nominal"
    ordinal = "ordinal"
    interval = "interval"
    ratio = "ratio"


class MeanMethod(StrEnum):
    """What an interval is from."""

    two_way = "two-way"
    mixed = "mixed"
    bootstrap = "bootstrap"
    t = "t"


class LabelMethod(StrEnum):
    """How labels are joined."""

    majority = "majority"
    dawid_skene = "dawid-skene"
    one_coin = "one-coin"
    mace = "mace"
    glad = "glad"


class Rule(StrEnum):
    """Which standard's screening, in which edition."""

    bt500 = "bt500"
    bt500_sureal = "bt500-sureal"
    p913 = "p913"
    p913_sureal = "p913-sureal"
    p913_2014 = "p913-2014"
    p808 = "p808"
    bs1534 = "bs1534"


def mos(
    file: File,
    *,
    item: Item,
    rater: Rater,
    value: Value,
    condition: Annotated[str | None, typer.Option(help="Column of the condition.")] = None,
    method: Annotated[MeanMethod, typer.Option(help="What intervals are from.")] = MeanMethod.two_way,
    scale: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="LOW HIGH",
            help="Ends of the scale, such as 1 5: intervals of means end there, a score beyond is refused.",
        ),
    ] = None,
    seed: Seed = 0,
    as_json: JsonFlag = False,
) -> None:
    """Give each condition's mean with a 95 % interval, and the differences between conditions."""
    from earmark.services.rating_tables import Columns, mean_table

    columns = Columns(item, rater, value, condition)
    found = mean_table(file, columns, method=method.value, scale=scale, seed=seed)
    show(found.as_json(), _means(found), as_json=as_json)


def agreement(
    file: File,
    *,
    item: Item,
    rater: Rater,
    value: Value,
    level: Annotated[Level, typer.Option(help="How far two values are apart.")] = Level.ordinal,
    resamples: Annotated[int, typer.Option(min=20, help="Of items, and of raters.")] = 1000,
    seed: Seed = 0,
    as_json: JsonFlag = False,
) -> None:
    """Give Krippendorff's alpha with a 95 % interval that knows that raters and items come back."""
    from earmark.services.rating_tables import Columns, agreement_table

    columns = Columns(item, rater, value)
    found = agreement_table(file, columns, distance=level.value, resamples=resamples, seed=seed)
    show(found.as_json(), _agreement(found), as_json=as_json)


def labels(
    file: File,
    *,
    item: Item,
    rater: Rater,
    label: Annotated[str, typer.Option(help="Column of the label.")],
    method: Annotated[LabelMethod, typer.Option(help="How labels are joined.")] = LabelMethod.dawid_skene,
    starts: Annotated[int, typer.Option(min=1, help="Of the search; the likeliest is taken.")] = 10,
    seed: Seed = 0,
    as_json: JsonFlag = False,
) -> None:
    """Give one label an item from those of many raters, and how far each rater can be relied on."""
    from earmark.services.rating_tables import Columns, label_table

    columns = Columns(item, rater, label)
    found = label_table(file, columns, method=method.value, starts=starts, seed=seed)
    rows = found["labels"]
    text = "\n".join(map(_label, rows)) if isinstance(rows, list) else ""
    show(found, text or str(found["reason"]), as_json=as_json)


def screen(
    file: File,
    *,
    item: Item,
    rater: Rater,
    value: Value,
    rule: Annotated[
        Rule, typer.Option(help="Which rule; docs/statistics.md says what each is.")
    ] = Rule.bt500,
    condition: Annotated[
        str | None, typer.Option(help="Column of the condition; bs1534, p808, p913-2014.")
    ] = None,
    reference: Annotated[str | None, typer.Option(help="bs1534: the hidden reference's condition.")] = None,
    anchor: Annotated[str | None, typer.Option(help="bs1534: the mid-range anchor's condition.")] = None,
    session: Annotated[str | None, typer.Option(help="p808: column of the session.")] = None,
    gold: Annotated[
        str | None, typer.Option(help="p808: column of a gold clip's right score, empty elsewhere.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Say which raters a standard's screening would leave out, and why; leaves with 1 if there are any."""
    from earmark.services.rating_tables import Columns
    from earmark.services.screening_tables import RULES, Special, screen_table

    special = Special(condition, reference, anchor, session, gold)
    found = screen_table(file, Columns(item, rater, value), rule.value, special=special)
    document = {"rule": rule.value, "edition": RULES[rule.value], "raters": [one.as_json() for one in found]}
    rows = [f"{one.rater}: {'leave out' if one.rejected else 'keep'}, {one.why}" for one in found]
    show(document, "\n".join([RULES[rule.value], *rows]), as_json=as_json)
    if any(one.rejected for one in found):
        raise typer.Exit(EXIT_PARTLY)


def _label(row: dict[str, object]) -> str:
    """Show an item's label; a tie is told, since the label is then only the first of several."""
    return f"{row['item']}\t{row['label']}" + ("\ttied" if row["tied"] else "")


def _means(found: MeansFound) -> str:
    lines = []
    for label, one in found.means.items():
        mean = "no mean" if one.mean is None else f"{one.mean:.2f}"
        interval = one.reason if one.low is None else f"{one.low:.2f} to {one.high:.2f}"
        lines.append(f"{label}: {mean} ({interval}), {one.n} scores, {one.raters} raters, {one.items} items")
    for each in found.contrasts:
        head = f"{each.first} less {each.second}: {each.difference:+.2f}"
        if each.all_low is None or each.adjusted_p is None:
            lines.append(f"{head} ({each.reason})")
            continue
        limits = f"{each.all_low:+.2f} to {each.all_high:+.2f} for all at once"
        lines.append(f"{head} ({limits}), p {each.adjusted_p:.3f} after Holm")
    if found.missing:
        note(f"Rows without a score, left out: {found.missing}.")
    if found.repeats:
        note(
            f"Scores of raters on an item that they had scored before: {found.repeats}. Each counts as "
            "one more score, in n and in the mean."
        )
    return "\n".join(lines) or "no scores"


def _agreement(found: AgreementFound) -> str:
    alpha, interval, behind = found.alpha, found.interval, found.explanation
    if alpha.alpha is None:
        return f"alpha ({alpha.distance}): {alpha.reason}"
    ends = interval.reason if interval.low is None else f"{interval.low:.3f} to {interval.high:.3f}"
    if found.repeats:
        note(
            f"Ratings of raters on an item that they had rated before: {found.repeats}. Each counts as if "
            "another rater had given it."
        )
    text = f"alpha ({alpha.distance}) {alpha.alpha:.3f} ({ends}), {alpha.n} ratings of {alpha.items} items"
    if behind.finding == "lopsided" and behind.share is not None and behind.percent is not None:
        common = f"{behind.share:.0%} of the ratings are {behind.commonest}"
        text += f"\n{common} and {behind.percent:.0%} of pairs agree: alpha can learn from the other"
        text += f" {behind.others} ratings only, and is low although raters rarely differ."
    return text
