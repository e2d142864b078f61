"""How fast are the statistics of comparisons, grades and stopping, beside other libraries?

Each row is ours over theirs on the same inputs, in processor seconds, best of three in one process, one
thread. R is not run here: its times were taken elsewhere and are scaled by a yardstick (a sort of 5,000,000
doubles and a Cholesky of 1,000 x 1,000, 0.044 s and 0.017 s there). A row whose library or data is not here
says so.

Run by ``make bench``, in an environment that has the other libraries.
"""

from __future__ import annotations

import csv
import os
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

import numpy as np  # noqa: E402 - after the number of threads is set

from earmark.stats.anytime import betting_interval  # noqa: E402 - as above
from earmark.stats.ordinal.grading import dummies  # noqa: E402 - as above
from earmark.stats.ordinal.mixed import ordinal_mixed_fit  # noqa: E402 - as above
from earmark.stats.pairs.battles import Battles, battles  # noqa: E402 - as above
from earmark.stats.pairs.bootstrap import resampled  # noqa: E402 - as above
from earmark.stats.pairs.strengths import strengths  # noqa: E402 - as above
from earmark.stats.verdict import pair_verdict  # noqa: E402 - as above

DATA = Path(os.environ.get("EARMARK_TEST_DATA") or ROOT.parent / "shared" / "data") / "ratings"
VOTES, MODELS, RATERS = 1_000_000, 50, 1000
WORDS = ("left", "right", "tie")
_SLOW: list[str] = []


def main() -> None:
    """Print the table, and leave with 1 where a floor does not hold."""
    print(f"{'':<62} {'ours s':>8} {'theirs s':>9} {'ratio':>9} {'goal':>7} {'floor':>7}")
    votes = _votes()
    _battles(votes)
    _covariates(votes)
    _grades()
    _stopping()
    sys.exit(1 if _SLOW else 0)


def _votes() -> Battles:
    random = np.random.default_rng(1)
    left = random.integers(0, MODELS, VOTES)
    right = (left + random.integers(1, MODELS, VOTES)) % MODELS
    strength = random.normal(0, 0.7, MODELS)
    chance = 1 / (1 + np.exp(strength[right] - strength[left]))
    outcome = np.where(random.random(VOTES) < 0.2, 2, (random.random(VOTES) > chance).astype(int)).astype(
        np.int8
    )
    return battles(left, right, outcome, rater=random.integers(0, RATERS, VOTES), names=range(MODELS))


def _battles(votes: Battles) -> None:
    names = np.array([f"model-{n:02}" for n in range(MODELS)], dtype=object)
    lefts, rights = names[votes.left].tolist(), names[votes.right].tolist()
    words = [WORDS[code] for code in votes.outcome.tolist()]
    fit = best(lambda: strengths(votes, model="bradley-terry", errors="model"))
    strings = best(lambda: strengths(battles(lefts, rights, words), model="bradley-terry", errors="model"))
    davidson = best(lambda: strengths(votes, errors="model"))
    kupper = best(lambda: strengths(votes, model="rao-kupper", errors="model"))
    by_vote = best(lambda: resampled(votes, seed=1, by="vote", rounds=100, model="bradley-terry"))
    by_rater = best(lambda: resampled(votes, seed=1, by="rater", rounds=100, model="bradley-terry"))
    theirs = newman = drawn = kit = None
    if find_spec("evalica"):
        import evalica  # noqa: PLC0415 - where it is there

        winners = [
            (evalica.Winner.X, evalica.Winner.Y, evalica.Winner.Draw)[c] for c in votes.outcome.tolist()
        ]
        theirs = best(lambda: evalica.bradley_terry(lefts, rights, winners))
        newman = best(lambda: evalica.newman(lefts, rights, winners))
        drawn = 50 * best(
            lambda: evalica.bootstrap(
                evalica.bradley_terry, lefts, rights, winners, n_resamples=2, bootstrap_method="percentile"
            ),
            rounds=1,
        )
    if find_spec("arenakit"):
        kit = _arenakit(lefts, rights, words)
    row("4 Bradley-Terry from codes, 1e6 votes, 50 models / evalica", fit, theirs, goal=1 / 20, floor=1 / 10)
    row("5 the same from text, coding included / evalica", strings, theirs, goal=1 / 2, floor=1)
    row("6 100 rounds by vote / arenakit (5 rounds x 20)", by_vote, kit, goal=1 / 15, floor=1 / 8)
    row("7 100 rounds by vote / evalica (2 rounds x 50)", by_vote, drawn, goal=1 / 200, floor=1 / 50)
    row("8 100 rounds by rater, 1000 raters / our goal 6", by_rater, by_vote, goal=8, floor=20)
    row("9 Davidson / evalica.newman", davidson, newman, goal=1 / 8, floor=1 / 3)
    row("9 Rao-Kupper / evalica.newman", kupper, newman, goal=1 / 8, floor=1 / 3)


def _arenakit(lefts: list[str], rights: list[str], words: list[str]) -> float:
    import arenakit  # noqa: PLC0415 - where it is there

    sides = {"left": "a", "right": "b", "tie": "tie"}
    made = [
        arenakit.Battle.model_construct(
            model_a=left, model_b=right, winner=sides[word], item_id=None, voter_id=None
        )
        for left, right, word in zip(lefts, rights, words, strict=True)
    ]
    arena = arenakit.Arena(made)
    return 20 * best(lambda: arenakit.bootstrap(arena, n_resamples=5))


