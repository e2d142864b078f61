"""Audio Quality says Both good, and an artifact is not both named and weighed."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.artifacts import ARTIFACTS, AUDIBLE, told_artifacts, weighs_artifact
from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.core.times_written import written_clock

ID = "both-good-with-artifact"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find an artifact that is flagged, told or measured, and that the text does not weigh.

    What was measured counts at the last look alone, and from a severity of 2 on.
    """
    del settings
    if pair.choices.get("audio-quality") != "both_good":
        return
    told = told_artifacts(pair.text)
    if told and not any(weighs_artifact(pair.text, number) for number in told):
        yield Found("told", where="comparisons.audio-quality")
    elif not told and any(True for _ in pair.artifacts()):
        yield Found("flagged", where="comparisons.audio-quality")
    elif not told:
        for side, row in pair.measured("agent"):
            if row.kind in ARTIFACTS and row.severity >= AUDIBLE:
                yield Found(
                    "measured", of=(side,), part=written_clock(row.start_s), where="comparisons.audio-quality"
                )
                return
