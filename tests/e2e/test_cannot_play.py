"""A clip whose bytes the object store has cut: tried again, then left with the reason, never rated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from desk import clips, marks_of, scores_of
from earmark.core.roles import Role
from earmark.services.home import Home
from earmark.services.studies import Study
from earmark.storage import tables
from people import bring_in, token_of
from served import OpenPage, Site

pytestmark = pytest.mark.browser


@pytest.fixture
def study(site: Site, folder: Path) -> Study:
    free = {"hear_first": False}  # also where nothing need be heard to its end, what cannot be is not scored
    study = site.home.studies.create("cut-clips", protocol="clip-rating", title="Cut clips", settings=free)
    clips(study, folder, count=2, hertz=900)  # no other test hears these
    return study


def cut_sounds(home: Home, study: Study, *, kept: tuple[float, ...]) -> None:
    """Cut the sounds of a study off, as a disk that is full or failing does."""
    with home.database.read() as connection:
        of_study = tables.stimulus.c.study_id == study.id
        hashes = connection.execute(select(tables.stimulus.c.rendition_hash).where(of_study)).scalars().all()
    for rendition, share in zip(hashes, kept, strict=True):
        place = home.objects.local_path(rendition)
        content = place.read_bytes()
        place.write_bytes(content[: int(share * len(content))])


def test_a_clip_whose_bytes_are_cut_is_tried_again_then_left_with_its_reason(
    site: Site, study: Study, open_page: OpenPage
) -> None:
    cut_sounds(site.home, study, kept=(0.6, 0.02))
    asked: list[str] = []
    page = open_page(
        study,
        site.token_for(study, "Mina"),
        prepare=lambda context: context.on(
            "request", lambda request: asked.append(request.url) if "try=" in request.url else None
        ),
    )
    for number in (1, 2):
        expect(page.locator("#task-count")).to_have_text(f"· clip {number} of 2")
        asked.clear()
        page.keyboard.press("Space")
        trouble = page.locator("ear-cannot-play")
        expect(trouble).to_contain_text("This cannot be played.")
        assert len(set(asked)) >= 3  # what is known to be cut off as it opens was tried by then
        expect(page.locator(".play")).to_have_text("PlaySpace")  # nothing plays that could be paused
        expect(page.locator(".question.locked")).to_have_count(3)
        page.keyboard.press("5")
        assert page.locator("input:checked").count() == 0
        trouble.get_by_role("button", name="Invalid").click()
        expect(page.locator("dialog input[value=will-not-play]")).to_be_checked()
        page.locator("dialog").get_by_role("button", name="Discard").click()
        expect(page.locator("#save-state")).to_have_text("Discarded")
    for mark in marks_of(study):
        assert mark[:4] == ("invalid", "item", None, "will-not-play")
        assert "Mozilla/5.0" in mark[4]
    assert scores_of(study) == set()
    owner = token_of(site.home, bring_in(study, "owner of cut-clips", role=Role.OWNER))
    told = open_page(study, owner, path="marks").locator("tbody tr")
    for why in ("breaks off before its end", "browser cannot read it"):
        expect(told.filter(has_text=why)).to_have_text(
            re.compile(rf"clip(\d).*clip\1\.wav.*{why}.*Mozilla/5\.0", re.DOTALL)
        )
