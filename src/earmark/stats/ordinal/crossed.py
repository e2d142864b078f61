"""Laplace's approximation of a cumulative model with crossed effects of items and raters.

The latent score of a row is ``eta = design @ effects + s_item u[item] + s_rater v[rater]`` with u and v
standard normal. The integral over u and v is approximated at their most likely values: with H the matrix of
second derivatives there, ``log L = log p(y, u, v) - log|H| / 2`` up to a constant that H takes care of.

H has a diagonal block of items, one of raters, and counts of who rated what between them, so all that is ever
inverted is the Schur complement on the smaller side. The gradient is exact: it knows that u and v move with
the parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.ordinal.grading import Codes, Graded
from earmark.stats.ordinal.links import Floats, Grades, Link, grades

_DENSE: Final = 1_000_000
"""Most cells of items by raters that are laid out as a table."""

_AT_ONCE: Final = 8_000_000
_STEPS: Final = 100
_CLOSE: Final = 1e-6


class Meetings:
    """Who rated what: sums over rows by item, by rater, and by both; the second side is the smaller one.

    Attributes:
        first: Shape (n,), the larger side's codes.
        second: Shape (n,), the smaller side's codes.
        sizes: How many of each there are.
        place: Shape (n,), which pair of both each row is.
        pair_first: Shape (m,), the larger side of each pair that met.
        pair_second: Shape (m,), its smaller side.
    """

    def __init__(self, first: Codes, second: Codes) -> None:
        self.first, self.second = first, second
        self.sizes = (int(first.max()) + 1, int(second.max()) + 1)
        keys, self.place = np.unique(first * self.sizes[1] + second, return_inverse=True)
        self.pair_first, self.pair_second = np.divmod(keys, self.sizes[1])
        self.dense = self.sizes[0] * self.sizes[1] <= _DENSE
        self._keys = keys
        self._ends = np.searchsorted(self.pair_first, np.arange(self.sizes[0] + 1))

    def by_first(self, values: Floats) -> Floats:
        """Add up rows by the larger side."""
        return np.asarray(np.bincount(self.first, values, self.sizes[0]), dtype=np.float64)

    def by_second(self, values: Floats) -> Floats:
        """Add up rows by the smaller side."""
        return np.asarray(np.bincount(self.second, values, self.sizes[1]), dtype=np.float64)

    def by_pair(self, values: Floats) -> Floats:
        """Add up rows by pair, shape (m,)."""
        return np.asarray(np.bincount(self.place, values, self._keys.size), dtype=np.float64)

    def table(self, by_pair: Floats) -> Any:  # noqa: ANN401 - SciPy's matrices have no types
        """Lay pairs out as a matrix of the larger by the smaller side."""
        if self.dense:
            table = np.zeros(self.sizes[0] * self.sizes[1])
            table[self._keys] = by_pair
            return table.reshape(self.sizes)
        from scipy.sparse import csr_array  # noqa: PLC0415 - scipy.sparse takes 0.2 s to load

        return csr_array((by_pair, self.pair_second, self._ends), shape=self.sizes)

    def squared(self, by_pair: Floats, scale: Floats) -> Floats:
        """Return ``M' diag(scale) M`` for the matrix M of the pairs, shape (smaller, smaller)."""
        product = self.table(by_pair).T @ self.table(by_pair * scale[self.pair_first])
        return np.asarray(product if self.dense else product.toarray())

    def times(self, by_pair: Floats, square: Floats) -> Floats:
        """Return ``M @ square`` at the pairs, shape (m,), without ever holding all of it."""
        matrix, found = self.table(by_pair), np.empty(self._keys.size)
        step = max(_AT_ONCE // self.sizes[1], 1)
        for start in range(0, self.sizes[0], step):
            stop = min(start + step, self.sizes[0])
            a, b = self._ends[start], self._ends[stop]
            some = matrix[start:stop] @ square
            found[a:b] = some[self.pair_first[a:b] - start, self.pair_second[a:b]]
        return found


@dataclass(slots=True)
class Spot:
    """Where u and v are most likely, and what is known there.

    Attributes:
        u: Shape (larger side,).
        v: Shape (smaller side,).
        at: Derivatives of each row.
        joint: Log chance of the rows, u and v, without the normal constants.
        diagonal: The larger side's block of H, shape (larger,).
        pairs: The block between, shape (m,).
        schur: The Schur complement on the smaller side.
    """

    u: Floats
    v: Floats
    at: Grades
    joint: float
    diagonal: Floats
    pairs: Floats
    schur: Floats


class Laplace:
    """The approximate log-likelihood and its gradient, as a function of all parameters.

    Parameters stand in the order thresholds (J - 1), effects (p), spread of the larger side, spread of the
    smaller one; a side with one member has no spread and none is expected of its parameter.
    """

    def __init__(self, data: Graded, meetings: Meetings, link: Link) -> None:
        self.data, self.meetings, self.link = data, meetings, link
        self.cuts = len(data.levels) - 1
        self._u, self._v = (np.zeros(size) for size in meetings.sizes)

    def value_and_gradient(self, point: Floats) -> tuple[float, Floats]:
        """Return the log-likelihood and its gradient at a point.

        Minus infinity where thresholds cross, or so far from any maximum that no effects can be found.
        """
        if (np.diff(point[: self.cuts]) <= 0).any():
            return -np.inf, np.zeros_like(point)
        try:
            spot = self.spot(point)
        except (ArithmeticError, np.linalg.LinAlgError):
            return -np.inf, np.zeros_like(point)
        _, log_schur = np.linalg.slogdet(spot.schur)
        value = spot.joint - (float(np.log(spot.diagonal).sum()) + float(log_schur)) / 2
        return value, self._gradient(point, spot)

    def spot(self, point: Floats) -> Spot:
        """Find the most likely u and v by Newton's method, from where they were last."""
        first, second = point[-2:]
        spot = self._spot(point, self._u, self._v)
        for _ in range(_STEPS):
            meetings, slope = self.meetings, spot.at.slope
            step_u, step_v = self.solve(
                spot, first * meetings.by_first(slope) - spot.u, second * meetings.by_second(slope) - spot.v
            )
            spot = self._climb(point, spot, step_u, step_v)
            if max(np.abs(step_u).max(), np.abs(step_v).max()) < _CLOSE:
                self._u, self._v = spot.u, spot.v
                return spot
        message = f"the effects of items and raters have not converged in {_STEPS} steps"
        raise ArithmeticError(message)

    def solve(self, spot: Spot, of_first: Floats, of_second: Floats) -> tuple[Floats, Floats]:
        """Solve ``H x = (of_first, of_second)``."""
        meetings = self.meetings
        scaled = of_first / spot.diagonal
        rest = of_second - np.bincount(
            meetings.pair_second, spot.pairs * scaled[meetings.pair_first], meetings.sizes[1]
        )
        y: Floats = np.asarray(np.linalg.solve(spot.schur, rest))
        back = np.bincount(meetings.pair_first, spot.pairs * y[meetings.pair_second], meetings.sizes[0])
        return scaled - back / spot.diagonal, y

    def _climb(self, point: Floats, spot: Spot, step_u: Floats, step_v: Floats) -> Spot:
        size = 1.0
        for _ in range(40):
            there = self._spot(point, spot.u + size * step_u, spot.v + size * step_v)
            if there.joint >= spot.joint - 1e-9 * (1 + abs(spot.joint)):
                return there
            size /= 2
        return spot

    def _spot(self, point: Floats, u: Floats, v: Floats) -> Spot:
        data, meetings, (first, second) = self.data, self.meetings, point[-2:]
        eta = first * u[meetings.first] + second * v[meetings.second]
        if data.design.shape[1]:
            eta += data.design @ point[self.cuts : -2]
        at = grades(*data.cuts(point[: self.cuts], eta), self.link)
        diagonal = 1 + first**2 * meetings.by_first(at.weight)
        pairs = first * second * meetings.by_pair(at.weight)
        schur = -meetings.squared(pairs, 1 / diagonal)
        schur[np.diag_indices_from(schur)] += 1 + second**2 * meetings.by_second(at.weight)
        return Spot(u, v, at, float(at.value.sum()) - float(u @ u + v @ v) / 2, diagonal, pairs, schur)

    def _gradient(self, point: Floats, spot: Spot) -> Floats:
        data, meetings, at, (first, second) = self.data, self.meetings, spot.at, point[-2:]
        lean_first, lean_second = self._inverse_times_row(spot, first, second)
        leverage = first * lean_first + second * lean_second
        third = at.weight_a + at.weight_b  # third derivative by eta
        pull = leverage * third / 2  # what the determinant gains as eta moves
        moved_u, moved_v = self.solve(
            spot, first * meetings.by_first(pull), second * meetings.by_second(pull)
        )
        moved = first * moved_u[meetings.first] + second * moved_v[meetings.second]
        by_eta = at.slope + pull - at.weight * moved
        thresholds = data.by_threshold(
            at.by_a - leverage * at.weight_a / 2 + moved * at.slope_a,
            at.by_b - leverage * at.weight_b / 2 + moved * at.slope_b,
        )
        spread_first = (
            spot.u[meetings.first] * by_eta - at.weight * lean_first + at.slope * moved_u[meetings.first]
        )
        spread_second = (
            spot.v[meetings.second] * by_eta - at.weight * lean_second + at.slope * moved_v[meetings.second]
        )
        sums = [[spread_first.sum()], [spread_second.sum()]]
        return np.concatenate([thresholds, by_eta @ data.design, *sums])

    def _inverse_times_row(self, spot: Spot, first: float, second: float) -> tuple[Floats, Floats]:
        """Return the entries of each row's item and rater in ``H^-1`` times the row of effects."""
        meetings = self.meetings
        inverse: Floats = np.asarray(np.linalg.inv(spot.schur))
        scaled = spot.pairs / spot.diagonal[meetings.pair_first]
        between = meetings.times(scaled, inverse)
        own = 1 / spot.diagonal + np.bincount(meetings.pair_first, between * scaled, meetings.sizes[0])
        across = -between[meetings.place]
        of_second = np.diag(inverse)[meetings.second]
        return first * own[meetings.first] + second * across, first * across + second * of_second
