"""Idioms whose words would be taken for something else, and what they come to."""

from __future__ import annotations

import re
from typing import Final

_NUMBERS: Final = "one|two|three|four|five"

_IDIOMS: Final = (
    ("[\u2019`\u00b4]", "'"),
    (r"'s\b", ""),
    (r"\bfrom (?:the )?start to (?:the )?(?:end|finish)\b|처음부터 끝까지", "throughout"),
    (r"\bnot (?:only|just)\b", " "),
    (r"\bas well\b", "also"),
    (r"\bkind of\b|\bsort of\b", "somewhat"),
    (r"\b(?:free|devoid) (?:of|from)\b", "without"),
    (r"\bcalm (?:down|myself)\b", "settle"),
    (r"\b(?:good|nice|great) (?:morning|day|evening|night|afternoon|trip)\b", "greeting"),
    (r"좋은 (?:하루|아침|저녁|밤)", "인사"),
    (r"\bforg[eo]t (?:that )?(?:it|this) (?:was|is) (?:a|an) \w+", "natural"),
    (r"\bwhere to (?:begin|start)\b|\b(?:that|the) last bit of\b", " "),
    (r"\bevery (?:second|minute|moment)\b(?= of|[.,!]|$)", "all"),
    (rf"\b(?:{_NUMBERS}) of (?:the|my|its|these) (?:two|three|four|five|six|seven|ten)\b", "half of"),
    (r"\b(?:talk|speak)(?:s|ing)? at once\b|\bat the same time\b", "overlapping"),
    (r"\bno words? (?:about|on|of)\b", "no mention of"),
    (r"\b(?:rented|my|our|your|in a|in the) flat(?=[.,;]|$| (?:and|is|has|with|or)\b)", "home"),
    (r"\b(?:can|could) (?:hardly|scarcely|barely|not) (?:have been|be) (?:any )?(?=more\b|better\b)", ""),
    (r"\b(?:can|could)n't (?:have been|be) (?:any )?(?=more\b|better\b)", ""),
    (
        r"\bwithout (?:my|me|us|our|being|the user)(?: having to| even)? (?:ask|prompt)\w*\b|\bunprompted\b",
        "helpfully",
    ),
    (
        r"구별(?:할 수(?:가|도)?|이|하기(?:가)?)? ?(?:없|안 ?[되돼]|어렵|어려|되지 않|가지 않)[가-힣]*",
        "사람 같다",
    ),
    (r"\bfree (?=[a-z])", "gratis "),
    (r"\bnothing but\b|\bno doubt\b|\bno wonder\b|\bneedless to say\b", " "),
)

_SPEAKER: Final = r"(?:wom[ae]n|m[ae]n|(?:fe)?male|lady|guy|girl|boy|child|voice|speaker|announcer|she|he)"
_SCRIPT: Final = r"(?:script|text|page|paper|sheet|manual|book|words?|lines?|sentences?)"

_READING_OUT: Final = (
    (
        (
            rf"\b({_SPEAKER}\b[^.,;]{{0,20}}?)\bread(?:s|ing)? (?:out |aloud |through )?"
            rf"(?=(?:out )?(?:the|a|an|my|his|her|their|some|two|three) (?!{_SCRIPT}\b))"
            r"(?![^.;]*\b(?:like|as if|as though)\b)"
        ),
        r"\1speaks ",
    ),
    (r"읽어 ?(?=주|준|줌|줘|줬)", "말해 "),
    (r"(?<!책)(?<!본)(?<!원고)(?<!글)([을를]) 읽(?=는다|습니다|고 있|음|었다|어 내려)", r"\1 말하"),
)
"""To read the forecast is to say it; to sound like reading is a fault, and so is reading a script."""

_LEVEL: Final = "(?:middle|mid|top|highest|lowest|low|high|full|maximum|neutral|average|best)"
_MARK: Final = r"(?:scores?|marks?|rating|grade|points?|option|scale|road|ground|range)"
_COMES_TO: Final = r"(?:land|sit|stay|fall|settle|end|lie|belong|remain|go|went|come|came|hover)(?:s|ed|ing)?"

_RESTATED_SCORES: Final = (
    r"\b\d{1,3} ?(?:/ ?(?:5|10|100)\b|out of (?:5|10)\b|%)",
    rf"\b(?:the |a |an |my )?{_LEVEL}[ -](?:of the )?{_MARK}\b",
    rf"\b{_COMES_TO} (?:up |right |just |somewhere )*(?:in|on|at|for|with|near|around) the middle\b",
    r"\b(?:somewhere|right|score|mark|grade) (?:in|around) the middle\b",
    r"\b(?:halfway|half way|midway) between\b|\bhalf of me\b",
    rf"\b(?:{_NUMBERS}) (?:points?|stars?|marks?)\b",
    rf"\b(?:an?|the|hence|full|solid|weak) (?:{_NUMBERS})(?=\s*(?:$|[.,;!?)]|(?:for|from) me|because))",
    r"(?:중간|가운데|중앙|최고|최저|만|높은|낮은) ?점수?(?=[가-힣]{0,3}(?:\s|$|[.,]))",
)
"""The score in words: it says nothing of the talk, and "the middle score" is no place in it."""

_REWRITES: Final = tuple(
    (re.compile(pattern), into)
    for pattern, into in (*_IDIOMS, *_READING_OUT, *((score, " ") for score in _RESTATED_SCORES))
)


def rewrite(text: str) -> str:
    """Return a text in lower case with its idioms put in words that can be read one by one."""
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    return text
