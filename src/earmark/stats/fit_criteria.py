"""How well a model of scores describes them, for the number of its parameters.

A model says of each score what it should be and how far off it may be. Its log-likelihood is that of normal
noise of such a size; the criteria of Akaike (1974, IEEE Transactions on Automatic Control 19) and of Schwarz
(1978, Annals of Statistics 6) take away what its parameters would buy by chance. All are a score's share, as
in the reference implementation of ITU-T P.910 Annex E, so that models are compared on one table of scores:
the lower criterion is the better model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from earmark.stats.ratings import Ratings
from earmark.stats.reasons import NO_SCORES
from earmark.stats.subject_model import SubjectModel

EXACT = "not measurable: some scores are described without any error"


@dataclass(frozen=True, slots=True)
class FitCriteria:
    """How well a model fits. Where that is not measurable it is None and `reason` says why.

    Attributes:
        log_likelihood: Mean over the scores that the model describes.
        parameters: How many the model has.
        aic: Akaike's criterion over the number of all scores.
        bic: Schwarz's, likewise.
        n: Number of all scores.
        reason: Why there is none, or None.
    """

    log_likelihood: float | None
    parameters: int
    aic: float | None
    bic: float | None
    n: int
    reason: str | None = None


def fit_criteria(rest: ArrayLike, spread: ArrayLike, *, parameters: int, n: int | None = None) -> FitCriteria:
    """Return how well a model fits the scores.

    Args:
        rest: Shape (m,), each score less what the model says.
        spread: Shape (m,), the standard deviation of that by the model, in scale points.
        parameters: How many numbers were fitted.
        n: Number of all scores, where the model was fitted to fewer; None takes m.

    Returns:
        The criteria. Without scores, or where a spread is 0, there are none but a reason.

    Raises:
        ValueError: Shapes differ, a number is not finite, a spread or the number of parameters is below 0, or
            `n` is below m.
    """
    off, size = np.asarray(rest, dtype=np.float64), np.asarray(spread, dtype=np.float64)
    every = off.size if n is None else n
    if off.ndim != 1 or off.shape != size.shape or not np.isfinite([off, size]).all() or (size < 0).any():
        message = "rest and spread must be of one length and finite, no spread below 0"
        raise ValueError(message)
    if parameters < 0 or every < off.size:
        message = f"parameters must be 0 or more and n at least {off.size}, got {parameters} and {every}"
        raise ValueError(message)
    if not off.size or not size.all():
        return FitCriteria(None, parameters, None, None, every, EXACT if off.size else NO_SCORES)
    mean = float(np.mean(-np.log(size) - (off / size) ** 2 / 2)) - math.log(2 * math.pi) / 2
    share = parameters / every
    return FitCriteria(mean, parameters, 2 * (share - mean), math.log(every) * share - 2 * mean, every)


def subject_criteria(ratings: Ratings, model: SubjectModel) -> FitCriteria:
    """Return how well a subject model fits: a quality an item, a bias and an inconsistency a rater.

    Args:
        ratings: The scores it was fitted to.
        model: As `earmark.stats.subject_model` or `earmark.stats.subject_em` fits it.
    """
    parameters = model.quality.size + model.bias.size + model.inconsistency.size
    if model.reason is not None:
        return FitCriteria(None, parameters, None, None, ratings.n, model.reason)
    rater = ratings.rater.codes
    rest = ratings.scores - model.quality[ratings.item.codes] - model.bias[rater]
    return fit_criteria(rest, model.inconsistency[rater], parameters=parameters)
