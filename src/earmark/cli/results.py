"""``earmark results``: how far a study is and what it says so far."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, show
from earmark.cli.scoping import (
    CategoryOption,
    ClassOption,
    ConditionOption,
    GroupOption,
    LanguageOption,
    scope_of,
)

if TYPE_CHECKING:
    from earmark.core.results import (
        BoardPlace,
        ChoiceResult,
        ConditionResult,
        ContrastResult,
        FlagsResult,
        MarkCount,
        Out,
        PreferenceResult,
        QuestionResult,
        StudyResults,
    )

StudyName = Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")]


def results(
    study: StudyName,
    *,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    category: CategoryOption = None,
    class_: ClassOption = None,
    group: GroupOption = None,
    seed: Annotated[int, typer.Option(help="Of all that is drawn by chance.")] = 0,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show progress, each question's mean with a 95 % interval by condition, and how conditions differ."""
    from earmark.services.home import open_home  # numpy and the database

    scope = scope_of(
        condition=condition, language=language, category=category, scenario_class=class_, group=group
    )
    with open_home(home) as opened:
        found = opened.studies[study].results(scope=scope, seed=seed)
    show(found.as_json(), "\n".join(_lines(found)), as_json=as_json)


def _lines(results: StudyResults) -> Iterator[str]:
    progress = results.progress
    yield f"{results.title} · {results.protocol} {results.protocol_version} · {results.state}"
    if results.scope:
        part = ", ".join(f"{kind} = {name or '(none)'}" for kind, name in results.scope.as_pairs())
        yield f"only a part: {part}; votes, skips and discards up here are of the whole study"
    waiting = _count(progress.waiting_for_owner, "task")
    yield (
        f"{progress.votes_in} of {progress.votes_wanted} votes in, {progress.in_hand} in hand, "
        f"{_count(progress.raters_active, 'rater')}, {waiting} waiting for you"
    )
    aside = f" · set aside {progress.set_aside}" if progress.set_aside else ""
    counts = (
        f"late {progress.late} · extra, not counted {progress.extra} · corrections {progress.corrections}"
    )
    retracted = f" · left after rating {progress.retracted}" if progress.retracted else ""
    yield counts + aside + retracted
    yield f"skips: {_marks(results.skips)}"
    yield f"discards: {_marks(results.discards)}"
    for question in results.questions:
        yield ""
        yield from _question(question)
    for preference in results.battles.questions if results.battles else ():
        if preference.board.votes:
            yield ""
            yield from _preference(preference)
    for choice in results.choices:
        if any(condition.n for condition in choice.conditions):
            yield ""
            yield from _choice(choice)
    for flags in results.flags:
        if any(condition.n for condition in flags.conditions):
            yield ""
            yield from _flags(flags)


def _question(question: QuestionResult) -> Iterator[str]:
    yield f"{question.title.in_language('en')} ({question.points[0]} to {question.points[-1]})"
    if not question.conditions:
        yield "  no recordings yet"
        return
    points = [str(point) for point in question.points]
    unnamed = "all recordings" if len(question.conditions) == 1 else "without a condition"
    head = ["condition", "mean", "95 % interval", "n", "raters", "items", *points]
    yield from _aligned([head, *(_cells(condition, unnamed) for condition in question.conditions)])
    yield from _left_out("scores", [(condition.score.n, condition.out) for condition in question.conditions])
    if any(condition.score.items == 1 for condition in question.conditions):
        yield "  one item: this holds for it alone; how much items differ, no interval here covers"
    if question.contrasts.pairs:
        yield "  differences; intervals hold for all at once, p is after Holm"
        yield from _aligned([_difference(pair, unnamed) for pair in question.contrasts.pairs])


def _preference(found: PreferenceResult) -> Iterator[str]:
    yield f"{found.title.in_language('en')} ({found.board.votes} votes, {_count(found.raters, 'rater')})"
    head = ["condition", "ranks", "strength, 95 % interval", "would win", "won", "lost", "drawn"]
    yield from _aligned([head, *(_place(place) for place in found.board.places)])
    yield from _left_out("votes", [(found.board.votes, found.board.out)])


