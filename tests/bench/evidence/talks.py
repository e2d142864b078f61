"""Talks made of speech with known edges: a user of people's prompts, an agent of synthetic voices.

Each talk has a dozen exchanges: answers early and late, pauses within the agent's turns, listener's words,
barge-ins to which the agent yields soon, late or never. Noise is on the user's channel; the agent may leak
into it through a small room. Edges are where a clip rises to 40 dB under its peak, and falls below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np
import soundfile
import soxr
from damage import as16
from packaged import SOUNDS
from spoken import spoken
from syllables import sentences

RATE: Final = 16_000
EXCHANGES: Final = 12
EDGE_DB: Final = -40.0
NOISE_DB: Final = -60.0
DELAY_S: Final = 0.08
AGENTS: Final = ("slt", "rms", "en-us+m3", "en-gb+f2")
SPEAKERS: Final = (
    "en_US_f_Allison",
    "es_MX_f_Allison",
    "fr_CA_f_June",
    "it_IT_m_Carlo",
    "ru_RU_f_IvrvoiceRU",
)
WORD_S: Final = (0.2, 0.8)
TURN_S: Final = (1.5, 6.0)
EVENTS: Final = ("none", "word", "yield", "pause", "never")
ODDS: Final = (0.2, 0.25, 0.25, 0.2, 0.1)

Span = tuple[float, float]


@dataclass
class Talk:
    """Two channels, the user's first, and what is in them; times in seconds.

    Attributes:
        answers: The end of a user's turn, and how long after it the agent begins.
        barge_ins: Where the user cuts in, and how long the agent goes on.
        words: The user's words while the agent goes on.
        pauses: Within the agent's turns.
    """

    seconds: float
    channels: np.ndarray = field(default_factory=lambda: np.zeros((2, 600 * RATE), np.float32))
    answers: list[Span] = field(default_factory=list)
    barge_ins: list[Span] = field(default_factory=list)
    words: list[Span] = field(default_factory=list)
    pauses: list[Span] = field(default_factory=list)

    def say(self, channel: int, at_s: float, sound: np.ndarray) -> float:
        """Put a sound there and return where it ends."""
        start = round(at_s * RATE)
        self.channels[channel, start : start + len(sound)] += sound
        end = (start + len(sound)) / RATE
        self.seconds = max(self.seconds, end)
        return end


def talk(
    seed: int, *, leak_db: float | None = None, noise_db: float = NOISE_DB, source: int = 1
) -> tuple[Talk, np.ndarray]:
    """Return a talk by chance, and its samples of 16 bits; ``source`` is the channel that leaks."""
    chance = np.random.default_rng(seed)
    user, agent = SPEAKERS[seed % len(SPEAKERS)], AGENTS[seed // len(SPEAKERS) % len(AGENTS)]
    here, now = Talk(0.0), 0.5
    for _ in range(EXCHANGES):
        now = here.say(0, now, drawn(chance, prompts(user, *TURN_S)))
        now = exchange(here, now, chance, user=user, agent=agent)
        now += float(chance.uniform(0.4, 1.5))
    samples = here.channels[:, : round((here.seconds + 1) * RATE)]
    if leak_db is not None:
        samples[1 - source] += leaked(samples[source], leak_db, chance)
    samples[1 - source] += chance.normal(0, 10 ** (noise_db / 20), samples.shape[1])
    return here, as16(samples)


def exchange(here: Talk, end: float, chance: np.random.Generator, *, user: str, agent: str) -> float:
    """Let the agent answer, and something happen while it speaks; return where all is said."""
    event = str(chance.choice(EVENTS, p=ODDS))
    gap = float(chance.uniform(0.2, 2.5))
    here.answers.append((end, gap))
    start = end + gap
    said = drawn(chance, lines(agent))
    if event == "none" or len(said) < 3 * RATE:
        return here.say(1, start, said)
    if event == "pause":
        middle = here.say(1, start, said)
        silence = float(chance.uniform(0.8, 1.9))
        here.pauses.append((middle, middle + silence))
        return here.say(1, middle + silence, drawn(chance, lines(agent)))
    if event == "word":
        word = drawn(chance, prompts(user, *WORD_S))
        at = start + float(chance.uniform(0.8, len(said) / RATE - len(word) / RATE - 0.6))
        here.words.append((at, here.say(0, at, word)))
        return here.say(1, start, said)
    cut_in = float(chance.uniform(0.8, 1.4))
    wanted = drawn(chance, prompts(user, *TURN_S))
    went_on = float(chance.uniform(0.1, min(1.9, len(said) / RATE - cut_in - 0.1)))
    until = len(said) if event == "never" else loud_until(said, round((cut_in + went_on) * RATE))
    if until / RATE <= cut_in:
        return here.say(1, start, said)
    stop = here.say(1, start, faded(said[:until]))
    here.barge_ins.append((start + cut_in, stop - start - cut_in))
    after = max(here.say(0, start + cut_in, wanted), stop)
    gap = float(chance.uniform(0.3, 2.0))
    if stop < after - 0.2:
        here.answers.append((after, gap))
    return here.say(1, after + gap, drawn(chance, lines(agent)))


def drawn(chance: np.random.Generator, sounds: Sequence[np.ndarray]) -> np.ndarray:
    return sounds[int(chance.integers(len(sounds)))]


def faded(sound: np.ndarray) -> np.ndarray:
    """Return a sound that ends in 10 ms."""
    out = sound.copy()
    out[-160:] *= np.linspace(1, 0, 160, dtype=np.float32)
    return out


def loud_until(sound: np.ndarray, place: int) -> int:
    """Return the last place before one at which 10 ms are within 20 dB of the loudest."""
    frames = sound[: place // 160 * 160].reshape(-1, 160)
    power = (frames**2).mean(axis=1)
    loud = np.flatnonzero(power > power.max(initial=0) / 100)
    return int(loud[-1] + 1) * 160 if len(loud) else 0


def edged(samples: np.ndarray, rate: int) -> np.ndarray:
    """Return a sound at 16 kHz from its first edge to its last, at -26 dBFS."""
    wide = soxr.resample(samples, rate, RATE).astype(np.float32)
    frames = wide[: len(wide) // 80 * 80].reshape(-1, 80)
    power = 10 * np.log10((frames**2).mean(axis=1) + 1e-12)
    loud = np.flatnonzero(power > power.max() + EDGE_DB)
    cut = wide[loud[0] * 80 : (loud[-1] + 1) * 80]
    active = power[power > power.max() - 20]
    return np.asarray(cut * 10 ** ((-26 - 10 * np.log10(np.mean(10 ** (active / 10)))) / 20), np.float32)


@cache
def prompts(speaker: str, least_s: float, most_s: float) -> list[np.ndarray]:
    """Return a speaker's prompts of such a length without a pause of 0.6 s, after which it would be two."""
    found = []
    for path in sorted((SOUNDS / speaker).glob("**/*.wav")):
        if not any(mark in str(path) for mark in ("silence", "tone", "beep", "monkeys")):
            samples, rate = soundfile.read(path, dtype="float32")
            if least_s <= len(samples) / rate <= most_s + 0.5 and np.abs(samples).max() > 0.02:
                sound = edged(samples, rate)
                if least_s <= len(sound) / RATE <= most_s and longest_pause_s(sound) < 0.6:
                    found.append(sound)
    return found


