"""Earmark beside others: the same damaged files and seeds, recall at equal false alarms, and speed.

    make peers-audio PARTS="--quick --json table.json clicks"

Parts: clicks, dropouts, clipping, ends, hum, loudness, latency, speed; all of them where none is named.

Each tool has a line as it comes, and one at the laxest setting that has no more false alarms in the
untouched files than Earmark. Events are counted an hour; what is told of a file as a whole (clipping, ends,
hum) as a share of files. The bed is real speech: clips of the collection beside the repository to which
nothing was fitted, and prompts that Debian ships (`packaged.py`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import damage
import numpy as np
import rivals
from beside import latency, loudness, speed
from damage import Cell, Damaged, made
from rivals import Place, Tool

from earmark import audio
from earmark.audio.evidence.clicks import CLICKS
from earmark.audio.evidence.clipping import CLIPPING
from earmark.audio.evidence.cuts import CUTS
from earmark.audio.evidence.dropouts import DROPOUTS
from earmark.audio.evidence.hum import HUM
from earmark.audio.evidence.material import Detector

FILES: Final = 300
"""Of those, half are enough where each takes two defects."""
QUICK_FILES: Final = 12
CLOSE_S: Final = 0.004
OURS: Final = "Earmark"


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of defect: what is damaged how, and who looks for it.

    Attributes:
        ours: Finds it here.
        others: Find it elsewhere.
        cells: Kinds and sizes of damage.
        clean: What the untouched files are.
        by_file: Whether a file is told as a whole, not a place in it.
    """

    ours: Tool
    others: tuple[Tool, ...]
    cells: tuple[Cell, ...]
    clean: Callable[..., Damaged | None] = damage.untouched
    by_file: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One tool in one cell."""

    cell: str
    tool: str
    setting: str
    recall: float | None
    count: int
    false_alarms: float | None
    unit: str


def earmark(detector: Detector, kind: str) -> Tool:
    """Return one of our detectors as a tool without settings."""

    def find(samples: np.ndarray, rate: int, setting: Any) -> list[Place]:
        del setting
        rows = audio.analyse(samples, sample_rate=rate, detectors=[detector]).of(kind)
        return [(row.start_s, row.end_s) for row in rows]

    return Tool(OURS, find)


PARTS: Final = {
    "clicks": Part(earmark(CLICKS, "click"), rivals.CLICKS, damage.CLICKS),
    "dropouts": Part(earmark(DROPOUTS, "dropout"), rivals.DROPOUTS, damage.DROPOUTS),
    "clipping": Part(earmark(CLIPPING, "clip"), rivals.CLIPPING, damage.CLIPPING, by_file=True),
    "ends": Part(
        earmark(CUTS, "cutoff"), rivals.ENDS, damage.ENDS, clean=damage.whole_untouched, by_file=True
    ),
    "hum": Part(earmark(HUM, "hum"), rivals.HUM, damage.HUM, clean=damage.long_untouched, by_file=True),
}


def found_of(file: Damaged, tool: Tool, setting: Any, *, in_clean: int) -> int:
    """Return how many of a file's defects are found; of those only counted, how many more than in clean."""
    places = tool.find(file.samples, file.rate, setting)
    if not file.put:
        return int(bool(places))
    if places and np.isnan(places[0][0]):
        return min(len(file.put), max(0, len(places) - in_clean))
    return sum(
        any(start <= last + CLOSE_S and end >= first - CLOSE_S for start, end in places)
        for first, last in file.put
    )


@dataclass(frozen=True, slots=True)
class Untouched:
    """What a tool tells of the clean files at a setting: how often in each, and as a rate."""

    counts: dict[int, int]
    rate: float


def in_clean_files(part: Part, tool: Tool, setting: Any, clean: dict[int, Damaged]) -> Untouched:
    """Look for what is not there."""
    files = {number: file for number, file in clean.items() if number % tool.every == 0}
    counts = {number: len(tool.find(file.samples, file.rate, setting)) for number, file in files.items()}
    if part.by_file:
        return Untouched(counts, float(np.mean([count > 0 for count in counts.values()])))
    hours = sum(len(file.samples) / file.rate for file in files.values()) / 3600
    return Untouched(counts, sum(counts.values()) / hours)


def compare(part: Part, clips: Sequence[damage.Clip]) -> Iterator[Line]:
    """Yield the lines of a part, cell by cell."""
    clean = made(part.clean, clips)
    untouched = {
        tool.name: {setting: in_clean_files(part, tool, setting, clean) for setting in tool.settings}
        for tool in (part.ours, *part.others)
    }
    allowed = untouched[OURS][None].rate
    for cell in part.cells:
        files = made(cell.damage, clips)
        for tool in (part.ours, *part.others):
            yield from lines_of(part, cell.name, tool, files, untouched[tool.name], allowed=allowed)


def lines_of(
    part: Part,
    cell: str,
    tool: Tool,
    files: dict[int, Damaged],
    untouched: dict[Any, Untouched],
    *,
    allowed: float,
) -> Iterator[Line]:
    """Yield a tool as it comes, and at the laxest setting with no more false alarms than ours."""
    unit = "of clean files" if part.by_file else "an hour"
    shown_files = {number: file for number, file in files.items() if number % tool.every == 0}
    count = sum(len(file.put) or 1 for file in shown_files.values())
    default, *others = tool.settings

    def line(setting: Any, label: str) -> Line:
        clean = untouched[setting]
        hits = sum(
            found_of(file, tool, setting, in_clean=clean.counts.get(number, 0))
            for number, file in shown_files.items()
        )
        return Line(cell, tool.name, label, hits / count, count, clean.rate, unit)

    yield line(default, "as it comes")
    if tool is not part.ours:
        fair = next((other for other in others if untouched[other].rate <= allowed), None)
        if fair is not None:
            yield line(fair, f"no more false: {fair}")
        elif untouched[default].rate > allowed:
            yield Line(cell, tool.name, "no more false: no setting", None, count, None, unit)


def shown(line: Line) -> str:
    """Return a line of the table."""
    recall = "   -" if line.recall is None else f"{line.recall:4.2f}"
    if line.false_alarms is None:
        alarms = "       -"
    elif "files" in line.unit:
        alarms = f"{100 * line.false_alarms:6.1f} %"
    else:
        alarms = f"{line.false_alarms:6.0f}/h"
    return f"{line.cell:32} {line.tool:31} {recall} of {line.count:4}  false {alarms}  {line.setting}"


def main() -> None:
    """Print the table, part by part; keep it as JSON where that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--files", type=int, default=FILES, help="how many files are damaged in each cell")
    parser.add_argument("--quick", action="store_true", help="few files, to see that all of it runs")
    parser.add_argument("--json", type=Path, help="keep the table here, too")
    asked = parser.parse_args()
    others = {"loudness": loudness, "latency": latency, "speed": speed}
    clips = damage.bed(QUICK_FILES if asked.quick else asked.files)
    minutes = sum(len(clip.samples) / clip.rate for clip in clips) / 60
    print(f"{len(clips)} clean files, {minutes:.1f} minutes, {sorted({clip.rate for clip in clips})} Hz")
    told: dict[str, Any] = {}
    for name in asked.parts or [*PARTS, *others]:
        print(f"\n{name}", flush=True)
        if name in PARTS:
            told[name] = []
            part = PARTS[name]
            some = clips if part.by_file else clips[: (len(clips) + 1) // 2]
            for line in compare(part, some):
                print(shown(line), flush=True)
                told[name].append(asdict(line))
        else:
            told[name] = others[name](clips, quick=asked.quick or asked.files < FILES)
        if asked.json:
            asked.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
