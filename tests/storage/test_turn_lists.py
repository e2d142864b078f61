from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, select, text

from earmark.core.order import FIXED
from earmark.core.turns import Turn
from earmark.services.home import Home
from earmark.storage import migrate
from earmark.storage.database import Database
from earmark.storage.items import NewStimulus, add_stimulus
from earmark.storage.queue import lease_task
from earmark.storage.tables import turn, turn_list
from earmark.storage.tasks import turns_of_task
from earmark.storage.turnlists import NewTurnList, add_first_list, insert_list

SmallProtocol = Callable[[str], Path]

CALL = NewStimulus(
    item="refund",
    condition=None,
    scenario={},
    file_name="refund.wav",
    original_hash="h",
    rendition_hash="h",
    peaks_hash="h",
    duration_s=1.0,
    channels=1,
    sample_rate_hz=8000,
    agent_channel=None,
    language="en",
    text="",
    details={},
    waits_for_turns=True,
)

OLD_ROWS = (
    "INSERT INTO protocol VALUES ('p', 'small', '1', '{}')",
    "INSERT INTO study VALUES ('s', 'calls', 'Calls', 'p', 'open', '{}', 7)",
    "INSERT INTO item VALUES ('i', 's', 'refund', '{}')",
    (
        "INSERT INTO stimulus (id, study_id, item_id, file_name, original_hash, rendition_hash, peaks_hash,"
        " duration_s, channels, sample_rate_hz, language, text, details, created_at)"
        " VALUES ('call', 's', 'i', 'a.wav', 'h', 'h', 'h', 1.0, 1, 8000, 'en', '', '{}', 7)"
    ),
    (
        "INSERT INTO stimulus SELECT 'clip', study_id, item_id, condition_id, 'b.wav', 'other', 'h', 'h',"
        " duration_s, channels, sample_rate_hz, agent_channel, language, text, details, 7 FROM stimulus"
    ),
    "INSERT INTO turn VALUES ('t1', 'call', 1, 'user', 0.0, 0.4, 'Hello?')",
    "INSERT INTO turn VALUES ('t2', 'call', 2, 'agent', 0.5, 0.9, 'Hello.')",
)


def test_turns_of_before_become_the_first_list_of_their_recording(tmp_path: Path) -> None:
    with Database(f"sqlite:///{tmp_path}/old.sqlite3") as database:
        migrate.upgrade(database)
        migrate.downgrade(database, "0001")
        with database.begin() as connection:
            for row in OLD_ROWS:
                connection.execute(text(row))
        migrate.upgrade(database)
        with database.read() as connection:
            columns = (turn_list.c.stimulus_id, turn_list.c.revision, turn_list.c.current, turn_list.c.origin)
            assert connection.execute(select(*columns, turn_list.c.settings, turn_list.c.made_at)).all() == [
                ("call", 1, True, "given", {}, 7)
            ]
            assert _turns(connection) == [("t1", 1, "Hello?"), ("t2", 1, "Hello.")]
        with database.begin() as connection:
            new = NewTurnList([Turn("agent", 0.0, 0.9, "Hello? Hello.")], "edited")
            insert_list(connection, "call", new, revision=2, at=9)
            assert [row[1:] for row in _turns(connection)] == [
                (1, "Hello?"),
                (1, "Hello."),
                (2, "Hello? Hello."),
            ]
            held = select(turn_list.c.revision).where(turn_list.c.current)
            assert connection.execute(held).scalars().all() == [2]
        migrate.downgrade(database, "0001")
        with database.read() as connection:
            assert connection.execute(text("SELECT text FROM turn")).scalars().all() == ["Hello? Hello."]


def test_a_conversation_whose_turns_are_still_to_come_goes_to_nobody_before_they_are_there(
    home: Home, small_protocol: SmallProtocol
) -> None:
    study = home.studies.create("calls", protocol=small_protocol("conversation"))

    def arrive(connection: Connection) -> None:
        added = add_stimulus(connection, study.id, CALL, votes=1, at=1)
        assert added is not None
        assert lease_task(connection, study_id=study.id, rater_id="rater", order=FIXED) is None
        cut = NewTurnList([Turn("agent", 0.0, 0.9, "")], "cut", settings={"pause_s": 0.4})
        list_id = add_first_list(connection, added.stimulus_id, cut, at=2)
        leased = lease_task(connection, study_id=study.id, rater_id="rater", order=FIXED)
        assert leased is not None
        [heard] = turns_of_task(connection, leased, revision=1)
        assert (heard.role, heard.end_s) == ("agent", 0.9)
        kept = connection.execute(select(turn_list.c.id, turn_list.c.origin, turn_list.c.settings)).one()
        assert kept == (list_id, "cut", {"pause_s": 0.4})

    home.database.write(arrive)


def _turns(connection: Connection) -> list[tuple[str, int, str]]:
    query = (
        select(turn.c.id, turn_list.c.revision, turn.c.text)
        .join(turn_list, turn_list.c.id == turn.c.turn_list_id)
        .order_by(turn_list.c.revision, turn.c.position)
    )
    return [tuple(row) for row in connection.execute(query)]
