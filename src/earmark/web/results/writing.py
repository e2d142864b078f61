"""How numbers and names are written on pages and in reports of results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from earmark.core.results import StudyResults
from earmark.protocols.texts import Text
from earmark.web.languages import N_, translate
from earmark.web.results.parts import Cell

REASONS: Final = (
    N_("not measurable: no scores yet"),
    N_("not measurable: one score only"),
    N_("not measurable: one rater only"),
    N_("not measurable: one item only"),
    N_("not measurable: all scores are equal"),
    N_("not measurable: no item was rated twice"),
    N_("not measurable: all agree, and no data can tell how far that reaches"),
    N_("not measurable: items have unlike numbers of ratings"),
    N_("not measurable: no more scores than conditions"),
    N_("not measurable: no limits, too many raters and items for the mixed model"),
    N_("not measurable: too many answers for the model of outcomes; shares and differences tell it"),
    N_("not measurable: no limits, since not every rater rated every item once, and a variance is 0"),
    N_("not measurable: every item and every rater disagrees alike"),
    N_("not measurable: no votes"),
    N_("not measurable: no values yet"),
    N_("not measurable: the values speak against any constant mean"),
    N_("not measurable: with covariates each vote stands alone"),
    N_("not measurable: half wins are no likelihood"),
    N_("not measurable: there are no more pairs than strengths"),
    N_("not measurable: most resampled studies hold no fit"),
    N_("not measurable: not on one board with the others in every class and dimension"),
    N_("not measurable: no votes on any weighted dimension"),
    N_("not measurable: met nobody"),
    N_("not measurable: every vote is a draw"),
    N_("not measurable: the design cannot tell it from the strengths or another effect"),
    N_("not measurable: no vote is a draw"),
    N_("not measurable: one rater or item only"),
    N_("not measurable: the votes set no limit on this side"),
    N_("not measurable: the votes do not name their raters"),
    N_("not measurable: within each side all answers are the same"),
    N_("not measurable: nobody rated both"),
    N_("not measurable: the design cannot tell it from the other effects"),
    N_("not measurable: the difference is too near the limit to say how many more it takes"),
    N_("not measurable: the scores set no limit to it"),
    N_("not measurable: the votes set no limit to some strength"),
    N_("not measurable: a condition has no event, so that no ratio is finite"),
    N_("not measurable: an item comes under two classes, so classes cannot be drawn anew"),
    N_("not measurable: draws as half wins are no likelihood"),
    N_("not measurable: nothing was measured"),
    N_("not measurable: the votes of a class set no limit to some strength, or not all met in it"),
    N_("not measurable: too little varies to tell an error"),
    N_("not measurable: a condition has one recording or value only"),
    N_("not measurable: votes of one class only"),
    N_("not measurable: no pair was compared twice"),
    N_("not measurable: some scores are described without any error"),
)
"""Why something has no number: the reasons of `earmark.stats`, marked for translation."""

_MINUS: Final = "\N{MINUS SIGN}"
_UNBROKEN: Final = "\N{NO-BREAK SPACE}"
_DASH: Final = "\N{EN DASH}"

LEAST_P: Final = 0.0005
"""Below it a p value would read 0.000."""

SERIES: Final = 8
"""Colours of conditions in the style sheet; a ninth condition begins again, with its name beside it."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the results of one study in one language.

    Attributes:
        language: Of all words.
        conditions: All conditions of the study in their order: the place of each is its colour.
    """

    language: str
    conditions: tuple[str | None, ...]

    def say(self, message: str, **values: object) -> str:
        """Return a text in the language, with its values."""
        text = translate(self.language, message)
        return text % values if values else text.replace("%%", "%")

    def of(self, text: Text) -> str:
        """Return a text of the protocol in the language."""
        return text.in_language(self.language)

    def name(self, condition: str | None) -> str:
        """Return a condition's name as shown; recordings without a condition get a name, too."""
        if condition:
            return condition
        return self.say("All recordings") if len(self.conditions) == 1 else self.say("Without a condition")

    def names(self) -> tuple[str, ...]:
        """Return the names of all conditions, in the order of their colours."""
        return tuple(self.name(condition) for condition in self.conditions)

    def condition(self, condition: str | None) -> Cell:
        """Return the cell that heads a condition's row."""
        place = self.conditions.index(condition) if condition in self.conditions else 0
        return Cell(condition, self.name(condition), series=place % SERIES)

    def listed(self, names: Sequence[str], *, most: int = 4) -> str:
        """Return names one after the other; of many only the first, and how many more."""
        if len(names) <= most:
            return ", ".join(names)
        first = ", ".join(names[: most - 1])
        return self.say("%(names)s and %(n)s more", names=first, n=len(names) - most + 1)

    def span(self, low: float, high: float, *, digits: int = 2, sign: bool = False) -> str:
        """Return the two ends of an interval."""
        ends = {"low": number(low, digits, sign=sign), "high": number(high, digits, sign=sign)}
        return self.say("%(low)s to %(high)s", **ends).replace(" ", _UNBROKEN)

    def interval(
        self,
        low: float | None,
        high: float | None,
        reason: str | None,
        *,
        sign: bool = False,
        share: bool = False,
        digits: int = 2,
    ) -> Cell:
        """Return the cell of an interval, or of the reason why there is none."""
        if low is None or high is None:
            return Cell(None, self.say(reason) if reason else _DASH, soft=True)
        text = self.shares(low, high) if share else self.span(low, high, digits=digits, sign=sign)
        return Cell((low, high), text)

    def shares(self, low: float, high: float) -> str:
        """Return the two ends of an interval of shares, in per cent."""
        ends = {"low": f"{100 * low:.0f}", "high": f"{100 * high:.0f}"}
        return self.say("%(low)s to %(high)s %%", **ends).replace(" ", _UNBROKEN)


def number(value: float, digits: int = 2, *, sign: bool = False) -> str:
    """Return a number with a minus that is as wide as a plus; ``sign`` gives what is above 0 its plus."""
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0:
        return text
    return (_MINUS if value < 0 else "+" if sign else "") + text


def share(value: float) -> str:
    """Return a share in per cent, without decimals."""
    return f"{100 * value:.0f} %"


def cell(value: float | None, digits: int = 2, *, sign: bool = False) -> Cell:
    """Return the cell of a number; a dash is where there is none."""
    return Cell(value, _DASH if value is None else number(value, digits, sign=sign), soft=value is None)


def p_cell(value: float | None) -> Cell:
    """Return the cell of a p value."""
    if value is None:
        return cell(value)
    return Cell(value, f"<{_UNBROKEN}0.001" if value < LEAST_P else number(value, 3))


def share_cell(value: float | None) -> Cell:
    """Return the cell of a share in per cent."""
    return Cell(value, _DASH if value is None else share(value), soft=value is None)


def count(value: int | None) -> Cell:
    """Return the cell of a number of things."""
    return Cell(value, _DASH if value is None else str(value), soft=value is None)


def writer_of(results: StudyResults, language: str) -> Writer:
    """Return the writer of a study's results: colours go by all conditions, whatever the filters leave."""
    named: Iterable[str | None] = (name or None for name in results.names.condition)
    seen = (one.condition for question in results.questions for one in question.conditions)
    return Writer(language, tuple(dict.fromkeys([*named, *seen])))
