"""How a simulated rater compares two calls: by what is known of each, with a scatter of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from earmark.core.times_written import written_clock

if TYPE_CHECKING:
    from earmark.services.simulation import Truth

_NOISE_SD: Final = 1.0
_TIE_BAND: Final = 0.3
"""Differences in points below which nothing tells the two apart."""
_PASS: Final = 4.0
_PARTIAL: Final = 2.8
_CLUSTERS: Final[Mapping[str, str]] = {"agent_interrupts": "cut-off", "response_latency": "latency"}
"""Faults of the demo sound that are errors of the model."""
_FLAWS: Final = frozenset({"click", "clip", "cutoff", "dropout", "level_jump"})
"""Those that are flaws of the sound."""


class PairMind:
    """Compares the sides of one pair, the rater's first or a later one."""

    def __init__(self, truth: Truth, chance: random.Random, *, place: int) -> None:
        self._truth = truth
        self._chance = chance
        self._place = place

    def compare(self, stimuli: Sequence[Mapping[str, Any]]) -> dict[str, object]:
        """Return a submission about a pair, in which utility decides as in all scenarios of the demo."""
        felt = {one["side"]: self._felt(one["id"]) for one in stimuli}
        utility = self._prefer(felt, "content")
        pair: dict[str, Any] = {
            "utility": {"choice": utility},
            "naturalness": {"choice": self._prefer(felt, "prosody")},
            "dynamics": {"choice": self._prefer(felt, "prosody")},
            "audio-quality": {"choice": "both-good"},
        }
        overall = utility if utility != "tie" else pair["naturalness"]["choice"]
        text = self._rationale(overall, utility, pair["naturalness"]["choice"], stimuli)
        pair |= {"overall": {"choice": overall}, "rationale": {"text": text}}
        sides = {one["side"]: self._of_side(one, felt[one["side"]]["content"]) for one in stimuli}
        heard = {one["side"]: _heard(one["side"], one["duration_s"]) for one in stimuli}
        return {"answers": {"pair": pair, "sides": sides}, "listening": {"sides": heard}}

    def _felt(self, stimulus: str) -> dict[str, float]:
        quality = self._truth.by_stimulus[stimulus].quality
        return {
            name: sum(turn[name] for turn in quality) / len(quality) + self._chance.gauss(0, _NOISE_SD)
            for name in ("content", "prosody")
        }

    def _prefer(self, felt: Mapping[str, Mapping[str, float]], name: str) -> str:
        lead = felt["a"][name] - felt["b"][name]
        if abs(lead) < _TIE_BAND:
            return "tie"
        return "a" if lead > 0 else "b"

    def _of_side(self, stimulus: Mapping[str, Any], content: float) -> dict[str, object]:
        found = "pass" if content >= _PASS else "partial" if content >= _PARTIAL else "fail"
        reason = self._chance.choice(self._truth.words["pairs"]["success"][found])
        answers: dict[str, object] = {"task-success": {"choice": found, "reason": reason}}
        flags: dict[str, dict[str, object]] = {}
        for fault in self._truth.by_stimulus[stimulus["id"]].faults:
            cluster = _CLUSTERS.get(fault["kind"])
            if cluster is not None:
                time = [fault["start_s"], min(fault["end_s"], stimulus["duration_s"])]
                instance = {"time": time, "note": fault["note"]}
                flags.setdefault(cluster, {"cluster": cluster, "severity": "minor", "instances": [instance]})
        return answers | ({"errors": {"flags": list(flags.values())}} if flags else {})

    def _rationale(
        self, overall: str, utility: str, naturalness: str, stimuli: Sequence[Mapping[str, Any]]
    ) -> str:
        """Return a line for Overall and for each main dimension, which all say what was chosen."""
        turns = [turn for turn in stimuli[0]["turns"] if turn["role"] == "agent"]
        moment = written_clock(self._chance.choice(turns)["start_s"])
        decides = "overall" if utility != "tie" else "overall_by_naturalness"
        lines = [
            self._line(decides if overall != "tie" else "overall_tie", overall),
            self._line("utility" if utility != "tie" else "utility_tie", utility, moment=moment),
            self._line("naturalness" if naturalness != "tie" else "naturalness_tie", naturalness),
        ]
        flaws = " and ".join(self._flaws(stimuli))
        audio = self._line("audio_flawed" if flaws else "audio_clean", "tie", flaws=flaws)
        return " ".join([*lines, audio])

    def _line(self, name: str, choice: str, **known: str) -> str:
        """Return one of the lines of a name, another than in the rater's texts before as far as there are."""
        better, worse = ("B", "A") if choice == "b" else ("A", "B")
        lines: list[str] = self._truth.words["pairs"][name]
        step = 2 if name.startswith("naturalness") else 1
        turn = 0 if name.startswith("overall") else self._place // 3
        return lines[(step * self._place + turn) % len(lines)].format(better=better, worse=worse, **known)

    def _flaws(self, stimuli: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Yield the first flaw in the sound of each side, in words."""
        for one in stimuli:
            faults = (two for two in self._truth.by_stimulus[one["id"]].faults if two["kind"] in _FLAWS)
            for fault in islice(faults, 1):
                words = self._truth.words["faults"]["en"][fault["kind"]]
                yield f"in Model {one['side'].upper()} at {written_clock(fault['start_s'])} {words}"


def _heard(side: str, seconds: float) -> dict[str, object]:
    counted = {"plays": 1, "seconds": seconds, "speeds": {"1": seconds}, "modes": {"both": seconds}}
    return {"played": {"both": [[0.0, seconds]]}, "targets": {side: counted}, "seconds": seconds}
