"""The application: routes, error answers, security, static files."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, FastAPI

from earmark import __version__
from earmark.services.home import Home
from earmark.services.throttle import Throttle
from earmark.web.api import hints, messages, phrasebook, queue, recordings, turns, uploads
from earmark.web.api import preferences as preferences_api
from earmark.web.api import results as results_api
from earmark.web.bodies import BodyLimit
from earmark.web.errors import install_error_answers
from earmark.web.pages import (
    account,
    evidence,
    export,
    graded,
    guide,
    import_,
    items,
    links,
    members,
    own_work,
    practice,
    preferences,
    raters,
    rating,
    results,
    review,
    settings,
    sign_in,
    study,
    turn_editor,
)
from earmark.web.pages import home as home_page
from earmark.web.rendering import static_version
from earmark.web.security import Security
from earmark.web.static_files import StaticFiles

API_ROUTERS: Final[tuple[APIRouter, ...]] = (
    messages.router,
    queue.router,
    hints.router,
    preferences_api.router,
    uploads.router,
    turns.router,
    recordings.router,
    results_api.router,
    phrasebook.router,
)
PAGE_ROUTERS: Final[tuple[APIRouter, ...]] = (
    home_page.router,
    sign_in.router,
    links.router,
    account.router,
    preferences.router,
    study.router,
    items.router,
    raters.router,
    settings.router,
    members.router,
    import_.router,
    export.router,
    turn_editor.router,
    rating.router,
    own_work.router,
    guide.router,
    graded.router,
    practice.router,
    results.router,
    review.router,
    evidence.router,
)


def create_app(home: Home) -> FastAPI:
    """Make the web application over an open data folder; whoever opened it closes it."""
    app = FastAPI(
        title="Earmark",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # the usual pages load scripts from elsewhere
        redoc_url=None,
    )
    app.state.home = home
    app.state.throttle = Throttle()
    app.state.wake_jobs = _nobody_waits
    app.add_middleware(BodyLimit)
    app.add_middleware(Security)  # added last, it stands before all others
    install_error_answers(app)
    for router in API_ROUTERS:
        app.include_router(router)
    for router in PAGE_ROUTERS:
        app.include_router(router, include_in_schema=False)
    app.mount(f"/static/{static_version()}", StaticFiles())
    return app


def _nobody_waits() -> None:
    """Wake no runner: none runs beside this application; the next one finds the job by itself."""
