"""Ids and the names that refer to them: each once, and each of something that is there."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from earmark.protocols.located import Path
from earmark.protocols.outline import Outline, Placed, ids_of, texts_of
from earmark.protocols.problem import Problem, meant, one_of
from earmark.protocols.questions import BaseQuestion, Checklist, FreeText
from earmark.protocols.questions.choice import Option
from earmark.protocols.questions.flags import DualMark
from earmark.protocols.rules import Reason, When
from earmark.protocols.schema import Exit, GuidePage, ScenarioClass, Transcript


def repeated_ids(outline: Outline) -> Iterator[Problem]:
    """Yield ids that stand twice in one list, and scenario categories that stand in two classes."""
    lists: dict[Path, list[tuple[Path, str]]] = {}
    for part in outline.parts:
        identifier = part.raw.get("id")
        if isinstance(identifier, str) and part.path:
            is_category = part.path[:1] == ("classes",) and "categories" in part.path
            group = ("classes", "*") if is_category else part.path[:-1]
            lists.setdefault(group, []).append(((*part.path, "id"), identifier))
    for entries in lists.values():
        seen: set[str] = set()
        for path, identifier in entries:
            if identifier in seen:
                yield Problem(path, f"the id '{identifier}' is given twice", "an id of its own")
            seen.add(identifier)


def unknown_names(outline: Outline) -> Iterator[Problem]:
    """Yield names of questions, phrases, pages, classes and fields that the protocol does not have."""
    questions = outline.questions_by_id()
    pages = [str(page.raw.get("id")) for page in outline.of(GuidePage)]
    classes = {str(part.raw.get("id")): part for part in outline.of(ScenarioClass)}
    for part in outline.of(When):
        yield from _unknown(part, "question", questions, "question")
    for part in outline.of(BaseQuestion):
        yield from _unknown(part, "after", questions, "question")
        yield from _unknown(part, "classes", classes, "class of scenarios")
    for part in outline.of(FreeText):
        yield from _unknown(part, "composer", pages, "page of the guide")
    yield from _unknown_dual_marks(outline)
    for part in outline.of(Transcript):
        yield from _unknown(part, "after", questions, "question")
        yield from _unknown(part, "for_question", questions, "question")
    for part in outline.of(ScenarioClass):
        yield from _unknown(part, "priority", questions, "question")
        yield from _unknown(part, "priority_from", questions, "question")
    for part in outline.of(Exit):
        reasons = [identifier for _, identifier in ids_of(part.raw.get("reasons"), ())]
        yield from _unknown(part, "unplayable", reasons, "reason of this exit")
    yield from _unknown_exceptions(outline)
    yield from _unknown_entries(outline)


def _unknown(part: Placed, key: str, known: Collection[str], what: str) -> Iterator[Problem]:
    """Yield the name under ``key``, or each name of the list there, that is not known."""
    value = part.raw.get(key)
    path = (*part.path, key)
    named = [(path, value)] if isinstance(value, str) else texts_of(value, path)
    for place, name in named:
        if name not in known:
            yield Problem(place, f"there is no {what} '{name}'{meant(name, known)}", one_of(known))


def _unknown_dual_marks(outline: Outline) -> Iterator[Problem]:
    """Yield questions that are no choice about each side, and options that the question does not offer."""
    choices = {name: part for part, name in outline.questions() if part.raw.get("kind") == "choice"}
    by_side = {name: part for name, part in choices.items() if part.raw.get("ask") == "side"}
    for part in outline.of(DualMark):
        yield from _unknown(part, "question", by_side, "choice about each side")
        asked = by_side.get(str(part.raw.get("question")))
        if asked is not None:
            options = [str(one.raw.get("id")) for one in outline.inside(asked, Option)]
            yield from _unknown(part, "propose", options, f"option of '{part.raw['question']}'")


def _unknown_exceptions(outline: Outline) -> Iterator[Problem]:
    for part in outline.of(Reason):
        unique = part.raw.get("unique")
        phrases = [identifier for _, identifier in ids_of(part.raw.get("phrases"), ())]
        if isinstance(unique, dict):
            rule = Placed((*part.path, "unique"), part.model, unique)
            yield from _unknown(rule, "exceptions", phrases, "phrase")


def _unknown_entries(outline: Outline) -> Iterator[Problem]:
    item = outline.root.get("item")
    scenario = item.get("scenario", ["title", "description"]) if isinstance(item, dict) else []
    fields = [name for _, name in texts_of(scenario, ())]
    for part in outline.of(Checklist):
        yield from _unknown(part, "entries_from", fields, "field of the scenario")
