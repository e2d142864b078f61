"""Pages from templates: one Jinja environment a language, with what every page shows."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, Literal

from babel.dates import format_date
from babel.units import format_unit
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from earmark.services.sessions import Visitor
from earmark.web.languages import SOURCE, choose_language, languages
from earmark.web.modules import modules_of
from earmark.web.static_files import walk

THEMES: Final = ("auto", "light", "dark")
THEME_COOKIE: Final = "earmark-theme"
KILO: Final = 1_000

_DAYS: Final = {"en": "en_GB"}
"""Which English: that of the day before the month."""
_BETWEEN: Final = {"en": ", "}
"""What stands between day and hour."""
_UNITS: Final = ("byte", "kilobyte", "megabyte", "gigabyte")


@cache
def static_version() -> str:
    """Return a digest of static files and texts. It stands in their addresses: browsers may keep them."""
    digest = sha256()
    for kept in ("static", "locale"):
        for name, entry in walk(files("earmark.web") / kept):
            digest.update(name.encode())
            digest.update(entry.read_bytes())
    return digest.hexdigest()[:12]


def static(path: str) -> str:
    """Return the address of a static file, such as ``css/base.css``."""
    return f"/static/{static_version()}/{path}"


@cache
def script(path: str) -> Markup:
    """Return what brings a script into a page, with every module it needs: all are fetched at once."""
    preload, run = (
        Markup('<link rel="modulepreload" href="{}">\n'),
        Markup('<script type="module" src="{}"></script>'),
    )
    return Markup().join(preload.format(static(module)) for module in modules_of(path)) + run.format(
        static(path)
    )


def messages(language: str) -> str:
    """Return where scripts find their texts, as `js/messages.js` asks for them."""
    return f"/api/v1/messages/{language}?v={static_version()}"


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("earmark.web"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(languages()[language].translations, newstyle=True)  # type: ignore[attr-defined]  # added by the extension
    environment.globals.update(
        static=static,
        script=script,
        messages="" if language == SOURCE else messages(language),
        languages=tuple(languages().values()),
        language=language,
    )
    environment.filters["date"] = lambda micros: date_words(micros, language)
    environment.filters["datetime"] = lambda micros: time_words(micros, language)
    environment.filters["local"] = lambda micros, zone: time_words(micros, language, zone=zone)
    environment.filters["span"] = lambda seconds: span_words(seconds, language)
    environment.filters["bytes"] = lambda count: size_words(count, language)
    return environment


def size_words(count: int, language: str) -> str:
    """Return a number of bytes as people say it, such as 3.1 MB."""
    step = 0 if count < KILO else min((len(str(count)) - 1) // 3, len(_UNITS) - 1)
    length: Literal["short", "long"] = "short" if step else "long"
    number = round(count / KILO**step, 1 if step else 0)
    return format_unit(number, f"digital-{_UNITS[step]}", length, locale=language)


def span_words(seconds: float, language: str) -> str:
    """Return how long something took as people say it: 45 s, 12 min, 3 h, 2 d; coarser the longer."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            number = round(seconds / size, 1 if seconds < 10 * size and unit != "minute" else 0)
            return format_unit(number, f"duration-{unit}", "short", locale=language)
    return format_unit(round(seconds), "duration-second", "short", locale=language)


def date_words(micros: int, language: str, *, zone: tzinfo = UTC) -> str:
    """Return a day so that nobody takes its month for its day, such as 27 Nov 2026."""
    return format_date(_time(micros, zone), locale=_DAYS.get(language, language))


def time_words(micros: int, language: str, *, zone: tzinfo = UTC) -> str:
    """Return a moment to the minute, such as 27 Nov 2026, 15:04 UTC; no line breaks between hour and zone.

    A zone is named where it is UTC; any other is the reader's own.
    """
    named = "\N{NO-BREAK SPACE}UTC" if zone is UTC else ""
    hour = f"{_time(micros, zone):%H:%M}{named}"
    return date_words(micros, language, zone=zone) + _BETWEEN.get(language, " ") + hour


def _time(micros: int, zone: tzinfo = UTC) -> datetime:
    return datetime.fromtimestamp(micros / 1_000_000, tz=zone)


def page(
    request: Request, template: str, *, visitor: Visitor | None, status: int = 200, **context: object
) -> HTMLResponse:
    """Render a template into an answer.

    Every template may use ``visitor``, ``language``, ``theme``, ``here`` (the page's path, for coming back),
    ``csp_nonce``, ``static("css/…")``, ``_``/``ngettext``/``{% trans %}``, and for microseconds the filters
    ``date`` and ``datetime`` (in UTC) and ``local`` (in a zone).
    """
    language = choose_language(request, visitor)
    theme = request.cookies.get(THEME_COOKIE, "auto")
    standard: dict[str, object] = {
        "visitor": visitor,
        "theme": theme if theme in THEMES else "auto",
        "here": request.url.path if status == HTTP_OK and request.method == "GET" else "/",
        "csp_nonce": getattr(request.state, "csp_nonce", ""),
    }
    text = _environment(language).get_template(template).render(standard | context)
    return HTMLResponse(text, status, headers={"Content-Language": language})


def rendered(template: str, language: str, **context: object) -> str:
    """Return a template as text that is no answer of the server, such as a report."""
    return _environment(language).get_template(template).render(context)


HTTP_OK: Final = 200
