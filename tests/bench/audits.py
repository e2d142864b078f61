"""How long does one pass of the audits over one justification, or one comparison, take?

Each text of the corpus is read afresh, with 500 earlier texts of the rater beside it; then the longest text
that a box takes. At most 3 ms in the mean and 20 ms at worst are wanted.

Run by ``make bench``, or ``python tests/bench/audits.py``.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from corpus import PROTOCOLS, cases
from earmark.audits.check import check
from earmark.audits.expressions import found
from earmark.audits.rationale import read_rationale
from earmark.audits.reading import read
from earmark.audits.reasons import told_errors
from earmark.audits.review import draft_of, review
from justifications import PROTOCOL, Row, rows

EARLIER = 500
ROUNDS = 5
LONGEST = 6000


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


def compare() -> None:
    """Print the line of comparisons: all cases, then a rationale as long as the box takes."""
    comparisons = [case for case in cases("tuning") if case.protocol == "live-ab"]
    earlier = [
        f"{case.answers.get('rationale', 'nothing')} {n}"
        for n in range(EARLIER // len(comparisons) + 1)
        for case in comparisons
    ][:EARLIER]
    for case in comparisons:
        _pair_once(case.answers, case.context, earlier)
    times = [_pair_once(case.answers, case.context, earlier) for _ in range(ROUNDS) for case in comparisons]
    texts = " ".join(str(case.answers["rationale"]) for case in comparisons if case.flip)
    longest = min(
        _pair_once({"overall": "a", "rationale": texts[:LONGEST]}, {}, earlier) for _ in range(ROUNDS)
    )
    print(
        f"comparisons, {len(comparisons)}, {EARLIER} earlier texts: mean {statistics.mean(times):.2f} ms, ",
        end="",
    )
    print(f"worst {max(times):.2f} ms, {LONGEST} characters {longest:.2f} ms")


def _pair_once(answers: Mapping[str, object], context: Mapping[str, object], earlier: list[str]) -> float:
    read.cache_clear()
    for kept in (read_rationale, told_errors, found):
        kept.cache_clear()
    start = time.process_time()
    check(PROTOCOLS["live-ab"], dict(answers), {**context, "earlier_texts": earlier})
    return 1000 * (time.process_time() - start)


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
    compare()