def _place(place: BoardPlace) -> list[str]:
    ends = ("open" if end is None else f"{end:+.2f}" for end in (place.low, place.high))
    around = "" if place.strength is None else f"{place.strength:+.2f} ({' to '.join(ends)})"
    ranks = str(place.best) if place.best == place.worst else f"{place.best} to {place.worst}"
    share = "" if place.score is None else f"{place.score:.0%}"
    counts = (str(n) for n in (place.wins, place.losses, place.draws))
    return [place.condition or "without a condition", ranks, around or place.reason or "", share, *counts]


def _choice(found: ChoiceResult) -> Iterator[str]:
    yield f"{found.title.in_language('en')} (share of answers)"
    head = ["condition", "n", "raters", *(answer for answer, _ in found.answers)]
    rows = (
        [
            one.condition or "without a condition",
            *(str(n) for n in (one.n, one.raters)),
            *(_share(share.rate.share) for share in one.shares),
        ]
        for one in found.conditions
    )
    yield from _aligned([head, *rows])
    yield from _left_out("answers", [(one.n, one.out) for one in found.conditions])


def _flags(found: FlagsResult) -> Iterator[str]:
    yield f"{found.title.in_language('en')} (share of looks that flag it)"
    shares = {(one.cluster, one.condition): one.rate.share for one in found.rates if one.severity is None}
    there = [one for one in found.conditions if one.n]
    counts = ([name, *(str(getattr(one, name)) for one in there)] for name in ("n", "raters", "items"))
    rows = (
        [cluster, *(_share(shares.get((cluster, one.condition))) for one in there)]
        for cluster, _ in found.clusters
    )
    yield from _aligned(
        [["", *(one.condition or "without a condition" for one in there)], *counts, *rows], left={0}
    )
    yield from _left_out("looks", [(one.n, one.out) for one in found.conditions])


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


_OUT = {
    "replaced": "replaced by a later revision",
    "extra": "beyond the votes wanted",
    "retracted": "taken back by their raters",
    "set-aside": "on recordings that were corrected and are rated again",
    "discarded": "discarded by their raters",
    "one-condition": "on two recordings of one condition",
    "no-priority": "on dimensions or in classes without a priority",
    "screened": "left out by screening",
}


def _left_out(what: str, counted: list[tuple[int, tuple[Out, ...]]]) -> Iterator[str]:
    """Yield what was left out of so many and for which reason, unless there is neither."""
    from earmark.core.results import together

    reasons = ", ".join(f"{one.n} {_OUT[one.reason]}" for one in together(out for _, out in counted))
    if reasons or any(n for n, _ in counted):
        yield f"  {what} left out: {reasons or 'none'}"


_FINDINGS = {
    "first": "the first is higher",
    "second": "the second is higher",
    "alike": "alike",
    "open": "open",
}


def _difference(pair: ContrastResult, unnamed: str) -> list[str]:
    interval = pair.reason if pair.low is None else f"{pair.low:+.2f} to {pair.high:+.2f}"
    names = f"{pair.first or unnamed} - {pair.second or unnamed}"
    p = "" if pair.adjusted_p is None else f"p {pair.adjusted_p:.3f}"
    return [names, f"{pair.difference:+.2f}", interval or "", p, _FINDINGS[pair.finding]]


def _cells(result: ConditionResult, unnamed: str) -> list[str]:
    score, around = result.score, result.interval
    interval = around.reason if around.low is None else f"{around.low:.2f} to {around.high:.2f}"
    return [
        result.condition or unnamed,
        "" if score.mean is None else f"{score.mean:.2f}",
        interval or "",
        *(str(n) for n in (score.n, score.raters, score.items, *result.histogram)),
    ]


def _aligned(rows: list[list[str]], *, left: Container[int] = frozenset({0, 2})) -> Iterator[str]:
    """Pad cells to columns: the name and the interval to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  " + "  ".join(cells).rstrip()


def _marks(marks: Iterable[MarkCount]) -> str:
    """Sum up skips or discards by reason."""
    return ", ".join(f"{mark.n} {mark.scope} ({mark.reason or 'no reason'})" for mark in marks) or "none"


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
