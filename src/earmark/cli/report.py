"""``earmark report``: the results of a study as one file that opens anywhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, show
from earmark.cli.scoping import (
    CategoryOption,
    ClassOption,
    ConditionOption,
    GroupOption,
    LanguageOption,
    scope_of,
)

if TYPE_CHECKING:
    from earmark.core.scope import Scope
    from earmark.services.studies import Study


def report(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The HTML file to write.")],
    *,
    lang: Annotated[
        str | None, typer.Option(help="Language: en or ko; without it the study's first.")
    ] = None,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    category: CategoryOption = None,
    class_: ClassOption = None,
    group: GroupOption = None,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write the results as one HTML file: opens offline without scripts, prints on A4."""
    from earmark.services.home import open_home

    scope = scope_of(
        condition=condition, language=language, category=category, scenario_class=class_, group=group
    )
    with open_home(home) as opened:
        text, spoken = _text(opened.studies[study], lang, scope)
    _write(out, text)
    written = {"study": study, "file": str(out), "language": spoken, "bytes": len(text.encode())}
    show(written, f"{out}: {written['bytes']} bytes, {spoken}", as_json=as_json)


def _text(study: Study, lang: str | None, scope: Scope) -> tuple[str, str]:
    """Return the report and its language."""
    from earmark.core.errors import WrongInputError
    from earmark.web.report import report_html, report_languages

    known = report_languages()
    language = lang or next((tag for tag in study.settings.languages if tag in known), known[0])
    if language not in known:
        message = f"There is no report in '{language}'. Languages are: {', '.join(known)}."
        raise WrongInputError(message)
    return report_html(study.protocol, study.results(scope=scope), language), language


def _write(out: Path, text: str) -> None:
    """Write the file as a whole or not at all; only an earlier report is replaced."""
    from earmark.core.errors import WrongInputError
    from earmark.web.report import MARK

    if out.is_dir() or (out.exists() and MARK not in out.read_text(encoding="utf-8", errors="replace")[:600]):
        message = f"{out} is there and is no report of Earmark; it stays as it is. Give another name."
        raise WrongInputError(message)
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(out)
    finally:
        beside.unlink(missing_ok=True)
