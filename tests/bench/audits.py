"""How long does one pass of the audits over one justification take?

Each text of the corpus is read afresh, with 500 earlier texts of the rater beside it; then the longest text
that a box takes. At most 3 ms in the mean and 20 ms at worst are wanted.

Run by ``make bench``, or ``python tests/bench/audits.py``.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from earmark.audits.reading import read
from earmark.audits.review import draft_of, review
from justifications import PROTOCOL, Row, rows

EARLIER = 500
ROUNDS = 5
LONGEST = 2000


def main() -> None:
    """Print the table."""
    corpus = rows("tuning")
    earlier = [f"{corpus[n % len(corpus)].text} {n}" for n in range(EARLIER)]
    for row in corpus:
        _once(row.dimension, row.score, row.text, earlier)  # word lists and caches are made once a process
    times = [milliseconds(row, earlier) for _ in range(ROUNDS) for row in corpus]
    sound = [row.text for row in corpus if not row.kinds and row.language == "en"]
    long_text = " ".join(sound)[:LONGEST]
    longest = min(_once("content", 3, long_text, earlier) for _ in range(ROUNDS))
    print(
        f"audits, {len(corpus)} texts, {EARLIER} earlier ones: mean {statistics.mean(times):.2f} ms, ", end=""
    )
    print(f"95 % under {sorted(times)[int(len(times) * 0.95)]:.2f} ms, {LONGEST} characters {longest:.2f} ms")


def milliseconds(row: Row, earlier: list[str]) -> float:
    """Return the processor time of one pass."""
    return _once(row.dimension, row.score, row.text, earlier)


def _once(dimension: str, score: int, text: str, earlier: list[str]) -> float:
    read.cache_clear()
    start = time.process_time()
    answer: dict[str, object] = {"score": score, "justification": text}
    review(PROTOCOL, draft_of(PROTOCOL.question(dimension), answer, earlier=earlier))  # type: ignore[arg-type]
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    main()
