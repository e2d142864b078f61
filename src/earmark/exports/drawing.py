"""Pictures without a browser: Vega-Lite specs drawn to SVG by the Vega that the pages use.

QuickJS runs the vendored scripts: 8 MB installed and 25 MB in memory, ready in 0.2 s, about 0.07 s a picture,
where vl-convert, which brings a whole V8, takes 188 MB. It keeps Python's lock while it draws, so a server
draws in another process (`draw_beside`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from earmark.core.errors import EnvironmentProblemError

Spec = Mapping[str, Any]

_SCRIPTS: Final = ("vega/vega.min.js", "vega-lite/vega-lite.min.js")
_NICE: Final = 5
"""How much the process of `draw_beside` stands back: whoever waits for a page comes first."""
_MEMORY: Final = 512 * 2**20
_WIDTH: Final = 560
"""Of a figure whose spec says that it fills its container, in pixels without the names beside it."""

_SURROUNDINGS: Final = """
var window = globalThis, self = globalThis, done = null, failure = null;
var console = { log() {}, warn() {}, error() {}, debug() {} };
globalThis.setTimeout = () => 0;
globalThis.clearTimeout = () => {};
globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value));
"""

# Without a canvas Vega takes every letter for 0.8 em, which leaves wide gaps beside Latin names.
_DRAW: Final = """
function widthOf(letter) {
  const code = letter.codePointAt(0);
  if (code >= 0x1100) return 0.95;
  if (" .,:;'|!iljft()[]-".includes(letter)) return 0.32;
  if ("mwMW%@".includes(letter)) return 0.88;
  return letter >= "A" && letter <= "Z" ? 0.68 : 0.57;
}
vega.textMetrics.width = (item, text) =>
  [...String(text ?? "")].reduce((sum, letter) => sum + widthOf(letter), 0) * (item.fontSize ?? 11);

function draw(spec, config) {
  done = failure = null;
  try {
    const drawing = vegaLite.compile(JSON.parse(spec), { config: JSON.parse(config) }).spec;
    new vega.View(vega.parse(drawing), { renderer: "none" }).toSVG().then(
      (svg) => { done = svg; },
      (error) => { failure = String(error); },
    );
  } catch (error) {
    failure = String(error);
  }
}
"""


class DrawingError(RuntimeError):
    """Vega does not take a spec: a fault of ours, since all specs are made here."""


class Board:
    """Vega in QuickJS, loaded once and used for any number of pictures, by one thread."""

    def __init__(self) -> None:
        import quickjs  # noqa: PLC0415 - 8 MB of native code that only pictures need

        self._context = quickjs.Context()
        self._context.set_memory_limit(_MEMORY)
        self._context.eval(_SURROUNDINGS)
        for name in _SCRIPTS:
            script = files("earmark").joinpath("web", "static", "vendor", name)
            self._context.eval(script.read_text(encoding="utf-8"))
        self._context.eval(_DRAW)

    def draw(self, spec: Spec, *, config: Spec, width: int = _WIDTH) -> str:
        """Return a spec as SVG.

        Args:
            spec: A Vega-Lite spec with its data in it.
            config: Vega's look: colours, type, lines.
            width: Width in pixels of what would fill its container in a page.

        Raises:
            DrawingError: Vega does not take the spec.
        """
        sized = {**spec, "width": width} if spec.get("width") == "container" else dict(spec)
        self._context.get("draw")(json.dumps(sized), json.dumps(config))
        while self._context.execute_pending_job():
            pass
        done, failure = json.loads(self._context.eval("JSON.stringify([done, failure])"))
        if done is None:
            raise DrawingError(failure or "Vega drew nothing.")
        return str(done)


def draw_all(specs: Sequence[Spec], *, config: Spec) -> list[str]:
    """Return specs as SVG, in their order."""
    if not specs:
        return []
    board = Board()
    return [board.draw(spec, config=config) for spec in specs]


def draw_beside(specs: Sequence[Spec], *, config: Spec) -> list[str]:
    """Return specs as SVG, drawn by a process of its own: others go on meanwhile.

    Raises:
        EnvironmentProblemError: The process ended before it had drawn them.
    """
    if not specs:
        return []
    order = json.dumps({"specs": list(specs), "config": config}).encode()
    ended = subprocess.run(
        [sys.executable, "-m", "earmark.exports.drawing"], input=order, stdout=subprocess.PIPE, check=False
    )
    if ended.returncode != 0:
        message = (
            "The process that draws the figures ended early. The server's log has the reason; try again."
        )
        raise EnvironmentProblemError(message)
    drawn: list[str] = json.loads(ended.stdout)
    return drawn


def main() -> None:
    """Draw what standard input asks for: how `draw_beside` gets its pictures."""
    os.nice(_NICE)
    order = json.load(sys.stdin)
    json.dump(draw_all(order["specs"], config=order["config"]), sys.stdout)


if __name__ == "__main__":
    main()
