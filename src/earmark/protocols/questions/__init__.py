"""The kinds of question a protocol can ask, one a file.

To add a kind: write its class beside these and name it in `Question`; write its component in
``web/static/workbench`` and name it in ``questions.js``.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from earmark.protocols.questions.base import Ask, BaseQuestion, Score
from earmark.protocols.questions.checklist import Checklist
from earmark.protocols.questions.choice import Choice
from earmark.protocols.questions.flags import Flags
from earmark.protocols.questions.scale import Scale
from earmark.protocols.questions.text import FreeText

Question = Annotated[Scale | Choice | FreeText | Flags | Checklist, Field(discriminator="kind")]

__all__ = ["Ask", "BaseQuestion", "Checklist", "Choice", "Flags", "FreeText", "Question", "Scale", "Score"]
