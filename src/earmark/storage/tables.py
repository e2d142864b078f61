"""All tables. Times are integers: microseconds since 1970 in UTC. Ids are opaque text.

Words as in ARCHITECTURE.md: an *item* is what conditions share, a *stimulus* one recording of one condition
and item, a *task* what a rater gets at once, an *assignment* a task leased to a rater.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import JSON

from earmark.storage.names import key_of_row

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id = String(32)
Hash = String(64)
Name = String(200)
Micros = BigInteger


def _id() -> Column[str]:
    return Column("id", Id, primary_key=True)


def _revision(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, default=1, server_default=text("1"))


def _ref(name: str, target: str, *, nullable: bool = False, index: bool = False) -> Column[str]:
    return Column(name, Id, ForeignKey(f"{target}.id"), nullable=nullable, index=index)


# People ---------------------------------------------------------------------------------------------------

person = Table(
    "person",
    metadata,
    _id(),
    Column("name", Name, nullable=False),
    Column("name_key", Name, nullable=False, unique=True, default=key_of_row),  # signs in by it
    Column("password_hash", Text),
    Column("founder", Boolean, nullable=False, default=False),  # may make studies
    Column("language", String(12), nullable=False, default="en"),
    Column("preferences", JSON, nullable=False, default=dict, server_default=text("'{}'")),  # what differs
    Column("created_at", Micros, nullable=False),
)

membership = Table(
    "membership",
    metadata,
    _ref("study_id", "study"),
    _ref("person_id", "person", index=True),
    Column("role", String(12), nullable=False),  # owner, reviewer, rater
    Column("order_seed", BigInteger, nullable=False),  # the rater's own order of tasks
    Column("created_at", Micros, nullable=False),
    Column("revoked_at", Micros),
    Column("paused_at", Micros),  # while it is set, no new task comes to this rater
    Column("task_cap", Integer),  # most submissions of this rater; None leaves it to the study's setting
    Column(
        "group_name", String(64), nullable=False, default="", server_default=""
    ),  # of raters; empty for none
    UniqueConstraint("study_id", "person_id"),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", Hash, primary_key=True),
    _ref("person_id", "person", index=True),
    Column("created_at", Micros, nullable=False),
    Column("expires_at", Micros, nullable=False),
    Column("revoked_at", Micros),
    Column("agent", Name, nullable=False, default=""),
)

link = Table(
    "link",
    metadata,
    _id(),
    Column("token_hash", Hash, nullable=False, unique=True),
    Column("kind", String(12), nullable=False),  # set-up, invitation, sign-in
    _ref("study_id", "study", nullable=True, index=True),
    _ref("person_id", "person", nullable=True),  # whom a sign-in link lets in
    Column("role", String(12)),  # what an invitation makes of its taker
    Column("group_name", String(64), nullable=False, default="", server_default=""),  # that its taker joins
    Column("cap", Integer, nullable=False, default=1),
    Column("used", Integer, nullable=False, default=0),
    Column("created_at", Micros, nullable=False),
    Column("expires_at", Micros, nullable=False),
    Column("revoked_at", Micros),
)

practice = Table(
    "practice",
    metadata,
    Column("person_id", Id, ForeignKey("person.id"), primary_key=True),
    Column("deck", String(64), primary_key=True),  # id of the protocol whose phrasebook is practised
    Column("card", String(80), primary_key=True),
    Column("state", String(12), nullable=False),  # learning, review, relearning
    Column("step", Integer),
    Column("stability", Double, nullable=False),  # days
    Column("difficulty", Double, nullable=False),
    Column("due_at", Micros, nullable=False),
    Column("reviewed_at", Micros, nullable=False),
    Column("begun_at", Micros, nullable=False),
    Column("reviews", Integer, nullable=False),
)

# Studies --------------------------------------------------------------------------------------------------

protocol = Table(
    "protocol",
    metadata,
    Column("hash", Hash, primary_key=True),
    Column("name", Name, nullable=False),
    Column("version", String(20), nullable=False),
    Column("files", JSON, nullable=False),  # path in the protocol's folder -> text
)

study = Table(
    "study",
    metadata,
    _id(),
    Column("name", Name, nullable=False, unique=True),
    Column("title", Name, nullable=False),
    Column("protocol_hash", Hash, ForeignKey("protocol.hash"), nullable=False),
    Column("state", String(12), nullable=False, default="open"),  # open, paused, closed
    Column("settings", JSON, nullable=False),
    Column("created_at", Micros, nullable=False),
)

condition = Table(
    "condition",
    metadata,
    _id(),
    _ref("study_id", "study"),
    Column("name", Name, nullable=False),
    UniqueConstraint("study_id", "name"),
)

item = Table(
    "item",
    metadata,
    _id(),
    _ref("study_id", "study"),
    Column("name", Name, nullable=False),
    Column("scenario", JSON, nullable=False),
    UniqueConstraint("study_id", "name"),
)

stimulus = Table(
    "stimulus",
    metadata,
    _id(),
    _ref("study_id", "study"),
    _ref("item_id", "item", index=True),
    _ref("condition_id", "condition", nullable=True, index=True),
    Column("file_name", Text, nullable=False),
    Column("original_hash", Hash, nullable=False),
    Column("rendition_hash", Hash, nullable=False),
    Column("peaks_hash", Hash, nullable=False),
    Column("duration_s", Double, nullable=False),
    Column("channels", Integer, nullable=False),
    Column("sample_rate_hz", Integer, nullable=False),
    Column("agent_channel", Integer),  # 0 left, 1 right, None for one channel
    Column("language", String(12), nullable=False, default=""),
    Column("text", Text, nullable=False, default=""),  # what should have been said, hidden from raters
    Column("details", JSON, nullable=False),  # container, codec, repairs, warnings
    Column("created_at", Micros, nullable=False),
    _revision("revision"),  # one more for each correction of its sound or its turns
    _revision("counts_from"),  # submissions made on an earlier revision are set aside
    UniqueConstraint("study_id", "item_id", "condition_id", "original_hash"),
)

earlier_sound = Table(  # what the columns of a stimulus held before its sound was corrected
    "earlier_sound",
    metadata,
    Column("stimulus_id", Id, ForeignKey("stimulus.id"), primary_key=True),
    Column("last_revision", Integer, primary_key=True),  # it was heard up to this revision
    Column("file_name", Text, nullable=False),
    Column("original_hash", Hash, nullable=False),
    Column("rendition_hash", Hash, nullable=False),
    Column("peaks_hash", Hash, nullable=False),
    Column("duration_s", Double, nullable=False),
    Column("channels", Integer, nullable=False),
    Column("sample_rate_hz", Integer, nullable=False),
    Column("agent_channel", Integer),
    Column("language", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("details", JSON, nullable=False),
    Column("replaced_at", Micros, nullable=False),
)

turn_list = Table(  # the turns of a conversation at one of its revisions; earlier lists stay
    "turn_list",
    metadata,
    _id(),
    _ref("stimulus_id", "stimulus"),
    Column("revision", Integer, nullable=False),  # of the stimulus, from which on the list holds
    Column("current", Boolean, nullable=False, default=True),
    Column("origin", String(12), nullable=False),  # given, cut, edited
    Column("settings", JSON, nullable=False),  # of the cutting, where the turns were cut
    _ref("person_id", "person", nullable=True),  # who made it, where that was not the import
    Column("made_at", Micros, nullable=False),
    UniqueConstraint("stimulus_id", "revision"),
)
Index(
    "ix_turn_list_current",
    turn_list.c.stimulus_id,
    unique=True,
    postgresql_where=text("current"),
    sqlite_where=text("current"),
)

turn = Table(
    "turn",
    metadata,
    _id(),
    _ref("turn_list_id", "turn_list"),
    _ref(
        "stimulus_id", "stimulus", index=True
    ),  # that of its list, here too for the joins of a million scores
    Column("position", Integer, nullable=False),
    Column("role", String(12), nullable=False),  # user, agent
    Column("start_s", Double, nullable=False),
    Column("end_s", Double, nullable=False),
    Column("text", Text, nullable=False, default=""),
    UniqueConstraint("turn_list_id", "position"),
)

# Work -----------------------------------------------------------------------------------------------------

task = Table(
    "task",
    metadata,
    _id(),
    _ref("study_id", "study"),
    _ref("item_id", "item", index=True),
    Column("state", String(12), nullable=False, default="open"),  # open, waiting, withdrawn, preparing
    Column("votes", Integer, nullable=False),  # counted submissions wanted
    Column("free", Integer, nullable=False),  # votes, less live leases, less counted submissions
    Column("priority", Integer, nullable=False, default=0),
    Column("shuffle", BigInteger, nullable=False),  # drawn once; orders are made from it
    Column("pairing", String(65)),  # the two conditions whose sides are balanced; None for one recording
    Column("created_at", Micros, nullable=False),
)
Index(
    "ix_task_pairing",
    task.c.study_id,
    task.c.pairing,
    postgresql_where=text("pairing IS NOT NULL"),
    sqlite_where=text("pairing IS NOT NULL"),
)
Index(
    "ix_task_queue",
    task.c.study_id,
    task.c.priority,
    postgresql_where=text("free > 0"),
    sqlite_where=text("free > 0"),
)

task_stimulus = Table(
    "task_stimulus",
    metadata,
    _ref("task_id", "task"),
    Column("side", String(4), nullable=False, default=""),  # "" for one, a and b for a pair
    _ref("stimulus_id", "stimulus", index=True),
    Column("gain_db", Double, nullable=False, default=0, server_default=text("0")),  # that raters hear it at
    UniqueConstraint("task_id", "side"),
)

levelled_sound = Table(  # what raters hear of a side of a pair, by the rendition that it is made from
    "levelled_sound",
    metadata,
    Column("source_hash", Hash, primary_key=True),
    Column("gain_db", Double, primary_key=True),
    Column("layout", String(12), primary_key=True),  # as-it-is, agent-right, one-channel
    Column("rendition_hash", Hash, nullable=False),
    Column("peaks_hash", Hash, nullable=False),
    Column("made_at", Micros, nullable=False),
)

assignment = Table(
    "assignment",
    metadata,
    _id(),
    _ref("task_id", "task"),
    _ref("study_id", "study"),
    _ref("rater_id", "person", index=True),
    Column("state", String(12), nullable=False),  # leased, expired, submitted, skipped, discarded, released
    Column("position", Integer, nullable=False),  # n-th task of this rater in this study, from 1
    Column("leased_at", Micros, nullable=False),
    Column("expires_at", Micros, nullable=False),
    Column("closed_at", Micros),
    _revision("recording_revision"),  # of the stimulus, which this rater hears
    Column(
        "offered", Boolean, nullable=False, default=False, server_default=false()
    ),  # leased by the owner, and not yet handed out
    Column(
        "swapped", Boolean, nullable=False, default=False, server_default=false()
    ),  # side a of the task stands as B for this rater
    Column("heard_first", String(4), nullable=False, default="", server_default=""),  # a, b: as it stands
    Column("evidence_shown", JSON(none_as_null=True)),  # what this rater was sent of it
    UniqueConstraint("task_id", "rater_id"),
)
Index("ix_assignment_study_rater", assignment.c.study_id, assignment.c.rater_id)
Index(
    "ix_assignment_lease",
    assignment.c.expires_at,
    postgresql_where=text("state = 'leased'"),
    sqlite_where=text("state = 'leased'"),
)

draft = Table(
    "draft",
    metadata,
    Column("assignment_id", Id, ForeignKey("assignment.id"), primary_key=True),
    Column("body", JSON, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("tab", String(64), nullable=False),
    Column("saved_at", Micros, nullable=False),
)

submission = Table(
    "submission",
    metadata,
    _id(),
    _ref("assignment_id", "assignment", index=True),
    _ref("study_id", "study"),
    _ref("task_id", "task", index=True),
    _ref("rater_id", "person"),
    Column("client_key", String(64), nullable=False),
    Column("revision", Integer, nullable=False, default=1),
    Column("current", Boolean, nullable=False, default=True),
    Column("late", Boolean, nullable=False, default=False),
    Column("extra", Boolean, nullable=False, default=False),  # beyond the votes wanted: kept, not counted
    Column("protocol_hash", Hash, nullable=False),
    Column("language", String(12), nullable=False),
    Column("body", JSON, nullable=False),  # answers, discards, listening, hints: as the rater sent them
    Column("submitted_at", Micros, nullable=False),
    _revision("recording_revision"),  # of the stimulus, on which it was made
    Column(
        "set_aside", Boolean, nullable=False, default=False, server_default=false()
    ),  # made on what was corrected
    Column(
        "retracted", Boolean, nullable=False, default=False, server_default=false()
    ),  # its rater skipped or discarded the whole item since
    Column("hidden", JSON(none_as_null=True)),  # answers that a discard of the same submission takes out
    Column("evidence_shown", JSON(none_as_null=True)),  # as its assignment had it when it arrived
    UniqueConstraint("rater_id", "client_key"),
    UniqueConstraint("assignment_id", "revision"),
)
# In the order of an export, so that its first row needs no million to be sorted.
Index("ix_submission_study", submission.c.study_id, submission.c.submitted_at, submission.c.id)

score = Table(
    "score",
    metadata,
    Column("submission_id", Id, ForeignKey("submission.id"), primary_key=True),
    Column("target", String(64), primary_key=True),  # "item", "pair", a side, or a turn's id
    Column("question", String(130), primary_key=True),
    Column("value", Integer),
    Column("choice", String(64)),
    Column("justification", Text, nullable=False, default=""),
    Column("criteria", JSON, nullable=False),
    Column("evidence", JSON, nullable=False, default=list, server_default=text("'[]'")),  # stretches of sound
)

mark = Table(
    "mark",
    metadata,
    _id(),
    _ref("study_id", "study", index=True),
    _ref("task_id", "task", index=True),
    _ref("assignment_id", "assignment", index=True),
    _ref("rater_id", "person"),
    _ref("submission_id", "submission", nullable=True, index=True),
    Column("exit", String(64), nullable=False),  # the protocol's name of it: skip, turn-discard, invalid
    Column("act", String(12), nullable=False),  # skip, discard
    Column("scope", String(12), nullable=False),  # item, turn, dimension, side
    Column("target", String(64), nullable=False, default="item"),
    Column("question", String(64)),
    Column("reason", String(64), nullable=False, default=""),
    Column("explanation", Text, nullable=False, default=""),
    Column("made_at", Micros, nullable=False),
    _revision("recording_revision"),  # of the stimulus, on which it was made
    Column("set_aside", Boolean, nullable=False, default=False, server_default=false()),
    Column("taken_back_at", Micros),  # since when it holds no more, because its rater took it back
)

event = Table(
    "event",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _ref("study_id", "study", nullable=True),
    _ref("person_id", "person", nullable=True),
    _ref("assignment_id", "assignment", nullable=True),
    Column("kind", String(40), nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", Micros, nullable=False),
)
Index("ix_event_study", event.c.study_id, event.c.id)

# Audio evidence ---------------------------------------------------------------------------------------------

analysis = Table(  # what a sound itself shows, by its content: studies that have the same sound share it
    "analysis",
    metadata,
    Column("sound_hash", Hash, primary_key=True),  # original_hash of a stimulus
    Column("agent_channel", Integer, primary_key=True, autoincrement=False),  # 0, 1; -1: nobody
    Column("earmark", String(20), nullable=False),  # the version that looked last
    Column("versions", JSON, nullable=False),  # of each detector that has looked
    Column("suspects", JSON, nullable=False),  # what its owner should know, as the findings of an import
    Column("summary", JSON, nullable=False),  # the few numbers that a whole study is summed up from
    Column("found", JSON, nullable=False),  # see services/evidence/kept.py
    Column("made_at", Micros, nullable=False),
)

fact_check = Table(  # what a plug-in said of the talk on one side of a pair
    "fact_check",
    metadata,
    Column("stimulus_id", Id, ForeignKey("stimulus.id"), primary_key=True),
    Column("plugin", String(64), nullable=False),
    Column("state", String(12), nullable=False),  # done, failed, slow
    Column("failure", Text, nullable=False),  # why there are no claims
    Column("claims", JSON, nullable=False),  # see core/fact_checks.py; turns by their places
    Column("made_at", Micros, nullable=False),
)

# Work in the background -----------------------------------------------------------------------------------

job = Table(
    "job",
    metadata,
    _id(),
    _ref("study_id", "study", index=True),
    _ref("person_id", "person", nullable=True),  # who asked for it
    Column("kind", String(20), nullable=False),  # import, analysis, fact-check
    Column("state", String(12), nullable=False, default="queued"),  # running, done, failed, cancelled
    Column("arguments", JSON, nullable=False),
    Column("progress", JSON),  # done, of, seconds, current
    Column("summary", JSON),  # a few numbers of the report, for lists
    Column("report", JSON),
    Column("failure", Text, nullable=False, default=""),  # why it failed, in plain words
    Column("attempts", Integer, nullable=False, default=0),  # above 1: taken up after a server was killed
    Column("stop_asked", Boolean, nullable=False, default=False),
    Column("created_at", Micros, nullable=False),
    Column("started_at", Micros),
    Column("ended_at", Micros),
)
Index(
    "ix_job_waiting",
    job.c.created_at,
    postgresql_where=text("state IN ('queued', 'running')"),
    sqlite_where=text("state IN ('queued', 'running')"),
)

upload = Table(
    "upload",
    metadata,
    _id(),
    _ref("study_id", "study"),
    _ref("person_id", "person"),
    Column("created_at", Micros, nullable=False),
    Column("touched_at", Micros, nullable=False),  # long untouched, it is abandoned
    UniqueConstraint("study_id"),
)

upload_file = Table(
    "upload_file",
    metadata,
    _id(),
    _ref("upload_id", "upload"),
    Column("path", Text, nullable=False),  # below the folder of the upload
    Column("size", BigInteger, nullable=False),
    Column("modified", BigInteger, nullable=False),  # milliseconds, as the browser says
    Column("received", BigInteger, nullable=False, default=0),  # bytes on disk, from the start of the file
    UniqueConstraint("upload_id", "path"),
)
