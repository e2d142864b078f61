"""Errors as answers: RFC 9457 problem documents for programs, a plain page for people."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from earmark.core.errors import ClosedLinkError, EarmarkError, NotSignedInError, WrongInputError
from earmark.protocols.faults import Fault
from earmark.web.answers import problem_answer
from earmark.web.headers import protect
from earmark.web.languages import N_
from earmark.web.rendering import page

_LOG: Final = logging.getLogger("uvicorn.error")  # what the operator reads already

PROBLEM: Final = "application/problem+json"

TITLES: Final = {
    401: N_("Please sign in first"),
    403: N_("This is not yours to do"),
    404: N_("There is nothing here"),
    405: N_("This cannot be done here"),
    409: N_("This has changed meanwhile"),
    413: N_("That was too much at once"),
    422: N_("Something in this is not right"),
    429: N_("That was too often"),
    500: N_("Something went wrong on our side"),
    503: N_("Earmark is not ready"),
}

ADVICE: Final = {
    401: N_("Sign in, then open this page again."),
    403: N_("Your role in this study does not include it. Ask the study's owner if it should."),
    404: N_(
        "It may have been moved, or it belongs to somebody else. Check the address, or go to your studies."
    ),
    405: N_("Go back and use the buttons of the page."),
    409: N_("Somebody, perhaps you in another tab, was here first. Load the page again and look."),
    413: N_("Send less text, or fewer things at a time."),
    422: N_("Nothing was changed. Go back and check what you entered."),
    429: N_("Wait a few minutes, then try again, or ask for a sign-in link."),
    500: N_(
        "What you had saved is safe. Try again; if it happens once more, tell whoever runs this Earmark."
    ),
    503: N_("Try again in a moment."),
}

CLOSED_LINK: Final = (
    N_("This link is closed or used up"),
    N_(
        "Ask whoever sent it to you, or the study's owner, for a new one. If you have come in by it before, "
        "go to your studies."
    ),
)
"""Title and advice where a link cannot be taken, whatever the reason."""


def wants_problem(request: Request) -> bool:
    """Tell whether a program asks, by the address."""
    return request.url.path.startswith("/api/")


def answer(request: Request, error: EarmarkError) -> Response:
    """Return the answer to an error that Earmark can explain."""
    if wants_problem(request):
        return problem_answer(error)
    if isinstance(error, NotSignedInError) and request.method == "GET":
        return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", HTTPStatus.SEE_OTHER)
    if isinstance(error, ClosedLinkError):
        return _error_page(request, error.status, words=CLOSED_LINK)
    return _error_page(request, error.status)


def _plain(request: Request, status: int, *, detail: str = "") -> Response:
    """Answer by status, with the detail that whoever refused has written for the sender, if there is one."""
    if wants_problem(request):
        title = HTTPStatus(status).phrase
        problem = {"type": "about:blank", "title": title, "status": status}
        if detail not in {"", title}:
            problem["detail"] = detail
        return JSONResponse(problem, status, media_type=PROBLEM)
    return _error_page(request, status)


def _error_page(request: Request, status: int, *, words: tuple[str, str] | None = None) -> Response:
    known = status if status in TITLES else 500
    title, advice = words or (TITLES[known], ADVICE[known])
    visitor = getattr(request.state, "visitor", None)
    return page(request, "error.html", visitor=visitor, status=status, title=title, advice=advice)


def _fault(error: dict[str, object]) -> Fault:
    location, context = error["loc"], error.get("ctx")
    if error["type"] == "json_invalid" and isinstance(context, dict):
        return Fault("body", "not-json", f"The body is not JSON that can be used: {context['error']}.")
    where = ".".join(str(part) for part in location[1:]) if isinstance(location, tuple) else ""
    return Fault(where or "body", str(error["type"]), str(error["msg"]))


async def _explained(request: Request, error: Exception) -> Response:
    assert isinstance(error, EarmarkError)  # noqa: S101 - registered for this class alone
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:  # such as a full disk: the operator has to know
        _LOG.error("%s %s: %s", request.method, request.url.path, error, exc_info=error.__cause__)
    return answer(request, error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for this class alone
    faults = tuple(_fault(entry) for entry in error.errors())
    return answer(request, WrongInputError("The request is not as the API describes it.", faults=faults))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this class alone
    response = _plain(request, error.status_code, detail=error.detail)
    response.headers.update(error.headers or {})
    return response


async def _unexpected(request: Request, error: Exception) -> Response:
    """Answer in general terms; the server logs the error itself."""
    del error
    response = _plain(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    nonce = getattr(request.state, "csp_nonce", None)
    protect(response.headers, path=request.url.path, nonce=nonce)
    return response


def install_error_answers(app: FastAPI) -> None:
    """Let the application answer errors by these rules."""
    app.add_exception_handler(EarmarkError, _explained)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _unexpected)
