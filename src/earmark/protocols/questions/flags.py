"""Flags: error clusters, each with a severity and the instances that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Final, Literal

from pydantic import Field

from earmark.protocols.base import Answer, Fault, Identifier, Part
from earmark.protocols.questions.base import BaseQuestion, Meaning, Score
from earmark.protocols.texts import Text

InstancePart = Literal["turn", "time", "note", "throughout", "count", "word"]


MOST_INSTANCES: Final = 100
LONGEST_NOTE: Final = 1000
"""Characters."""

_TEXTS: Final = ("turn", "note", "word", "type")
_PARTS: Final = frozenset({*_TEXTS, "time", "throughout", "count"})


class Severity(Part):
    """One grade of severity and the weight it has in a weighted score (as in MQM).

    ``proposed_from`` is the number of turns from which the form proposes this severity; it never sets one.
    """

    id: Identifier
    label: Text
    weight: float = Field(ge=0)
    proposed_from: int | None = Field(default=None, ge=1)


class DualMark(Part):
    """Another answer about the same side that a flag has to show in as well.

    ``propose`` are the options of that question that fit the flag: the form proposes them and chooses none.
    """

    question: Identifier
    propose: tuple[Identifier, ...] = Field(min_length=1)


class Cluster(Part):
    """One error cluster: what each severity looks like, a note for the form, and the names it had before.

    ``needs`` are parts that at least one instance of a flag must have, such as the number of corrections; for
    a turn its time will do.
    ``measured`` names what is measured in the sound and stands beside the cluster, where raters may see it.
    """

    id: Identifier
    number: int | None = None
    title: Text
    severities: dict[Identifier, Text]
    note: Text | None = None
    older_names: tuple[str, ...] = ()
    needs: tuple[InstancePart, ...] = ()
    measured: Literal["response-latency"] | None = None
    dual_mark: DualMark | None = None

    def is_named(self, name: str) -> bool:
        """Tell whether a name is this cluster's: its id, number, title in any language, or an older name."""
        titles = {part for title in self.title.variants() for part in (title, _without_term(title))}
        known = {self.id, *titles, *self.older_names} | ({str(self.number)} if self.number else set())
        return name.strip().casefold() in {one.casefold() for one in known}


class InstanceType(Part):
    """One kind of instance, such as a click or a cut-off word among audio faults."""

    id: Identifier
    title: Text


