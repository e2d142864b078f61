import random

from hypothesis import given
from hypothesis import strategies as st

from earmark.core.order import FIXED, PRIME, order_of

seeds = st.integers(min_value=0, max_value=2**62)
draws = st.lists(st.integers(min_value=0, max_value=PRIME - 1), min_size=2, max_size=50, unique=True)


@given(seeds, draws)
def test_different_draws_have_different_places(seed: int, shuffles: list[int]) -> None:
    order = order_of(seed)
    assert len({order.key(shuffle) for shuffle in shuffles}) == len(shuffles)


@given(seeds)
def test_keys_fit_64_bit_integers_on_the_way(seed: int) -> None:
    order = order_of(seed)
    assert 0 < order.factor < PRIME
    assert 0 <= order.shift < PRIME
    assert (PRIME - 1) * order.factor + order.shift < 2**63


def test_two_raters_get_two_orders() -> None:
    shuffles = random.Random(7).sample(range(PRIME), 40)
    orders = {tuple(sorted(shuffles, key=order_of(seed).key)) for seed in range(1000, 1050)}
    assert len(orders) == 50


def test_each_task_comes_first_for_about_as_many_raters_as_any_other() -> None:
    shuffles = random.Random(8).sample(range(PRIME), 10)
    first = [min(shuffles, key=order_of(seed).key) for seed in range(5000)]
    counts = [first.count(shuffle) for shuffle in shuffles]
    assert min(counts) > 350  # 500 each if orders were drawn freely
    assert max(counts) < 650


def test_a_fixed_order_is_that_of_the_draws() -> None:
    assert sorted([30, 10, 20], key=FIXED.key) == [10, 20, 30]
