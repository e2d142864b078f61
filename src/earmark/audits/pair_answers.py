"""From the answers to a comparison, as ``earmark audit check`` documents them, to what the audits look at.

Answers: ``intent``, ``overall``, ``comparisons`` by dimension, ``task_success`` by side (``choice``,
``reason``), ``flags`` by side and cluster (``severity``, ``instances``, ``note``), ``rationale``. A choice is
its id, or an object with ``choice``. Context: ``class``, ``scenario`` with ``category`` and ``key_facts``,
``turns`` and ``evidence`` by side, ``told`` by side and key fact, ``earlier_texts``, ``language``, ``final``.
All of it may be left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from earmark.audits.pair import Flag, Instance, Measured, Pair, SpokenTurn, Success
from earmark.audits.statements import SIDES
from earmark.core.scenario import class_of
from earmark.protocols.faults import Fault
from earmark.protocols.questions.choice import Choice
from earmark.protocols.questions.flags import Flags
from earmark.protocols.schema import Protocol, ScenarioClass

ANSWERS: Final = frozenset({"intent", "overall", "comparisons", "task_success", "flags", "rationale"})
"""The answers to a comparison."""

CONTEXT: Final = frozenset(
    {"class", "scenario", "told", "turns", "evidence", "earlier_texts", "language", "final"}
)
"""What may be known around the answers; all but the earlier texts and the language is of a comparison."""

_BY_SIDE: Final = ("task_success", "flags")
_INSTANCE: Final = {"turn": str, "note": str, "word": str, "type": str, "throughout": bool, "count": int}
"""Fields of an instance but for its time, and what each of them is."""

_NUMBERS: Final = frozenset({"start_s", "end_s", "value", "severity"})
"""What a turn or a row of evidence gives as a number."""

_OF_THE_FLAG: Final = ("turn", "word", "count")
"""What may be said of the flag as a whole, too."""


def pair_of(protocol: Protocol, answers: Mapping[str, Any], context: Mapping[str, Any]) -> Pair:
    """Return a comparison from answers and context without a fault; see `pair_faults`."""
    scenario = _object(context.get("scenario"))
    intent = _chosen(answers.get("intent"))
    of_class = _class(protocol, context.get("class"), scenario)
    return Pair(
        choices=dict(_choices(protocol, answers)),
        success={side: _success(one) for side, one in _object(answers.get("task_success")).items()},
        flags=tuple(_flags(protocol, _object(answers["flags"]))) if "flags" in answers else None,
        rationale=text if isinstance(text := answers.get("rationale"), str) else None,
        priority=_priority(protocol, of_class, intent),
        is_hybrid=of_class is not None and of_class.priority_from is not None,
        intent=intent,
        key_facts=tuple(_texts(scenario.get("key_facts", scenario.get("key-facts")))),
        told=_told(_object(context.get("told"))),
        turns={side: tuple(map(_turn, rows)) for side, rows in _object(context.get("turns")).items()},
        evidence={
            side: tuple(map(_measured, rows)) for side, rows in _object(context.get("evidence")).items()
        },
        earlier=tuple(context.get("earlier_texts", ())),
        at_end=bool(context.get("final", True)),
    )


def pair_faults(protocol: Protocol, answers: Mapping[str, object]) -> Iterator[Fault]:
    """Yield what in the answers to a comparison is not of the documented shape."""
    for name in sorted(answers.keys() - ANSWERS):
        yield Fault(f"answers.{name}", "unknown-question", f"'{name}' is no part of a comparison.")
    if not isinstance(answers.get("rationale", ""), str):
        yield Fault("answers.rationale", "not-text", "'rationale' must be text.")
    yield from _choice_faults(protocol, answers)
    for name in _BY_SIDE:
        given = answers.get(name, {})
        if not isinstance(given, dict) or not given.keys() <= set(SIDES):
            yield Fault(f"answers.{name}", "not-by-side", f"'{name}' must be an object with 'a' and 'b'.")
        elif name == "task_success":
            yield from _success_faults(protocol, given)
        elif not all(isinstance(one, dict) for one in given.values()):
            yield Fault("answers.flags", "not-an-object", "The flags of a side must be an object by cluster.")
        else:
            yield from _flag_faults(protocol, given)


def pair_context_faults(protocol: Protocol, context: object) -> Iterator[Fault]:
    """Yield what in the context of a comparison is not of the documented shape."""
    given = _object(context)
    named = given.get("class")
    if named is not None and _class(protocol, named, {}) is None:
        message = f"The class must be one of {', '.join(one.id for one in protocol.classes)}."
        yield Fault("context.class", "unknown-name", message)
    if not isinstance(given.get("scenario", {}), dict):
        yield Fault("context.scenario", "not-an-object", "'scenario' must be an object.")
    elif not isinstance(_object(given.get("scenario")).get("key_facts", []), list):
        yield Fault("context.scenario.key_facts", "not-a-list", "'key_facts' must be a list of texts.")
    told = given.get("told", {})
    if not isinstance(told, dict) or not all(_are_marks(one) for one in told.values()):
        message = "'told' must be an object with true or false by key fact for 'a' and 'b'."
        yield Fault("context.told", "not-by-side", message)
    for name in ("turns", "evidence"):
        rows = given.get(name, {})
        is_by_side = isinstance(rows, dict) and rows.keys() <= set(SIDES)
        if not is_by_side or not all(_are_objects(one) for one in rows.values()):
            message = f"'{name}' must be an object with a list of objects for 'a' and 'b'."
            yield Fault(f"context.{name}", "not-by-side", message)
        else:
            yield from _number_faults(name, rows)


def _number_faults(name: str, rows: Mapping[str, list[dict[str, object]]]) -> Iterator[Fault]:
    for side, of in rows.items():
        for place, row in enumerate(of):
            for key in sorted(row.keys() & _NUMBERS):
                where = f"context.{name}.{side}.{place}.{key}"
                if row[key] is not None and not _is_number(row[key]):
                    yield Fault(where, "not-a-number", f"'{key}' must be a number, or left out.")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _choice_faults(protocol: Protocol, answers: Mapping[str, object]) -> Iterator[Fault]:
    known = {question.id: question for question in protocol.questions if isinstance(question, Choice)}
    given = answers.get("comparisons", {})
    if not isinstance(given, dict):
        yield Fault("answers.comparisons", "not-an-object", "'comparisons' must be an object by dimension.")
        return
    named = {f"comparisons.{name}": (name, value) for name, value in given.items()}
    named |= {name: (name, answers[name]) for name in ("overall", "intent") if name in answers}
    for where, (name, value) in named.items():
        question = known.get(name)
        if question is None:
            yield Fault(f"answers.{where}", "unknown-question", f"The protocol compares no '{name}'.")
        elif _chosen(value) not in (options := list(dict.fromkeys(one.id for one in _options(question)))):
            message = f"The choice must be one of {', '.join(options)}."
            yield Fault(f"answers.{where}", "unknown-option", message)


def _success_faults(protocol: Protocol, given: Mapping[str, object]) -> Iterator[Fault]:
    asked = next((one for one in protocol.questions if isinstance(one, Choice) and one.ask == "side"), None)
    known = [option.id for option in _options(asked)] if asked else []
    for side, value in given.items():
        is_partial = isinstance(value, dict) and value.get("choice") is None
        if not is_partial and _chosen(value) not in known:
            message = f"The choice must be one of {', '.join(known)}."
            yield Fault(f"answers.task_success.{side}", "unknown-option", message)


def _flag_faults(protocol: Protocol, given: Mapping[str, Mapping[str, object]]) -> Iterator[Fault]:
    taxonomy = _taxonomy(protocol)
    severities = [one.id for one in taxonomy.severities] if taxonomy else []
    for side, flags in given.items():
        for cluster, flag in flags.items():
            where = f"answers.flags.{side}.{cluster}"
            if taxonomy is None or taxonomy.cluster_named(cluster) is None:
                yield Fault(where, "unknown-name", "The cluster is not in this protocol's taxonomy.")
            elif not isinstance(flag, dict) or flag.get("severity") not in severities:
                yield Fault(where, "unknown-name", f"'severity' must be one of {', '.join(severities)}.")
            elif not _are_objects(flag.get("instances", [])):
                yield Fault(where, "not-a-list", "'instances' must be a list of objects.")


def _choices(protocol: Protocol, answers: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = {**_object(answers.get("comparisons")), "overall": answers.get("overall")}
    for question in protocol.questions:
        chosen = _chosen(given.get(question.id))
        if isinstance(question, Choice) and chosen is not None:
            side = next((one.side for one in _options(question) if one.id == chosen), None)
            if side is not None:
                yield question.id, side


def _options(question: Choice) -> list[Any]:
    return [*question.options, *(option for options in question.variants.values() for option in options)]


def _flags(protocol: Protocol, given: Mapping[str, Mapping[str, Any]]) -> Iterator[Flag]:
    taxonomy = _taxonomy(protocol)
    severities = [one.id for one in taxonomy.severities] if taxonomy else []
    for side, flags in given.items():
        for name, flag in flags.items():
            known = taxonomy.cluster_named(name) if taxonomy else None
            cluster = known.id if known else name
            severity = str(flag.get("severity"))
            level = severities.index(severity) if severity in severities else -1
            instances = tuple(_instance(one) for one in flag.get("instances", ()))
            if any(name in flag for name in _OF_THE_FLAG):
                instances += (_instance({name: flag[name] for name in _OF_THE_FLAG if name in flag}),)
            worst = level == len(severities) - 1
            yield Flag(side, cluster, severity, level, worst, instances, str(flag.get("note", "")))


def _instance(given: Mapping[str, Any]) -> Instance:
    known = {name: given[name] for name, kind in _INSTANCE.items() if type(given.get(name)) is kind}
    given_time = given.get("time")
    times = given_time if isinstance(given_time, list) else []
    is_time = bool(times) and all(isinstance(one, int | float) for one in times)
    return Instance(time=(times[0], times[-1]) if is_time else None, **known)


def _success(given: object) -> Success:
    if isinstance(given, dict):
        reason = given.get("reason")
        return Success(str(given.get("choice", "")), reason if isinstance(reason, str) else None)
    return Success(str(given))


def _turn(given: Mapping[str, Any]) -> SpokenTurn:
    start, end = given.get("start_s"), given.get("end_s")
    length = end - start if isinstance(start, int | float) and isinstance(end, int | float) else None
    return SpokenTurn(str(given.get("speaker", "")), str(given.get("text", "")), length)


def _measured(given: Mapping[str, Any]) -> Measured:
    value = given.get("value")
    return Measured(
        str(given.get("kind", "")),
        str(given.get("role", "")),
        int(given.get("severity") or 0),
        float(value) if isinstance(value, int | float) else None,
        float(given.get("start_s") or 0.0),
    )


def _told(given: Mapping[str, Mapping[str, bool]]) -> dict[str, dict[str, bool]]:
    facts = dict.fromkeys(fact for marks in given.values() for fact in marks)
    return {fact: {side: marks[fact] for side, marks in given.items() if fact in marks} for fact in facts}


def _class(protocol: Protocol, named: object, scenario: Mapping[str, Any]) -> ScenarioClass | None:
    known = class_of(protocol, {"class": named, **scenario} if named else scenario)
    return next((one for one in protocol.classes if one.id == known), None)


def _priority(protocol: Protocol, of: ScenarioClass | None, intent: str | None) -> tuple[str, ...]:
    if of is not None and of.priority_from is not None:
        of = next((one for one in protocol.classes if one.id == intent), None)
    return (of.priority or ()) if of is not None else ()


def _taxonomy(protocol: Protocol) -> Flags | None:
    return next((question for question in protocol.questions if isinstance(question, Flags)), None)


def _chosen(given: object) -> str | None:
    chosen = given.get("choice") if isinstance(given, dict) else given
    return chosen if isinstance(chosen, str) else None


def _are_objects(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(one, dict) for one in given)


def _are_marks(given: object) -> bool:
    return isinstance(given, dict) and all(isinstance(one, bool) for one in given.values())


def _texts(given: object) -> Iterator[str]:
    """Yield the texts of a list; one text alone may hold several, a line each."""
    yield from map(str, given) if isinstance(given, list) else str(given or "").splitlines()


def _object(given: object) -> dict[str, Any]:
    return given if isinstance(given, dict) else {}
