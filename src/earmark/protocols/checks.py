"""What no single part of a protocol can tell: references, languages, keys and files that must agree.

Each check takes the outline of the data and yields problems. The data may be faulty in other ways, so checks
look only at what is of the type they need; the schema reports the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from typing import Final

from earmark.protocols.base import Part
from earmark.protocols.located import Path
from earmark.protocols.outline import Outline, Placed
from earmark.protocols.questions import BaseQuestion, Checklist, Choice, Flags, FreeText, Scale
from earmark.protocols.questions.flags import Cluster
from earmark.protocols.rules import Phrase, Reason, When
from earmark.protocols.schema import Exit, GuidePage, ScenarioClass, Transcript
from earmark.protocols.texts import FALLBACK, Text
from earmark.protocols.wording import Problem, meant, one_of

Check = Callable[[Outline], Iterator[Problem]]

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")

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


def problems(outline: Outline) -> Iterator[Problem]:
    """Yield what every check finds."""
    return chain.from_iterable(check(outline) for check in CHECKS)


def languages(outline: Outline) -> tuple[str, ...]:
    """Return the languages the protocol declares, as far as they are language tags."""
    named = _texts(outline.root.get("languages"), ("languages",))
    return tuple(dict.fromkeys(name for _, name in named if _LANGUAGE.fullmatch(name)))


def declared_languages(outline: Outline) -> Iterator[Problem]:
    """Yield languages that are no language tags or stand twice, and a list without English."""
    seen: set[str] = set()
    for path, name in _texts(outline.root.get("languages"), ("languages",)):
        if not _LANGUAGE.fullmatch(name):
            yield Problem(path, f"'{name}' is no language tag", "a tag such as en, ko or pt-BR")
        if name in seen:
            yield Problem(path, f"the language '{name}' stands here twice", "each language once")
        seen.add(name)
    if seen and FALLBACK not in seen:
        message = f"'{FALLBACK}' is not among the languages"
        yield Problem(("languages",), message, "English and any further languages")


def translations(outline: Outline) -> Iterator[Problem]:
    """Yield texts that lack a declared language, leave it blank, or have one that is not declared."""
    declared = languages(outline)
    for text in outline.of(Text):
        for language in (name for name in declared if name != FALLBACK):  # Text itself looks after that one
            written = text.raw.get(language, text)
            if written is text:
                message = f"this text is missing in '{language}'"
                yield Problem(text.path, message, f"text in {', '.join(declared)}")
            elif isinstance(written, str) and not written.strip():
                yield Problem((*text.path, language), f"the text in '{language}' is blank", "words")
        for language in text.raw.keys() - {*declared, FALLBACK} if declared else ():
            message = f"the language '{language}' is not declared{meant(language, declared)}"
            if not _LANGUAGE.fullmatch(language):
                message = f"'{language}' is no language; inside braces, a text with a comma needs quotes"
            yield Problem((*text.path, language), message, one_of(declared), at_key=True)


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


def references(outline: Outline) -> Iterator[Problem]:
    """Yield names of questions, phrases, pages, classes and fields that the protocol does not have."""
    questions = _by_id(outline)
    pages = [str(page.raw.get("id")) for page in outline.of(GuidePage)]
    classes = {str(part.raw.get("id")): part for part in outline.of(ScenarioClass)}
    for part in outline.of(When):
        yield from _unknown(part, "question", questions, "question")
    for part in outline.of(BaseQuestion):
        yield from _unknown(part, "after", questions, "question")
        yield from _unknown(part, "classes", classes, "class of scenarios")
    for part in outline.of(FreeText):
        yield from _unknown(part, "composer", pages, "page of the guide")
    for part in outline.of(Transcript):
        yield from _unknown(part, "after", questions, "question")
        yield from _unknown(part, "for_question", questions, "question")
    for part in outline.of(ScenarioClass):
        yield from _unknown(part, "priority", questions, "question")
        yield from _unknown(part, "priority_from", questions, "question")
    yield from _unknown_exceptions(outline)
    yield from _unknown_entries(outline)


def waiting(outline: Outline) -> Iterator[Problem]:
    """Yield questions that wait for themselves or for a later question: nobody would ever see them."""
    known = _by_id(outline)
    before: set[str] = set()
    for part, identifier in _questions(outline):
        for path, name in _awaited(part):
            if name in known and name not in before:
                message = f"'{identifier}' waits for '{name}', which is not asked before it"
                yield Problem(path, message, "a question further up")
        before.add(identifier)


def conditions(outline: Outline) -> Iterator[Problem]:
    """Yield rules that test for an answer which the question they name cannot have at the same target."""
    questions = _by_id(outline)
    for part in outline.of(When):
        named = questions.get(str(part.raw.get("question")))
        if named is not None:
            yield from _impossible_answers(part, named)
            yield from _other_target(part, named, outline)


def _impossible_answers(rule: Placed, question: Placed) -> Iterator[Problem]:
    answers, name = _answers(question), question.raw["id"]
    for index, value in enumerate(_list(rule.raw.get("is"))):
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
        for path, scope in _texts(part.raw.get("scopes"), (*part.path, "scopes")):
            if scope in _SCOPES["pair"] and scope not in _SCOPES[kind]:
                yield Problem(path, f"an item of kind '{kind}' has no {scope}", one_of(_SCOPES[kind]))


def severities(outline: Outline) -> Iterator[Problem]:
    """Yield clusters that describe severities the question does not have, or leave one undescribed."""
    for part in outline.of(Flags):
        graded = [identifier for _, identifier in _ids(part.raw.get("severities"), ())]
        for cluster in _inside(part, outline, Cluster):
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


def shortcuts(outline: Outline) -> Iterator[Problem]:
    """Yield shortcut keys that would do two things at once, and lists of keys of the wrong length."""
    everywhere: dict[str, str] = {}
    for part in outline.of(Exit):
        yield from _clash(part, everywhere, f"the exit '{part.raw.get('id')}'")
    for part, identifier in _questions(outline):
        own = dict(everywhere)
        if part.model is Scale:
            own |= {str(value): f"the score {value} of '{identifier}'" for value in _answers(part)}
        keys = list(_texts(part.raw.get("keys"), (*part.path, "keys")))
        for path, key in keys:
            yield from _taken(path, key, own)
            own[key] = f"a choice of '{identifier}'"
        for phrase in _inside(part, outline, Phrase):
            yield from _clash(phrase, own, f"the phrase '{phrase.raw.get('id')}'")
        choices = len(_list(part.raw.get("points" if part.model is Scale else "options")))
        if keys and choices and len(keys) != choices:
            message = f"{len(keys)} keys are given for {choices} choices"
            yield Problem((*part.path, "keys"), message, "one key a choice")


CHECKS: Final[tuple[Check, ...]] = (
    declared_languages,
    translations,
    repeated_ids,
    references,
    waiting,
    conditions,
    priorities,
    targets,
    severities,
    shortcuts,
)


def guide_pages(outline: Outline, files: Collection[str]) -> Iterator[Problem]:
    """Yield pages of the guide that have no file in a declared language."""
    for page in outline.of(GuidePage):
        for language in languages(outline):
            path = f"guide/{language}/{page.raw.get('id')}.md"
            if "id" in page.raw and path not in files:
                yield Problem((*page.path, "id"), f"the page has no text in '{language}'", f"a file {path}")


def _inside(part: Placed, outline: Outline, model: type[Part]) -> Iterator[Placed]:
    return (inner for inner in outline.of(model) if inner.path[: len(part.path)] == part.path)


def _questions(outline: Outline) -> Iterator[tuple[Placed, str]]:
    for part in outline.of(BaseQuestion):
        if isinstance(part.raw.get("id"), str):
            yield part, str(part.raw["id"])


def _by_id(outline: Outline) -> dict[str, Placed]:
    """Return the questions by id; of two with the same one, the first."""
    found: dict[str, Placed] = {}
    for part, identifier in _questions(outline):
        found.setdefault(identifier, part)
    return found


def _awaited(question: Placed) -> Iterator[tuple[Path, str]]:
    yield from _texts(question.raw.get("after"), (*question.path, "after"))
    when = question.raw.get("when")
    if isinstance(when, dict) and isinstance(when.get("question"), str):
        yield (*question.path, "when", "question"), when["question"]


def _answers(question: Placed) -> list[object]:
    """Return the answers a scale or a choice can have, with those of variants; none for other kinds."""
    if question.model is Scale:
        points = _list(question.raw.get("points"))
        return [point["value"] for point in points if isinstance(point, dict) and "value" in point]
    if question.model is Choice:
        variants = question.raw.get("variants")
        lists = [question.raw.get("options"), *(variants.values() if isinstance(variants, dict) else ())]
        return [identifier for options in lists for _, identifier in _ids(options, ())]
    return []


def _unknown(part: Placed, key: str, known: Collection[str], what: str) -> Iterator[Problem]:
    """Yield the name under ``key``, or each name of the list there, that is not known."""
    value = part.raw.get(key)
    path = (*part.path, key)
    named = [(path, value)] if isinstance(value, str) else _texts(value, path)
    for place, name in named:
        if name not in known:
            yield Problem(place, f"there is no {what} '{name}'{meant(name, known)}", one_of(known))


def _unknown_exceptions(outline: Outline) -> Iterator[Problem]:
    for part in outline.of(Reason):
        unique = part.raw.get("unique")
        phrases = [identifier for _, identifier in _ids(part.raw.get("phrases"), ())]
        if isinstance(unique, dict):
            rule = Placed((*part.path, "unique"), part.model, unique)
            yield from _unknown(rule, "exceptions", phrases, "phrase")


def _unknown_entries(outline: Outline) -> Iterator[Problem]:
    item = outline.root.get("item")
    scenario = item.get("scenario", ["title", "description"]) if isinstance(item, dict) else []
    fields = [name for _, name in _texts(scenario, ())]
    for part in outline.of(Checklist):
        yield from _unknown(part, "entries_from", fields, "field of the scenario")


def _clash(part: Placed, taken: dict[str, str], owner: str) -> Iterator[Problem]:
    key = part.raw.get("key")
    if isinstance(key, str):
        yield from _taken((*part.path, "key"), key, taken)
        taken[key] = owner


def _taken(path: Path, key: str, taken: dict[str, str]) -> Iterator[Problem]:
    if key in taken:
        yield Problem(path, f"the key '{key}' already stands for {taken[key]}", "a key of its own")


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a list with their paths."""
    for index, entry in enumerate(_list(value)):
        if isinstance(entry, str):
            yield (*path, index), entry


def _ids(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the ids of a list of mappings with their paths."""
    for index, entry in enumerate(_list(value)):
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            yield (*path, index, "id"), entry["id"]
