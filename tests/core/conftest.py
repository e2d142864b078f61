from __future__ import annotations

import pytest

from earmark.protocols.schema import Protocol

_POINTS = [{"value": value, "label": {"en": f"point {value}"}} for value in range(1, 6)]

_CONVERSATION: dict[str, object] = {
    "schema": 1,
    "id": "small-turns",
    "version": "1.0.0",
    "languages": ["en"],
    "title": {"en": "Turns"},
    "summary": {"en": "Two scales a turn."},
    "item": {"kind": "conversation"},
    "listening": {"heard": "turn"},
    "questions": [
        {
            "kind": "scale",
            "id": name,
            "ask": "agent-turn",
            "title": {"en": name},
            "prompt": {"en": "How was it?"},
            "points": _POINTS,
            "criteria": [
                {"id": "pace", "title": {"en": "Pace"}, "question": {"en": "Is it easy to follow?"}}
            ],
            "justification": {"required": True},
        }
        for name in ("content", "prosody")
    ],
    "exits": [
        {
            "id": "skip",
            "act": "skip",
            "scopes": ["item"],
            "title": {"en": "Skip"},
            "when": {"en": "You cannot judge it."},
            "reasons": [{"id": "topic", "title": {"en": "Topic"}}],
        },
        {
            "id": "turn-discard",
            "act": "discard",
            "scopes": ["turn", "dimension"],
            "title": {"en": "Discard"},
            "when": {"en": "It cannot be rated."},
            "explanation": "required",
        },
    ],
}

_CLIP: dict[str, object] = {
    "schema": 1,
    "id": "small-clip",
    "version": "1.0.0",
    "languages": ["en"],
    "title": {"en": "Clip"},
    "summary": {"en": "One scale and a comment."},
    "item": {"kind": "clip"},
    "listening": {"heard": "item"},
    "questions": [
        {
            "kind": "scale",
            "id": "quality",
            "title": {"en": "Quality"},
            "prompt": {"en": "?"},
            "points": _POINTS,
        },
        {
            "kind": "text",
            "id": "comment",
            "title": {"en": "Comment"},
            "prompt": {"en": "?"},
            "required": False,
        },
    ],
}


@pytest.fixture(scope="session")
def conversation() -> Protocol:
    return Protocol.model_validate(_CONVERSATION)


@pytest.fixture(scope="session")
def clip() -> Protocol:
    return Protocol.model_validate(_CLIP)
