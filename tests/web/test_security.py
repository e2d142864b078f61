from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from earmark.web.bodies import LARGEST_BODY
from earmark.web.headers import FOR_EVER
from earmark.web.rendering import static
from house import Ask, House

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; media-src 'self' blob:; font-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)

MARKS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

ANSWERS = {
    "/sign-in": (200, "no-store"),
    "/nothing/here": (404, "no-store"),
    "/api/v1/nothing": (404, "no-store"),
    "/api/v1/openapi.json": (200, "no-store"),
    "/sign-out": (405, "no-store"),
    "/": (303, "no-store"),
}


@pytest.mark.parametrize("path", ANSWERS)
def test_every_kind_of_answer_is_marked(house: House, path: str) -> None:
    [answer] = house.ask(Ask("anonymous", "GET", path))
    headers = {name: answer.headers[name] for name in MARKS}
    policy = re.sub(r" 'nonce-[\w-]{22}'", "", answer.headers["content-security-policy"])
    assert (answer.status_code, answer.headers["cache-control"]) == ANSWERS[path]
    assert (headers, policy) == (MARKS, POLICY)


@pytest.mark.parametrize("path", [static("workbench/spectrogram-worker.js"), "/static/older/css/base.css"])
def test_a_static_file_carries_what_keeps_it_to_our_pages_and_no_more(house: House, path: str) -> None:
    """A worker takes its policy from its own file."""
    [answer] = house.ask(Ask("anonymous", "GET", path))
    marks = [answer.headers.get(name) for name in ("content-security-policy", *MARKS)]
    assert marks == ["default-src 'self'; frame-ancestors 'none'", "nosniff", None, None, None, "same-origin"]
    assert (answer.headers.get("cache-control") == FOR_EVER) == (answer.status_code == 200)


def test_only_the_worker_that_checks_grammar_may_compile_web_assembly(house: House) -> None:
    paths = [static("workbench/grammar/grammar-worker.js"), static("workbench/grammar/grammar.js")]
    answers = house.ask(*[Ask("anonymous", "GET", path) for path in paths], Ask("owner", "GET", "/"))
    policies = [answer.headers["content-security-policy"] for answer in answers]
    assert ["wasm-unsafe-eval" in policy for policy in policies] == [True, False, False]


def test_a_nonce_is_drawn_for_each_page_and_for_pages_alone(house: House) -> None:
    pages = house.ask(*[Ask("owner", "GET", "/")] * 2, Ask("owner", "GET", "/api/v1/messages/ko"))
    nonces = [re.findall("nonce-([^']+)", page.headers["content-security-policy"]) for page in pages]
    assert [len(found) for found in nonces] == [1, 1, 0]
    assert nonces[0] != nonces[1]


def test_an_unexpected_error_tells_nothing_and_is_marked_too(house: House) -> None:
    house.app.state.home = None
    page, problem = house.ask(
        Ask("owner", "GET", "/account"), Ask("owner", "POST", "/api/v1/studies/voices/next")
    )
    assert (page.status_code, problem.status_code) == (500, 500)
    assert problem.json() == {"type": "about:blank", "title": "Internal Server Error", "status": 500}
    assert "NoneType" not in page.text
    for answer in (page, problem):
        assert {name: answer.headers[name] for name in MARKS} == MARKS
        assert answer.headers["cache-control"] == "no-store"


def test_errors_of_the_interface_are_problem_documents(house: House) -> None:
    answers = house.ask(
        Ask("anonymous", "GET", "/api/v1/assignments/x"),
        Ask("rater", "GET", "/api/v1/assignments/x"),
        Ask("rater", "PUT", "/api/v1/assignments/x/draft", {"json": {}}),
        Ask("rater", "DELETE", "/api/v1/assignments/x"),
    )
    assert [answer.headers["content-type"] for answer in answers] == ["application/problem+json"] * 4
    assert [answer.json()["status"] for answer in answers] == [401, 404, 422, 405]
    assert [fault["where"] for fault in answers[2].json()["faults"]] == ["sequence", "base", "tab", "body"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "none"}, 303),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://earmark.test"}, 303),
        ({"origin": "http://earmark.test"}, 303),
        ({"origin": "http://earmark.test:8000"}, 403),
        ({"origin": "http://site.earmark.test"}, 403),
        ({"origin": "http://elsewhere.test"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
    ],
)
def test_only_our_own_pages_and_programs_change_things(
    house: House, headers: dict[str, str], status: int
) -> None:
    [answer] = house.ask(Ask("owner", "POST", "/account/sessions/end-others", {"headers": headers}))
    assert answer.status_code == status


def test_what_another_site_asks_for_does_not_happen(house: House) -> None:
    from_elsewhere = {"headers": {"sec-fetch-site": "cross-site"}, "data": {"state": "paused"}}
    house.ask(Ask("owner", "POST", "/studies/voices/state", from_elsewhere))
    assert house.home.studies["voices"].state == "open"


def test_reading_is_open_to_links_from_elsewhere(house: House) -> None:
    [answer] = house.ask(Ask("owner", "GET", "/account", {"headers": {"sec-fetch-site": "cross-site"}}))
    assert answer.status_code == 200


def test_a_socket_opened_by_another_site_is_refused(app: FastAPI) -> None:
    browser = TestClient(app, base_url="http://earmark.test")
    with (
        pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)) as refused,
        browser.websocket_connect("/live", headers={"origin": "http://elsewhere.test"}),
    ):
        pass
    assert refused.value.code == 1008


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(house: House) -> None:
    [answer] = house.ask(
        Ask("anonymous", "POST", f"/links/{house.tokens['invitation']}", {"data": {"name": "n"}})
    )
    value, *marks = answer.headers["set-cookie"].split("; ")
    assert value.startswith("earmark=")
    assert sorted(marks) == ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=lax"]


def test_under_https_no_neighbouring_host_can_set_the_cookie(house: House) -> None:
    browser = TestClient(house.app, base_url="https://earmark.test", follow_redirects=False)
    answer = browser.post(f"/links/{house.tokens['invitation']}", data={"name": "n"})
    value, *marks = answer.headers["set-cookie"].split("; ")
    assert value.startswith("__Host-earmark=")
    assert sorted(marks) == ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=lax", "Secure"]
    assert browser.get("/").status_code == 200
    browser.cookies.clear()
    browser.cookies.set("earmark", house.tokens["owner"], domain="earmark.test")
    assert browser.get("/").status_code == 303


def test_a_body_beyond_the_limit_is_refused(house: House) -> None:
    [answer] = house.ask(Ask("owner", "POST", "/account/name", {"data": {"name": "x" * LARGEST_BODY}}))
    assert answer.status_code == 413


def test_the_files_of_pages_are_packed_on_the_way(house: House) -> None:
    (answer,) = house.ask(Ask("anonymous", "GET", static("workbench/workbench.css")))
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 2
