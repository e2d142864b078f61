"""The kinds of arrays that comparisons are made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.intp]
"""Places in a list."""

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