class Flags(BaseQuestion):
    """A taxonomy of clusters; an instance must name at least one of ``instance_any_of``.

    An instance may have: ``turn``, a turn's id · ``time``, start and end in seconds of the recording, equal
    for a moment · ``note`` · ``throughout``, true where it is everywhere · ``count``, how often · ``word`` ·
    ``type``, one of ``instance_types``.
    """

    kind: Literal["flags"]
    required: bool = False
    severities: tuple[Severity, ...] = Field(min_length=1)
    clusters: tuple[Cluster, ...] = Field(min_length=1)
    instance_any_of: tuple[InstancePart, ...] = ("turn", "time", "note", "throughout")
    instance_types: tuple[InstanceType, ...] = ()

    def cluster_named(self, name: str) -> Cluster | None:
        """Return the cluster that a name means (see `Cluster.is_named`); one of that id before all others."""
        by_id = (one for one in self.clusters if one.id == name)
        return next(by_id, next((one for one in self.clusters if one.is_named(name)), None))

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer may have."""
        return frozenset({"flags"})

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether nothing is flagged."""
        return not answer.get("flags")

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield faults of each flag: its cluster, its severity, its instances."""
        del answers  # a flag stands by itself
        flags = answer["flags"]
        if not isinstance(flags, list):
            yield Fault(f"{where}.flags", "not-a-list", "'flags' must be a list.")
            return
        seen: set[str] = set()
        for index, flag in enumerate(flags):
            yield from self._check_flag(flag, f"{where}.flags.{index}")
            cluster = str(flag.get("cluster")) if isinstance(flag, dict) else ""
            if cluster and cluster in seen:
                message = "This cluster is flagged already: list its instances under one flag."
                yield Fault(f"{where}.flags.{index}.cluster", "flagged-twice", message)
            seen.add(cluster)

    def _check_flag(self, flag: object, where: str) -> Iterator[Fault]:
        if not isinstance(flag, dict):
            yield Fault(where, "not-an-object", "A flag must be an object.")
            return
        for name in sorted(flag.keys() - {"cluster", "severity", "instances", "note"}):
            yield Fault(f"{where}.{name}", "unknown-field", f"'{name}' is no part of a flag.")
        cluster = next((one for one in self.clusters if one.id == flag.get("cluster")), None)
        if cluster is None:
            yield Fault(f"{where}.cluster", "unknown-name", "The cluster is not in this protocol's taxonomy.")
        if flag.get("severity") not in [severity.id for severity in self.severities]:
            yield Fault(f"{where}.severity", "unknown-name", "A severity must be chosen.")
        instances = flag.get("instances")
        if not isinstance(instances, list) or not instances or len(instances) > MOST_INSTANCES:
            message = f"Between one and {MOST_INSTANCES} instances are needed."
            yield Fault(f"{where}.instances", "instance-missing", message)
            return
        for index, instance in enumerate(instances):
            yield from self._check_instance(instance, f"{where}.instances.{index}")
        for part in cluster.needs if cluster else ():
            if not any(isinstance(one, dict) and _has(one, part) for one in instances):
                message = f"This cluster needs the '{part}' of at least one instance."
                yield Fault(f"{where}.instances", f"{part}-missing", message)

    def _check_instance(self, instance: object, where: str) -> Iterator[Fault]:
        if not isinstance(instance, dict) or not any(instance.get(part) for part in self.instance_any_of):
            message = f"An instance names at least one of {', '.join(self.instance_any_of)}."
            yield Fault(where, "instance-empty", message)
            return
        for name in sorted(instance.keys() - _PARTS):
            yield Fault(f"{where}.{name}", "unknown-field", f"'{name}' is no part of an instance.")
        for name in _TEXTS:
            if not isinstance(instance.get(name, ""), str) or len(instance.get(name, "")) > LONGEST_NOTE:
                message = f"This must be text of at most {LONGEST_NOTE} characters."
                yield Fault(f"{where}.{name}", "not-text", message)
        if "time" in instance and not _is_time(instance["time"]):
            message = "'time' is a start and an end in seconds, equal for a moment."
            yield Fault(f"{where}.time", "not-a-time", message)
        if type(instance.get("count", 0)) is not int or instance.get("count", 0) < 0:
            yield Fault(f"{where}.count", "not-a-count", "'count' is a whole number from 0.")
        if type(instance.get("throughout", True)) is not bool:
            yield Fault(f"{where}.throughout", "not-yes-or-no", "'throughout' is true or false.")
        known = {one.id for one in self.instance_types}
        if "type" in instance and instance["type"] not in known:
            yield Fault(f"{where}.type", "unknown-name", "The protocol has no such type of instance.")

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield one row a flag: the cluster with its severity as the choice, its notes, and its times."""
        for flag in flags_of(answer):
            instances = [one for one in flag["instances"] if isinstance(one, dict)]
            notes = " · ".join(filter(None, map(_note, (flag, *instances))))
            stretches = tuple(_stretches(instances))
            yield Score(f"{self.id}.{flag['cluster']}", None, str(flag["severity"]), notes, (), stretches)

    def meanings(self) -> Iterator[Meaning]:
        """Yield the clusters, then the severities."""
        for cluster in self.clusters:
            yield Meaning(f"{self.id}.{cluster.id}", cluster.title, cluster.note)
        for severity in self.severities:
            yield Meaning(severity.id, severity.label)


def flags_of(answer: Answer) -> tuple[Mapping[str, Any], ...]:
    """Return the flags in a checked answer, or an empty tuple."""
    flags = answer.get("flags")
    return tuple(flag for flag in flags if isinstance(flag, dict)) if isinstance(flags, list) else ()


def instances_of(answer: Answer, where: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield each instance of an answer as it came, with its path; whatever has another shape is left out."""
    flags = answer.get("flags")
    for number, flag in enumerate(flags if isinstance(flags, list) else ()):
        instances = flag.get("instances") if isinstance(flag, dict) else None
        for index, instance in enumerate(instances if isinstance(instances, list) else ()):
            if isinstance(instance, dict):
                yield f"{where}.flags.{number}.instances.{index}", instance


def _has(instance: Mapping[str, Any], part: str) -> bool:
    """Tell whether an instance has a part; a time tells the turn, as it must where a side has no turns."""
    there = {name for name, value in instance.items() if value not in (None, "")}
    return part in there or (part == "turn" and "time" in there)


def _without_term(title: str) -> str:
    """Return a title without the official term that stands behind it in brackets."""
    return title.partition(" (")[0]


def _is_time(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - start and end
        return False
    return all(type(one) in {int, float} and isfinite(one) for one in value) and 0 <= value[0] <= value[1]


def _stretches(instances: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, object]]:
    for one in instances:
        if "time" in one:
            start, end = one["time"]
            yield {"start_s": start, "end_s": end, "note": _note(one)}


def _note(of: Mapping[str, Any]) -> str:
    return str(of.get("note") or "").strip()
