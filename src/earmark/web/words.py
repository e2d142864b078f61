"""Words for what services name by a code: faults of fields, roles, kinds of browsers."""

from __future__ import annotations

from typing import Final

from earmark.core.errors import EarmarkError
from earmark.core.roles import Role
from earmark.web.languages import N_, translate

ROLES: Final = {
    Role.OWNER: N_("owner"),
    Role.REVIEWER: N_("reviewer"),
    Role.RATER: N_("rater"),
}

FAULTS: Final = {
    "name-missing": N_("Say by which name others know you."),
    "name-long": N_("A name has at most 80 characters."),
    "name-unprintable": N_("A name holds letters, digits, signs and spaces only."),
    "name-taken": N_("Somebody here has this name already; add something to yours."),
    "password-short": N_("A password has at least 10 characters."),
    "password-long": N_("A password has at most 200 characters."),
    "password-wrong": N_("This is not your password."),
}

TOO_OFTEN: Final = N_("That was too often. Wait a quarter of an hour, or ask for a sign-in link.")

_BROWSERS: Final = (("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def fault_sentences(error: EarmarkError, language: str) -> dict[str, str]:
    """Return a sentence in a language for each field that is wrong."""
    return {
        fault.where: translate(language, FAULTS[fault.code]) if fault.code in FAULTS else fault.message
        for fault in error.faults
    }


def browser_name(agent: str) -> str:
    """Return browser and system from a User-Agent, such as "Firefox, Linux"; empty when it names neither."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return ", ".join(part for part in (browser, system) if part)