def longest_pause_s(sound: np.ndarray) -> float:
    frames = sound[: len(sound) // 160 * 160].reshape(-1, 160)
    quiet = (frames**2).mean(axis=1) < 10 ** ((-26 + EDGE_DB) / 10)
    best = run = 0
    for each in quiet.tolist():
        run = run + 1 if each else 0
        best = max(best, run)
    return best / 100


@cache
def lines(voice: str) -> list[np.ndarray]:
    """Return what an agent may say: sentences without a pause of 0.6 s."""
    read = (soundfile.read(spoken(voice, text), dtype="float32") for text in sentences("en")[:40])
    sounds = [edged(samples, rate) for samples, rate in read]
    return [sound for sound in sounds if longest_pause_s(sound) < 0.6]


def leaked(source: np.ndarray, gain_db: float, chance: np.random.Generator) -> np.ndarray:
    """Return what the other channel hears: later, softer, and with the tail of a small room."""
    room = chance.normal(0, 1, round(0.06 * RATE)) * np.exp(-np.arange(round(0.06 * RATE)) / (0.015 * RATE))
    room *= 0.3 / np.sqrt((room**2).sum())
    room[0] = 1.0
    delay = round(DELAY_S * RATE)
    echo = np.convolve(source, room / np.sqrt((room**2).sum()))[: len(source) - delay]
    return np.concatenate([np.zeros(delay), echo]) * 10 ** (gain_db / 20)
