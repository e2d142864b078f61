"""A rater tells two systems apart by ear alone: nothing that is received names them or betrays them."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from math import log10
from pathlib import Path
from typing import Any
from urllib.parse import quote

import av
import numpy as np
import pytest
from fastapi import FastAPI
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from canary import SYSTEMS, Secrets, call_study, clip_study, pair_study, secrets_of
from detection import analyse
from earmark.core.loudness import STEP_DB
from earmark.services.home import Home, open_home
from earmark.services.raters import Rater
from earmark.services.studies import Study
from earmark.storage import tables
from pairs import verdict
from people import bring_in, token_of

MAKERS: dict[str, Callable[[Home, Path], Study]] = {
    "clips": clip_study,
    "calls": call_study,
    "pairs": pair_study,
}


@dataclass
class Recorder:
    """A rater's client that keeps every byte it is answered, headers included."""

    client: TestClient
    received: list[bytes] = field(default_factory=list)

    def __call__(self, method: str, path: str, *, body: Any = None, **headers: str) -> Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.request(method, path, json=body, headers=named)
        head = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.multi_items())
        self.received.append(head.encode("latin-1") + answer.content)
        return answer


@dataclass
class Played:
    """A session from the first page to the end: what came, and the answers with sound by stimulus."""

    rater: Recorder
    secrets: Secrets
    assignments: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    sounds: dict[str, Response] = field(default_factory=dict)


