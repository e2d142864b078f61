"""Answers of the JSON interface."""

from __future__ import annotations

import json

from starlette.responses import Response

from earmark.core.errors import EarmarkError


def json_answer(content: object, *, status: int = 200) -> Response:
    """Answer with JSON; NaN and Infinity are refused, since no browser reads them."""
    return json_text_answer(
        json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")), status=status
    )


def problem_answer(error: EarmarkError, **more: object) -> Response:
    """Answer with a problem document (RFC 9457); ``more`` are members of its own."""
    text = json.dumps(error.problem() | more, ensure_ascii=False, allow_nan=False)
    return json_text_answer(text, status=error.status, media_type="application/problem+json")


def json_text_answer(text: str, *, status: int = 200, media_type: str = "application/json") -> Response:
    """Answer with JSON that is text already.

    Half a surrogate pair, which a rater may have typed and a draft then holds, has no UTF-8: it goes out as
    the escape that it came in as, for ``backslashreplace`` writes just what JSON does.
    """
    content = text.encode("utf-8", "backslashreplace")
    return Response(content, status_code=status, media_type=media_type)
