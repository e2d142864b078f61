from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.stats.coding import encode
from earmark.stats.ratings import cells_of, ratings, ratings_from_matrix, ratings_from_table


class Column:
    """What pandas and polars have in common."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def to_numpy(self) -> np.ndarray[Any, Any]:
        return np.array(self.values, dtype=object)


class Frame:
    def __init__(self, **columns: list[Any]) -> None:
        self.columns = list(columns)
        self.data = columns

    def __getitem__(self, name: str) -> Column:
        return Column(self.data[name])


@given(st.lists(st.one_of(st.integers(-5, 5), st.integers(-(10**9), 10**9)), max_size=30))
def test_codes_lead_back_to_the_whole_numbers(values: list[int]) -> None:
    coded = encode(np.array(values, dtype=np.int64))
    assert coded.labels[coded.codes].tolist() == values
    assert coded.labels.tolist() == sorted(set(values))


@pytest.mark.parametrize(
    "values",
    [["b", "a", "b"], [1.0, 5.0, 1.0], [0.5, -1.0, 0.5], [True, False, True], ["x", 3, 3], [70000.5, 1.0]],
)
def test_codes_lead_back_to_labels_of_any_kind(values: list[Any]) -> None:
    coded = encode(values)
    assert coded.labels[coded.codes].tolist() == values
    assert coded.count == len(set(values))


def test_numbers_that_are_codes_already_are_kept_without_a_copy() -> None:
    codes = np.array([2, 0, 1, 1])
    assert encode(codes).codes is codes
    assert encode(np.array([2, 0, 3])).codes.tolist() == [1, 0, 2]


def test_a_missing_label_is_refused_with_its_row() -> None:
    with pytest.raises(ValueError, match=r"rater has no label in row 2 \(2 such rows\)"):
        ratings(["a", "b", "c"], ["x", None, ""], [1, 2, 3])


def test_rows_without_a_value_are_left_out_and_counted() -> None:
    found = ratings(["a", "b", "c"], ["x", "y", "x"], [1.0, np.nan, 3.0], condition=["p", "q", "p"])
    assert (found.n, found.missing, found.item.labels.tolist()) == (2, 1, ["a", "c"])
    assert (found.scores.tolist(), found.condition.labels.tolist()) == ([1.0, 3.0], ["p"])


TABLES = [
    {"clip": ["b", "a", "b"], "who": ["x", "x", "y"], "score": [3, 4, 5], "system": ["s", "t", "s"]},
    Frame(clip=["b", "a", "b"], who=["x", "x", "y"], score=[3, 4, 5], system=["s", "t", "s"]),
    pa.table(
        {"clip": ["b", "a", "b"], "who": ["x", "x", "y"], "score": [3, 4, 5], "system": ["s", "t", "s"]}
    ),
]


@pytest.mark.parametrize("table", TABLES)
def test_mappings_and_frames_give_the_same_ratings(table: Any) -> None:
    found = ratings_from_table(table, item="clip", rater="who", value="score", condition="system")
    assert found.item.codes.tolist() == [1, 0, 1]
    assert found.scores.tolist() == [3, 4, 5]
    assert found.condition.labels[found.condition_of_item()].tolist() == ["t", "s"]


@pytest.mark.parametrize("table", TABLES)
def test_a_column_that_is_not_there_is_refused_and_those_that_are_are_named(table: Any) -> None:
    with pytest.raises(ValueError, match="no column 'mark'; there are 'clip', 'who', 'score', 'system'"):
        ratings_from_table(table, item="clip", rater="who", value="mark")


@pytest.mark.parametrize(
    ("item", "value", "says"),
    [
        (["a"], [1, 2], "one length"),
        ([["a"], ["b"]], [1, 2], "one-dimensional"),
        (["a", "b"], [1.0, np.inf], "row 2 is infinite"),
    ],
)
def test_columns_that_make_no_sense_are_refused(item: Any, value: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        ratings(np.array(item), ["x", "y"], value)


def test_categories_are_no_numbers() -> None:
    with pytest.raises(ValueError, match="must be numbers"):
        _ = ratings(["a"], ["x"], ["good"]).levels


def test_a_matrix_has_a_row_an_item_and_blanks_are_not_rated() -> None:
    found = ratings_from_matrix([[1, None, 3], [None, 2, 2]])
    assert (found.item.codes.tolist(), found.rater.codes.tolist()) == ([0, 0, 1, 1], [0, 2, 1, 2])
    with pytest.raises(ValueError, match="two dimensions"):
        ratings_from_matrix([1, 2])


def test_a_rater_who_rated_a_clip_twice_is_kept_and_can_be_left_out() -> None:
    found = ratings(["a", "a", "b", "a"], ["x", "x", "x", "y"], [1, 5, 2, 3])
    assert (found.n, found.repeats) == (4, 1)
    once = found.without_repeats()
    assert (once.scores.tolist(), once.repeats) == ([1, 2, 3], 0)
    assert once.without_repeats() is once


def test_repeats_are_found_among_many_raters_and_items_too() -> None:
    assert ratings(np.arange(3000) % 2999, np.arange(3000) % 2999, np.ones(3000)).repeats == 1


def test_an_item_under_two_conditions_has_none_of_its_own() -> None:
    found = ratings(["a", "a"], ["x", "y"], [1, 2], condition=["p", "q"])
    with pytest.raises(ValueError, match="item 'a' was rated under more than one condition"):
        found.condition_of_item()


def test_cells_count_each_value_of_each_item() -> None:
    cells = cells_of(ratings(["a", "b", "a", "a"], ["x", "y", "z", "w"], [5, 1, 5, 1]))
    assert cells.table().tolist() == [[1, 2], [1, 0]]
    assert (cells.sizes.tolist(), cells.per_level().tolist()) == ([3, 1], [2, 2])


def test_values_on_a_line_are_counted_without_a_full_table() -> None:
    random = np.random.default_rng(1)
    found = ratings(np.repeat(np.arange(1500), 2), np.tile([0, 1], 1500), random.normal(size=3000))
    cells = cells_of(found)
    assert cells.item.size == 3000
    assert (cells.sizes == 2).all()
