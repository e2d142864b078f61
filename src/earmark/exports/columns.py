"""The tables of an export: each column is defined once, and the files and the dictionary are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

ColumnType = Literal["text", "integer", "number", "boolean", "time", "names", "json"]
"""``time`` is microseconds since 1970 UTC in rows; ``names`` is a list of text; ``json`` any JSON value."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``unit`` is empty where the value has none."""

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table: the name of its files, what one row is, and its columns in order."""

    name: str
    row: str
    columns: tuple[Column, ...]


_STUDY: Final = Column("study", "text", "Name of the study.")
_SUBMISSION: Final = Column("submission", "text", "Id of the submission.")
_REVISION: Final = Column("revision", "integer", "Revision of the submission, from 1.")
_CURRENT: Final = Column("current", "boolean", "Whether that submission holds.")
_QUESTION: Final = Column("question", "text", "Id of the question in the protocol.")
_RATER: Final = Column("rater", "text", "Opaque id of the rater, the same in all tables.")
_ASSIGNMENT: Final = Column("assignment", "text", "Id of the assignment: this task held by this rater.")
_TASK: Final = Column("task", "text", "Id of the task, which is what a rater gets at once.")
_ITEM: Final = Column("item", "text", "Name of the item, which conditions share.")
_CONDITION: Final = Column("condition", "text", "Name of the condition; empty where the recording has none.")
_STIMULUS: Final = Column("stimulus", "text", "Id of the recording; empty where a pair as a whole is meant.")
_SIDE: Final = Column("side", "text", "Side of a pair on which the recording was, `a` or `b`; else empty.")
_HEARD_FIRST: Final = Column(
    "heard_first", "text", "Side of a pair that this rater heard first, `a` or `b`; else empty."
)
_SIDES: Final = (
    Column("condition_a", "text", "Condition that stood as A for this rater; empty but for pairs."),
    Column("condition_b", "text", "Condition that stood as B for this rater; empty but for pairs."),
    _HEARD_FIRST,
)
_ORIGINALS: Final = (
    Column("audio", "text", "Where the original lies in this folder, if audio was exported."),
    Column(
        "agent_audio", "text", "The agent's file, where each speaker had one; `audio` is the user's then."
    ),
)
_SOUND: Final = (
    Column("duration_s", "number", "Length.", "s"),
    Column("channels", "integer", "Number of channels."),
    Column("sample_rate_hz", "integer", "Sample rate of the original.", "Hz"),
    Column("agent_channel", "integer", "Channel of the agent: 0 left, 1 right; empty for one channel."),
    Column("language", "text", "Language spoken."),
)
_TURN: Final = (
    Column("turn", "text", "Id of the turn; empty where the row is about no single turn."),
    Column("turn_position", "integer", "Place of the turn in its recording, from 1."),
    Column("turn_role", "text", "Who speaks in the turn: `user` or `agent`."),
    Column("turn_start_s", "number", "Start of the turn in the recording.", "s"),
    Column("turn_end_s", "number", "End of the turn in the recording.", "s"),
)
_STANDING: Final = (
    Column("submitted_at", "time", "When the submission arrived.", "UTC"),
    Column("revision", "integer", "1 for the first of an assignment, one more for each correction."),
    Column(
        "current",
        "boolean",
        "Whether it holds: neither corrected nor set aside nor retracted. Means use only such.",
    ),
    Column("late", "boolean", "Whether it came after the rater's lease was over."),
    Column("extra", "boolean", "Whether it is beyond the votes wanted. Means leave extras out."),
    Column("language", "text", "Language of the page that the rater used."),
    Column("recording_revision", "integer", "Revision of the recording that was heard, from 1."),
    Column("set_aside", "boolean", "Whether the recording was corrected since and is rated again."),
    Column("retracted", "boolean", "Whether its rater skipped or discarded the whole item afterwards."),
)
_PROTOCOL: Final = (
    Column("protocol", "text", "Id of the protocol."),
    Column("protocol_version", "text", "Version of the protocol."),
    Column("protocol_hash", "text", "SHA-256 of the protocol's files, which are in this folder."),
)

SCORES: Final = Table(
    "scores",
    "One answer to one question about one target: a number, a choice, or a text.",
    (
        Column("submission", "text", "Id of the submission that holds the score."),
        _STUDY,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _STIMULUS,
        _SIDE,
        _HEARD_FIRST,
        *_TURN,
        _RATER,
        Column("rater_group", "text", "Group that the owner put the rater in; empty for none."),
        Column("target", "text", "What was rated: `item`, `pair`, a side, or the id of a turn."),
        _QUESTION,
        Column("value", "integer", "The number on the question's scale, if it has one.", "point"),
        Column("choice", "text", "What was chosen, where the question asks for no number."),
        Column("justification", "text", "The rater's words, unchanged."),
        Column("criteria", "names", "Ids of the criteria that the rater named."),
        Column(
            "evidence",
            "json",
            "Stretches of sound that the words point at: `start_s`, `end_s` (equal for a moment), `note`.",
            "s",
        ),
        *_STANDING,
        *_PROTOCOL,
    ),
)

SUBMISSIONS: Final = Table(
    "submissions",
    "One submission of one rater for one task, each correction being a row of its own.",
    (
        _SUBMISSION,
        _STUDY,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _STIMULUS,
        *_SIDES,
        _RATER,
        Column("position", "integer", "Which task of this rater in this study it was, from 1."),
        Column("leased_at", "time", "When the rater got the task.", "UTC"),
        *_STANDING,
        *_PROTOCOL,
        Column(
            "active_seconds",
            "number",
            "Work on the task, without the time in which nobody touched the page or listened.",
            "s",
        ),
        Column("fact_checks", "json", "Time on the timer for checking facts, by turn.", "s"),
        Column(
            "body",
            "json",
            "What the rater's page sent, without answers that a discard in it hides.",
        ),
        Column(
            "evidence_shown",
            "json",
            "What the rater had been sent of the audio evidence: since when (`at`, microseconds UTC), and by "
            "recording its `marks` and the `versions` of the detectors; empty for nothing.",
        ),
    ),
)

LISTENING: Final = Table(
    "listening",
    "What a submission says was heard of one target. The stretches played are in the submission's `body`.",
    (
        _SUBMISSION,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _STIMULUS,
        _RATER,
        Column("target", "text", "What was heard: `item`, or the id of a turn, be it of user or agent."),
        Column("plays", "integer", "How often it was played from its start."),
        Column(
            "seconds", "number", "How much of it was played, replays included, in time of the recording.", "s"
        ),
        Column("speeds", "json", "The same seconds by speed, where 1 is the speed of the recording.", "s"),
        Column(
            "modes", "json", "The same seconds by what was heard: `both`, `centred`, `left`, `right`.", "s"
        ),
        _CURRENT,
    ),
)

HINTS: Final = Table(
    "hints",
    "One hint that the rating page showed beside a field or before submission, and what became of it.",
    (
        _SUBMISSION,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _STIMULUS,
        _RATER,
        Column("target", "text", "What was being rated: `item`, `pair`, a side, or the id of a turn."),
        _QUESTION,
        Column("hint", "text", "Id of the audit that found it."),
        Column(
            "about",
            "text",
            "What in the field it is about: ids such as that of an error, the variant of the message, a "
            "piece of the text; empty for all of it.",
        ),
        Column("severity", "text", "`hint`, `warning`, or `error`, which keeps a submission back."),
        Column(
            "outcome",
            "text",
            "`mended` by changed words, `kept` as it was, `put-away`, or `answered` by the rater.",
        ),
        Column("reason", "text", "What the rater answered: why it stands all the same."),
        _REVISION,
        _CURRENT,
    ),
)

FLAGS: Final = Table(
    "flags",
    "One instance of an error that a submission flags, on a recording or on one side of a pair.",
    (
        _SUBMISSION,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _RATER,
        Column("target", "text", "What is flagged: `item`, a side, or the id of a turn."),
        _QUESTION,
        Column("cluster", "text", "Id of the error cluster."),
        Column("severity", "text", "Its severity, the same for all instances of a flag."),
        Column("instance", "integer", "Number of the instance in its flag, from 1."),
        Column("turn", "text", "Id of the turn that it names, if any."),
        Column("start_s", "number", "Start in the recording, if a time was taken.", "s"),
        Column("end_s", "number", "End in the recording; equal for a moment.", "s"),
        Column("note", "text", "The rater's words, unchanged."),
        Column("throughout", "boolean", "Whether it is there throughout."),
        Column("count", "integer", "How often, where the cluster asks for that."),
        Column("word", "text", "The word that it is about, where one was named."),
        Column("type", "text", "Kind of instance, where one was chosen."),
        _REVISION,
        _CURRENT,
    ),
)

KEY_FACTS: Final = Table(
    "key_facts",
    "One key fact of a scenario that a rater marked as told, or not told, to one side of a pair.",
    (
        _SUBMISSION,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _RATER,
        Column("target", "text", "The side, `a` or `b`."),
        Column("fact", "text", "The fact, in the scenario's words."),
        Column("told", "boolean", "Whether the user told it there, as the rater marked it."),
        Column(
            "suggested",
            "boolean",
            "What the words of the talk had suggested to the rater; empty where they suggested nothing.",
        ),
        _REVISION,
        _CURRENT,
    ),
)

PREFILLED: Final = Table(
    "prefilled",
    "One answer that a fact-check filled in before the rater chose, and what the rater made of it.",
    (
        Column("submission", "text", "Id of the submission."),
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _RATER,
        Column("target", "text", "What it is about: `item`, a side, or the id of a turn."),
        Column("question", "text", "Id of the question in the protocol."),
        Column("filled_choice", "text", "Id of the option that was filled in."),
        Column("filled_by", "text", "Name of the plug-in that filled it in."),
        Column("choice", "text", "Id of the option that the rater sent."),
        Column("against", "text", "Why it is another one, in the rater's words."),
        Column("revision", "integer", "Revision of the submission, from 1."),
        Column("current", "boolean", "Whether that submission holds."),
    ),
)

FACT_CHECKS: Final = Table(
    "fact_checks",
    "One claim that a plug-in found in a talk, or a talk that it found none in or could not check.",
    (
        _STIMULUS,
        _ITEM,
        _CONDITION,
        Column("plugin", "text", "Name of the plug-in."),
        Column("state", "text", "`done`, `failed`, or `slow` where it took too long."),
        Column("failure", "text", "Why there are no claims."),
        Column("turn_place", "integer", "Place of the turn that states the claim in its recording, from 1."),
        Column("claim", "text", "What is stated."),
        Column("verdict", "text", "`right`, `wrong` or `unsure`."),
        Column("affects_task", "boolean", "Whether the task is not met for it."),
        Column("source", "text", "By what it was checked."),
        Column("made_at", "time", "When it was checked.", "UTC"),
    ),
)

COMPARISONS: Final = Table(
    "comparisons",
    "One choice between the two sides of a pair, as `earmark stats rank` reads it.",
    (
        _SUBMISSION,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        Column("scenario_class", "text", "Class of the scenario; where the rater states it, the one stated."),
        Column("left", "text", "Condition that stood as A."),
        Column("right", "text", "Condition that stood as B."),
        _HEARD_FIRST,
        _RATER,
        _QUESTION,
        Column("winner", "text", "`left`, `right`, `tie`, `both_good` or `both_bad`."),
        Column("strength", "integer", "How strong the preference is, where that is asked."),
        Column("choice", "text", "Id of the option that was chosen."),
        Column("reason", "text", "The rater's words, unchanged."),
        _REVISION,
        _CURRENT,
        Column("extra", "boolean", "Whether it is beyond the votes wanted."),
    ),
)

MARKS: Final = Table(
    "marks",
    "One skip or discard: a recording, a turn or a dimension that a rater left unrated, with the reason.",
    (
        Column("mark", "text", "Id of the mark."),
        _STUDY,
        _ASSIGNMENT,
        _TASK,
        _ITEM,
        _CONDITION,
        _STIMULUS,
        _RATER,
        Column("submission", "text", "Submission it came with; empty where the whole task was left."),
        Column(
            "current",
            "boolean",
            "False where that submission was corrected, or the mark set aside or taken back.",
        ),
        Column("act", "text", "`skip` hands the task to others; `discard` says that something is broken."),
        Column("exit", "text", "Id of the exit in the protocol."),
        Column("scope", "text", "What was left: `item`, `turn`, `dimension` or `side`."),
        Column("target", "text", "`item`, a side, or the id of a turn."),
        Column("question", "text", "Id of the question, where one dimension was left."),
        Column("reason", "text", "Id of the reason in the protocol."),
        Column("explanation", "text", "The rater's words, unchanged."),
        Column("made_at", "time", "When the mark was made.", "UTC"),
        Column("recording_revision", "integer", "Revision of the recording that was heard, from 1."),
        Column("set_aside", "boolean", "Whether the recording was corrected since and is rated again."),
        Column("taken_back_at", "time", "When its rater took it back; empty where it was not.", "UTC"),
    ),
)

STIMULI: Final = Table(
    "stimuli",
    "One recording.",
    (
        Column("stimulus", "text", "Id of the recording."),
        Column("task", "text", "Id of the task that asks about it alone; empty where only pairs hold it."),
        _ITEM,
        _CONDITION,
        Column("file_name", "text", "Name of the file it was imported from."),
        *_ORIGINALS,
        Column("sha256", "text", "SHA-256 of the original file, or of what names two files in `details`."),
        *_SOUND,
        Column("text", "text", "What should have been said, where that is known. Hidden from raters."),
        Column("scenario", "json", "The scenario of the item."),
        Column("details", "json", "Container, codec, repairs and warnings of the import."),
        Column("revision", "integer", "1 as imported first, one more for each correction of sound or turns."),
        Column("counts_from", "integer", "Submissions on an earlier revision than this are set aside."),
    ),
)

EARLIER_SOUNDS: Final = Table(
    "earlier_sounds",
    "What a recording was before its sound, its language or its text was corrected.",
    (
        Column("stimulus", "text", "Id of the recording."),
        Column("last_revision", "integer", "The last revision of the recording that was so."),
        Column("file_name", "text", "Name of the file."),
        *_ORIGINALS,
        Column("sha256", "text", "SHA-256 of the original file."),
        *_SOUND,
        Column("text", "text", "What should have been said, where that is known."),
        Column("details", "json", "Container, codec, repairs and warnings of the import."),
        Column("replaced_at", "time", "When it was corrected.", "UTC"),
    ),
)

TURN_LISTS: Final = Table(
    "turn_lists",
    "One list of the turns of a recorded conversation; earlier ones stay beside the one that holds.",
    (
        Column("turn_list", "text", "Id of the list."),
        Column("stimulus", "text", "Id of the recording."),
        Column("revision", "integer", "Revision of the recording from which on it holds."),
        Column("current", "boolean", "Whether it holds now."),
        Column("origin", "text", "`given` by a file, `cut` by voice activity, or `edited`."),
        Column("settings", "json", "How it was cut, where it was."),
        Column("person", "text", "Opaque id of who made it; empty for imports."),
        Column("made_at", "time", "When it was made.", "UTC"),
    ),
)

TURNS: Final = Table(
    "turns",
    "One turn of one recorded conversation.",
    (
        Column("turn", "text", "Id of the turn."),
        Column("turn_list", "text", "Id of its list; a turn belongs to one for ever."),
        Column("stimulus", "text", "Id of the recording."),
        Column("position", "integer", "Place of the turn in its recording, from 1."),
        Column("role", "text", "Who speaks: `user` or `agent`."),
        Column("start_s", "number", "Start in the recording.", "s"),
        Column("end_s", "number", "End in the recording.", "s"),
        Column("text", "text", "The transcript, which may be wrong."),
    ),
)

_FACT: Final = (
    Column("start_s", "number", "Where it begins.", "s"),
    Column("end_s", "number", "Where it ends.", "s"),
    Column("channel", "integer", "0, 1, or -1 for both."),
    Column("role", "text", "Who speaks on the channel: `user` or `agent`; empty where unknown."),
    Column("kind", "text", "What it is."),
    Column("scope", "text", "`event`, `turn` or `recording`."),
    Column("turn_id", "text", "The turn as the detectors count them, where the scope is one."),
    Column(
        "severity",
        "integer",
        "0 a measurement, 1 measurable, 2 heard by careful listeners, 3 spoils the turn.",
    ),
    Column("confidence", "number", "How sure the detector is, 0 to 1."),
    Column("value", "number", "Its size."),
    Column("unit", "text", "Unit of the value."),
    Column("extra", "json", "What else the kind tells."),
    Column("detector", "text", "Name of the detector."),
    Column("version", "integer", "Its version."),
)

EVIDENCE_OF_FILES: Final = Table(
    "evidence", "One fact about one file.", (Column("file", "text", "The file."), *_FACT)
)

EVIDENCE: Final = Table(
    "evidence",
    "One fact about one recording, found in its sound by a detector.",
    (_STIMULUS, _ITEM, _CONDITION, *_FACT),
)

EVENTS: Final = Table(
    "events",
    "One thing that happened in the study, in the order in which it happened.",
    (
        Column("event", "integer", "Number of the event in the study, from 1."),
        Column("at", "time", "When it happened.", "UTC"),
        Column("kind", "text", "What happened."),
        Column("person", "text", "Opaque id of who did it; for raters the one in `rater`."),
        _ASSIGNMENT,
        Column("body", "json", "What else is known of it."),
    ),
)

TABLES: Final = (
    SCORES,
    SUBMISSIONS,
    COMPARISONS,
    FLAGS,
    KEY_FACTS,
    PREFILLED,
    LISTENING,
    HINTS,
    MARKS,
    STIMULI,
    EARLIER_SOUNDS,
    TURN_LISTS,
    TURNS,
    EVIDENCE,
    FACT_CHECKS,
)
"""Tables that are written in all three formats; `EVENTS` is JSON Lines only."""
