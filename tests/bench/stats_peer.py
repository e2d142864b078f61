"""What evalica takes for Krippendorff's alpha: runs in the environment of the peers, prints CPU seconds as
JSON.

Called by stats.py; the ratings are those that it uses, in the frame that evalica wants, which is made
before the clock starts.
"""

import json
import time

import evalica
import numpy as np
import pandas as pd


def frame(n: int, *, items: int, raters: int) -> pd.DataFrame:
    random = np.random.default_rng(1)
    table = np.full((raters, items), np.nan)
    item, rater, value = random.integers(0, items, n), random.integers(0, raters, n), random.integers(1, 6, n)
    table[rater, item] = value
    return pd.DataFrame(table)


def seconds(run: object, *, best_of: int) -> float:
    taken = []
    for _ in range(best_of):
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return min(taken)


def bootstrap(table: pd.DataFrame, *, resamples: int, best_of: int) -> float:
    """Return the seconds of a thousand resamples: what one takes, and what each other adds."""
    first, more = (
        seconds(
            lambda count=count: evalica.alpha_bootstrap(table, "ordinal", n_resamples=count), best_of=best_of
        )
        for count in (1, 1 + resamples)
    )
    return first + 999 * (more - first) / resamples


million = frame(10**6, items=10**4, raters=1000)
print(
    json.dumps(
        {
            "alpha": seconds(lambda: evalica.alpha(million, "ordinal"), best_of=3),
            "bootstrap": bootstrap(frame(10**4, items=1000, raters=100), resamples=999, best_of=5),
            "bootstrap of 1e5": bootstrap(frame(10**5, items=10**4, raters=1000), resamples=50, best_of=2),
        }
    )
)
