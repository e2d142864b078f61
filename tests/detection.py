"""The analysis of a study's recordings, done where a test is, as the child of a server does it."""

from __future__ import annotations

import io

from earmark.engine.jobs import Channel
from earmark.services.evidence.analysis import work
from earmark.services.studies import Study


def analyse(study: Study) -> dict[str, object]:
    """Look at what waits; return what the work says at its end, and how often it ``told`` how far it is."""
    told = io.BytesIO()
    done = work({"home": str(study.home.settings.home), "study": study.id}, Channel(told))
    return {**done, "told": told.getvalue().count(b"progress")}
