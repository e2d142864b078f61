"""What a strength difference and a readiness to draw say of one vote: three models.

With ``d`` the difference of the log strengths (left minus right, covariates added) and ``t`` the parameter of
draws:

* *Bradley-Terry* (1952): win ``1 / (1 + exp(-d))``; no draws. Each draw is half a win for either side, as
  some leaderboards do (no likelihood: its errors must be made robust), or is left out.
* *Davidson* (1970): win, loss and draw in proportion to ``exp(d / 2)``, ``exp(-d / 2)`` and ``nu``, with
  ``t = log nu``.
* *Rao and Kupper* (1967): win ``1 / (1 + theta exp(-d))``, loss ``1 / (1 + theta exp(d))``, draw the rest,
  with ``t = log theta > 0``.

All three are concave in ``(d, t)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from earmark.stats.pairs.arrays import Floats

Model = Literal["davidson", "rao-kupper", "bradley-terry"]


@dataclass(frozen=True, slots=True)
class Slopes:
    """Log-likelihood of each row with its derivatives by ``d`` and ``t``; all of shape (m,).

    Attributes:
        value: Log-likelihood.
        by_d: First derivative by the difference.
        by_t: First derivative by the parameter of draws.
        dd: Second derivative by ``d``, with the sign turned: information.
        dt: Mixed one, likewise.
        tt: Second derivative by ``t``, likewise.
    """

    value: Floats
    by_d: Floats
    by_t: Floats
    dd: Floats
    dt: Floats
    tt: Floats


Likelihood = Callable[[Floats, float, Floats, Floats, Floats], Slopes]
"""From differences, the parameter of draws, and wins, losses and draws, to slopes."""


def bradley_terry(d: Floats, _t: float, wins: Floats, losses: Floats, draws: Floats) -> Slopes:
    """Bradley-Terry, a draw counting as half a win for either side."""
    won, total = wins + draws / 2, wins + losses + draws
    small = np.exp(-np.abs(d))
    p = np.where(d >= 0, 1, small) / (1 + small)
    nothing = np.zeros_like(d)
    value = won * np.minimum(d, 0) - (total - won) * np.maximum(d, 0) - total * np.log1p(small)
    return Slopes(value, won - total * p, nothing, total * p * (1 - p), nothing, nothing)


def davidson(d: Floats, t: float, wins: Floats, losses: Floats, draws: Floats) -> Slopes:
    """Davidson's model of draws."""
    win, loss, draw, log_total = _davidson_shares(d, t)
    total = wins + losses + draws
    lead = win - loss
    return Slopes(
        value=(wins - losses) * d / 2 + draws * t - total * log_total,
        by_d=(wins - losses - total * lead) / 2,
        by_t=draws - total * draw,
        dd=total * (win + loss - lead * lead) / 4,
        dt=-total * lead * draw / 2,
        tt=total * draw * (1 - draw),
    )


def rao_kupper(d: Floats, t: float, wins: Floats, losses: Floats, draws: Floats) -> Slopes:
    """Rao and Kupper's model of draws; without any draw, the limit at ``t = 0``."""
    ahead, behind = wins + draws, losses + draws
    win, loss = _logistic(d - t), _logistic(-d - t)
    spread_win, spread_loss = ahead * win * (1 - win), behind * loss * (1 - loss)
    # A draw has the share (theta^2 - 1) times win times loss.
    bend = np.expm1(2 * t)
    pull, curve = 2 * (bend + 1) / bend, 4 * (bend + 1) / bend**2
    return Slopes(
        value=-ahead * np.logaddexp(0, t - d) - behind * np.logaddexp(0, t + d) + draws * np.log(bend),
        by_d=ahead * (1 - win) - behind * (1 - loss),
        by_t=draws * pull - ahead * (1 - win) - behind * (1 - loss),
        dd=spread_win + spread_loss,
        dt=spread_loss - spread_win,
        tt=spread_win + spread_loss + draws * curve,
    )


LIKELIHOODS: Final[dict[Model, Likelihood]] = {
    "davidson": davidson,
    "rao-kupper": rao_kupper,
    "bradley-terry": bradley_terry,
}


def shares(model: Model, d: Floats, t: float | None) -> tuple[Floats, Floats, Floats]:
    """Return the chances of win, loss and draw; `t` is None where there are no draws."""
    if model == "bradley-terry" or t is None:
        return _logistic(d), _logistic(-d), np.zeros_like(d)
    if model == "davidson":
        win, loss, draw, _ = _davidson_shares(d, t)
        return win, loss, draw
    win, loss = _logistic(d - t), _logistic(-d - t)
    return win, loss, np.expm1(2 * t) * win * loss


def _davidson_shares(d: Floats, t: float) -> tuple[Floats, Floats, Floats, Floats]:
    top = np.maximum(np.abs(d) / 2, t)
    win, loss, draw = np.exp(d / 2 - top), np.exp(-d / 2 - top), np.exp(t - top)
    total = win + loss + draw
    return win / total, loss / total, draw / total, top + np.log(total)


def _logistic(x: Floats) -> Floats:
    small = np.exp(-np.abs(x))
    return np.asarray(np.where(x >= 0, 1, small) / (1 + small))
