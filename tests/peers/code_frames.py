"""Code frames of pandas, polars and Arrow as people have them, and compare with plain columns.

Runs in an environment of its own (`make peers`), with Earmark's sources on its path.
"""

import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from earmark.stats.pairs.battles import Battles, battles, battles_from
from earmark.stats.ratings import Ratings, ratings, ratings_from_table

COLUMNS = {
    "clip": ["b", "a", "b", "c", "a", "c"],
    "who": ["x", "x", "y", "y", "z", "z"],
    "score": [3, None, 4, 2, 5, 1],
    "system": ["new", "old", "new", "old", "old", "old"],
}
VOTES = {
    "left": ["a", "b", "a"],
    "right": ["b", "c", "c"],
    "outcome": ["left", "tie", "both_bad"],
    "who": [1, 2, 1],
}
FRAME = pd.DataFrame(COLUMNS)
TABLES = {
    "dictionary": COLUMNS,
    "pandas": FRAME,
    "pandas, nullable": FRAME.convert_dtypes(),
    "pandas, categories": FRAME.astype({"clip": "category", "who": "category"}),
    "pandas, by Arrow": FRAME.convert_dtypes(dtype_backend="pyarrow"),
    "polars": pl.DataFrame(COLUMNS),
    "polars, categories": pl.DataFrame(COLUMNS).with_columns(pl.col("clip").cast(pl.Categorical)),
    "Arrow": pa.table(COLUMNS),
    "Arrow, dictionaries": pa.table({**COLUMNS, "clip": pa.array(COLUMNS["clip"]).dictionary_encode()}),
}


def told(found: Ratings) -> list[object]:
    parts = (found.item, found.rater, found.condition)
    return [found.missing, found.scores.tolist(), *(part.labels[part.codes].tolist() for part in parts)]


def sides(found: Battles) -> list[object]:
    return [
        found.names,
        found.left.tolist(),
        found.right.tolist(),
        found.outcome.tolist(),
        found.rater.tolist(),
    ]


def main() -> int:
    """Print a line a kind of table; return how many differ."""
    truth = told(
        ratings(COLUMNS["clip"], COLUMNS["who"], [3, np.nan, 4, 2, 5, 1], condition=COLUMNS["system"])
    )
    votes = sides(battles(VOTES["left"], VOTES["right"], VOTES["outcome"], rater=VOTES["who"]))
    names = {"item": "clip", "rater": "who", "value": "score", "condition": "system"}
    found = {name: told(ratings_from_table(table, **names)) == truth for name, table in TABLES.items()}
    for name, table in {
        "pandas": pd.DataFrame(VOTES),
        "polars": pl.DataFrame(VOTES),
        "Arrow": pa.table(VOTES),
    }.items():
        found[f"votes, {name}"] = sides(battles_from(table, rater="who")) == votes
    for name, same in found.items():
        print(f"{name:<22} {'the same' if same else 'OTHER'}")
    return list(found.values()).count(False)


if __name__ == "__main__":
    sys.exit(main())
