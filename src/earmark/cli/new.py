"""``earmark new``: a study from a protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, show
from earmark.cli.study import AgentChannel, Votes, as_row


def new(
    name: Annotated[
        str, typer.Argument(metavar="STUDY", help="Its name: lower-case words joined by hyphens.")
    ],
    *,
    protocol: Annotated[str, typer.Option(help="A built-in protocol, or a folder of your own.")],
    title: Annotated[str, typer.Option(help="What raters read; without it the name.")] = "",
    votes: Votes = None,
    agent_channel: AgentChannel = None,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Make a study. It keeps the protocol as it is now, whatever becomes of the protocol's folder."""
    from earmark.services.home import open_home

    given = {"votes_per_item": votes, "agent_channel": agent_channel}
    settings = {setting: value for setting, value in given.items() if value is not None}
    with open_home(home) as opened:
        study = opened.studies.create(name, protocol=protocol, title=title, settings=settings)
        row = as_row(study)
    text = f"Made the study '{name}' ({row['protocol']} {row['version']}). Next: earmark import {name} PATH"
    show(row, text, as_json=as_json)
