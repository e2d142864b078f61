"""What the page really plays, measured on a tap before the loudspeaker."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from desk import clips, leave_by, two_turn_talk, work_of
from earmark.services.exporting import export_study
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from served import OpenPage, Site
from sounds import sine, write_sound
from tap import Heard, lay_tap, loudest_hertz, open_tap, take

pytestmark = pytest.mark.browser

RATE = 16_000
LEAST = 0.01
"""What 0.08 s of a tone of half the full scale come to; the silence about it plays no part."""
STAGE = "document.querySelector('ear-stage')"
PLAYER = "document.querySelector('ear-workbench').player"


def talk(study: Study, folder: Path, samples: np.ndarray, turns: list[tuple[str, float, float]]) -> None:
    """Import a conversation whose agent is on the right."""
    write_sound(folder / "talk.wav", samples, RATE)
    row = {
        "audio": "talk.wav",
        "agent_channel": "right",
        "turns": [{"role": role, "start": start, "end": end, "text": role} for role, start, end in turns],
    }
    (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert import_paths(study, [folder]).refused == ()


def enter(site: Site, study: Study, open_page: OpenPage) -> Page:
    page = open_page(study, site.token_for(study, f"rater of {study.name}"), prepare=lay_tap)
    page.wait_for_selector("ear-rating-desk")
    open_tap(page)
    return page


def play_out(page: Page, call: str) -> None:
    """Ask the player for something and wait until it is over."""
    page.evaluate(f"async () => {{ await {PLAYER}.{call}; }}")
    page.wait_for_function(f"() => !{PLAYER}.playing")


def edges(heard: Heard, place_of: Callable[[np.ndarray], np.ndarray]) -> tuple[float, float]:
    """Return the first and the last place heard, by the line through all that lies between."""
    sound = heard.right[heard.sounding(above=0.1)]
    edge = round(0.015 * heard.rate)  # a level that begins at once rings when its sample rate is changed
    at = np.arange(len(sound))[edge:-edge]
    line = np.polynomial.Polynomial.fit(at, place_of(sound[edge:-edge]), 1)
    return float(line(0)), float(line(len(sound)))


def test_a_turn_is_heard_from_its_first_sample_to_its_last(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    """The sound says where it is: its level climbs from 0.1 to 0.9 through the recording."""
    study = site.home.studies.create("edges", protocol="conversation-turns", title="Edges")
    seconds = 3.0
    level = np.linspace(0.1, 0.9, int(RATE * seconds), dtype=np.float32)
    words = [("user", 0.0, 1.0), ("agent", 1.2345, 1.5345), ("user", 1.6, 3.0)]
    talk(study, folder, np.stack([level, level], axis=1), words)
    page = enter(site, study, open_page)
    take(page)
    play_out(page, "playRange({ start: 1.2345, end: 1.5345 })")
    first, last = edges(take(page), lambda level: (level - 0.1) / 0.8 * seconds)
    assert first == pytest.approx(1.2345, abs=0.001)
    assert last == pytest.approx(1.5345, abs=0.001)


def test_a_short_word_between_two_others_is_heard_alone_at_every_speed(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("word", protocol="conversation-turns", title="Word")
    t = np.arange(int(RATE * 1.5)) / RATE
    hertz = np.where(t < 0.6, 500, np.where(t < 0.9, 1300, 2900))
    tone = (0.4 * np.sin(2 * np.pi * hertz * t)).astype(np.float32)
    words = [("user", 0.0, 0.6), ("agent", 0.6, 0.9), ("user", 0.9, 1.5)]
    talk(study, folder, np.stack([tone, tone], axis=1), words)
    page = enter(site, study, open_page)
    for rate in (1, 0.5, 2):
        page.evaluate(f"() => {PLAYER}.setRate({rate})")
        take(page)
        page.keyboard.press("Space")
        page.wait_for_function(f"() => !{PLAYER}.playing && !document.querySelector('.question.locked')")
        heard = take(page)
        # Browsers stretch sound by joining bits of 20 ms, so that the length is only about right.
        assert heard.seconds() == pytest.approx(0.3 / rate, abs=0.002 if rate == 1 else 0.025)
        assert power(heard, 500) < power(heard, 1300) / 1e4
        assert power(heard, 2900) < power(heard, 1300) / 1e4
        assert loudest_hertz(heard.right[heard.sounding()], heard.rate) == pytest.approx(1300, rel=0.01)

    # Softer at once: half way down, a quarter of the level.
    page.evaluate(f"() => {PLAYER}.setRate(1)")
    levels = []
    for volume in (1, 0.5):
        page.get_by_role("slider", name="Volume").fill(str(volume))
        take(page)
        play_out(page, "playRange({ start: 0.6, end: 0.9 })")
        levels.append(np.abs(take(page).right).max())
    assert levels[1] / levels[0] == pytest.approx(0.25, rel=0.02)


def power(heard: Heard, hertz: float) -> float:
    """Return how strong the sound is within 60 Hz of a frequency, faded in and out."""
    sound = heard.right[heard.sounding()]
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))) ** 2
    return float(spectrum[np.abs(np.fft.rfftfreq(len(sound), 1 / heard.rate) - hertz) < 60].sum())


def test_each_speaker_can_be_heard_alone_and_the_next_item_is_heard_as_recorded(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    """HO-01: 440 Hz on the left, then 880 Hz on the right, 12 s."""
    study = site.home.studies.create("ears", protocol="clip-rating", title="Ears")
    t = np.arange(RATE * 12) / RATE
    left, right = 0.5 * np.sin(2 * np.pi * 440 * t) * (t < 6), 0.5 * np.sin(2 * np.pi * 880 * t) * (t >= 6)
    for name in ("one", "two"):
        write_sound(folder / f"{name}.wav", np.stack([left, right], axis=1).astype(np.float32), RATE)
    assert import_paths(study, [folder]).refused == ()
    page = enter(site, study, open_page)
    play(page, frm=5.7, to=6.3)
    both = take(page)
    assert strengths(both.left, both.rate) == ("tone", "silent")
    assert strengths(both.right, both.rate) == ("silent", "tone")
    for mode, expected in (("left", ("tone", "silent")), ("right", ("silent", "tone"))):
        choose_ears(page, mode)
        play(page, frm=5.7, to=6.3)
        solo = take(page)
        assert strengths(solo.left, solo.rate) == strengths(solo.right, solo.rate) == expected
    choose_ears(page, "centred")
    play(page, frm=5.7, to=6.3)
    centred = take(page)
    assert strengths(centred.left, centred.rate) == strengths(centred.right, centred.rate) == ("tone", "tone")

    choose_ears(page, "left")
    page.locator(".solo-place").click()  # in its own ear from now on
    play(page, frm=5.7, to=6.3)
    own = take(page)
    assert strengths(own.left, own.rate) == ("tone", "silent")
    assert np.abs(own.right).max() < 1e-4

    leave_by(page, "Skip")
    page.locator("dialog input[type=radio]").first.check()
    page.locator("dialog").get_by_role("button", name="Skip").click()
    expect(page.locator("#task-count")).to_have_text("· clip 2 of 2")
    expect(page.locator(".segments [aria-pressed=true]")).to_have_text("Both")
    play(page, frm=5.7, to=6.3)
    following = take(page)
    assert strengths(following.left, following.rate) == ("tone", "silent")
    assert strengths(following.right, following.rate) == ("silent", "tone")


def test_a_change_of_what_is_heard_makes_no_jump(site: Site, folder: Path, open_page: OpenPage) -> None:
    study = site.home.studies.create("no-jump", protocol="clip-rating", title="Ears")
    level = np.linspace(0.1, 0.9, RATE * 2, dtype=np.float32)
    for name in ("one", "two"):
        write_sound(folder / f"{name}.wav", np.stack([level, level], axis=1), RATE)
    assert import_paths(study, [folder]).refused == ()
    page = enter(site, study, open_page)
    page.keyboard.press("Space")
    for _ in range(6):
        page.keyboard.press("e")
        page.wait_for_timeout(150)
    page.wait_for_function(f"() => !{PLAYER}.playing")
    heard = take(page)
    sound = heard.right[heard.sounding()]
    steps = np.diff(sound[:: round(0.010 * heard.rate)])  # what 10 ms bring
    assert len(sound) / heard.rate == pytest.approx(2, abs=0.05)
    assert np.abs(steps[3:-3]).max() < 0.8 / 2 * 0.05


def play(page: Page, *, frm: float, to: float) -> None:
    """Play on from a place as the key K does, and pause after another."""
    page.evaluate(f"(at) => {PLAYER}.seek(at)", frm)
    take(page)
    page.keyboard.press("k")
    page.wait_for_function(f"(at) => {PLAYER}.time >= at", arg=to)
    page.keyboard.press("k")


def choose_ears(page: Page, mode: str) -> None:
    """Press E until the wanted mode is on."""
    while page.evaluate(f"() => {PLAYER}.ears.mode") != mode:
        page.keyboard.press("e")


def strengths(ear: np.ndarray, rate: int) -> tuple[str, str]:
    """Return whether an ear hears the tone of the left channel, and that of the right."""
    turning = 2j * np.pi * np.arange(len(ear)) / rate
    low, high = (abs(np.sum(ear * np.exp(-turning * hertz))) / rate for hertz in (440, 880))
    return ("tone" if low > LEAST else "silent", "tone" if high > LEAST else "silent")


def test_what_was_heard_is_recorded_as_it_was_played_and_comes_out_in_the_export(
    site: Site, folder: Path, open_page: OpenPage, tmp_path: Path
) -> None:
    study = site.home.studies.create("account", protocol="conversation-turns", title="Account")
    two_turn_talk(study, folder)  # turns of half a second, the agent on the right
    page = open_page(study, site.token_for(study, "rater of account"))
    page.wait_for_selector("ear-rating-desk")
    agents = page.evaluate("() => document.querySelector('ear-workbench').work.targets")

    choose_ears(page, "left")
    play_out(page, "playRange({ start: 0.5, end: 1.0 })")
    assert page.locator(".question.locked").count() == 2  # the agent was not in the ear
    choose_ears(page, "right")
    play_out(page, "playRange({ start: 0.5, end: 1.0 })")
    expect(page.locator(".question.locked")).to_have_count(0)
    page.keyboard.press("]")
    page.evaluate(f"() => {PLAYER}.setRate(2)")
    play_out(page, "playRange({ start: 1.5, end: 2.0 })")
    play_out(page, "playRange({ start: 1.8, end: 2.0 })")  # from its middle is no play of it
    first, second = (work_of(page)["listening"]["targets"][turn] for turn in agents)
    assert (first["plays"], second["plays"]) == (2, 1)
    assert first["modes"] == {"left": near(0.5), "right": near(0.5)}
    assert (first["speeds"], first["seconds"]) == ({"1": near(1.0)}, near(1.0))
    assert (second["speeds"], second["modes"]) == ({"2": near(0.7)}, {"right": near(0.7)})

    page.keyboard.press("[")
    for _ in agents:
        for score in "45":
            page.keyboard.press(score)
            page.keyboard.type(f"Reason for {score}")
            page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("All done")
    export_study(study, tmp_path / "out")
    lines = (tmp_path / "out" / "listening.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {row["target"]: row for row in map(json.loads, lines)}
    assert {name: rows[agents[1]][name] for name in second} == second
    assert {name: rows[agents[0]][name] for name in first} == first
    assert rows["item"]["seconds"] == near(1.7)


def near(seconds: float) -> object:
    return pytest.approx(seconds, abs=0.02)


def test_what_was_played_counts_in_a_browser_that_says_late_where_it_began(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    """A busy browser tells of its jump to the start when it has played on from there for a while."""
    study = site.home.studies.create("late", protocol="clip-rating", title="Late")
    write_sound(folder / "clip.wav", sine(RATE, seconds=2, hertz=300), RATE)
    assert import_paths(study, [folder]).refused == ()
    page = open_page(study, site.token_for(study, "rater of late"), prepare=say_all_late)
    page.wait_for_function("() => window.sounds[0].readyState === 4")  # else there is no jump
    play_out(page, "toggle({ start: 0, end: 2 })")
    assert page.evaluate("() => window.late[0]") > 0.1
    expect(page.locator(".question.locked")).to_have_count(0)
    before = work_of(page)["listening"]["seconds"]
    ahead = "window.sounds[0].currentTime = 1.5;"  # a jump that is not the player's own is not heard
    page.evaluate(f"async () => {{ await {PLAYER}.toggle({{ start: 0, end: 2 }}); {ahead} }}")
    page.wait_for_function(f"() => !{PLAYER}.playing")
    assert work_of(page)["listening"]["seconds"] - before < 1.5


def say_all_late(context: BrowserContext) -> None:
    """Have elements say nothing of their first jump, and of what follows, for 0.1 s of sound."""
    context.add_init_script(
        """
        window.late = [];
        window.sounds = [];
        window.Audio = class extends Audio {
          constructor() {
            super();
            window.sounds.push(this);
            const held = [];
            const tell = () => {
              if (this.currentTime < 0.1) return setTimeout(tell);
              window.late.push(this.currentTime);
              for (const name of held) this.dispatchEvent(new Event(name));
            };
            for (const name of ["seeking", "play", "timeupdate"])
              this.addEventListener(name, (event) => {
                if (!event.isTrusted || window.late.length) return;
                event.stopImmediatePropagation();
                if (name === "seeking") tell();
                held.push(name);
              });
          }
        };
        """
    )


def test_a_stretch_is_marked_by_mouse_and_keys_repeated_and_looked_at_closely(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    free = {"hear_first": False}  # keys that mark rest until a turn is open
    study = site.home.studies.create("stretch", protocol="conversation-turns", title="Stretch", settings=free)
    t = np.arange(RATE * 4) / RATE
    hertz = np.where((t >= 1) & (t < 2), 2000, 500)
    tone = (0.4 * np.sin(2 * np.pi * hertz * t)).astype(np.float32)
    talk(study, folder, np.stack([0 * tone, tone], axis=1), [("user", 0.0, 1.0), ("agent", 1.0, 4.0)])
    page = enter(site, study, open_page)
    lanes = page.get_by_role("slider", name="Position")
    box = lanes.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.45, box["y"] + 20, steps=4)
    page.mouse.up()
    assert marked(page) == [near(1.2), near(1.8)]
    expect(page.locator(".play")).to_contain_text("Play stretch")

    take(page)
    page.keyboard.press("q")
    page.wait_for_function("() => document.querySelector('ear-workbench').work.listening.seconds > 1.3")
    page.keyboard.press("q")
    heard = take(page)
    assert power(heard, 2000) > 1e4 * power(heard, 500)

    page.keyboard.press("c")
    assert marked(page) is None
    page.evaluate(f"() => {PLAYER}.seek(2)")
    lanes.focus()
    for _ in range(5):
        page.keyboard.press("Shift+ArrowRight")
    assert marked(page) == [near(2.0), near(2.5)]
    page.keyboard.press("f")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("s")
    assert marked(page) == [near(1.5), near(2.5)]

    page.keyboard.press("z")
    view = page.evaluate(
        "() => { const { start, end } = document.querySelector('ear-stage').view; return [start, end]; }"
    )
    assert view == [near(1.4), near(2.6)]
    expect(page.get_by_role("scrollbar", name="Part in view")).to_be_visible()
    page.keyboard.press("c")
    page.keyboard.press("z")  # to the turn in focus
    page.keyboard.press("v")
    page.wait_for_function("() => document.querySelector('.spectrogram-note')?.hidden")
    early, late = (loudest_height(page, share) for share in (0.2, 0.8))
    assert early * 8000 == pytest.approx(2000, abs=200)
    assert late * 8000 == pytest.approx(500, abs=200)


def marked(page: Page) -> list[float] | None:
    return page.evaluate(
        f"() => {STAGE}.selection.range && [{STAGE}.selection.range.start, {STAGE}.selection.range.end]"
    )


def loudest_height(page: Page, share: float) -> float:
    """Return how high the agent's spectrogram is darkest at a moment, as a share of its height."""
    return page.evaluate(
        """(share) => {
          const canvas = document.querySelector(".spectrogram-lanes .agent");
          const at = Math.round(share * canvas.width);
          const column = canvas.getContext("2d").getImageData(at, 0, 1, canvas.height).data;
          const levels = Array.from({ length: canvas.height }, (_, row) => column[4 * row + 3]);
          return 1 - (levels.indexOf(Math.max(...levels)) + 0.5) / canvas.height;
        }""",
        share,
    )


