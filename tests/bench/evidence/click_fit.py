"""Fit the weights of `audio/evidence/clicks.py`: clicks put into half of the clips, judged on the other half.

PYTHONPATH=tests:tests/bench/evidence python tests/bench/evidence/click_fit.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from injection import Clip, clean_clips, places, with_click

from earmark.audio.evidence.clicks import described
from earmark.audio.evidence.material import material_of
from earmark.audio.evidence.recording import recording_of

FORMS = ("sample", "sample", "three", "tick", "burst", "step")
SECONDS_TO_MATCH = 0.004


def numbers_of(clip: Clip, samples: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Describe all places where the sweep stops."""
    material = material_of(recording_of(np.clip(samples, -1, 0.9999), clip.rate), (None,), Path())
    found, numbers = described(material, 0, material.levels[0])
    return list(zip(found.tolist(), numbers, strict=True))


def examples(
    clip: Clip, seed: int
) -> tuple[list[np.ndarray], list[np.ndarray], list[tuple[str, float, bool]]]:
    """Return the numbers of clicks, those of everything else, and what became of each click."""
    chance = np.random.default_rng(seed)
    others = [numbers for _, numbers in numbers_of(clip, clip.samples)]
    clicks: list[np.ndarray] = []
    told: list[tuple[str, float, bool]] = []
    for _ in range(3):
        samples = clip.samples.copy()
        put = []
        for place in places(chance, clip, count=6):
            form, level = str(chance.choice(FORMS)), float(chance.choice([-6, -12, -20, -30]))
            with_click(
                samples, place, form=form, level_db=level, rate=clip.rate, sign=int(chance.choice([-1, 1]))
            )
            put.append((place, form, level))
        found = numbers_of(clip, samples)
        for place, form, level in put:
            near = [numbers for at, numbers in found if abs(at - place) <= SECONDS_TO_MATCH * clip.rate]
            told.append((form, level, bool(near)))
            clicks.extend(near[:1])
    return clicks, others, told


def fit(clicks: np.ndarray, others: np.ndarray, *, weight: float) -> tuple[np.ndarray, ...]:
    """Fit a logistic function by Newton's method; the others weigh so much more."""
    data = np.vstack([clicks, others])
    target = np.concatenate([np.ones(len(clicks)), np.zeros(len(others))])
    weights = np.concatenate([np.ones(len(clicks)), np.full(len(others), weight)])
    means, spreads = data.mean(axis=0), data.std(axis=0) + 1e-9
    rows = np.hstack([(data - means) / spreads, np.ones((len(data), 1))])
    solution = np.zeros(rows.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(rows @ solution, -30, 30)))
        slope = rows.T @ (weights * (target - chance)) - 0.05 * solution
        curve = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + 0.05 * np.eye(len(solution))
        solution += np.linalg.solve(curve, slope)
    return means, spreads, solution[:-1], solution[-1:]


def main() -> None:
    """Fit on half of the clips and print the weights with what they reach on the rest."""
    sets: list[list[tuple[list[np.ndarray], list[np.ndarray], list[tuple[str, float, bool]], float]]] = [
        [],
        [],
    ]
    for number, clip in enumerate(clean_clips()):
        clicks, others, told = examples(clip, number)
        sets[int(clip.is_held_out)].append((clicks, others, told, len(clip.samples) / clip.rate))
    train = [np.vstack([row for each in sets[0] for row in each[part]]) for part in (0, 1)]
    print(f"{len(train[0])} clicks and {len(train[1])} other places to fit")
    means, spreads, weights, bias = fit(train[0], train[1], weight=1.0)
    np.set_printoptions(precision=3, suppress=True)
    for name, values in (("MEANS", means), ("SPREADS", spreads), ("WEIGHTS", weights), ("BIAS", bias)):
        print(f"_{name} =", np.array2string(values, separator=", "))
    for name, chosen in zip(("fitted on", "held out"), sets, strict=True):
        hours = sum(each[3] for each in chosen) / 3600
        told = [one for each in chosen for one in each[2]]
        scores = [float(weights @ ((row - means) / spreads) + bias[0]) for each in chosen for row in each[0]]
        wrong = sorted(
            (float(weights @ ((row - means) / spreads) + bias[0]) for each in chosen for row in each[1]),
            reverse=True,
        )
        for rate in (0, 5, 10, 30, 100):
            allowed = min(len(wrong) - 1, int(rate * hours))
            bound = wrong[allowed] + 1e-9
            position, cells = iter(scores), {}
            for form, level, stopped in told:
                score = next(position) if stopped else -99.0
                cells.setdefault((form, level), []).append(score > bound)
            line = " ".join(
                f"{form[:4]}{level:.0f}:{np.mean(hits):.2f}" for (form, level), hits in sorted(cells.items())
            )
            print(name, f"{hours * 60:.1f} min, {rate}/h, score > {bound:.2f}:", line)


if __name__ == "__main__":
    main()
