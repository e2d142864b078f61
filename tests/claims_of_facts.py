"""A fact-check of a study by its file of claims, as tests lay it and let it run."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

from earmark.engine.jobs import Channel
from earmark.services.fact_checks.checking import check_study
from earmark.services.fact_checks.plugins import folder_of
from earmark.services.studies import Study


def lay_claims(study: Study, *claims: Mapping[str, object]) -> Study:
    """Write the claims of a study, and let it be checked by them."""
    folder = folder_of(study.home, study.name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)), encoding="utf-8")
    return study.set(fact_check="claims-file")


def run_check(study: Study, **limits: float) -> Any:
    """Do what the job does, here, and return its summary."""
    return check_study(study.home.studies[study.name], Channel(io.BytesIO()), **limits)["summary"]
