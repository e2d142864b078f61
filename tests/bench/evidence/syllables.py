"""Speech whose syllables are known: by the phonemes that a synthesiser speaks, or by what is read.

A syllable is a phoneme that can bear one: a vowel, a diphthong, or a consonant marked as syllabic. Speaking
time is where the sound is, silences under 0.2 s included, as rates of articulation count it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from typing import Final
from zlib import crc32

import numpy as np
import soundfile
from injection import as_floats
from spoken import CACHE, FLITE, texts

from earmark.audio.evidence.recording import read_recording
from earmark.audio.evidence.runs import runs_of
from elsewhere import DATA

VOWELS: Final = "aeiouyæɐɑɒɔəɚɛɜɝɞɪɨʉʊʌɯɤøœɶɵɘʏᵻ"  # noqa: RUF001 - signs of the IPA
SYLLABIC: Final = "\u0329"
SPEEDS: Final = (130, 160, 190, 220)
VARIANTS: Final = ("m1", "f3", "m4", "f5", "m6")
HANGUL: Final = re.compile("[가-힣 ,]+[.]")
LEAST_CHARACTERS: Final = {"en": 60, "de": 60, "es": 60, "ko": 30}
CLIPS_A_LANGUAGE: Final = 60
SILENT_DB: Final = -45.0
CLOSED_FRAMES: Final = 20

GERMAN: Final = """
Der nächste Zug nach Hamburg fährt heute von Gleis sieben ab und hat etwa zehn Minuten Verspätung.
Könnten Sie mir bitte noch einmal Ihre Kundennummer und Ihr Geburtsdatum nennen?
Ich habe gestern eine Jacke bestellt, aber im Paket lag nur eine blaue Mütze.
Morgen früh ist es zunächst neblig, am Nachmittag scheint dann überall die Sonne.
Wenn die rote Lampe blinkt, ziehen Sie den Stecker und warten eine halbe Minute.
Unser Tisch am Fenster ist leider vergeben, doch auf der Terrasse wäre noch etwas frei.
Die Rechnung vom letzten Monat wurde zweimal abgebucht, das möchte ich gerne klären.
Für die Suppe schneiden Sie Kartoffeln, Möhren und eine kleine Zwiebel in Würfel.
"""
SPANISH: Final = """
El próximo tren a Sevilla sale de la vía cuatro y llega con diez minutos de retraso.
Necesito cambiar la reserva del viernes porque mi hermana llega un día más tarde.
Por favor, dígame otra vez su número de cliente y la fecha de nacimiento.
Mañana por la mañana habrá niebla, pero por la tarde saldrá el sol en toda la costa.
Si la luz roja parpadea, desenchufe el aparato y espere medio minuto.
La mesa junto a la ventana está ocupada, aunque en la terraza queda sitio para tres.
Me cobraron dos veces la factura del mes pasado y quisiera aclararlo hoy mismo.
Para la sopa corte las patatas, las zanahorias y una cebolla pequeña en dados.
"""


def read_aloud() -> Iterator[tuple[str, np.ndarray, int, float]]:
    """Yield a group, samples of 16 bits, their rate, and syllables a second of speaking."""
    for language in LEAST_CHARACTERS:
        for number in range(CLIPS_A_LANGUAGE):
            text = sentences(language)[number % len(sentences(language))]
            voice = f"{'en-us' if language == 'en' else language}+{VARIANTS[number % len(VARIANTS)]}"
            speed = SPEEDS[number % len(SPEEDS)]
            samples, rate = by_espeak(voice, text, speed)
            yield f"{language}, espeak-ng", samples, rate, by_ipa(voice, text) / speaking_s(samples, rate)
    for number in range(CLIPS_A_LANGUAGE):
        text = sentences("en")[number % len(sentences("en"))]
        voice = FLITE[number % len(FLITE)]
        samples, rate, count = by_flite(voice, text)
        yield "en, flite", samples, rate, count / speaking_s(samples, rate)
    for samples, rate, language, text in by_people():
        count = by_ipa("ko" if language == "ko" else "en-us", text)
        yield f"real and neural, {language}", samples, rate, count / speaking_s(samples, rate)


@cache
def sentences(language: str) -> list[str]:
    """Return sentences without digits or names."""
    if language in {"de", "es"}:
        return (GERMAN if language == "de" else SPANISH).strip().splitlines()
    whole = " ".join(texts(language))
    found = HANGUL.findall(whole) if language == "ko" else re.findall("[A-Z][a-z ,]+[.]", whole)
    long = [each.strip() for each in found if LEAST_CHARACTERS[language] <= len(each.strip()) <= 140]
    return sorted(set(long))[:CLIPS_A_LANGUAGE]


def by_ipa(voice: str, text: str) -> int:
    """Count syllables in what espeak-ng makes of a text."""
    command = ["espeak-ng", "-q", "--ipa", "--sep=_", "-v", voice, "--stdin"]
    told = subprocess.run(command, check=True, capture_output=True, input=text.encode()).stdout.decode()
    phonemes = re.split(r"[_\s]+", told)
    return sum(any(mark in phoneme for mark in VOWELS + SYLLABIC) for phoneme in phonemes)


def by_espeak(voice: str, text: str, speed: int) -> tuple[np.ndarray, int]:
    """Return what espeak-ng reads, made once and kept."""
    out = CACHE / "sentences" / f"{voice}-{speed}-{crc32(text.encode()):08x}.wav"
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        command = ["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(out), "--stdin"]
        subprocess.run(command, check=True, input=text.encode())
    return soundfile.read(out, dtype="int16")


def by_flite(voice: str, text: str) -> tuple[np.ndarray, int, int]:
    """Return what flite reads, and its syllables: of its phones, vowels alone begin with such a letter."""
    out = CACHE / "sentences" / f"flite-{voice}-{crc32(text.encode()):08x}.wav"
    out.parent.mkdir(parents=True, exist_ok=True)
    command = ["flite", "-voice", voice, "-ps", "-t", text, "-o", str(out)]
    phones = subprocess.run(command, check=True, capture_output=True).stdout.decode().split()
    samples, rate = soundfile.read(out, dtype="int16")
    return samples, rate, sum(phone[0] in "aeiou" for phone in phones)


def by_people() -> Iterator[tuple[np.ndarray, int, str, str]]:
    """Yield the collection's sentences, by people and by neural voices, with what is read."""
    table = (DATA / "audio" / "README.md").read_text("utf-8")
    for source, language in (("english-tts", "en"), ("korean-tts", "ko")):
        for path in sorted((DATA / "audio" / source).glob("*.wav")):
            row = next(line for line in table.splitlines() if line.startswith(f"| {path.name} "))
            text = row.split(" | ")[7]
            if "reference" not in text:
                recording = read_recording(path)
                floats = as_floats(recording, 0)
                samples = np.rint(np.clip(floats, -1, 1) * 32_767).astype(np.int16)
                yield samples, recording.sample_rate_hz, language, text


def speaking_s(samples: np.ndarray, rate: int) -> float:
    """Return the seconds in which there is sound, silences under 0.2 s included."""
    frame = rate // 100
    frames = samples[: len(samples) // frame * frame].reshape(-1, frame).astype(np.float64)
    power = 10 * np.log10((frames**2).mean(axis=1) + 1e-6)
    runs = runs_of(power > np.quantile(power, 0.95) + SILENT_DB)
    gaps = runs[1:, 0] - runs[:-1, 1]
    return float((runs[:, 1] - runs[:, 0]).sum() + gaps[gaps < CLOSED_FRAMES].sum()) / 100
