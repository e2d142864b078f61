"""``earmark serve``: the server for raters, reviewers and owners."""

from __future__ import annotations

from typing import Annotated

import typer

from earmark.cli.output import HomeOption, JsonFlag, note, show


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; raters elsewhere need HTTPS before it.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8484,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Serve the pages of a data folder until Ctrl-C. On the first run, print the link that sets it up."""
    from earmark.services.home import open_home
    from earmark.web import server

    with open_home(home) as opened:

        def announce(address: str) -> None:
            set_up = server.set_up_address(opened, address)
            sign_in = server.sign_in_address(opened, address)
            lines = [f"Earmark is at {address}"]
            if set_up:
                lines.append(
                    f"Nobody is here yet. Open this link to make it yours (once, within a day):\n  {set_up}"
                )
            if sign_in:
                lines.append(
                    "The owner has no password. Open this link to sign in as the owner (once, within a day); "
                    f"choose a password under Account to need none:\n  {sign_in}"
                )
            result = {"address": address, "set_up": set_up, "sign_in": sign_in}
            show(result, "\n".join(lines), as_json=as_json)
            note("Ctrl-C stops it.")

        server.serve(opened, host=host, port=port, announce=announce)
