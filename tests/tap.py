"""A tap on what a page plays: every sample that goes to the loudspeaker, with the moment it does."""

from __future__ import annotations

import base64
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import BrowserContext, Page

_TAP = """
window.tap = { left: [], right: [], frames: 0, context: null };
const connect = AudioNode.prototype.connect;
const drain = async (reader) => {
  for (;;) {
    const { value } = await reader.read();
    for (const [planeIndex, ear] of [window.tap.left, window.tap.right].entries()) {
      const plane = new Float32Array(value.numberOfFrames);
      const from = Math.min(planeIndex, value.numberOfChannels - 1);
      value.copyTo(plane, { planeIndex: from, format: "f32-planar" });
      ear.push(plane);
    }
    window.tap.frames += value.numberOfFrames;
    value.close();
  }
};
AudioNode.prototype.connect = function (to, ...rest) {
  if (to instanceof AudioDestinationNode && this.context instanceof AudioContext) {
    window.tap.context = this.context;
    const stream = this.context.createMediaStreamDestination();
    connect.call(this, stream);
    const [track] = stream.stream.getAudioTracks();
    drain(new MediaStreamTrackProcessor({ track, maxBufferSize: 2000 }).readable.getReader());
  }
  return connect.call(this, to, ...rest);
};
"""

_TAKE = """() => [window.tap.left, window.tap.right].map((ear) => {
  const bytes = new Uint8Array(new Float32Array(ear.splice(0).flatMap((plane) => [...plane])).buffer);
  let text = "";
  const part = 32768;
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  return btoa(text);
}).concat(window.tap.context.sampleRate)"""


@dataclass(frozen=True)
class Heard:
    """What came out since the last time: ``left`` and ``right``, shape (samples,)."""

    left: NDArray[np.float32]
    right: NDArray[np.float32]
    rate: int

    def sounding(self, *, above: float = 0.01) -> slice:
        """Return where either ear hears something, from the first such sample to the last."""
        at = np.flatnonzero(np.maximum(np.abs(self.left), np.abs(self.right)) > above)
        return slice(int(at[0]), int(at[-1]) + 1)

    def seconds(self, *, above: float = 0.01) -> float:
        """Return how long it sounded."""
        where = self.sounding(above=above)
        return (where.stop - where.start) / self.rate


def lay_tap(context: BrowserContext) -> None:
    """Tap pages that are opened from now on; twenty seconds of sound wait for a page that is busy."""
    context.add_init_script(_TAP)


def open_tap(page: Page) -> None:
    """Open the page's sound path, as the first press of Play does."""
    page.evaluate("() => document.querySelector('ear-workbench').player.ears.open()")


def take(page: Page) -> Heard:
    """Return what came out since the tap was opened or taken last."""
    page.evaluate("() => { window.tap.until = window.tap.context.currentTime + 0.05; }")
    page.wait_for_function("() => window.tap.frames / window.tap.context.sampleRate >= window.tap.until")
    left, right, rate = page.evaluate(_TAKE)
    return Heard(_samples(left), _samples(right), round(rate))


def _samples(text: str) -> NDArray[np.float32]:
    return np.frombuffer(base64.b64decode(text), np.float32)


def loudest_hertz(samples: NDArray[np.float32], rate: int) -> float:
    """Return the frequency of a steady tone, from its spectrum's peak by a parabola."""
    spectrum = np.log(np.abs(np.fft.rfft(samples * np.hanning(len(samples)))) + 1e-12)
    peak = int(np.argmax(spectrum))
    below, at, above = spectrum[peak - 1 : peak + 2]
    return float((peak + (below - above) / (2 * (below - 2 * at + above))) * rate / len(samples))
