"""``earmark invite``: a link by which people come into a study."""

from __future__ import annotations

from typing import Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, show
from earmark.core.roles import Role
from earmark.core.times import iso


def invite(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")],
    role: Annotated[Role, typer.Option(help="Role of whoever joins by the link.")],
    cap: Annotated[int, typer.Option(help="How many people may take it.")] = 1,
    days: Annotated[int, typer.Option("--expires-days", help="Days until it closes.")] = 14,
    group: Annotated[str, typer.Option(help="Group of raters that they join, to filter results by.")] = "",
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Make an invitation into a study and print its link."""
    from earmark.services.home import open_home
    from earmark.services.links import make_invitation
    from earmark.services.server_lock import served_at

    with open_home(home) as opened:
        found = opened.studies[study]
        now = opened.clock()
        link = opened.database.write(
            lambda connection: make_invitation(
                connection, study_id=found.id, role=role, cap=cap, days=days, now=now, group=group
            )
        )
        address = f"{served_at(opened)}/links/{link.token}"
    result = {"study": study, "role": role, "cap": cap, "link": address, "expires_at": iso(link.expires_at)}
    show(result, address, as_json=as_json)
