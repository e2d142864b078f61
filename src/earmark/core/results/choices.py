"""What questions with named answers found: choices, outcomes, checklists."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from earmark.core.results.agreement import AgreementResult
from earmark.core.results.intake import Out
from earmark.protocols.texts import Text
from earmark.stats.proportion import Proportion


@dataclass(frozen=True, slots=True)
class Share:
    """How often one answer was given.

    Attributes:
        answer: Id of the option, or state of the checklist's entry.
        rate: The share, with the interval clustered by rater and item.
    """

    answer: str
    rate: Proportion


@dataclass(frozen=True, slots=True)
class ChoiceCondition:
    """One condition on one choice. `n` counts answers; None as condition is what belongs to none."""

    condition: str | None
    n: int
    raters: int
    items: int
    shares: tuple[Share, ...]
    out: tuple[Out, ...] = ()


@dataclass(frozen=True, slots=True)
class ShareContrast:
    """By how much more often one condition gets an answer than another; shares between 0 and 1.

    Attributes:
        answer: Id of the option, entry state, or cluster.
        first: Name of the one condition.
        second: Name of the other.
        difference: The first's share less the second's; None with `reason`.
        standard_error: Clustered.
        low: Lower end of the interval, which holds for all pairs of this answer at once (Bonferroni).
        high: Upper end.
        reason: Why something is missing, or None.
    """

    answer: str
    first: str | None
    second: str | None
    difference: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class OutcomeContrast:
    """How much better the outcomes of one condition are, by the cumulative logit mixed model.

    Attributes:
        first: Name of the one condition.
        second: Name of the other.
        log_odds: Log odds ratio of a better outcome, first against second; None with `reason`.
        standard_error: Of it.
        low: Lower end of the interval, which holds for all pairs at once (Bonferroni).
        high: Upper end.
        reason: Why something is missing, or None.
    """

    first: str | None
    second: str | None
    log_odds: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ChoiceResult:
    """One choice, or one entry of a checklist.

    Attributes:
        id: Of the question; of an entry ``question.entry``.
        title: Its title.
        answers: Ids of the answers with their names, in order.
        conditions: In the order of their names.
        contrasts: Differences of shares.
        outcomes: Where the answers are ordered (Pass, Partial, Fail), the model's contrasts; else empty.
        agreement: How far raters agree.
    """

    id: str
    title: Text
    answers: tuple[tuple[str, Text | None], ...]
    conditions: tuple[ChoiceCondition, ...]
    contrasts: tuple[ShareContrast, ...]
    outcomes: tuple[OutcomeContrast, ...] = ()
    agreement: AgreementResult | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return {
            "id": self.id,
            "title": self.title.root,
            "answers": [{"id": answer, "title": text and text.root} for answer, text in self.answers],
            "conditions": [asdict(one) for one in self.conditions],
            "contrasts": [asdict(one) for one in self.contrasts],
            "outcomes": [asdict(one) for one in self.outcomes],
            "agreement": None if self.agreement is None else asdict(self.agreement),
        }
