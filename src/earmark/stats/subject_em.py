"""The subject model with priors, which stays right on sparse designs: the default.

As `earmark.stats.subject_model`, but qualities and biases come from normal distributions whose spread is
estimated, and each rater's squared inconsistency is drawn towards that of all, as strongly as four ratings
more would. A rater of few clips can then neither be taken for perfect nor thrown out. Fitted by expectation
and maximisation (Dempster, Laird and Rubin 1977) of a mean-field approximation, which alone would creep
where a spread is near 0: each step starts where the last ones foretell the end (Anderson acceleration: Walker
and Ni 2011, "Anderson Acceleration for Fixed-Point Iterations", SIAM Journal on Numerical Analysis 49(4)).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.coding import Codes
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.subject_model import SubjectModel, no_model, why_not

_PRIOR_RATINGS: Final = 4.0
_STEPS: Final = 600
_NEAR: Final = 1e-11
_MEMORY: Final = 8
"""How many steps before the last one help to foretell the end."""

_LONGEST: Final = 3.0
"""How far ahead of a step the search goes on at most, in scale points or logarithms of a variance."""

_LEAST: Final = 4e-3
"""The least spread of a prior, as a share of the scores' variance: nearer 0 the search would creep."""


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """Where the fit is: qualities, biases, squared inconsistencies, and the spread of both priors."""

    quality: Floats
    bias: Floats
    squares: Floats
    spreads: Floats

    def packed(self) -> Floats:
        """Return it as one array, positive parts as logarithms."""
        return np.concatenate([self.quality, self.bias, np.log(self.squares), np.log(self.spreads)])


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """What is rated, and how a step is made."""

    item: Codes
    rater: Codes
    scores: Floats
    rated: NDArray[np.int64]
    given: NDArray[np.int64]

    @property
    def least(self) -> float:
        """The least spread of a prior, in squared scale points."""
        return _LEAST * float(self.scores.var())

    def start(self) -> _State:
        """Return plain means, and raters who are all alike."""
        quality = np.bincount(self.item, weights=self.scores) / self.rated
        bias = np.bincount(self.rater, weights=self.scores - quality[self.item]) / self.given
        rest = self.scores - quality[self.item] - bias[self.rater]
        squares = np.full(self.given.size, float(rest @ rest) / rest.size + self.least)
        return _State(quality, bias, squares, np.array([quality.var(), bias.var()]) + self.least)

    def step(self, at: _State) -> _State:
        """Return the state after one step of expectation and maximisation."""
        weight = 1 / at.squares
        quality, doubt = self._qualities(at, weight)
        sure = 1 / at.spreads[1] + self.given * weight
        bias = weight * np.bincount(self.rater, weights=self.scores - quality[self.item]) / sure
        rest = self.scores - quality[self.item] - bias[self.rater]
        squares = np.bincount(self.rater, weights=rest**2 + doubt[self.item]) + self.given / sure
        usual = 1 / weight.mean()
        squares = (_PRIOR_RATINGS * usual + squares) / (_PRIOR_RATINGS + self.given)
        shared = bias.mean()  # qualities and biases share a constant; the likeliest biases have mean 0
        bias = bias - shared
        spreads = np.array([quality.var() + doubt.mean(), (bias**2 + 1 / sure).mean()])
        return _State(quality + shared, bias, squares, np.maximum(spreads, self.least))

    def doubt(self, at: _State) -> Floats:
        """Return the squared standard error of each quality."""
        return self._qualities(at, 1 / at.squares)[1]

    def _qualities(self, at: _State, weight: Floats) -> tuple[Floats, Floats]:
        each = weight[self.rater]
        sure = 1 / at.spreads[0] + np.bincount(self.item, weights=each)
        off = np.bincount(self.item, weights=each * (self.scores - at.bias[self.rater]))
        return (at.quality.mean() / at.spreads[0] + off) / sure, 1 / sure

    def unpacked(self, values: Floats) -> _State:
        """Return a state from one array."""
        items, raters = self.rated.size, self.given.size
        quality, bias, squares, spreads = np.split(values, [items, items + raters, items + 2 * raters])
        return _State(quality, bias, np.exp(squares), np.maximum(np.exp(spreads), self.least))


def subject_model(ratings: Ratings, *, near: float = _NEAR) -> SubjectModel:
    """Fit the subject model with priors.

    Args:
        ratings: In long form, with numbers as values.
        near: By how little a step may still move a quality, in scale points, for the search to end.

    Returns:
        The fit: qualities are drawn towards their mean by as much as the item's ratings leave open, biases
        have mean 0. Or a reason: no ratings, one rater only, or all scores equal.

    Raises:
        ValueError: The values are no numbers.
    """
    reason = why_not(ratings)
    if reason is not None:
        return no_model("regularised", reason)
    item, rater = (way.codes.astype(np.intp) for way in (ratings.item, ratings.rater))  # once, not each step
    fit = _Fit(item, rater, ratings.scores, np.bincount(item), np.bincount(rater))
    state, steps, converged = _searched(fit, near)
    shared = state.bias.mean()
    return SubjectModel(
        edition="regularised",
        quality=state.quality + shared,
        standard_error=np.sqrt(fit.doubt(state)),
        bias=state.bias - shared,
        inconsistency=np.sqrt(state.squares),
        steps=steps,
        converged=converged,
    )


def _searched(fit: _Fit, near: float) -> tuple[_State, int, bool]:
    """Step until qualities move no more, each time from where the last steps together foretell the end."""
    state, last = fit.start(), np.inf
    ends: list[Floats] = []
    moves: list[Floats] = []
    for steps in range(1, _STEPS + 1):
        stepped = fit.step(state)
        if float(np.abs(stepped.quality - state.quality).max()) < near:
            return stepped, steps, True
        end, move = stepped.packed(), stepped.packed() - state.packed()
        far = float(np.linalg.norm(move))
        if far > last:  # astray: what was foretold is forgotten
            ends, moves = [], []
        ends, moves, last = [*ends[-_MEMORY:], end], [*moves[-_MEMORY:], move], far
        ahead = _foretold(ends, moves) if len(ends) > 1 else end
        state = fit.unpacked(ahead) if np.abs(ahead - end).max() < _LONGEST else stepped
    return state, steps, False


def _foretold(ends: list[Floats], moves: list[Floats]) -> Floats:
    """Return where the moves would add up to none, if they changed in a straight line from step to step."""
    turned, shifted = np.diff(moves, axis=0).T, np.diff(ends, axis=0).T
    shares = np.linalg.lstsq(turned, moves[-1], rcond=1e-10)[0]
    return np.asarray(ends[-1] - shifted @ shares)
