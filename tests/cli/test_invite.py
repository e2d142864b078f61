from __future__ import annotations

import json

from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.core.roles import Role
from earmark.services.links import open_invitations
from people import NOON
from rows import StudyRows


def test_an_invitation_is_printed_with_its_link_and_kept(rows: StudyRows) -> None:
    home = rows.study.home
    options = ("--role", "reviewer", "--cap", "3", "--home", str(home.settings.home))
    result = CliRunner().invoke(app, ["invite", "voices", *options, "--json"])
    printed = json.loads(result.stdout)
    with home.database.read() as connection:
        [kept] = open_invitations(connection, rows.study.id, now=NOON)
    assert (kept.role, kept.cap, kept.used) == (Role.REVIEWER, 3, 0)
    assert {name: printed[name] for name in ("study", "role", "cap")} == {
        "study": "voices",
        "role": "reviewer",
        "cap": 3,
    }
    address, _, token = printed["link"].rpartition("/")
    assert (address, len(token)) == ("http://127.0.0.1:8484/links", 43)


def test_people_get_the_link_alone(rows: StudyRows) -> None:
    options = ("--role", "rater", "--home", str(rows.study.home.settings.home))
    result = CliRunner().invoke(app, ["invite", "voices", *options])
    assert result.stdout.startswith("http://127.0.0.1:8484/links/")
    assert result.stdout.count("\n") == 1
