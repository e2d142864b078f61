"""Answers of the JSON interface."""

from __future__ import annotations

import json

from starlette.responses import Response

from earmark.core.errors import EarmarkError


def json_answer(content: object, *, status: int = 200) -> Response:
    """Answer with JSON; NaN and Infinity are refused, since no browser reads them."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(text, status_code=status, media_type="application/json")


def problem_answer(error: EarmarkError, **more: object) -> Response:
    """Answer with a problem document (RFC 9457); ``more`` are members of its own."""
    text = json.dumps(error.problem() | more, ensure_ascii=False, allow_nan=False)
    return Response(text, status_code=error.status, media_type="application/problem+json")
