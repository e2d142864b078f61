"""The scenario of an item: which fields raters see, and which class of the protocol it is of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from earmark.core.wording import Said, said
from earmark.protocols.schema import Protocol, ScenarioClass

CLASS: Final = "class"
CATEGORY: Final = "category"


def shown_scenario(protocol: Protocol, scenario: Mapping[str, object]) -> dict[str, object]:
    """Return what raters see of a scenario: the fields that the protocol names, and nothing else.

    A manifest may say more of an item than a rater should know, such as which system failed it before.
    """
    return {name: scenario[name] for name in protocol.item.scenario if scenario.get(name)}


def class_of(protocol: Protocol, scenario: Mapping[str, object]) -> str | None:
    """Return the id of the class that a scenario is of, by its class or else its category; None for none."""
    found = _find(protocol, scenario)
    return None if found is None else found.id


def with_class(protocol: Protocol, scenario: Mapping[str, str]) -> dict[str, str]:
    """Return a scenario whose class and category are ids of the protocol's, however they were written.

    A class that is not given follows from the category. What the protocol does not know stays as it is;
    `scenario_faults` tells of it.
    """
    found = _find(protocol, scenario)
    if found is None:
        return dict(scenario)
    category = next((one for one in found.categories if _is_named(one, scenario.get(CATEGORY))), None)
    known = {CLASS: found.id} | ({CATEGORY: category.id} if category else {})
    return {**scenario, **known}


def scenario_faults(protocol: Protocol, scenario: Mapping[str, str]) -> Iterator[Said]:
    """Yield a class or a category that the protocol does not have, or that do not belong together."""
    if not protocol.classes:
        return
    named, category = scenario.get(CLASS), scenario.get(CATEGORY)
    by_class = next((one for one in protocol.classes if _is_named(one, named)), None)
    by_category = _class_of_category(protocol, category)
    if named and by_class is None:
        yield said("scenario.class", name=named, known=tuple(one.id for one in protocol.classes))
    if category and by_category is None:
        known = tuple(one.id for of in protocol.classes for one in of.categories)
        yield said("scenario.category", name=category, known=known)
    if by_class and by_category and by_class != by_category:
        yield said("scenario.other-class", name=str(category), of=by_category.id, said=by_class.id)


def _find(protocol: Protocol, scenario: Mapping[str, object]) -> ScenarioClass | None:
    for one in protocol.classes:
        if _is_named(one, scenario.get(CLASS)):
            return one
    return _class_of_category(protocol, scenario.get(CATEGORY))


def _class_of_category(protocol: Protocol, category: object) -> ScenarioClass | None:
    for one in protocol.classes:
        if any(_is_named(each, category) for each in one.categories):
            return one
    return None


def _is_named(part: Any, written: object) -> bool:  # noqa: ANN401 - a class or a category
    """Tell whether a word names a class or category: its id, or its title in any language."""
    if not isinstance(written, str) or not written.strip():
        return False
    names = {part.id, *part.title.variants()}
    return written.strip().casefold() in {name.casefold() for name in names}
