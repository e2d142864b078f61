"""The table of one question's results, as a file."""

from __future__ import annotations

from dataclasses import asdict

from earmark.core.results import QuestionResult
from earmark.exports.columns import Column, Table
from earmark.exports.tables import csv_text


def question_csv(question: QuestionResult) -> str:
    """Return the table of a question as CSV: a row a condition, a count a point of the scale."""
    rows = [
        [result.condition, *asdict(result.score).values(), *result.histogram]
        for result in question.conditions
    ]
    return csv_text(_table(question), rows)


def _table(question: QuestionResult) -> Table:
    points = (Column(f"n_{point}", "integer", f"Number of scores of {point}.") for point in question.points)
    return Table(
        question.id,
        "One condition.",
        (
            Column("condition", "text", "Name of the condition; empty where the recordings have none."),
            Column("mean", "number", "Mean score.", "point"),
            Column("low", "number", "Lower end of the interval.", "point"),
            Column("high", "number", "Upper end of the interval.", "point"),
            Column("standard_error", "number", "Cluster-robust standard error.", "point"),
            Column("n", "integer", "Number of scores."),
            Column("raters", "integer", "Number of raters."),
            Column("items", "integer", "Number of items."),
            Column("level", "number", "Nominal coverage of the interval."),
            Column("method", "text", "What the interval is clustered by."),
            Column("reason", "text", "Why there is no interval."),
            *points,
        ),
    )
