"""Practice as a rater meets it: what is shown, compared and kept, without any script."""

from __future__ import annotations

import html
import re

from httpx2 import Response

from house import House

PAGE = "/studies/voices/practice"


def words(answer: Response) -> str:
    """Return what a reader sees of the main part of a page, one space apart."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2])).split())


def marked(answer: Response) -> list[str]:
    return re.findall("<mark>(.*?)</mark>", answer.text)


def test_a_sentence_is_shown_in_korean_written_compared_graded_and_comes_back_another_day(
    house: House,
) -> None:
    rater = house.browser("rater")
    assert "되묻기도 합니다. It also + verb" in words(rater.get(PAGE))
    seen = rater.post(f"{PAGE}/look", data={"card": "note-also-1", "sentence": "It asks also back."})
    assert "Yours It asks also back. Model sentence It also asks back." in words(seen)
    assert marked(seen) in (["asks", "asks"], ["also", "also"])
    form = {"card": "note-also-1", "grade": "easy", "seen": "0"}
    assert rater.post(f"{PAGE}/grade", data=form).headers["location"] == PAGE
    after = words(rater.get(PAGE))
    assert "또렷하기도 합니다." in after
    assert "Due today 0 New today 3 Practised today 1 Learned 1 of 4" in after


def test_a_grade_that_is_sent_twice_counts_once(house: House) -> None:
    rater = house.browser("rater")
    for grade in ("again", "easy"):
        rater.post(f"{PAGE}/grade", data={"card": "phrase-warm", "grade": grade, "seen": "0"})
    assert "Learned 0 of 4" in words(rater.get(PAGE))


def test_all_sentences_of_a_chain_are_written_before_they_are_compared(house: House) -> None:
    rater = house.browser("rater")
    asked = rater.get(f"{PAGE}?part=chains")
    assert asked.text.count("<textarea") == 2
    form = {"card": "chain-reply", "part": "chains", "sentence": ["It listens.", ""]}
    seen = rater.post(f"{PAGE}/look", data=form)
    assert "The same, word for word." in words(seen)
    assert "대답도 합니다. Yours nothing written Model sentence It also answers." in words(seen)
    sent = rater.post(f"{PAGE}/grade", data={**form, "grade": "easy", "seen": "0"})
    assert sent.headers["location"] == f"{PAGE}?part=chains"
    assert "Done for today" in words(rater.get(f"{PAGE}?part=chains"))


def test_a_phrase_is_practised_with_examples_in_its_gaps_and_progress_is_ones_own(house: House) -> None:
    rater = house.browser("rater")
    assert "T2에서 따뜻하게 들립니다." in words(rater.get(f"{PAGE}?part=phrases-overall"))
    rater.post(f"{PAGE}/grade", data={"card": "phrase-warm", "grade": "easy", "seen": "0"})
    assert "Learned 0 of 4" in words(house.browser("other").get(PAGE))


def test_a_card_that_is_not_there_and_a_sentence_of_a_novel_are_refused(house: House) -> None:
    rater = house.browser("rater")
    assert rater.post(f"{PAGE}/look", data={"card": "nothing"}).status_code == 404
    long = rater.post(f"{PAGE}/look", data={"card": "phrase-warm", "sentence": "a" * 1001})
    assert long.status_code == 422


def test_graded_examples_are_read_by_grade_or_guessed_with_the_grade_folded_away(house: House) -> None:
    rater = house.browser("rater")
    shown = words(rater.get("/studies/voices/examples"))
    assert "Good A warm voice What was marked Model A is warm at T2. It names what was heard." in shown
    guessed = rater.get("/studies/voices/examples?guess=true").text
    assert (
        guessed.index("Which grade would you give?") < guessed.index(">Good<") < guessed.index("A warm voice")
    )
    assert '<details class="answer">' in guessed
    assert "/studies/voices/examples?guess=true" in rater.get(PAGE).text