def _covariates(votes: Battles) -> None:
    random = np.random.default_rng(2)
    decided = np.where(votes.outcome == 2, 0, votes.outcome)
    columns = {name: random.standard_normal(VOTES) for name in ("length", "loudness", "latency")}
    with_them = battles(
        votes.left, votes.right, decided, rater=votes.rater, covariates=columns, names=range(MODELS)
    )
    ours = best(lambda: strengths(with_them, model="bradley-terry", errors="rater"))
    theirs = None
    if find_spec("statsmodels"):
        import statsmodels.api as sm  # noqa: PLC0415 - where it is there

        n = VOTES // 10
        design = np.zeros((n, MODELS + 3))
        design[np.arange(n), votes.left[:n]] += 1
        design[np.arange(n), votes.right[:n]] -= 1
        design[:, MODELS:] = np.column_stack(list(columns.values()))[:n]
        won = (decided[:n] == 0).astype(float)
        model = sm.GLM(won, design[:, 1:], family=sm.families.Binomial())
        groups = votes.rater[:n]  # type: ignore[index]
        theirs = best(lambda: model.fit(cov_type="cluster", cov_kwds={"groups": groups}))
    row("10 3 covariates, errors by rater, 1e6 / statsmodels GLM on 1e5", ours, theirs, goal=1 / 2, floor=1)


def _grades() -> None:
    if not DATA.is_dir():
        print(f"16, 17: no scores at {DATA}")
        return
    scale = _yardstick()
    rows = _rows("subject_model/p910_sample_79x26.csv")
    scores = [(r["stimulus"], k, int(v)) for r in rows for k, v in r.items() if k != "stimulus" and v]
    stimulus, subject, value = zip(*scores, strict=True)
    ours = best(lambda: ordinal_mixed_fit(value, item=stimulus, rater=subject))
    row("16 crossed cumulative link, 2,053 ratings / R's 4.0 s", ours, 4.0 * scale, goal=1 / 40, floor=1 / 10)
    rows = _rows("mos/vmc24_track3_sig_bak_ovr.csv")
    columns = [r["sample_id"] for r in rows], [r["listener"] for r in rows], [int(r["ovr"]) for r in rows]
    design, names = dummies([name.split("_")[1] for name in columns[0]])
    ours = best(
        lambda: ordinal_mixed_fit(columns[2], item=columns[0], rater=columns[1], design=design, names=names)
    )
    row("16 crossed cumulative link, 1,400 ratings / R's 9.6 s", ours, 9.6 * scale, goal=1 / 40, floor=1 / 10)
    rows = [r for part in ("training", "valid", "testing") for r in _rows(f"mos/vcc2018_{part}_ratings.csv")]
    clips, judges, scored = (
        [r["WAV_PATH"] for r in rows],
        [r["JUDGE"] for r in rows],
        [float(r["MOS"]) for r in rows],
    )
    design, names = dummies([name.split("_")[0] for name in clips])
    ours = best(
        lambda: ordinal_mixed_fit(scored, item=clips, rater=judges, design=design, names=names), rounds=1
    )
    row("17 the same on VCC 2018, 61,040 ratings (seconds)", ours, 1.0, goal=15, floor=60)


def _stopping() -> None:
    random = np.random.default_rng(3)
    raters, items = 100, 100
    rater = np.repeat(np.arange(raters), 2 * items)
    item = np.tile(np.arange(items), 2 * raters)
    first = np.tile(np.repeat([True, False], items), raters)
    latent = 3 + 0.2 * first + random.normal(0, 0.5, raters)[rater] + random.normal(0, 0.5, items)[item]
    score = np.clip(np.rint(latent + random.normal(0, 0.7, rater.size)), 1, 5)
    ours = best(lambda: pair_verdict(score, first, rater, limits=(1, 5)))
    theirs = None
    if find_spec("anytimemonitor"):
        import pandas as pd  # noqa: PLC0415 - where it is there
        from anytimemonitor import AnytimeMonitor  # noqa: PLC0415 - as above

        monitor = AnytimeMonitor(mde_threshold=0.2)
        system = np.where(first, "A", "B")
        monitor.add_ratings(
            pd.DataFrame({"listener_id": rater, "item": item, "system": system, "rating": score})
        )
        theirs = best(lambda: monitor.decision("A", "B"))
    row("18 pair verdict, 2e4 ratings / anytimemonitor.decision", ours, theirs, goal=1 / 40, floor=1 / 10)
    values = random.beta(2, 3, 100_000)
    ours, theirs = best(lambda: betting_interval(values, limits=(0, 1))), None
    if find_spec("ville"):
        import ville  # noqa: PLC0415 - where it is there

        theirs = best(lambda: ville.BettingCS().update(values))
    row("19 betting interval, 1e5 values / ville.BettingCS", ours, theirs, goal=1 / 4, floor=1)


def best(work: Callable[[], object], *, rounds: int = 3) -> float:
    """Return the processor seconds of the quickest round."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def row(name: str, ours: float, theirs: float | None, *, goal: float, floor: float) -> None:
    """Print one row."""
    if theirs is None:
        print(f"{name:<62} {ours:>8.4f}   (the other library is not here)")
        return
    ratio = ours / theirs
    if ratio > floor:
        _SLOW.append(name)
    state = "" if ratio <= goal else "  over the goal" if ratio <= floor else "  OVER THE FLOOR"
    print(
        f"{name:<62} {ours:>8.4f} {theirs:>9.4f} {ratio:>9.4f} {goal:>7.3f} {floor:>7.3f}{state}", flush=True
    )


def _yardstick() -> float:
    random = np.random.default_rng(4)
    doubles, square = random.random(5_000_000), random.random((1000, 1000))
    positive = square @ square.T + 1000 * np.eye(1000)
    sort, cholesky = best(lambda: np.sort(doubles)), best(lambda: np.linalg.cholesky(positive))
    return (sort / 0.044 + cholesky / 0.017) / 2


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


if __name__ == "__main__":
    main()
