"""Figures beside the goals that they are held against, a line each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def most(name: str, figure: float, goal: float, *, unit: str, count: int) -> None:
    """Print a figure that is to be at most its goal."""
    _tell(name, figure, f"<= {goal:g}", unit=unit, met=figure <= goal, count=count)


def least(name: str, figure: float, goal: float, *, unit: str = "", count: int) -> None:
    """Print a figure that is to be at least its goal."""
    _tell(name, figure, f">= {goal:g}", unit=unit, met=figure >= goal, count=count)


def errors(name: str, off: Sequence[float], *, bias: float, median: float, p90: float, unit: str) -> None:
    """Print bias, median and P90 of what is off, each beside its goal; nothing where there are none."""
    if not len(off):
        print(f"{name:60} nothing was found")
        return
    sizes = np.abs(off)
    most(f"{name}: bias", abs(float(np.mean(off))), bias, unit=unit, count=len(off))
    most(f"{name}: median", float(np.median(sizes)), median, unit=unit, count=len(off))
    most(f"{name}: P90", float(np.quantile(sizes, 0.9)), p90, unit=unit, count=len(off))


def _tell(name: str, figure: float, goal: str, *, unit: str, met: bool, count: int) -> None:
    verdict = "reached" if met else "missed"
    print(f"{name:60} {figure:8.3f} {unit:4} goal {goal:9} {verdict:8} n {count}", flush=True)
