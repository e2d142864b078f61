"""The filter of an owner's list of items, as it stands in an address, so that a view can be sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from earmark.core.steering import ITEM_ORDERS, ITEM_STATES, ItemFilter, ItemOrder

ANY_FINDING: Final = "any"
_TEXT: Final = 200


@dataclass(frozen=True, slots=True)
class ItemQuery:
    """A filter with what only a page knows: a finding on the sound, by its check's name or `ANY_FINDING`."""

    wanted: ItemFilter
    finding: str = ""

    @property
    def is_narrow(self) -> bool:
        """Whether it leaves anything out."""
        return self.finding != "" or replace(self.wanted, order="name", reverse=False) != ItemFilter()

    @property
    def sort(self) -> str:
        """The order as the address says it."""
        return f"{'-' if self.wanted.reverse else ''}{self.wanted.order}"

    def fields(self) -> dict[str, str]:
        """Return it as the fields of an address, without those that say nothing."""
        named = {
            "state": self.wanted.state or "",
            "condition": self.wanted.condition,
            "finding": self.finding,
            "rater": self.wanted.rater,
            "q": self.wanted.text,
            "sort": "" if self.sort == "name" else self.sort,
        }
        return {name: value for name, value in named.items() if value}

    def address(self, **changes: str) -> str:
        """Return the query of an address with some fields changed; what is empty is left out."""
        return urlencode({name: value for name, value in {**self.fields(), **changes}.items() if value})


def query_from(fields: Mapping[str, object]) -> ItemQuery:
    """Read a filter from the fields of an address or a form; what nobody knows narrows nothing."""
    given = {
        name: str(fields.get(name, ""))[:_TEXT] for name in ("condition", "finding", "rater", "q", "sort")
    }
    state = next((one for one in ITEM_STATES if one == fields.get("state")), None)
    sort = given["sort"].removeprefix("-")
    order: ItemOrder = next((one for one in ITEM_ORDERS if one == sort), "name")
    return ItemQuery(
        ItemFilter(
            state=state,
            condition=given["condition"],
            rater=given["rater"],
            text=given["q"].strip(),
            order=order,
            reverse=given["sort"].startswith("-"),
        ),
        given["finding"],
    )