def test_the_next_clip_is_here_before_it_is_asked_for(site: Site, folder: Path, open_page: OpenPage) -> None:
    study = site.home.studies.create("ahead", protocol="clip-rating", title="Ahead")
    clips(study, folder, count=2)
    page = open_page(study, site.token_for(study, "rater of ahead"), prepare=lay_tap)
    page.wait_for_selector("ear-rating-desk")
    page.wait_for_function("() => document.querySelector('ear-workbench').ahead.isHere")
    page.route("**/stimuli/*/audio*", lambda route: route.abort())
    leave_by(page, "Skip")
    page.locator("dialog input[type=radio]").first.check()
    page.locator("dialog").get_by_role("button", name="Skip").click()
    expect(page.locator("#task-count")).to_have_text("· clip 2 of 2")
    open_tap(page)
    take(page)
    play_out(page, "toggle({ start: 0, end: 0.5 })")
    heard = take(page)
    assert heard.seconds() == near(0.5)
    assert np.abs(heard.left - heard.right).max() < 1e-4  # one channel is heard in the middle


def test_a_long_call_opens_on_its_beginning_and_is_never_decoded_whole(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("long", protocol="conversation-turns", title="Long")
    minutes = 4
    samples = np.zeros((4_000 * 60 * minutes, 2), np.float32)
    write_sound(folder / "talk.wav", samples, 4_000)
    turns = [(("user", "agent")[n % 2], n * 6.0, n * 6.0 + 5.5) for n in range(10 * minutes)]
    turn_rows = [{"role": role, "start": start, "end": end, "text": role} for role, start, end in turns]
    row = {"audio": "talk.wav", "agent_channel": "right", "turns": turn_rows}
    (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert import_paths(study, [folder]).refused == ()

    page = open_page(study, site.token_for(study, "rater of long"), prepare=watch_decoding)
    page.wait_for_function("() => document.querySelector('ear-waveform')?.isFilled")
    assert page.evaluate(f"() => [{STAGE}.view.start, {STAGE}.view.end]") == [0, 60]
    strip = page.get_by_role("scrollbar", name="Part in view")
    expect(strip).to_be_visible()
    play_out(page, "playRange({ start: 186, end: 186.5 })")
    page.keyboard.press("v")
    page.wait_for_function("() => document.querySelector('.spectrogram-note')?.hidden")
    strip.focus()
    page.keyboard.press("PageUp")
    expect(strip).to_have_attribute("aria-valuetext", "2:06.0 to 3:06.0")
    page.wait_for_function("() => document.querySelector('.spectrogram-note')?.hidden")
    decoded = page.evaluate("() => window.decoded")
    assert decoded
    assert max(decoded) < 62


def watch_decoding(context: BrowserContext) -> None:
    """Write down how many seconds of sound a page decodes at once."""
    context.add_init_script(
        """
        window.decoded = [];
        const decode = BaseAudioContext.prototype.decodeAudioData;
        BaseAudioContext.prototype.decodeAudioData = async function (bytes) {
          const buffer = await decode.call(this, bytes);
          window.decoded.push(buffer.duration);
          return buffer;
        };
        """
    )