@pytest.fixture(scope="module", params=MAKERS)
def played(
    request: pytest.FixtureRequest,
    app: FastAPI,
    empty_database: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Played:
    folder = tmp_path_factory.mktemp("blind")
    shutil.copy(empty_database, folder)
    ticks = iter(range(1_767_268_800_000_000, 1_900_000_000_000_000, 1_000_000))
    with open_home(folder, clock=lambda: next(ticks)) as home:
        study = MAKERS[request.param](home, tmp_path_factory.mktemp("sound"))
        study.set(evidence="always")
        analyse(study)
        app.state.home = home
        with TestClient(app, base_url="http://earmark.test", raise_server_exceptions=False) as client:
            client.cookies.set("earmark", token_of(home, bring_in(study, "Rater")), domain="earmark.test")
            session = Played(Recorder(client), secrets_of(home))
            _play(session, home, study)
    return session


def _play(session: Played, home: Home, study: Study) -> None:
    """Open the pages, rate every task but the last two, and meet every refusal on the way."""
    rater = session.rater
    for path in ("/", f"/studies/{study.name}/rate", f"/studies/{study.name}", "/account"):
        rater("GET", path)
    for page in study.protocol.guide:
        rater("GET", f"/studies/{study.name}/guide/{page.id}")
    while (found := rater("POST", f"/api/v1/studies/{study.name}/next").json())["assignment"] is not None:
        assignment = found["assignment"]
        session.assignments.append(assignment)
        _listen(session, assignment)
        _blunder(session, assignment)
        if assignment["left"] == 1:
            _break(home, assignment, session)
            exit_ = {"exit": "skip", "reason": "other", "explanation": "It does not play."}
            rater("POST", f"/api/v1/assignments/{assignment['id']}/exit", body=exit_)
            continue
        sent = {"key": f"key-of-{assignment['id']}", "language": "en", "body": _body(assignment)}
        answer = rater("POST", f"/api/v1/assignments/{assignment['id']}/submission", body=sent)
        session.statuses.append(answer.status_code)
        rater("GET", f"/api/v1/assignments/{assignment['id']}")
        _listen(session, assignment)
        rater("GET", f"/studies/{study.name}/rate/{assignment['id']}")
        _think_better(rater, study, assignment["id"])
    rater("GET", f"/studies/{study.name}/work")


def _think_better(rater: Recorder, study: Study, assignment: str) -> None:
    """Leave an item that was rated, see it among one's own work, and take that back."""
    [way, *_] = [way for way in study.protocol.exits if way.act == "discard" and "item" in way.scopes]
    exit_ = {"exit": way.id, "reason": way.reasons[0].id, "explanation": "It breaks off.", "revises": 1}
    rater("POST", f"/api/v1/assignments/{assignment}/exit", body=exit_)
    rater("GET", f"/studies/{study.name}/work")
    answer = rater.client.post(f"/studies/{study.name}/work/take-back", data={"assignment": assignment})
    assert answer.url.params["back"] == "in"


def _listen(session: Played, assignment: dict[str, Any]) -> None:
    for stimulus in assignment["stimuli"]:
        _hear(session, stimulus)
    session.rater("GET", f"/api/v1/assignments/{assignment['id']}/talks")
    for ahead in session.rater("GET", f"/api/v1/assignments/{assignment['id']}/ahead").json()["stimuli"]:
        session.rater("GET", ahead["audio_url"])


def _hear(session: Played, stimulus: dict[str, Any]) -> None:
    whole = session.rater("GET", stimulus["audio_url"])
    session.sounds[stimulus["id"]] = whole
    tag = whole.headers["etag"]
    part = session.rater("GET", stimulus["audio_url"], range="bytes=0-99", if_range=tag)
    rest = session.rater("GET", stimulus["audio_url"], range="bytes=100-")
    assert (part.status_code, part.content + rest.content) == (206, whole.content)
    session.rater("GET", stimulus["audio_url"], range="bytes=99999999-")
    session.rater("GET", stimulus["audio_url"], if_none_match=tag)
    session.rater("GET", stimulus["peaks_url"])
    session.rater("GET", f"{stimulus['peaks_url']}/800/0")
    assert session.rater("GET", stimulus["evidence_url"]).json()["lanes"]


def _blunder(session: Played, assignment: dict[str, Any]) -> None:
    """Do what goes wrong: a fault, a stale draft, ids and addresses that are none."""
    rater, address = session.rater, f"/api/v1/assignments/{assignment['id']}"
    draft = {"sequence": 1, "base": 0, "body": {"answers": {}}}
    rater("PUT", f"{address}/draft", body={**draft, "tab": "one"})
    rater("PUT", f"{address}/draft", body={**draft, "tab": "two"})
    faulty = {"key": "a-faulty-key", "language": "en", "body": {"answers": {"item": {"x": {}}}, "y": 1}}
    rater("POST", f"{address}/submission", body=faulty)
    rater("POST", f"{address}/submission", body=[])
    rater("POST", f"{address}/exit", body={"exit": "vanish"})
    for path in (
        f"{address}/stimuli/nosuchstimulus/audio",
        f"{address}/stimuli/nosuchstimulus/peaks",
        f"{address}/stimuli/nosuchstimulus/peaks/800/0",
        f"{address}/stimuli/..%2f..%2fearmark.sqlite3/audio",
        "/api/v1/assignments/nosuchassignmt",
        "/api/v1/nowhere",
        "/objects",
    ):
        rater("GET", path)


def _break(home: Home, assignment: dict[str, Any], session: Played) -> None:
    """Lose the sound from the store, and spoil it."""
    [stimulus, *_] = assignment["stimuli"]
    with home.database.read() as connection:
        [rater] = set(connection.scalars(select(tables.assignment.c.rater_id)))
    sound = Rater(home, rater).sound(assignment["id"], stimulus["id"])
    ways = ((sound.rendition, stimulus["audio_url"], 200), (sound.peaks, stimulus["peaks_url"], 404))
    for key, url, spoiled in ways:
        path = home.objects.local_path(key)
        kept = path.read_bytes()
        path.write_bytes(b"fLaC, and then nothing that plays")
        assert session.rater("GET", url).status_code == spoiled
        path.unlink()
        lost = session.rater("GET", url)
        assert (lost.status_code, lost.headers["content-type"]) == (404, "application/problem+json")
        path.write_bytes(kept)


def _body(assignment: dict[str, Any]) -> dict[str, Any]:
    protocol, [stimulus, *others] = assignment["protocol"], assignment["stimuli"]
    if others:
        return verdict(assignment, **{"audio-quality": {"choice": "a"}})  # tones are full of artifacts
    answers = {
        question["id"]: {"score": 4}
        | ({"justification": "Clear enough."} if question["justification"] else {})
        for question in protocol["questions"]
        if question["kind"] == "scale"
    }
    turns = [turn["id"] for turn in stimulus["turns"] if turn["role"] == "agent"]
    return {
        "answers": {"turns": dict.fromkeys(turns, answers)} if turns else {"item": answers},
        "discards": [],
        "listening": {"played": {"both": [[0, 3600]]}},
    }


def test_every_task_but_the_broken_one_was_rated(played: Played) -> None:
    assert played.statuses == [200] * (len(played.assignments) - 1)


def test_nothing_that_a_rater_receives_names_a_system_or_its_files(played: Played) -> None:
    assert [found for part in played.rater.received if (found := played.secrets.found_in(part))] == []


def test_both_sides_of_a_pair_come_in_one_form_and_as_loud_as_each_other(played: Played) -> None:
    for assignment in played.assignments:
        heard = [decoded(played.sounds[one["id"]].content) for one in assignment["stimuli"]]
        if len(heard) == 1:
            continue
        told = [(one["channels"], one["agent_channel"], one["gain_db"]) for one in assignment["stimuli"]]
        assert told == [(2, 1, 0.0)] * 2
        assert [(rate, len(samples)) for rate, samples in heard] == [(48_000, 2)] * 2
        one, other = (20 * log10(samples[1].std()) for _, samples in heard)
        assert abs(one - other) < STEP_DB


def decoded(sound: bytes) -> tuple[int, np.ndarray]:
    """Return the rate of a sound and its samples, of shape (channels, samples)."""
    with av.open(BytesIO(sound)) as container:
        frames = [frame.to_ndarray() for frame in container.decode(audio=0)]
        stream = container.streams.audio[0]
        return stream.rate, np.concatenate(frames, axis=1).reshape(-1, stream.channels).T


def test_equal_sound_in_two_conditions_has_two_tags_and_one_date(played: Played) -> None:
    sounds = played.sounds.values()
    contents = {answer.content for answer in sounds}
    assert len(contents) < len(played.sounds)
    assert len({answer.headers["etag"] for answer in sounds}) == len(played.sounds)
    assert len({answer.headers["last-modified"] for answer in sounds}) == 1


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "hide",
    [
        str.encode,
        lambda word: word.lower().encode(),
        lambda word: word.encode("utf-16-le"),
        lambda word: word.encode("utf-16-be"),
        lambda word: quote(word).encode(),
        lambda word: "".join(f"%{byte:02X}" for byte in word.encode()).encode(),
        lambda word: "".join(f"\\u{ord(letter):04x}" for letter in word).encode(),
        *(
            lambda word, before=before: base64.b64encode(b"x" * before + word.encode() + b"more")
            for before in range(4)
        ),
    ],
)
def test_the_search_finds_a_name_however_it_is_written(system: str, hide: Callable[[str], bytes]) -> None:
    assert Secrets(SYSTEMS, (), ()).found_in(b"before" + hide(system) + b"after") != []


def test_the_search_finds_hashes_and_ids_however_they_are_written() -> None:
    digest = "ab" * 32
    secrets = Secrets((), (digest,), ("condition2id",))
    spellings = (
        digest.upper().encode(),
        bytes.fromhex(digest),
        base64.b64encode(bytes.fromhex(digest)),
        json.dumps({"condition": "condition2id"}).encode(),
    )
    assert [secrets.found_in(spelling) != [] for spelling in spellings] == [True] * len(spellings)
