"""Who may do what, asked of every route there is.

A new route needs one line in `TABLE`: method, path, and the status each person gets. Where it needs a body to
get past its validation, `BODIES` holds one. Names in braces stand for things of the study *voices*: what
`rater` holds, owns or made.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from httpx2 import Response

from house import Ask, House

PEOPLE = ("anonymous", "stranger", "revoked", "rater", "other", "reviewer", "owner")

TABLE = """
#                                                            anon stra revo rate othe revi owne
GET    /api/v1/openapi.json                                   200  200  200  200  200  200  200
GET    /api/v1/messages/{language}                            200  200  200  200  200  200  200
POST   /api/v1/studies/{study}/next                           401  404  404  200  200  403  200
GET    /api/v1/assignments/{assignment}                       401  404  404  200  404  404  404
PUT    /api/v1/assignments/{assignment}/draft                 401  404  404  200  404  404  404
POST   /api/v1/assignments/{assignment}/hints                 401  404  404  200  404  404  404
POST   /api/v1/assignments/{assignment}/findings              401  404  404  200  404  404  404
GET    /api/v1/assignments/{assignment}/talks                 401  404  404  404  404  404  404
POST   /api/v1/studies/{study}/audit                          401  404  404  403  403  200  200
POST   /api/v1/assignments/{assignment}/submission            401  404  404  200  404  404  404
POST   /api/v1/assignments/{assignment}/exit                  401  404  404  200  404  404  404
GET    /api/v1/assignments/{assignment}/stimuli/{stimulus}/audio  401 404 404 200 404 404 404
GET    /api/v1/assignments/{assignment}/stimuli/{stimulus}/evidence  401 404 404 200 404 404 404
GET    /api/v1/assignments/{assignment}/ahead                   401  404  404  200  404  404  404
GET    /api/v1/assignments/{assignment}/ahead/{stimulus}/audio  401  404  404  404  404  404  404
GET    /api/v1/assignments/{assignment}/stimuli/{stimulus}/peaks  401 404 404 200 404 404 404
GET    /api/v1/assignments/{assignment}/stimuli/{stimulus}/peaks/{level}/{piece}  401 404 404 200 404 404 404
GET    /api/v1/me/preferences                                 401  200  200  200  200  200  200
PATCH  /api/v1/me/preferences                                 401  200  200  200  200  200  200
GET    /api/v1/studies/{study}/results                        401  404  404  403  403  200  200
GET    /api/v1/studies/{study}/phrasebook                     401  404  404  200  200  200  200
GET    /                                                      303  200  200  200  200  200  200
GET    /sign-in                                               200  303  303  303  303  303  303
POST   /sign-in                                               422  422  422  422  422  422  422
POST   /sign-out                                              303  303  303  303  303  303  303
GET    /links/{token}                                         200  200  200  200  200  200  200
POST   /links/{token}                                         303  303  403  303  303  303  303
POST   /preferences                                           303  303  303  303  303  303  303
GET    /account                                               303  200  200  200  200  200  200
POST   /account/name                                          401  422  422  422  422  422  422
POST   /account/password                                      401  422  422  422  422  422  422
POST   /account/sessions/{session}/end                        401  404  404  303  404  404  404
POST   /account/sessions/end-others                           401  303  303  303  303  303  303
GET    /studies/{study}                                       303  404  404  403  403  403  200
GET    /studies/{study}/rate                                  303  404  404  200  200  403  200
GET    /studies/{study}/rate/{assignment}                     303  404  404  409  404  403  404
GET    /studies/{study}/work                                  303  404  404  200  200  403  200
POST   /studies/{study}/work/take-back                        401  404  404  409  404  403  404
GET    /studies/{study}/guide/{guide_page}                    303  404  404  200  200  200  200
GET    /studies/{study}/review                                303  404  404  403  403  200  200
GET    /studies/{study}/review/{assignment}                   303  404  404  403  403  404  404
GET    /studies/{study}/examples                              303  404  404  200  200  200  200
GET    /studies/{study}/practice                              303  404  404  200  200  200  200
POST   /studies/{study}/practice/look                         401  404  404  200  200  200  200
POST   /studies/{study}/practice/grade                        401  404  404  303  303  303  303
POST   /studies/{study}/state                                 401  404  404  403  403  403  303
GET    /studies/{study}/items                                 303  404  404  403  403  403  200
POST   /studies/{study}/items                                 401  404  404  403  403  403  303
POST   /studies/{study}/items/undo                            401  404  404  403  403  403  404
POST   /studies/{study}/items/release                         401  404  404  403  403  403  303
GET    /studies/{study}/items/{task}                          303  404  404  403  403  403  200
GET    /studies/{study}/items/{task}/turns                    303  404  404  403  403  403  404
GET    /api/v1/studies/{study}/items/{task}/turns             401  404  404  403  403  403  404
PUT    /api/v1/studies/{study}/items/{task}/turns             401  404  404  403  403  403  404
GET    /api/v1/studies/{study}/items/{task}/turns/{revision}  401  404  404  403  403  403  404
GET    /api/v1/studies/{study}/items/{task}/audio             401  404  404  403  403  403  404
GET    /api/v1/studies/{study}/items/{task}/peaks             401  404  404  403  403  403  404
GET    /api/v1/studies/{study}/items/{task}/peaks/{level}/{piece}  401 404 404 403 403 403 404
GET    /studies/{study}/raters                                303  404  404  403  403  403  200
POST   /studies/{study}/raters/{person}/pause                 401  404  404  403  403  403  303
POST   /studies/{study}/raters/{person}/cap                   401  404  404  403  403  403  303
POST   /studies/{study}/raters/{person}/group                 401  404  404  403  403  403  303
GET    /studies/{study}/settings                              303  404  404  403  403  403  200
POST   /studies/{study}/settings                              401  404  404  403  403  403  422
POST   /studies/{study}/settings/fact-check                   401  404  404  403  403  403  303
GET    /studies/{study}/marks                                 303  404  404  403  403  403  200
GET    /studies/{study}/evidence                              303  404  404  403  403  200  200
GET    /studies/{study}/evidence/evidence.{form}              303  404  404  403  403  200  200
GET    /studies/{study}/evidence/tables/{table}.csv           303  404  404  403  403  404  404
GET    /studies/{study}/evidence/recordings/{stimulus}        303  404  404  403  403  200  200
POST   /studies/{study}/evidence/analyse                      401  404  404  403  403  403  303
GET    /api/v1/studies/{study}/recordings/{stimulus}/audio    401  404  404  403  403  200  200
GET    /api/v1/studies/{study}/recordings/{stimulus}/peaks    401  404  404  403  403  200  200
GET    /api/v1/studies/{study}/recordings/{stimulus}/peaks/{level}/{piece}  401 404 404 403 403 200 200
GET    /api/v1/studies/{study}/recordings/{stimulus}/evidence  401  404  404  403  403  200  200
GET    /studies/{study}/results                               303  404  404  403  403  200  200
GET    /studies/{study}/results/report.html                   303  404  404  403  403  200  200
GET    /studies/{study}/results/{table}.csv                   303  404  404  403  403  200  200
POST   /studies/{study}/invitations                           401  404  404  403  403  403  200
POST   /studies/{study}/invitations/{link}/close              401  404  404  403  403  403  303
POST   /api/v1/studies/{study}/upload                         401  404  404  403  403  403  200
PUT    /api/v1/studies/{study}/upload/{upload}/files/{file}   401  404  404  403  403  403  200
GET    /studies/{study}/export.zip                            303  404  404  403  403  403  200
GET    /studies/{study}/import                                303  404  404  403  403  403  200
POST   /studies/{study}/import                                401  404  404  403  403  403  409
POST   /studies/{study}/import/discard                        401  404  404  403  403  403  303
POST   /studies/{study}/import/leave-out                      401  404  404  403  403  403  303
GET    /studies/{study}/import/{job}                          303  404  404  403  403  403  200
GET    /studies/{study}/import/{job}/report.json              303  404  404  403  403  403  200
POST   /studies/{study}/import/{job}/cancel                   401  404  404  403  403  403  409
POST   /studies/{study}/import/{job}/again                    401  404  404  403  403  403  409
GET    /studies/{study}/members                               303  404  404  403  403  403  200
POST   /studies/{study}/members/{person}/revoke               401  404  404  403  403  403  303
POST   /studies/{study}/members/{person}/link                 401  404  404  403  403  403  200
"""

BODIES: dict[str, dict[str, Any]] = {
    "PUT /api/v1/assignments/{assignment}/draft": {
        "json": {"sequence": 1, "base": 0, "tab": "t", "body": {"answers": {}}}
    },
    "POST /api/v1/assignments/{assignment}/hints": {
        "json": {"target": "item", "question": "quality", "answer": {"score": 4}, "language": "en"}
    },
    "POST /api/v1/assignments/{assignment}/findings": {"json": {"answers": {}, "language": "en"}},
    "POST /api/v1/studies/{study}/audit": {"json": {"answers": {}}},
    "POST /api/v1/assignments/{assignment}/submission": {
        "json": {
            "key": "a-key-of-mine",
            "language": "en",
            "body": {
                "answers": {"item": {"quality": {"score": 4}}},
                "discards": [],
                "listening": {"played": {"both": [[0, 12.5]]}, "seconds": 12.5},
            },
        }
    },
    "POST /api/v1/assignments/{assignment}/exit": {"json": {"exit": "skip", "reason": "accent"}},
    "PATCH /api/v1/me/preferences": {"json": {"transcript": False}},
    "POST /api/v1/studies/{study}/upload": {"json": {"files": []}},
    "PUT /api/v1/studies/{study}/upload/{upload}/files/{file}": {"params": {"offset": 0}, "content": b"ab"},
    "PUT /api/v1/studies/{study}/items/{task}/turns": {"json": {"seen_revision": 1, "turns": []}},
    "POST /links/{token}": {"data": {"name": "newcomer"}},
    "POST /studies/{study}/items": {"data": {"act": "more", "task": ["nothing"]}},
    "POST /studies/{study}/items/release": {"data": {"assignment": "{assignment}"}},
    "POST /studies/{study}/work/take-back": {"data": {"assignment": "{assignment}"}},
    "POST /studies/{study}/practice/look": {"data": {"card": "phrase-warm"}},
    "POST /studies/{study}/practice/grade": {"data": {"card": "phrase-warm", "grade": "good", "seen": "0"}},
    "POST /studies/{study}/state": {"data": {"state": "paused"}},
    "POST /studies/{study}/invitations": {"data": {"role": "rater"}},
}

ROWS = [line.split() for line in TABLE.splitlines() if line and not line.startswith("#")]
EXPECTED = {f"{row[0]} {row[1]}": dict(zip(PEOPLE, map(int, row[2:]), strict=True)) for row in ROWS}


def asking(house: House, route: str, who: str, **other: str) -> Ask:
    """Make the request for a route; `other` puts something else in the place of a name in braces."""
    method, template = route.split()
    names = {
        "study": "voices",
        "language": "ko",
        "guide_page": "start",
        "table": "quality",
        "form": "csv",
        "token": house.tokens["invitation"],
        "person": house.ids["rater"],
        "level": "800",
        "piece": "0",
        "revision": "1",
        **house.ids,
    }
    body = BODIES.get(route, {})
    if "data" in body:  # such as a form that names what the path does not
        body = {"data": {name: _filled(value, names) for name, value in body["data"].items()}}
    return Ask(who, method, template.format_map({**names, **other}), body)


def _filled(value: Any, names: dict[str, str]) -> Any:
    return value.format_map(names) if isinstance(value, str) else value


def told(response: Response) -> tuple[int, dict[str, str], bytes]:
    """Return all that an answer tells, but for the nonce that is drawn for each page."""
    headers = dict(response.headers)
    headers["content-security-policy"] = re.sub("'nonce-[^']+'", "", headers["content-security-policy"])
    return response.status_code, headers, response.content


def test_every_route_has_a_row(app: FastAPI) -> None:
    routes = {
        f"{method} {context.path}"
        for context in iter_route_contexts(app.routes)
        for method in (context.methods or ())
        if method != "HEAD" and context.path
    }
    assert routes == set(EXPECTED)


@pytest.mark.parametrize("route", EXPECTED)
def test_each_person_gets_what_the_table_says(house: House, route: str) -> None:
    answers = house.ask(*(asking(house, route, who) for who in PEOPLE))
    assert dict(zip(PEOPLE, (answer.status_code for answer in answers), strict=True)) == EXPECTED[route]


@pytest.mark.parametrize("route", [route for route in EXPECTED if "{assignment}" in route])
def test_somebody_elses_assignment_answers_like_none(house: House, route: str) -> None:
    people = ("stranger", "other", "reviewer", "owner")
    real = house.ask(*(asking(house, route, who) for who in people))
    none = house.ask(*(asking(house, route, who, assignment="nosuchassignmt") for who in people))
    assert [told(answer) for answer in real] == [told(answer) for answer in none]


@pytest.mark.parametrize("route", [route for route in EXPECTED if "{study}" in route])
def test_a_study_of_others_answers_like_none(house: House, route: str) -> None:
    people = ("stranger", "revoked")
    real = house.ask(*(asking(house, route, who) for who in people))
    none = house.ask(*(asking(house, route, who, study="no-such-study") for who in people))
    assert [told(answer) for answer in real] == [told(answer) for answer in none]


@pytest.mark.parametrize("name", ["task", "link", "person", "file", "job"])
def test_a_thing_of_another_study_answers_like_none(house: House, name: str) -> None:
    routes = [route for route in EXPECTED if "{study}" in route and f"{{{name}}}" in route]
    real = house.ask(*(asking(house, route, "stranger", study="others") for route in routes))
    made_up = {"study": "others", name: "nosuchthing"}
    none = house.ask(*(asking(house, route, "stranger", **made_up) for route in routes))
    assert [answer.status_code for answer in real] == [404] * len(routes)
    assert [told(answer) for answer in real] == [told(answer) for answer in none]


def test_somebody_elses_session_answers_like_none(house: House) -> None:
    route = "POST /account/sessions/{session}/end"
    real, none = house.ask(asking(house, route, "other"), asking(house, route, "other", session="0" * 64))
    assert told(real) == told(none)


def test_who_is_put_out_loses_the_assignment_in_hand_at_once(house: House) -> None:
    route = "GET /api/v1/assignments/{assignment}"
    before, done, after, none = house.ask(
        asking(house, route, "rater"),
        asking(house, "POST /studies/{study}/members/{person}/revoke", "owner"),
        asking(house, route, "rater"),
        asking(house, route, "rater", assignment="nosuchassignmt"),
    )
    assert (before.status_code, done.status_code) == (200, 303)
    assert told(after) == told(none)
