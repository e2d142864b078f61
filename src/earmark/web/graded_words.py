"""What stands beside the text of a graded example, in words: its choices, its flags, and its talks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from earmark.core.sides import SIDES
from earmark.protocols.phrasebook.graded import GradedExample, MarkedFlag, MarkedInstance
from earmark.protocols.questions import Choice, Flags
from earmark.protocols.schema import Protocol
from earmark.protocols.texts import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was marked, with the rater's English words beside it, or none."""

    name: str
    value: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Talk:
    """One side of the talks: its name, and each turn as who speaks and what is said."""

    side: str
    turns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A graded example as the page has it: its entry, what was marked, and the talks where they matter."""

    example: GradedExample
    marked: tuple[Line, ...]
    talks: tuple[Talk, ...]


def shown_example(protocol: Protocol, example: GradedExample, language: str) -> Shown:
    """Return an example in words of the protocol, in a language of it."""
    lines = (*_comparisons(protocol, example, language), *_sides(protocol, example, language))
    return Shown(example, lines, tuple(_talks(protocol, example, language)))


def _comparisons(protocol: Protocol, example: GradedExample, language: str) -> Iterator[Line]:
    chosen = {**example.marks.comparisons, "overall": example.overall}
    for question in protocol.asked_of("pair"):
        if isinstance(question, Choice) and question.id in chosen:
            yield Line(question.title.in_language(language), _label(question, chosen[question.id], language))


def _sides(protocol: Protocol, example: GradedExample, language: str) -> Iterator[Line]:
    success, flags = example.marks.task_success, example.marks.flags
    for side, name in zip(SIDES, protocol.item.sides or (), strict=False):
        whose = _short(name, language)
        for question in protocol.asked_of("side"):
            if isinstance(question, Choice) and side in success:
                label = _label(question, success[side].choice, language)
                yield Line(f"{whose} · {question.title.in_language(language)}", label, success[side].reason)
            elif isinstance(question, Flags):
                yield from _flagged(question, flags.get(side, {}), whose, language)


def _flagged(question: Flags, flags: Mapping[str, MarkedFlag], whose: str, language: str) -> Iterator[Line]:
    severities = {one.id: one.label.in_language(language) for one in question.severities}
    for name, flag in flags.items():
        cluster = question.cluster_named(name)
        title = cluster.title.in_language(language) if cluster else name
        where = "; ".join(filter(None, map(_place, flag.instances)))
        yield Line(f"{whose} · {title}", severities.get(flag.severity, flag.severity), where)


def _place(instance: MarkedInstance) -> str:
    return " ".join(filter(None, (instance.turn, instance.note)))


def _talks(protocol: Protocol, example: GradedExample, language: str) -> Iterator[Talk]:
    turns = example.context.turns
    for side, name in zip(SIDES, protocol.item.sides or (), strict=False):
        if side in turns:
            yield Talk(_short(name, language), tuple((one.speaker, one.text) for one in turns[side]))


def _label(question: Choice, option: str, language: str) -> str:
    return next((one.label.in_language(language) for one in question.options if one.id == option), option)


def _short(name: Text, language: str) -> str:
    return name.in_language(language).partition(" (")[0]
