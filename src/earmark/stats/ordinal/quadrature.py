"""Adaptive Gauss-Hermite quadrature of a cumulative model with effects of one kind: items or raters.

The integral over each effect is a weighted sum at a few points around its most likely value, spread by the
curvature there (Liu and Pierce 1994, "A Note on Gauss-Hermite Quadrature"). One point is Laplace's
approximation; from about ten on the sum is as good as exact.
"""

from __future__ import annotations

import numpy as np

from earmark.stats.ordinal.crossed import Laplace
from earmark.stats.ordinal.links import Floats, Grades, grades


class Quadrature:
    """The log-likelihood by quadrature, and its gradient, as a function of the parameters of `Laplace`."""

    def __init__(self, laplace: Laplace, nodes: int) -> None:
        points, weights = np.polynomial.hermite.hermgauss(nodes)
        self.laplace = laplace
        self.points = points * np.sqrt(2)
        self.log_weights = np.log(weights) + points**2 - np.log(np.pi) / 2

    def value_and_gradient(self, point: Floats) -> tuple[float, Floats]:
        """Return the log-likelihood and its gradient: the mean slope over what the effects may be."""
        laplace = self.laplace
        if (np.diff(point[: laplace.cuts]) <= 0).any():
            return -np.inf, np.zeros_like(point)
        spot = laplace.spot(point)
        scale = 1 / np.sqrt(spot.diagonal)
        effects = spot.u[:, None] + scale[:, None] * self.points
        at = [self._rows(point, effects[:, node]) for node in range(self.points.size)]
        log = np.column_stack([laplace.meetings.by_first(one.value) for one in at])
        log += self.log_weights + np.log(scale)[:, None] - effects**2 / 2
        top = log.max(axis=1, keepdims=True)
        share = np.exp(log - top)
        total = share.sum(axis=1, keepdims=True)
        value = float((top + np.log(total)).sum())
        return value, self._gradient(at, effects, share / total, size=point.size)

    def _rows(self, point: Floats, effect: Floats) -> Grades:
        laplace = self.laplace
        eta = point[-2] * effect[laplace.meetings.first]
        if laplace.data.design.shape[1]:
            eta += laplace.data.design @ point[laplace.cuts : -2]
        return grades(*laplace.data.cuts(point[: laplace.cuts], eta), laplace.link)

    def _gradient(self, at: list[Grades], effects: Floats, share: Floats, *, size: int) -> Floats:
        laplace, first = self.laplace, self.laplace.meetings.first
        gradient = np.zeros(size)
        for node, one in enumerate(at):
            weight = share[first, node]
            slope = weight * one.slope
            gradient[: laplace.cuts] += laplace.data.by_threshold(weight * one.by_a, weight * one.by_b)
            gradient[laplace.cuts : -2] += slope @ laplace.data.design
            gradient[-2] += slope @ effects[first, node]
        return gradient
