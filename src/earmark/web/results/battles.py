"""What comparisons of two sides found: who is preferred, leaderboards, and what a place adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from earmark.core.results import (
    BattleResults,
    BoardPlace,
    BoardResult,
    CombinedBoard,
    PairWins,
    PositionEffect,
    PreferenceResult,
)
from earmark.exports.chart_data import Axis, Estimate, Words
from earmark.protocols.texts import Text
from earmark.web.languages import N_
from earmark.web.results import pictures
from earmark.web.results.intake import intake
from earmark.web.results.parts import Cell, Column, Figure, Part, Section, Table
from earmark.web.results.scales import one_item
from earmark.web.results.writing import Writer, cell, count, number, share, share_cell

OPEN_ENDS: Final = {
    "above": N_("no upper limit: it never lost"),
    "below": N_("no lower limit: it never won"),
    "both": N_("no limits: the votes are too one-sided to set any"),
}
"""Where the votes set no limit to a strength, of a condition that stands for itself."""

OPEN_ENDS_OF_SEVERAL: Final = {
    "above": N_("no upper limit: it lost only to others that never lost to the rest"),
    "below": N_("no lower limit: it won only against others that never won against the rest"),
}
"""The same, of one of several conditions that beat each other, but are all above or below the rest."""

POSITIONS: Final = {
    "side-a": N_("Shown as A"),
    "heard-first": N_("Heard first"),
}
"""Places in a comparison."""

METHOD: Final = N_(
    "Strengths by Davidson's model, which knows ties as such: the chance to be preferred follows from the "
    "difference of two strengths. Errors are clustered by rater. Ranks hold for all conditions at once: 1 "
    "to 2 means that it is the first or the second, and nothing else fits the votes."
)
"""How a board is made."""


def battle_sections(battles: BattleResults, writer: Writer) -> Iterator[Section]:
    """Yield what each comparison found, and the board across them."""
    for question in battles.questions:
        if question.board.votes:
            parts = tuple(_parts(question, battles.classes, writer))
            yield Section(question.id, writer.of(question.title), parts)
    if battles.combined is not None and battles.combined.places:
        yield Section(
            "combined", writer.say("Across all dimensions"), (_combined(battles.combined, battles, writer),)
        )


def _parts(question: PreferenceResult, classes: Mapping[str, Text], writer: Writer) -> Iterator[Part]:
    title = writer.of(question.title)
    whole = _board(question.id, "", title, question.board, writer)
    alone = (one_item(1, writer).strip(),) if question.items == 1 else ()
    yield replace(whole, notes=(*whole.notes, *alone))
    for name, board in question.classes.items():
        heading = _class_name(name, classes, writer)
        yield _board(f"{question.id}.{name}", heading, f"{title}, {heading}", board, writer)
    yield _wins(question, writer)
    if question.positions:
        yield _positions(question, writer)


def _class_name(name: str, classes: Mapping[str, Text], writer: Writer) -> str:
    return writer.of(classes[name]) if name in classes else name


def _board(identity: str, heading: str, title: str, board: BoardResult, writer: Writer) -> Part:
    notes = []
    if board.penalised:
        notes.append(
            writer.say(
                "Somebody won or lost every vote: a penalty keeps such strengths finite, and an end stays "
                "open."
            )
        )
    if board.boards > 1:
        notes.append(
            writer.say(
                "The comparisons fall into %(n)s groups that never met; strengths of two groups cannot be "
                "compared.",
                n=board.boards,
            )
        )
    return Part(
        identity,
        heading,
        board_lead(board, writer),
        figures=_board_figure(title, board, writer),
        table=_board_table(board, writer),
        method=writer.say(METHOD),
        notes=(*_intake(board, writer), *notes),
    )


def _intake(board: BoardResult | CombinedBoard, writer: Writer) -> tuple[str, ...]:
    return intake("votes", board.votes, (board.out,), writer)


def board_lead(board: BoardResult, writer: Writer) -> str:
    """Return the sentence that sums a board up."""
    places = [place for place in board.places if place.strength is not None]
    if not places:
        return writer.say(
            "The comparisons are %(reason)s.", reason=writer.say(board.reason or "not measurable: no votes")
        )
    first = places[0]
    values = {"name": writer.name(first.condition), "share": share(first.score or 0), "votes": board.votes}
    rivals = [writer.name(place.condition) for place in places[1:] if place.best == 1]
    if first.worst == 1 and not rivals:
        return writer.say(
            "%(name)s is preferred: it would win %(share)s against the others, and is first by enough to "
            "say so (votes: %(votes)s).",
            **values,
        )
    return writer.say(
        "%(name)s leads, it would win %(share)s against the others, but the first place is open: %(rivals)s "
        "may be first, too (votes: %(votes)s).",
        rivals=writer.listed(rivals),
        **values,
    )


def _board_figure(title: str, board: BoardResult, writer: Writer) -> tuple[Figure, ...]:
    rows = [_estimate(place, writer) for place in board.places if place.strength is not None]
    if not rows:
        return ()
    axis = Axis(writer.say("Strength in logits; 0 is the mean of the board"), mark=0.0)
    words = Words(
        description=writer.say("%(question)s: strength of each condition", question=title),
        value=writer.say("Strength"),
        low=writer.say("Interval from"),
        high=writer.say("Interval to"),
        count=writer.say("Votes"),
    )
    caption = writer.say(
        "Dot: strength. Line: 95 %% interval; without an end it goes on to the edge. A step of 1 in strength "
        "is a win in 73 %% of votes."
    )
    return (Figure(pictures.forest(tuple(rows), axis, conditions=writer.names(), words=words), caption),)


def _estimate(place: BoardPlace, writer: Writer) -> Estimate:
    name = writer.name(place.condition)
    return Estimate(
        name,
        place.strength,
        place.low,
        place.high,
        place.votes,
        series=name,
        open_low=place.open_end in {"below", "both"},
        open_high=place.open_end in {"above", "both"},
    )


def _board_table(board: BoardResult, writer: Writer) -> Table:
    say = writer.say
    columns = (
        Column("condition", say("Condition"), "text"),
        Column("ranks", say("Rank"), hint=say("The ranks that fit the votes, all conditions together")),
        Column(
            "score",
            say("Would win"),
            hint=say("Share of votes against another of the board; a draw counts half"),
        ),
        Column("strength", say("Strength")),
        Column("", say("95 %% interval"), "interval"),
        Column("votes", say("Votes")),
        Column("wins", say("Won")),
        Column("losses", say("Lost")),
        Column("draws", say("Drawn")),
        *(
            Column(key, "", "kept")
            for key in ("rank", "best", "worst", "board", "standard_error", "open_end", "reason")
        ),
    )
    return Table(columns, tuple(board_cells(place, writer) for place in board.places))


def ranks(best: int, worst: int) -> str:
    """Return a rank set as read."""
    return str(best) if best == worst else f"{best}\N{EN DASH}{worst}"


def _why_open(place: BoardPlace) -> str | None:
    if place.strength is None:
        return None
    against = {"above": place.losses, "below": place.wins}.get(place.open_end, 0)
    return (OPEN_ENDS_OF_SEVERAL if against else OPEN_ENDS).get(place.open_end)


def board_cells(place: BoardPlace, writer: Writer) -> tuple[Cell, ...]:
    """Return the row of one condition."""
    reason = _why_open(place) or place.reason
    kept = (
        place.rank,
        place.best,
        place.worst,
        place.board,
        place.standard_error,
        place.open_end,
        place.reason,
    )
    return (
        writer.condition(place.condition),
        Cell(ranks(place.best, place.worst), ranks(place.best, place.worst)),
        share_cell(place.score),
        cell(place.strength, sign=True),
        writer.interval(place.low, place.high, reason, sign=True),
        count(place.votes),
        count(place.wins),
        count(place.losses),
        count(place.draws),
        *(Cell(value) for value in kept),
    )


def _wins(question: PreferenceResult, writer: Writer) -> Part:
    say = writer.say
    columns = (
        Column("first", say("First"), "text"),
        Column("second", say("Second"), "text"),
        Column("first_wins", say("First preferred")),
        Column("second_wins", say("Second preferred")),
        Column("ties", say("Tie")),
        Column("both_good", say("Both good")),
        Column("both_bad", say("Both bad")),
    )
    return Part(
        f"{question.id}.wins",
        say("Votes of each pair"),
        say(
            "Votes: %(votes)s; raters: %(raters)s; items: %(items)s.",
            votes=question.board.votes,
            raters=question.raters,
            items=question.items,
        ),
        table=Table(columns, tuple(_pair(pair, writer) for pair in question.wins)),
        notes=_intake(question.board, writer),
        folded=len(question.wins) > 15,  # noqa: PLR2004 - more than a look takes in
    )


def _pair(pair: PairWins, writer: Writer) -> tuple[Cell, ...]:
    counts = (pair.first_wins, pair.second_wins, pair.ties, pair.both_good, pair.both_bad)
    return (writer.condition(pair.first), writer.condition(pair.second), *(count(n) for n in counts))


def _positions(question: PreferenceResult, writer: Writer) -> Part:
    say = writer.say
    columns = (
        Column("position", say("Place"), "text"),
        Column("share", say("Won from there"), hint=say("Of the votes for a side; half is no effect")),
        Column("share", say("95 %% interval"), "interval"),
        Column("log_odds", say("Adds to the log odds")),
        Column("", say("95 %% interval"), "interval"),
        Column("n", say("Votes for a side")),
        Column("reason", "", "kept"),
    )
    return Part(
        f"{question.id}.positions",
        say("What a place adds"),
        " ".join(_position_lead(one, writer) for one in question.positions),
        table=Table(columns, tuple(_position(one, writer) for one in question.positions)),
        method=say(
            "What being shown as A, or heard first, adds to the chance of winning, whoever stands there; "
            "fitted beside the strengths, so these do not profit from it."
        ),
        notes=(*_intake(question.board, writer), *_undecided(question, writer)),
    )


def _undecided(question: PreferenceResult, writer: Writer) -> Iterator[str]:
    """Yield why shares are of fewer votes than count."""
    decided = question.outcomes["left"] + question.outcomes["right"]
    heard = next((one.share.n for one in question.positions if one.position == "heard-first"), decided)
    if draws := question.board.votes - decided:
        yield writer.say("No share here has votes for neither side: %(n)s.", n=draws)
    if unknown := decided - heard:
        yield writer.say("It is not known which side was heard first: votes for a side, %(n)s.", n=unknown)


def _position_lead(one: PositionEffect, writer: Writer) -> str:
    values = {"position": writer.say(POSITIONS[one.position]), "share": share(one.share.share or 0)}
    if one.log_odds is None or one.low is None or one.high is None:
        reason = writer.say(one.reason or "not measurable: no votes")
        return writer.say("%(position)s: %(reason)s.", position=values["position"], reason=reason)
    if one.low <= 0 <= one.high:
        return writer.say(
            "%(position)s: won %(share)s of the time, no more than chance would explain.", **values
        )
    return writer.say("%(position)s: won %(share)s of the time, which is more than chance.", **values)


def _position(one: PositionEffect, writer: Writer) -> tuple[Cell, ...]:
    return (
        Cell(one.position, writer.say(POSITIONS[one.position])),
        share_cell(one.share.share),
        writer.interval(one.share.low, one.share.high, one.share.reason, share=True),
        cell(one.log_odds, sign=True),
        writer.interval(one.low, one.high, one.reason, sign=True),
        count(one.share.n),
        Cell(one.reason),
    )


def _combined(board: CombinedBoard, battles: BattleResults, writer: Writer) -> Part:
    say = writer.say
    titles = {question.id: writer.of(question.title) for question in battles.questions}
    known = [place for place in board.places if place.strength is not None]
    rows = [
        Estimate(
            writer.name(one.condition), one.strength, one.low, one.high, series=writer.name(one.condition)
        )
        for one in known
    ]
    axis = Axis(say("Strength in logits; 0 is the mean of the board"), mark=0.0)
    words = Words(description=say("Across all dimensions: strength of each condition"), value=say("Strength"))
    figure = Figure(
        pictures.forest(tuple(rows), axis, conditions=writer.names(), words=words),
        say("Dot: strength. Line: 95 %% interval."),
    )
    weights = ", ".join(
        f"{_class_name(part.scenario_class, battles.classes, writer)} "
        f"{titles.get(part.question, part.question)} {number(part.weight)}"
        for part in board.parts
    )
    columns = (
        Column("condition", say("Condition"), "text"),
        Column("ranks", say("Rank"), hint=say("The ranks that fit the votes, all conditions together")),
        Column("strength", say("Strength")),
        Column("", say("95 %% interval"), "interval"),
        Column("rank", "", "kept"),
        Column("standard_error", "", "kept"),
        Column("reason", "", "kept"),
    )
    lead = say("The comparisons are %(reason)s.", reason=say(board.reason or "not measurable: no votes"))
    if known:
        first = known[0]
        lead = say(
            "%(name)s leads across all dimensions; ranks that fit the votes: %(ranks)s.",
            name=writer.name(first.condition),
            ranks=ranks(first.best or 1, first.worst or 1),
        )
    table = Table(
        columns,
        tuple(
            (
                writer.condition(one.condition),
                Cell(
                    None if one.best is None else ranks(one.best, one.worst or one.best),
                    "" if one.best is None else ranks(one.best, one.worst or one.best),
                ),
                cell(one.strength, sign=True),
                writer.interval(one.low, one.high, one.reason, sign=True),
                Cell(one.rank),
                Cell(one.standard_error),
                Cell(one.reason),
            )
            for one in board.places
        ),
    )
    return Part(
        "combined",
        "",
        lead,
        figures=(figure,) if rows else (),
        table=table,
        method=say(
            "The strengths of the dimensions, each by its priority in its class (3 : 2 : 1), each class by "
            "its share of the votes. The weights: %(weights)s.",
            weights=weights,
        ),
        notes=(*_intake(board, writer), *_kept_finite(board, writer)),
    )


def _kept_finite(board: CombinedBoard, writer: Writer) -> Iterator[str]:
    """Yield what the board across dimensions cannot show: that some of its parts have open ends."""
    if any(part.penalised for part in board.parts):
        yield writer.say(
            "On some dimensions somebody won or lost every vote, so that a strength there has no limit. A "
            "penalty keeps it finite here, and these intervals with it: read them as rough."
        )
