from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.draws import draws


def drawn(count: int, resamples: int, *, seed: int = 1) -> np.ndarray:
    return np.concatenate(list(draws(count, resamples, np.random.default_rng(seed))), axis=1)


def test_a_resample_of_a_few_holds_exactly_as_many() -> None:
    found = drawn(7, 300)
    assert found.shape == (7, 300)
    assert (found.sum(axis=0) == 7).all()
    assert found.var(axis=1) == pytest.approx(6 / 7, abs=0.25)


def test_each_of_many_comes_once_on_average_with_variance_one() -> None:
    found = drawn(500, 400)
    assert found.shape == (500, 400)
    assert (found.mean(), found.var()) == pytest.approx((1, 1), abs=0.02)
    assert [(found == times).mean() for times in range(4)] == pytest.approx(
        [0.368, 0.368, 0.184, 0.061], abs=0.01
    )


def test_a_seed_decides_and_blocks_do_not_show() -> None:
    assert (drawn(500, 9) == drawn(500, 9)).all()
    assert (drawn(500, 9) != drawn(500, 9, seed=2)).any()
