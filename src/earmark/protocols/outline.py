"""The data of a file of a protocol seen through the schema, also where the data is faulty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import isclass
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, RootModel

from earmark.protocols.located import Path
from earmark.protocols.questions import BaseQuestion, Choice, Scale
from earmark.protocols.schema import Protocol


@dataclass(frozen=True)
class Placed:
    """A mapping in the data that the schema reads as ``model``; its values may still be of any type."""

    path: Path
    model: type[BaseModel]
    raw: Mapping[str, object]


@dataclass(frozen=True)
class Outline:
    """The root of the data, and every mapping the schema has a model for, in reading order."""

    root: Mapping[str, object]
    parts: tuple[Placed, ...]

    def of(self, *models: type[BaseModel]) -> Iterator[Placed]:
        """Yield the parts of these models or of models that derive from them."""
        return (part for part in self.parts if issubclass(part.model, models))

    def model_at(self, path: Path) -> type[BaseModel] | None:
        """Return the model of the mapping at ``path``; None where the schema has none."""
        return next((part.model for part in self.parts if part.path == path), None)

    def inside(self, part: Placed, model: type[BaseModel]) -> Iterator[Placed]:
        """Yield the parts of a model that stand inside another part."""
        return (inner for inner in self.of(model) if inner.path[: len(part.path)] == part.path)

    def questions(self) -> Iterator[tuple[Placed, str]]:
        """Yield the questions that have an id, with it."""
        for part in self.of(BaseQuestion):
            if isinstance(part.raw.get("id"), str):
                yield part, str(part.raw["id"])

    def questions_by_id(self) -> dict[str, Placed]:
        """Return the questions by id; of two with the same one, the first."""
        found: dict[str, Placed] = {}
        for part, identifier in self.questions():
            found.setdefault(identifier, part)
        return found


def outline(data: object, model: type[BaseModel] = Protocol) -> Outline:
    """Return the outline of the data of a file; data that is no mapping has an empty one."""
    root = data if isinstance(data, dict) else {}
    return Outline(root, tuple(_parts(model, root, ())))


def _parts(annotation: object, value: object, path: Path) -> Iterator[Placed]:
    kind = _alternative(annotation, value)
    if isinstance(value, dict):
        if isclass(kind) and issubclass(kind, BaseModel):
            yield Placed(path, kind, value)
            if not issubclass(kind, RootModel):
                for key, field in fields_of(kind).items():
                    if key in value:
                        yield from _parts(field, value[key], (*path, key))
        elif get_origin(kind) is dict:
            for key, child in value.items():
                yield from _parts(get_args(kind)[1], child, (*path, key))
    elif isinstance(value, list) and get_origin(kind) is tuple:
        for index, child in enumerate(value):
            yield from _parts(get_args(kind)[0], child, (*path, index))


def fields_of(model: type[BaseModel]) -> dict[str, object]:
    """Return the keys a mapping of this model may have, as they are written, with their annotations."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _alternative(annotation: object, value: object) -> Any:  # noqa: ANN401 - an annotation is any object
    """Return the one of an annotation's alternatives that fits: the kind named, or the only one."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) not in {Union, UnionType}:
        return annotation
    choices = [choice for choice in get_args(annotation) if choice is not NoneType]
    if len(choices) == 1:
        return choices[0]
    named = value.get("kind") if isinstance(value, dict) else None
    questions = [choice for choice in choices if isclass(choice) and issubclass(choice, BaseQuestion)]
    unknown = BaseQuestion if questions else None  # a question of no known kind has at least what all have
    return next((question for question in questions if named in kinds_of(question)), unknown)


def kinds_of(question: type[BaseQuestion]) -> tuple[str, ...]:
    """Return the names by which a protocol asks for this kind of question."""
    return get_args(question.model_fields["kind"].annotation)


def list_of(value: object) -> list[object]:
    """Return a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []


def texts_of(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a list with their paths."""
    for index, entry in enumerate(list_of(value)):
        if isinstance(entry, str):
            yield (*path, index), entry


def ids_of(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the ids of a list of mappings with their paths."""
    for index, entry in enumerate(list_of(value)):
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            yield (*path, index, "id"), entry["id"]


def answers_of(question: Placed) -> list[object]:
    """Return the answers a scale or a choice can have, with those of variants; none for other kinds."""
    if question.model is Scale:
        points = list_of(question.raw.get("points"))
        return [point["value"] for point in points if isinstance(point, dict) and "value" in point]
    if question.model is Choice:
        variants = question.raw.get("variants")
        lists = [question.raw.get("options"), *(variants.values() if isinstance(variants, dict) else ())]
        return [identifier for options in lists for _, identifier in ids_of(options, ())]
    return []
