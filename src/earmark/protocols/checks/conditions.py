"""When a question is asked: of what the item has, in an order that works, after answers that can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.protocols.located import Path
from earmark.protocols.outline import Outline, Placed, answers_of, ids_of, list_of, texts_of
from earmark.protocols.problem import Problem, meant, one_of
from earmark.protocols.questions import BaseQuestion, Flags, Scale
from earmark.protocols.questions.flags import Cluster
from earmark.protocols.rules import When
from earmark.protocols.schema import Exit, ScenarioClass

_ASKS: Final = {
    "clip": ("item",),
    "conversation": ("item", "agent-turn"),
    "pair": ("item", "agent-turn", "side", "pair"),
    "site-pair": ("item", "side", "pair"),
}

_SCOPES: Final = {
    "clip": ("item", "dimension"),
    "conversation": ("item", "turn", "dimension"),
    "pair": ("item", "turn", "side", "dimension"),
    "site-pair": ("item", "side", "dimension"),
}


def waiting(outline: Outline) -> Iterator[Problem]:
    """Yield questions that wait for themselves or for a later question: nobody would ever see them."""
    known = outline.questions_by_id()
    before: set[str] = set()
    for part, identifier in outline.questions():
        for path, name in _awaited(part):
            if name in known and name not in before:
                message = f"'{identifier}' waits for '{name}', which is not asked before it"
                yield Problem(path, message, "a question further up")
        before.add(identifier)


def impossible(outline: Outline) -> Iterator[Problem]:
    """Yield rules that test for an answer which the question they name cannot have at the same target."""
    questions = outline.questions_by_id()
    for part in outline.of(When):
        named = questions.get(str(part.raw.get("question")))
        if named is not None:
            yield from _impossible_answers(part, named)
            yield from _other_target(part, named, outline)


def priorities(outline: Outline) -> Iterator[Problem]:
    """Yield classes of scenarios whose priority is given in two ways or in none."""
    for part in outline.of(ScenarioClass):
        if ("priority" in part.raw) == ("priority_from" in part.raw):
            message = "this class does not say which question weighs most"
            yield Problem(part.path, message, "exactly one of 'priority' and 'priority_from'")


def targets(outline: Outline) -> Iterator[Problem]:
    """Yield questions about, and exits from, what an item of this kind does not have."""
    item = outline.root.get("item")
    kind = item.get("kind") if isinstance(item, dict) else None
    if not isinstance(kind, str) or kind not in _ASKS:
        return
    for part in outline.of(BaseQuestion):
        ask = part.raw.get("ask")
        if ask in _ASKS["pair"] and ask not in _ASKS[kind]:
            yield Problem((*part.path, "ask"), f"an item of kind '{kind}' has no {ask}", one_of(_ASKS[kind]))
    for part in outline.of(Exit):
        for path, scope in texts_of(part.raw.get("scopes"), (*part.path, "scopes")):
            if scope in _SCOPES["pair"] and scope not in _SCOPES[kind]:
                yield Problem(path, f"an item of kind '{kind}' has no {scope}", one_of(_SCOPES[kind]))


def severities(outline: Outline) -> Iterator[Problem]:
    """Yield clusters that describe severities the question does not have, or leave one undescribed."""
    for part in outline.of(Flags):
        graded = [identifier for _, identifier in ids_of(part.raw.get("severities"), ())]
        for cluster in outline.inside(part, Cluster):
            described = cluster.raw.get("severities")
            if not isinstance(described, dict) or not described:
                continue
            path = (*cluster.path, "severities")
            for name in described:
                if name not in graded:
                    message = f"the severity '{name}' is unknown{meant(name, graded)}"
                    yield Problem((*path, name), message, one_of(graded), at_key=True)
            if missing := [name for name in graded if name not in described]:
                message = f"the severity '{missing[0]}' is not described"
                yield Problem(path, message, f"a text for each of {', '.join(graded)}")


def _impossible_answers(rule: Placed, question: Placed) -> Iterator[Problem]:
    answers, name = answers_of(question), question.raw["id"]
    for index, value in enumerate(list_of(rule.raw.get("is"))):
        if answers and isinstance(value, str | int) and value not in answers:
            message = f"'{name}' has no answer '{value}'"
            yield Problem((*rule.path, "is", index), message, one_of(str(answer) for answer in answers))
    for test in ("at_most", "at_least"):
        if test in rule.raw and question.model is not Scale:
            message = f"'{test}' compares numbers, and '{name}' is no scale"
            yield Problem((*rule.path, test), message, "'is' with the answers meant", at_key=True)


def _other_target(rule: Placed, question: Placed, outline: Outline) -> Iterator[Problem]:
    asking = next(part for part in outline.of(BaseQuestion) if part.path == rule.path[:2])
    here, there = asking.raw.get("ask", "item"), question.raw.get("ask", "item")
    if here != there:
        message = f"'{question.raw['id']}' is asked of the {there}, this question of the {here}"
        yield Problem((*rule.path, "question"), message, "a question about the same thing")


def _awaited(question: Placed) -> Iterator[tuple[Path, str]]:
    yield from texts_of(question.raw.get("after"), (*question.path, "after"))
    when = question.raw.get("when")
    if isinstance(when, dict) and isinstance(when.get("question"), str):
        yield (*question.path, "when", "question"), when["question"]
