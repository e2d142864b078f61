# ruff: noqa: RUF001, SIM905 (phonetic letters; tables read better as words)
"""Text to the phoneme letters that the Kokoro model reads.

The alphabet is close to IPA, with one capital letter for each English diphthong (A as in day,
I as in my, O as in go, W as in now, Y as in boy).
"""

import re
import subprocess

_ENGLISH = {
    "aɪ": "I",
    "aʊ": "W",
    "eɪ": "A",
    "oʊ": "O",
    "ɔɪ": "Y",
    "tʃ": "ʧ",
    "dʒ": "ʤ",
    "ɜː": "ɜɹ",
    "ɚ": "əɹ",
    "əl": "ᵊl",
    "n̩": "ᵊn",
    "ɐ": "ə",
    "ɾ": "T",
    "ʔ": "t",
    "r": "ɹ",
    "ː": "",
}
_ENGLISH_SYMBOL = re.compile("|".join(sorted(_ENGLISH, key=len, reverse=True)))

_INITIALS = "k ʔk n t ʔt ɾ m p ʔp s ʔs - ʨ ʔʨ ʨʰ kʰ tʰ pʰ h".split()
_VOWELS = "a e ja je ʌ e jʌ je o wa we we jo u wʌ we wi ju ɯ ɯi i".split()
_FINALS = "- k k k n n n t l k m l l l p l m p p t t ŋ t t k t p t".split()
_VOICED = {"k": "ɡ", "t": "d", "p": "b", "ʨ": "ʥ"}
_SONORANT_FINALS = {"-", "n", "l", "m", "ŋ"}
_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3


def english(text: str) -> str:
    """American English text as Kokoro phonemes; punctuation is kept, it shapes the melody.

    The pronunciations come from the espeak-ng program.
    """
    parts = re.split(r"([,.?!;:]+)", text)
    return "".join(part if i % 2 else _english_clause(part) for i, part in enumerate(parts))


def _english_clause(text: str) -> str:
    if not text.strip():
        return text
    command = ["espeak-ng", "-q", "--ipa", "-v", "en-us", text.strip()]
    ipa = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    letters = _ENGLISH_SYMBOL.sub(lambda match: _ENGLISH[match[0]], " ".join(ipa.split()))
    return f" {letters}" if text.startswith(" ") else letters


def korean(spoken: str) -> str:
    """Korean as Kokoro phonemes, from Hangul spelt the way it is pronounced.

    Sound changes between syllables (liaison, nasals, tense consonants) must already be in the
    spelling; only the voicing of plain stops between voiced sounds is done here.
    """
    out, voiced_before = [], False
    for letter in spoken:
        if _FIRST_SYLLABLE <= ord(letter) <= _LAST_SYLLABLE:
            syllable, voiced_before = _korean_syllable(letter, voiced_before=voiced_before)
            out.append(syllable)
        else:
            out.append(letter)
            voiced_before = voiced_before and letter == " "
    return "".join(out).strip()


def _korean_syllable(letter: str, *, voiced_before: bool) -> tuple[str, bool]:
    """One syllable block as phonemes, and whether the next plain stop becomes voiced."""
    rest, final_index = divmod(ord(letter) - _FIRST_SYLLABLE, len(_FINALS))
    initial_index, vowel_index = divmod(rest, len(_VOWELS))
    initial, vowel, final = _INITIALS[initial_index], _VOWELS[vowel_index], _FINALS[final_index]
    if voiced_before:
        initial = _VOICED.get(initial, initial)
    if initial in {"s", "ʔs"} and vowel[0] in "ij":
        initial = initial.replace("s", "ɕ")
    letters = (initial + vowel + final).replace("-", "")
    return letters, final in _SONORANT_FINALS
