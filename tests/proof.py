"""Whether the long searches run: `make proof` asks for them."""

from __future__ import annotations

import os
from typing import Final

IN_PROOF: Final = bool(os.environ.get("EARMARK_PROOF"))
