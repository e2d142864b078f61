"""What a study found, as frozen dataclasses that pages, commands, reports and Python share.

Each has `as_json`, or is plain values that `dataclasses.asdict` turns into JSON: what has no value is None,
with a reason of `earmark.stats.reasons`, never NaN.
"""

from __future__ import annotations

from earmark.core.results.advice import Buy, MoreVotes, PairAdvice, Parts
from earmark.core.results.agreement import AgreementResult, IccResult
from earmark.core.results.battles import (
    BattleResults,
    BoardPlace,
    BoardResult,
    CombinedBoard,
    CombinedPart,
    CombinedPlace,
    PairWins,
    PositionEffect,
    PreferenceResult,
)
from earmark.core.results.choices import ChoiceCondition, ChoiceResult, OutcomeContrast, Share, ShareContrast
from earmark.core.results.contrasts import ContrastResult, Contrasts
from earmark.core.results.evidence import EvidenceResults, MeasuredKind
from earmark.core.results.flags import FlagCondition, FlagRate, FlagsResult, FlagWeight
from earmark.core.results.intake import Out, together
from earmark.core.results.progress import MarkCount, Progress, total
from earmark.core.results.raters import RaterResult, RaterScale
from earmark.core.results.scales import ConditionResult, Interval, QuestionResult
from earmark.core.results.study import Making, StudyResults

__all__ = [
    "AgreementResult",
    "BattleResults",
    "BoardPlace",
    "BoardResult",
    "Buy",
    "ChoiceCondition",
    "ChoiceResult",
    "CombinedBoard",
    "CombinedPart",
    "CombinedPlace",
    "ConditionResult",
    "ContrastResult",
    "Contrasts",
    "EvidenceResults",
    "FlagCondition",
    "FlagRate",
    "FlagWeight",
    "FlagsResult",
    "IccResult",
    "Interval",
    "Making",
    "MarkCount",
    "MeasuredKind",
    "MoreVotes",
    "Out",
    "OutcomeContrast",
    "PairAdvice",
    "PairWins",
    "Parts",
    "PositionEffect",
    "PreferenceResult",
    "Progress",
    "QuestionResult",
    "RaterResult",
    "RaterScale",
    "Share",
    "ShareContrast",
    "StudyResults",
    "together",
    "total",
]
