from __future__ import annotations

from starlette.testclient import TestClient

from house import House


def test_sound_is_given_by_byte_ranges_and_never_compressed(house: House) -> None:
    rater: TestClient = house.browser("rater")
    url = f"/api/v1/assignments/{house.ids['assignment']}/stimuli/{house.ids['stimulus']}/audio"
    accept = {"accept-encoding": "gzip, br, deflate"}
    whole = rater.get(url, headers=accept)
    assert (whole.status_code, whole.headers["accept-ranges"]) == (200, "bytes")
    last = rater.get(url, headers={"range": "bytes=-5", **accept})
    size = len(whole.content)
    assert (last.status_code, last.content) == (206, whole.content[-5:])
    assert last.headers["content-range"] == f"bytes {size - 5}-{size - 1}/{size}"
    beyond = rater.get(url, headers={"range": f"bytes={size}-", **accept})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{size}")
    assert not any("content-encoding" in answer.headers for answer in (whole, last, beyond))
