"""How a study was done and its numbers made, in sentences that a paper can take over."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from earmark.core.results import StudyResults
from earmark.core.scope import KINDS
from earmark.protocols.questions.scale import Scale
from earmark.protocols.schema import Protocol
from earmark.web.rendering import date_words
from earmark.web.results.writing import Writer

_NONE: Final = "\N{EN DASH}"
"""Stands for recordings without a condition, as above the report."""


def methods_of(protocol: Protocol, results: StudyResults, writer: Writer) -> tuple[str, ...]:
    """Return the paragraphs: what was asked, of whom, and how each number is made."""
    return tuple(_paragraphs(protocol, results, writer))


def _paragraphs(protocol: Protocol, results: StudyResults, writer: Writer) -> Iterator[str]:
    yield _design(protocol, results, writer)
    if results.scope:
        part = ", ".join(f"{key} = {value or _NONE}" for key, value in results.scope.as_pairs())
        yield writer.say(
            "Only a part of it is analysed here: %(part)s. The numbers of raters, submissions and conditions "
            "in the paragraph above are of the whole study; those of the part are in the tables.",
            part=part,
        )
    scales = tuple(protocol.scales())
    if results.questions:
        yield _scales(scales, writer)
        yield writer.say(
            "Means are arithmetic. Their 95 %% intervals use the two-way cluster-robust variance of "
            "Cameron, Gelbach and Miller (2011) over raters and items, with Student's t and as many degrees "
            "of freedom as the smaller of the two numbers, less one; where such an interval would leave the "
            "scale, one of the score type (Wilson 1927) takes its place, in which the same error shrinks "
            "towards the ends of the scale, as scores can vary less there."
        )
    if any(question.contrasts.pairs for question in results.questions):
        yield writer.say(
            "Differences are paired by raters and items, with the same variance. Intervals hold for all "
            "pairs of a question at once (max-t by resampling raters and items, Romano and Wolf 2005); p "
            "values are adjusted after Holm (1979). Two conditions are called alike where the whole "
            "interval lies within the margin."
        )
    if any(question.agreement for question in results.questions) or results.choices:
        yield writer.say(
            "Agreement is Krippendorff's alpha (2011), ordinal for scales and nominal for choices; its "
            "interval resolves raters and items by the delta method."
        )
    if any(rater.scales for rater in results.raters):
        yield writer.say(
            "Bias and inconsistency of raters are from the subject model of ITU-T P.910 Annex E with a "
            "prior on quality and bias and shrunk rater variances, fitted by EM. They leave no scores out."
        )
    yield from _comparisons(results, writer)
    yield from _choices(results, writer)
    yield _making(results, writer)


def _comparisons(results: StudyResults, writer: Writer) -> Iterator[str]:
    if results.battles is None or not results.battles.questions:
        return
    yield writer.say(
        "Comparisons were fitted with Davidson's model (1970), ties as such, with errors clustered by "
        "rater; rank sets hold for all conditions at once. Position effects were fitted beside the "
        "strengths."
    )
    if results.battles.combined is not None and results.battles.combined.places:
        yield writer.say(
            "The board across dimensions adds up their strengths, each by its priority in the scenario's "
            "class (3 : 2 : 1) and each class by its share of the votes; its errors count in that the same "
            "raters voted on all dimensions."
        )


def _choices(results: StudyResults, writer: Writer) -> Iterator[str]:
    if results.choices or results.flags:
        yield writer.say(
            "Shares have Wilson intervals (1927) for the effective number of answers under two-way "
            "clustering; their differences are adjusted after Bonferroni."
        )
    if any(choice.outcomes for choice in results.choices):
        yield writer.say(
            "Ordered outcomes were compared by a cumulative logit mixed model (proportional odds) with "
            "normal effects of raters and items; intervals hold for all pairs at once (Bonferroni)."
        )
    for flags in results.flags:
        if all(one.score is None for one in flags.weights):
            continue
        weights = ", ".join(f"{writer.of(text)} {weight:g}" for _, text, weight in flags.severities)
        yield writer.say("Flags were weighed by their severity: %(weights)s.", weights=weights)


def _design(protocol: Protocol, results: StudyResults, writer: Writer) -> str:
    whole = results.questions and not results.scope  # a part has some of the conditions only
    conditions = len(results.questions[0].conditions) if whole else len(results.names.condition)
    values = {
        "title": writer.of(protocol.title),
        "version": results.protocol_version,
        "hash": results.protocol_hash[:12],
        "votes": results.progress.votes_in,
        "raters": results.progress.raters_active,
        "conditions": conditions,
        "day": date_words(results.at, writer.language),
    }
    return writer.say(
        "The study followed the protocol %(title)s %(version)s (%(hash)s). Until %(day)s %(raters)s raters "
        "made %(votes)s submissions that count, on %(conditions)s conditions. Raters did not see which "
        "condition they heard; each got the items in an order of their own.",
        **values,
    )


def _scales(scales: tuple[Scale, ...], writer: Writer) -> str:
    named = "; ".join(_scale(scale, writer) for scale in scales)
    text = writer.say("Rated were: %(scales)s.", scales=named)
    if all(len(scale.points) == 5 for scale in scales):  # noqa: PLR2004 - the scale of the standard
        text += " " + writer.say(
            "These are five-point category scales in the manner of ITU-T P.800 (absolute category rating)."
        )
    return text


def _scale(scale: Scale, writer: Writer) -> str:
    first, last = scale.points[0], scale.points[-1]
    ends = f"{first.value} {writer.of(first.label)}", f"{last.value} {writer.of(last.label)}"
    return f"{writer.of(scale.title)} ({ends[0]} \N{EN DASH} {ends[1]})"


def _making(results: StudyResults, writer: Writer) -> str:
    making = results.making
    versions = ", ".join(f"{name} {version}" for name, version in making.versions.items())
    return writer.say(
        "Computed by %(versions)s; seed %(seed)s, %(resamples)s resamples.",
        versions=versions or "Earmark",
        seed=making.seed,
        resamples=making.resamples,
    )


def commands_of(results: StudyResults, language: str) -> tuple[str, ...]:
    """Return the commands that make the same numbers and the same report again."""
    study, options = shlex.quote(results.study), _options(results)
    report = f"earmark report {study} report.html"
    return (
        f"earmark results {study}{options} --json",
        f"{report} --lang {language}{options}",
        f"earmark export {study} export/",
    )


def _options(results: StudyResults) -> str:
    return "".join(
        f" --{key} {shlex.quote(name)}"
        for key, kind in KINDS.items()
        for name in getattr(results.scope, kind)
    )
