"""Flags: error clusters, each with a severity and the instances that show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from earmark.protocols.base import Answer, Fault, Identifier, Part
from earmark.protocols.questions.base import BaseQuestion, Meaning, Score, text_of
from earmark.protocols.texts import Text

InstancePart = Literal["turn", "time", "note", "throughout", "count", "word"]


class Severity(Part):
    """One grade of severity and the weight it has in a weighted score (as in MQM).

    ``proposed_from`` is the number of turns from which the form proposes this severity; it never sets one.
    """

    id: Identifier
    label: Text
    weight: float = Field(ge=0)
    proposed_from: int | None = Field(default=None, ge=1)


class Cluster(Part):
    """One error cluster: what each severity looks like, a note for the form, and the names it had before."""

    id: Identifier
    number: int | None = None
    title: Text
    severities: dict[Identifier, Text]
    note: Text | None = None
    older_names: tuple[str, ...] = ()
    needs: tuple[InstancePart, ...] = ()


class InstanceType(Part):
    """One kind of instance, such as a click or a cut-off word among audio faults."""

    id: Identifier
    title: Text


class Flags(BaseQuestion):
    """A taxonomy of clusters; an instance must name at least one of ``instance_any_of``."""

    kind: Literal["flags"]
    required: bool = False
    severities: tuple[Severity, ...] = Field(min_length=1)
    clusters: tuple[Cluster, ...] = Field(min_length=1)
    instance_any_of: tuple[InstancePart, ...] = ("turn", "time", "note", "throughout")
    instance_types: tuple[InstanceType, ...] = ()

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
        if flag.get("cluster") not in [cluster.id for cluster in self.clusters]:
            yield Fault(f"{where}.cluster", "unknown-name", "The cluster is not in this protocol's taxonomy.")
        if flag.get("severity") not in [severity.id for severity in self.severities]:
            yield Fault(f"{where}.severity", "unknown-name", "A severity must be chosen.")
        instances = flag.get("instances")
        if not isinstance(instances, list) or not instances:
            yield Fault(f"{where}.instances", "instance-missing", "At least one instance is needed.")
            return
        for index, instance in enumerate(instances):
            if not isinstance(instance, dict) or not any(instance.get(part) for part in self.instance_any_of):
                message = f"An instance names at least one of {', '.join(self.instance_any_of)}."
                yield Fault(f"{where}.instances.{index}", "instance-empty", message)

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield one row a flag: the cluster with its severity as the choice."""
        flags = answer.get("flags")
        for flag in flags if isinstance(flags, list) else ():
            yield Score(f"{self.id}.{flag['cluster']}", None, str(flag["severity"]), text_of(flag, "note"))

    def meanings(self) -> Iterator[Meaning]:
        """Yield the clusters, then the severities."""
        for cluster in self.clusters:
            yield Meaning(f"{self.id}.{cluster.id}", cluster.title, cluster.note)
        for severity in self.severities:
            yield Meaning(severity.id, severity.label)
