"""What pydantic finds wrong with a protocol, as sentences for the person who wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from earmark.protocols.base import ID_PATTERN
from earmark.protocols.located import Path
from earmark.protocols.outline import Outline, fields_of, kinds_of
from earmark.protocols.problem import Problem, meant, one_of
from earmark.protocols.questions import Question
from earmark.protocols.texts import Text

_PATTERNS: Final = {
    ID_PATTERN: "lower-case letters and digits, words joined by '-' or '_'",
    r"^\d+\.\d+\.\d+$": "three numbers, as in 1.0.0",
}

_TYPES: Final = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
}

_LIMITS: Final = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}

_NAMES: Final[dict[object, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def problems(errors: Iterable[ErrorDetails], outline: Outline) -> Iterator[Problem]:
    """Yield one problem for each error, or for each group of errors that one value brings about."""
    found: dict[tuple[Path, str], Problem] = {}
    for error in errors:
        path = _path(error["loc"], outline.root)
        problem = _problem(error, path, outline)
        if problem is None:
            continue
        same = found.get((problem.path, problem.message))
        if same:  # a value that fits none of several types: pydantic names them one by one
            expected = " or ".join(dict.fromkeys([*same.expected.split(" or "), problem.expected]))
            problem = Problem(problem.path, problem.message, expected, problem.at_key)
        found[problem.path, problem.message] = problem
    yield from found.values()


def _path(location: tuple[int | str, ...], data: object) -> Path:
    """Return the path in the data: without the kind of question, the kind of union, the mark of a key."""
    if location[:1] == ("questions",) and len(location) > 2:  # noqa: PLR2004 - list, position, kind
        location = (*location[:2], *location[3:])
    for index, step in enumerate(location):
        if isinstance(data, dict) and step not in data:
            return location[: index + (step != "[key]")]
        if not isinstance(data, dict) and not (isinstance(data, list) and isinstance(step, int)):
            return location[:index]  # the rest names the kinds that the value is not
        data = data[step]  # type: ignore[index]  # a key of the mapping, or a position in the list
    return location


def _problem(error: ErrorDetails, path: Path, outline: Outline) -> Problem | None:
    kind, context = error["type"], error.get("ctx", {})
    if kind in {"extra_forbidden", "missing"}:
        return _unknown_key(path, outline) if kind == "extra_forbidden" else _missing_key(path, outline)
    value = _value(outline.root, path)
    if kind in _TYPES:
        message = f"{_name(path)} is {_described(value)}"
        return Problem(path, message, "a question" if _is_question(path) else _TYPES[kind])
    if kind in _LIMITS:
        key, words = _LIMITS[kind]
        return Problem(path, f"{_name(path)} is {value}", f"{words} {context[key]:g}")
    if kind in {"too_short", "too_long"}:
        return _wrong_length(path, value, context)
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        return _wrong_kind(path, value)
    return _wrong_value(error, path, value)


def _unknown_key(path: Path, outline: Outline) -> Problem:
    model = outline.model_at(path[:-1])
    known = fields_of(model) if model else {}
    message = f"the key '{path[-1]}' is unknown here{meant(path[-1], known)}"
    return Problem(path, message, one_of(known), at_key=True)


def _missing_key(path: Path, outline: Outline) -> Problem:
    model = outline.model_at(path[:-1])
    annotation = fields_of(model)[str(path[-1])] if model else str
    return Problem(path[:-1], f"the key '{path[-1]}' is missing here", expectation(annotation))


def _wrong_length(path: Path, value: object, context: dict[str, Any]) -> Problem | None:
    least, length = context.get("min_length", 0), len(value) if isinstance(value, list) else 0
    if length >= least:
        return None  # long enough: pydantic did not count the entries it refused
    return Problem(path, f"{_name(path)} holds {_counted(length)}", f"at least {_counted(least)}")


def _wrong_kind(path: Path, value: object) -> Problem:
    kinds = [kind for question in get_args(get_args(Question)[0]) for kind in kinds_of(question)]
    if not isinstance(value, dict) or "kind" not in value:
        return Problem(path, "the key 'kind' is missing here", one_of(kinds))
    named = value["kind"]
    if not isinstance(named, str):
        return Problem((*path, "kind"), f"'kind' is {_described(named)}", one_of(kinds))
    return Problem((*path, "kind"), f"'{named}' is no kind of question{meant(named, kinds)}", one_of(kinds))


def _wrong_value(error: ErrorDetails, path: Path, value: object) -> Problem:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "part":
        return Problem(path, context["message"], context["expected"])
    at_key = error["loc"][-1] == "[key]"
    shown = path[-1] if at_key else value
    if kind == "literal_error":
        allowed = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return Problem(path, f"{_name(path)} is '{shown}'{meant(shown, allowed)}", one_of(allowed))
    if kind == "string_pattern_mismatch":
        message = f"'{shown}' is not in the form of {'a key' if at_key else _name(path)}"
        return Problem(path, message, _PATTERNS.get(context["pattern"], context["pattern"]), at_key)
    if kind == "string_too_long":
        most = f"at most {context['max_length']} characters"
        return Problem(path, f"{_name(path)} is too long", most, at_key)
    return Problem(path, f"{_name(path)} is not as it should be", error["msg"], at_key)


def expectation(annotation: object) -> str:
    """Return in words what the schema expects of a value."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in {Union, UnionType}:
        return " or ".join(expectation(choice) for choice in arguments if choice is not NoneType)
    if origin is Literal:
        return one_of(str(choice) for choice in arguments)
    if annotation is Text:
        return "one text a language, as in {en: …, ko: …}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        needed = [field.alias or name for name, field in fields if field.is_required()]
        return f"a mapping with {', '.join(needed)}" if needed else "a mapping"
    return "a list" if origin is tuple else _NAMES.get(annotation, "a mapping")


def _is_question(path: Path) -> bool:
    return path[:1] == ("questions",) and len(path) == 2  # noqa: PLR2004 - list, position


def _value(data: Any, path: Path) -> Any:  # noqa: ANN401 - the data may hold anything
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int):
            data = data[step]
    return data


def _name(path: Path) -> str:
    """Return what a person calls the value at ``path``: its key, or its place in a list."""
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {_name(path[:-1])}"
    return f"'{path[-1]}'"


def _described(value: object) -> str:
    if isinstance(value, str):
        return f"the text '{value}'" if len(value) <= 40 else "a text"  # noqa: PLR2004 - fits the line
    names: dict[type, str] = {NoneType: "empty", dict: "a mapping", list: "a list", bool: str(value).lower()}
    return names.get(type(value), f"the number {value}")


def _counted(number: int) -> str:
    return f"{number} entry" if number == 1 else f"{number} entries"
