"""Simulated raters: they rate the demo through the same HTTP interface as people, by a seed.

Each scatters around the quality that the makers of the demo sound wrote down for every turn and clip, with a
bias of its own, so that results show what real ones would: differences, spread, and raters who disagree.
"""

from __future__ import annotations

import http.client
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from earmark.core.errors import EnvironmentProblemError
from earmark.core.times_written import written_clock
from earmark.services.simulated_pairs import PairMind

_BIAS_SD: Final = 0.35
_NOISE_SD: Final = 0.6
_PATIENCE_S: Final = 60


@dataclass(frozen=True, slots=True)
class Sound:
    """What is known of one demo recording: its faults, and its quality by turn position or as a whole."""

    faults: Sequence[Mapping[str, Any]]
    quality: Any


@dataclass(frozen=True, slots=True)
class Truth:
    """What the simulated raters know that real ones do not.

    Attributes:
        by_stimulus: The demo recording behind each stimulus id.
        words: Reasons by dimension, language and score, and the faults in words.
    """

    by_stimulus: Mapping[str, Sound]
    words: Mapping[str, Any]


class Tab:
    """A signed-in connection to a running server."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        self._connection = http.client.HTTPConnection(
            parts.hostname or "127.0.0.1", parts.port, timeout=_PATIENCE_S
        )
        self._headers = {"Cookie": f"earmark={token}", "Content-Type": "application/json"}

    def post(self, path: str, body: object) -> Any:  # noqa: ANN401 - the JSON edge
        """Send JSON to the interface and return the JSON it answers with."""
        self._connection.request("POST", f"/api/v1{path}", json.dumps(body), self._headers)
        answer = self._connection.getresponse()
        content = json.loads(answer.read())
        if answer.status != http.client.OK:
            message = f"A simulated rater was refused at {path}: {content}"
            raise EnvironmentProblemError(message)
        return content

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class SimulatedRater:
    """One rater with a bias, a language, and a seeded mind."""

    def __init__(self, tab: Tab, truth: Truth, *, seed: str, language: str) -> None:
        self._tab = tab
        self._truth = truth
        self._chance = random.Random(seed)
        self._bias = self._chance.gauss(0, _BIAS_SD)
        self._language = language

    def rate(self, study: str, *, skips_first: bool = False) -> int:
        """Rate whatever the study hands out until nothing is left; return how many were rated."""
        rated = 0
        while (found := self._tab.post(f"/studies/{study}/next", {}))["assignment"] is not None:
            if skips_first:
                self._skip(found["assignment"])
                skips_first = False
                continue
            self._submit(found["assignment"])
            rated += 1
        return rated

    def _submit(self, assignment: Mapping[str, Any]) -> None:
        stimulus = assignment["stimuli"][0]
        sound = self._truth.by_stimulus[stimulus["id"]]
        if len(assignment["stimuli"]) > 1:
            mind = PairMind(self._truth, self._chance, place=assignment["position"])
            body = mind.compare(assignment["stimuli"])
        elif isinstance(sound.quality, dict):
            body = self._of_clip(stimulus, sound.quality)
        else:
            body = self._of_conversation(stimulus["turns"], sound)
        # Of its own for each task: a run that was cut off has used the same chance for others.
        key = f"{assignment['id']}-{self._chance.getrandbits(128):032x}"
        content = {"key": key, "language": self._language, "body": body}
        self._tab.post(f"/assignments/{assignment['id']}/submission", content)

    def _skip(self, assignment: Mapping[str, Any]) -> None:
        [way, *_] = [one for one in assignment["protocol"]["exits"] if one["act"] == "skip"]
        content = {"exit": way["id"], "reason": way["reasons"][1]["id"], "explanation": ""}
        self._tab.post(f"/assignments/{assignment['id']}/exit", content)

    def _of_clip(self, stimulus: Mapping[str, Any], quality: Mapping[str, float]) -> dict[str, object]:
        answers = {name.replace("_", "-"): {"score": self._score(value)} for name, value in quality.items()}
        return self._body({"item": answers}, {"item": (0.0, stimulus["duration_s"])})

    def _of_conversation(self, turns: Sequence[Mapping[str, Any]], sound: Sound) -> dict[str, object]:
        quality = {entry["turn"]: entry for entry in sound.quality}
        answers = {}
        for index, turn in enumerate(turns):
            if index in quality:
                answers[turn["id"]] = {
                    "content": self._answer("content", quality[index]["content"], ()),
                    "prosody": self._answer(
                        "prosody", quality[index]["prosody"], _within(turn, sound.faults)
                    ),
                }
        heard = {turn["id"]: (turn["start_s"], turn["end_s"]) for turn in turns if turn["id"] in answers}
        return self._body({"turns": answers}, heard)

    def _body(
        self, answers: Mapping[str, object], heard: Mapping[str, tuple[float, float]]
    ) -> dict[str, object]:
        """Return what somebody sends who has heard this and thought a while about each of it."""
        listening = self._listening(heard)
        thought = sum(self._chance.uniform(3, 15) for _ in heard)
        active = round(listening["seconds"] + thought, 1)
        return {"answers": answers, "listening": listening, "time": {"active_seconds": active}}

    def _answer(self, dimension: str, value: float, faults: Sequence[Mapping[str, Any]]) -> dict[str, object]:
        score = self._score(value)
        reason = self._chance.choice(self._truth.words[dimension][self._language][str(score)])
        for fault in faults[:1]:
            said = self._truth.words["faults"][self._language].get(fault["kind"])
            reason += f" {written_clock(fault['start_s'])}, {said}." if said else ""
        return {"score": score, "justification": reason}

    def _score(self, value: float) -> int:
        drawn = value + self._bias + self._chance.gauss(0, _NOISE_SD)
        return min(5, max(1, round(drawn)))

    def _listening(self, heard: Mapping[str, tuple[float, float]]) -> dict[str, Any]:
        """Return the account of somebody who played each of these stretches, and some of them twice."""
        targets: dict[str, dict[str, Any]] = {}
        for target, (start, end) in heard.items():
            plays = 1 + (self._chance.random() < 0.3)  # noqa: PLR2004 - some replay
            seconds = round(plays * (end - start), 3)
            targets[target] = {
                "plays": plays,
                "seconds": seconds,
                "speeds": {"1": seconds},
                "modes": {"both": seconds},
            }
        return {
            "played": {"both": [list(stretch) for stretch in heard.values()]},
            "targets": targets,
            "seconds": round(sum(one["seconds"] for one in targets.values()), 3),
        }


def _within(turn: Mapping[str, Any], faults: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [fault for fault in faults if turn["start_s"] <= fault["start_s"] < turn["end_s"]]
