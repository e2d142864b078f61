"""The equations of the crossed mixed model, solved for given ratios of variance.

With ratios ``g = variance / residual variance``, the mixed model equations are reduced to the smaller of
items and raters, plus the conditions: the larger one's block is diagonal (Henderson 1963; Bates et al.
2015, "Fitting Linear Mixed-Effects Models Using lme4", Journal of Statistical Software 67(1)). The
derivative of the restricted likelihood is in closed form (Searle, Casella and McCulloch 1992, "Variance
Components", chapter 6).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.ratings import Floats, Ratings

_LARGEST: Final = 10_000_000
"""Numbers of a table of counts: 80 MB, and as much twice again while it is worked on."""

_DENSE: Final = 100
"""How many products of two numbers a table makes in the time of one of a sparse matrix."""


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """The mixed model equations. The *outer* effect is the one with more levels, the *inner* one the other.

    Attributes:
        counts: Shape (outer,), ratings of each outer level.
        across: Shape (outer, inner + conditions), ratings of each outer level by the rest: sparse, or a table
            where that is quicker.
        inside: Shape (inner + conditions, inner + conditions), ratings of the rest by the rest.
        outer_sums: Shape (outer,), scores added up by outer level.
        inside_sums: Shape (inner + conditions,), by the rest.
        squares: Sum of squared scores.
        inner: Number of inner levels.
        n: Ratings.
    """

    counts: Floats
    across: Any
    inside: Floats
    outer_sums: Floats
    inside_sums: Floats
    squares: float
    inner: int
    n: int

    @classmethod
    def of(cls, ratings: Ratings) -> Equations:
        """Set the equations up; scores are taken from their mean, which keeps sums exact."""
        from scipy.sparse import csr_array  # noqa: PLC0415 - only a fit pays for it

        scores = ratings.scores - ratings.scores.mean()
        outer, inner = (ratings.item, ratings.rater)
        if inner.count > outer.count:
            outer, inner = inner, outer
        n, width = ratings.n, inner.count + ratings.condition.count
        rows = np.concatenate([np.arange(n), np.arange(n)])
        columns = np.concatenate([inner.codes, ratings.condition.codes.astype(np.int64) + inner.count])
        rest = csr_array((np.ones(2 * n), (rows, columns)), shape=(n, width))
        apart = csr_array((np.ones(n), (outer.codes, np.arange(n))), shape=(outer.count, n))
        return cls(
            counts=np.bincount(outer.codes).astype(np.float64),
            across=_quicker(apart @ rest),
            inside=np.asarray((rest.T @ rest).todense()),
            outer_sums=np.asarray(apart @ scores),
            inside_sums=np.asarray(rest.T @ scores),
            squares=float(scores @ scores),
            inner=inner.count,
            n=n,
        )

    def solve(self, outer_ratio: float, inner_ratio: float) -> Solution:
        """Solve the equations for ratios of variance to the residual variance."""
        from scipy.linalg import cho_factor, cho_solve  # noqa: PLC0415 - as above
        from scipy.linalg.lapack import dpotri  # noqa: PLC0415 - as above

        diagonal = self.counts + 1 / outer_ratio
        half = _times(self.across, 1 / np.sqrt(diagonal))
        scaled = _times(half, 1 / np.sqrt(diagonal))
        reduced = self.inside - _squared(half)
        reduced[np.arange(self.inner), np.arange(self.inner)] += 1 / inner_ratio
        right = self.inside_sums - scaled.T @ self.outer_sums
        factor = cho_factor(reduced, lower=True)
        lower = np.tril(dpotri(factor[0], lower=1)[0])
        inverse = lower + np.tril(lower, -1).T
        inner = cho_solve(factor, right)
        outer = (self.outer_sums - self.across @ inner) / diagonal
        return Solution(self, (outer_ratio, inner_ratio), diagonal, scaled, factor[0], inverse, outer, inner)


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The equations solved for one pair of ratios."""

    system: Equations
    ratios: tuple[float, float]
    diagonal: Floats
    scaled: Any
    factor: Floats
    inverse: Floats
    outer: Floats
    rest: Floats

    @property
    def inner(self) -> Floats:
        """The effects of the inner levels."""
        return self.rest[: self.system.inner]

    @property
    def means(self) -> Floats:
        """The conditions' means, from the mean of all scores."""
        return self.rest[self.system.inner :]

    @property
    def degrees(self) -> int:
        """Ratings less conditions."""
        return self.system.n - self.means.size

    @property
    def residual_variance(self) -> float:
        """The residual variance that fits best with these ratios."""
        explained = self.outer @ self.system.outer_sums + self.rest @ self.system.inside_sums
        return float(self.system.squares - explained) / self.degrees

    @property
    def deviance(self) -> float:
        """Minus twice the restricted log-likelihood."""
        determinant = float(np.log(self.diagonal).sum() + 2 * np.log(np.diag(self.factor)).sum())
        priors = self.outer.size * math.log(self.ratios[0]) + self.system.inner * math.log(self.ratios[1])
        return determinant + priors + self.degrees * (1 + math.log(2 * math.pi * self.residual_variance))

    @property
    def slopes(self) -> Floats:
        """Shape (2,), the derivatives of the deviance by the logarithms of the ratios."""
        own = float((1 / self.diagonal).sum())
        trace_outer = own + float((_squared(self.scaled) * self.inverse).sum())
        trace_inner = float(np.trace(self.inverse[: self.system.inner, : self.system.inner]))
        found = [
            effect.size - (trace + float(effect @ effect) / self.residual_variance) / ratio
            for effect, trace, ratio in zip(
                (self.outer, self.inner), (trace_outer, trace_inner), self.ratios, strict=True
            )
        ]
        return np.array(found)


def _quicker(counts: Any) -> Any:  # noqa: ANN401 - SciPy's matrices have no types
    """Lay sparse counts out as a table if their squares take less time so, and the table is not too large."""
    rows, columns = counts.shape
    meetings = float((np.diff(counts.indptr).astype(np.float64) ** 2).sum())
    if rows * columns > _LARGEST or rows * columns**2 > _DENSE * meetings:
        return counts
    return np.asarray(counts.todense())


def _times(matrix: Any, factors: Floats) -> Any:  # noqa: ANN401 - as above
    """Multiply each row by its factor."""
    if isinstance(matrix, np.ndarray):
        return matrix * factors[:, None]
    return matrix.multiply(factors[:, None]).tocsr()


def _squared(matrix: Any) -> Floats:  # noqa: ANN401 - as above
    """Return the products of every two columns."""
    found = matrix.T @ matrix
    return found if isinstance(found, np.ndarray) else np.asarray(found.todense())
