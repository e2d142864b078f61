"""YAML read into plain data that still knows the line and column of each key and value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.composer import MaxDepthExceededError
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from earmark.protocols.faults import ProtocolError, ProtocolFault

Path = tuple[str | int, ...]
"""Where a value is in the data: keys and list positions from the root."""

MOST_VALUES: Final = 20_000
"""A file that unfolds to more values than this (aliases of aliases) is refused."""

DEEPEST: Final = 40
"""A file that is nested more deeply than this is refused."""

_TAG: Final = "tag:yaml.org,2002:"
_TAGS: Final = frozenset({"map", "seq", "str", "int", "float", "bool", "null", "timestamp", "value", "merge"})


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Located:
    """The data of one YAML file, the places of its values and keys, and what YAML itself finds wrong.

    A value reached through an alias has the place of its anchor: that is where the text to mend stands.
    """

    data: object
    values: dict[Path, Place]
    keys: dict[Path, Place]
    faults: tuple[ProtocolFault, ...]

    def value_at(self, path: Path) -> Place:
        """Return the place of the value at ``path``, or of the nearest value around it."""
        while path not in self.values:
            path = path[:-1]
        return self.values[path]

    def key_at(self, path: Path) -> Place:
        """Return the place of the key that leads to ``path``, or of the value where it has no key."""
        return self.keys.get(path) or self.value_at(path)


def locate(text: str, file: str) -> Located:
    """Read one YAML 1.2 document into dicts, lists, text, numbers, truth values and None.

    Keys are text. Keys given twice, tags and values that contain themselves are faults of the result.

    Args:
        text: The document.
        file: Its name, for the faults.

    Raises:
        ProtocolError: The text is no YAML, or too deep or too large; one fault, since reading ends there.
    """
    try:
        root = _compose(text)
        builder = _Builder(file)
        data = builder.build(root, ()) if root is not None else None
    except MaxDepthExceededError as error:
        place = Place(error.problem_mark.line + 1, error.problem_mark.column + 1)
        message = f"the file is nested more than {DEEPEST} levels deep"
        raise ProtocolError((ProtocolFault(file, *place, message, "fewer levels"),)) from error
    except MarkedYAMLError as error:
        raise ProtocolError((_syntax_fault(error, file),)) from error
    except ReaderError as error:
        message = f"the character U+{int(error.character):04X} is not allowed in YAML"
        line, column = _line_and_column(text, int(error.position))
        raise ProtocolError((ProtocolFault(file, line, column, message, "printable text"),)) from error
    builder.values.setdefault((), Place(1, 1))
    return Located(data, builder.values, builder.keys, tuple(builder.faults))


def _compose(text: str) -> Node | None:
    yaml = YAML(typ="safe", pure=True)  # only this reader keeps marks, and it need not keep comments
    yaml.max_depth = DEEPEST
    yaml.composer.warn_double_anchors = False  # the later anchor counts, as YAML 1.2 says
    node: Node | None = yaml.compose(text)
    return node


def _syntax_fault(error: MarkedYAMLError, file: str) -> ProtocolFault:
    mark = error.problem_mark or error.context_mark
    place = Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
    began = f", which began in line {error.context_mark.line + 1}" if error.context_mark else ""
    context = f" {error.context}{began}:" if error.context else ""
    return ProtocolFault(file, *place, f"this is no YAML:{context} {error.problem}", "YAML 1.2")


def _line_and_column(text: str, position: int) -> Place:
    before = text[:position]
    return Place(before.count("\n") + 1, position - before.rfind("\n"))


def _place(node: Node) -> Place:
    return Place(node.start_mark.line + 1, node.start_mark.column + 1)


@dataclass
class _Builder:
    """Turns YAML nodes into plain data and notes the places on the way."""

    file: str
    values: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    faults: list[ProtocolFault] = field(default_factory=list)
    around: list[int] = field(default_factory=list)

    def build(self, node: Node, path: Path) -> object:
        self.values[path] = _place(node)
        if id(node) in self.around:
            return self.refused(node, "this value contains itself", "an alias to something else")
        if len(self.values) > MOST_VALUES:
            self.refuse(node, f"the file unfolds to more than {MOST_VALUES} values", "fewer aliases")
            raise ProtocolError(tuple(self.faults))
        self.around.append(id(node))
        try:
            return self.content(node, path)
        finally:
            self.around.pop()

    def content(self, node: Node, path: Path) -> object:
        tag = str(node.tag)
        if tag.removeprefix(_TAG) not in _TAGS:
            return self.refused(node, f"the tag {tag} is unknown", "a plain value without a tag")
        if isinstance(node, MappingNode):
            return dict(self.entries(node, path))
        if isinstance(node, SequenceNode):
            return [self.build(child, (*path, index)) for index, child in enumerate(node.value)]
        return self.scalar(node)

    def entries(self, node: MappingNode, path: Path) -> Iterator[tuple[str, object]]:
        seen: dict[str, Place] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                self.refuse(key_node, "a key cannot be a list or a mapping", "a word")
                continue
            key = str(key_node.value)
            if key in seen:
                message = f"the key '{key}' stands here twice, first in line {seen[key].line}"
                self.refuse(key_node, message, "each key once")
                continue
            seen[key] = self.keys[*path, key] = _place(key_node)
            yield key, self.build(value_node, (*path, key))
            if value_node.start_mark.index == value_node.end_mark.index:
                self.values[*path, key] = _place(
                    key_node
                )  # nothing is written there: show what it is missing from

    def scalar(self, node: Node) -> object:
        text = str(node.value)
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            return self.refused(node, "half of a surrogate pair is no character", "whole characters")
        kind = str(node.tag).removeprefix(_TAG)
        if kind == "null":
            return None
        if kind == "bool":
            return text.lower() == "true"
        return _number(text, kind) if kind in {"int", "float"} else text

    def refused(self, node: Node, message: str, expected: str) -> object:
        """Note a fault and return the None that stands for the value."""
        self.refuse(node, message, expected)
        return None

    def refuse(self, node: Node, message: str, expected: str) -> None:
        self.faults.append(ProtocolFault(self.file, *_place(node), message, expected))


def _number(text: str, kind: str) -> int | float | str:
    """Return the number a scalar stands for; what JSON cannot hold (``.inf``, ``.nan``) stays text."""
    digits = text.replace("_", "")
    try:
        if kind == "float":
            return float(digits)
        return int(digits, 0) if digits.lstrip("+-")[:2] in {"0o", "0x"} else int(digits)
    except ValueError:
        return text
