"""A protocol on one screen, for people who choose or write one."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from earmark.protocols.questions import BaseQuestion
from earmark.protocols.schema import Exit, ItemShape, Protocol

WIDTH = 96


def summary(protocol: Protocol, language: str) -> str:
    """Return title, questions, exits and guide pages as lines of text in ``language``."""
    return "\n".join(_lines(protocol, language))


def _lines(protocol: Protocol, language: str) -> Iterator[str]:
    yield f"{protocol.title.in_language(language)}  ({protocol.id} {protocol.version})"
    yield from wrap(protocol.summary.in_language(language), WIDTH)
    yield ""
    yield f"Item: {_item(protocol.item, language)}. {protocol.queue.votes_per_item} vote(s) an item."
    for question in protocol.questions:
        yield ""
        yield from _question(question, language)
    if protocol.exits:
        yield ""
        yield "Ways not to rate"
        yield from (line for leave in protocol.exits for line in _exit(leave, language))
    if protocol.guide:
        yield ""
        pages = ", ".join(page.title.in_language(language) for page in protocol.guide)
        yield from wrap(f"Guide: {pages}", WIDTH, subsequent_indent="  ")


def _item(item: ItemShape, language: str) -> str:
    sides = " and ".join(side.in_language(language) for side in item.sides)
    content = f" of {item.of}" if item.of else ""
    return f"{item.kind}{content} ({sides})" if sides else f"{item.kind}{content}"


def _question(question: BaseQuestion, language: str) -> Iterator[str]:
    need = "" if question.required else ", optional"
    yield f"{question.title.in_language(language)}  ({question.id}: asked of each {question.ask}{need})"
    yield from wrap(question.prompt.in_language(language), WIDTH, initial_indent="  ", subsequent_indent="  ")
    for meaning in question.meanings():
        label = f" {meaning.label.in_language(language)}" if meaning.label else ""
        detail = f": {meaning.detail.in_language(language)}" if meaning.detail else ""
        text = meaning.value + label + detail
        yield from wrap(text, WIDTH, initial_indent="    ", subsequent_indent="      ")


def _exit(leave: Exit, language: str) -> Iterator[str]:
    scopes = " or ".join(leave.scopes)
    yield f"  {leave.title.in_language(language)}  ({leave.id}: {leave.act} of {scopes})"
    for reason in leave.reasons:
        yield f"    {reason.title.in_language(language)}"
