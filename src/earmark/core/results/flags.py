"""How often each error was flagged, and what the flags weigh."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from earmark.core.results.choices import ShareContrast
from earmark.core.results.intake import Out
from earmark.protocols.texts import Text
from earmark.stats.proportion import Proportion


@dataclass(frozen=True, slots=True)
class FlagRate:
    """How often one cluster was flagged in one condition, of one severity or of any (None)."""

    condition: str | None
    cluster: str
    severity: str | None
    rate: Proportion


@dataclass(frozen=True, slots=True)
class FlagCondition:
    """How often raters looked for flags in one condition: `n` recordings or turns, each once a submission."""

    condition: str | None
    n: int
    raters: int
    items: int
    out: tuple[Out, ...] = ()


@dataclass(frozen=True, slots=True)
class FlagWeight:
    """What the flags of a condition weigh an item, by the protocol's weights; lower is better."""

    condition: str | None
    score: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    items: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class FlagsResult:
    """One question that asks for flags.

    Attributes:
        id: Of the question.
        title: Its title.
        clusters: Ids with titles, in the protocol's order.
        severities: Ids with titles and weights, the mildest first.
        conditions: What the figures are of, and what was left out, in the order of names.
        rates: Each cluster in each condition, of any severity and of each.
        contrasts: Differences of the rates of any severity; `answer` is the cluster.
        weights: One a condition.
    """

    id: str
    title: Text
    clusters: tuple[tuple[str, Text], ...]
    severities: tuple[tuple[str, Text, float], ...]
    conditions: tuple[FlagCondition, ...]
    rates: tuple[FlagRate, ...]
    contrasts: tuple[ShareContrast, ...]
    weights: tuple[FlagWeight, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "id": self.id,
            "title": self.title.root,
            "clusters": [{"id": cluster, "title": title.root} for cluster, title in self.clusters],
            "severities": [
                {"id": severity, "title": title.root, "weight": weight}
                for severity, title, weight in self.severities
            ],
            "conditions": [asdict(one) for one in self.conditions],
            "rates": [asdict(one) for one in self.rates],
            "contrasts": [asdict(one) for one in self.contrasts],
            "weights": [asdict(one) for one in self.weights],
        }
