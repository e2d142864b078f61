"""The comparisons of a study as its export has them: a row a choice, the condition on each side by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection

from earmark.core.scenario import class_of
from earmark.protocols.questions.choice import Choice, Option
from earmark.protocols.schema import Protocol
from earmark.services.results.battles import CODES
from earmark.services.studies import Study
from earmark.stats.pairs.battles import OUTCOMES
from earmark.storage.comparisons import PairRow, choice_rows, pair_rows


def comparison_rows(connection: Connection, study: Study) -> Iterator[Mapping[str, object]]:
    """Yield every comparison of a study, those that do not count among them; none where none are asked."""
    protocol = study.protocol
    if not protocol.item.sides:
        return
    options = _options(protocol)
    asked = {question for question, _ in options}
    stated = {one.priority_from for one in protocol.classes if one.priority_from}
    pairs = pair_rows(connection, study.id)
    intents = {row.submission: row.choice for row in choice_rows(connection, study.id, stated)}
    for row in choice_rows(connection, study.id, asked):
        pair, option = pairs[row.task], options[row.question, row.choice]
        left, right = reversed(pair.conditions) if row.swapped else pair.conditions
        yield {
            **row._asdict(),
            "item": pair.item,
            "scenario_class": _class(protocol, pair, intents.get(row.submission)),
            "left": left,
            "right": right,
            "winner": OUTCOMES[CODES[option.side or "tie"]],
            "strength": option.strength,
        }


def _options(protocol: Protocol) -> dict[tuple[str, str], Option]:
    """Return the options that say which side is preferred, by question and id."""
    return {
        (question.id, option.id): option
        for question in protocol.asked_of("pair")
        if isinstance(question, Choice) and question.compares
        for option in question.offered
    }


def _class(protocol: Protocol, pair: PairRow, intent: str | None) -> str:
    """Return the class of a scenario; the one that the rater stated, where that is left to them."""
    known = class_of(protocol, pair.scenario) or ""
    is_stated = any(one.priority_from for one in protocol.classes if one.id == known)
    return intent if is_stated and intent else known
