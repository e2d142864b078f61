"""How long the agent lets the user wait, and where it does not answer at all."""

from __future__ import annotations

from typing import Final

import numpy as np

from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.talk import Talk, refused, talk_of
from earmark.audio.turns import Span, speaks

LATENCY: Final = "response_latency"
NO_RESPONSE: Final = "no_response"
_WORTH_S: Final = 1.0
_EARLY_S: Final = -0.2
_WAIT_S: Final = 6.0
_AGAIN_S: Final = 3.0
"""So long the user waits, and then speaks again."""
_EARLY_BOUND_S: Final = 0.2
_LATE_BOUND_S: Final = 2.75
_NO_PAIR: Final = "No turn of the user is followed by one of the agent."


def _find(material: Material, findings: Findings) -> None:
    talk = talk_of(material)
    if refused(material, findings) or talk is None:
        return
    pairs = answers(talk)
    for number, (turn, answer) in enumerate(pairs, 1):
        if answer is not None:
            _add_latency(findings, talk, number, turn=turn, answer=answer)
        wait = unanswered_s(talk, turn, material.recording.duration_s)
        if wait > (_WAIT_S if answer is not None or turn == pairs[-1][0] else _AGAIN_S):
            findings.add(
                NO_RESPONSE,
                (turn[1], turn[1] + wait),
                channel=talk.agent_channel,
                value=wait,
                unit="s",
                confidence=0.8,
                severity=3,
                scope="turn",
                turn_id=f"user-{number}",
            )
    _measure(findings, [answer[0] - turn[1] for turn, answer in pairs if answer is not None], len(pairs))


def _add_latency(findings: Findings, talk: Talk, number: int, *, turn: Span, answer: Span) -> None:
    latency = answer[0] - turn[1]
    findings.add(
        LATENCY,
        (min(turn[1], answer[0]), max(turn[1], answer[0])),
        channel=talk.agent_channel,
        value=latency,
        unit="s",
        confidence=0.9,
        severity=None if latency >= _WORTH_S else int(latency < _EARLY_S),
        scope="turn",
        turn_id=f"user-{number}",
        extra={"plus_minus_s": talk.error_s},
    )


def answers(talk: Talk) -> list[tuple[Span, Span | None]]:
    """Return each turn of the user with the agent's turn that begins next; None if the user's begins first.

    An answer may begin before the user has ended: its latency is then below 0.
    """
    turns = sorted(
        [(turn, "user") for turn in talk.user.turns] + [(turn, "agent") for turn in talk.agent.turns]
    )
    following = [*turns[1:], None]
    return [
        (turn, after[0] if after is not None and after[1] == "agent" else None)
        for (turn, role), after in zip(turns, following, strict=True)
        if role == "user"
    ]


def unanswered_s(talk: Talk, turn: Span, duration_s: float) -> float:
    """Return how long after a turn of the user nobody speaks; 0 where the agent speaks at its end."""
    later = [start for start, _ in (*talk.agent.units, *talk.user.units) if start >= turn[1]]
    return 0.0 if speaks(talk.agent.units, turn[1]) else min([*later, duration_s]) - turn[1]


def _measure(findings: Findings, latencies: list[float], turns: int) -> None:
    names = ("response_latency_p50_s", "response_latency_p90_s", "response_latency_p95_s")
    if not latencies:
        findings.cannot(LATENCY, _NO_PAIR)
        findings.measures.update(dict.fromkeys(names))
        return
    values = np.quantile(latencies, (0.5, 0.9, 0.95))
    findings.measures.update(
        {name: round(float(value), 3) for name, value in zip(names, values, strict=True)}
    )
    early = float(np.mean([value < _EARLY_BOUND_S for value in latencies]))
    late = float(np.mean([value >= _LATE_BOUND_S for value in latencies]))
    findings.measures.update(
        early_share=round(early, 3),
        on_time_share=round(1 - early - late, 3),
        late_share=round(late, 3),
        response_rate=round(len(latencies) / turns, 3),
    )


LATENCIES: Final = Detector("latency", 4, (LATENCY, NO_RESPONSE), _find)
