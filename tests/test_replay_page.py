"""The page of a recorded game: whole, small, and working in a real browser without any network."""

from __future__ import annotations

import base64
import gzip
import json
import re
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

from agents.records import read_games
from cli.main import main
from cli.replay_page import game_data, page
from pamir_env import Position, Settings
from pamir_env.picture.raster import pixels
from tabletop.record import BadRecord, Record
from tests.browser import Browser, chromium

NAMES = ["greedy", "<i>you</i>", "wakhan"]


def recorded(settings: Settings, seed: int, thoughts: bool = False, limit: int = 10_000) -> Record:
    """A random game, perhaps with what an agent might have thought."""
    position, rng = Position.new(settings, seed=seed), Random(seed)
    record, thought = Record.of(position, seed, NAMES[: settings.players]), []
    while not position.over and len(record.actions) < limit:
        action = position.automatic_action()
        legal = position.legal()
        thought.append({"value": 0.25, "top": [[legal[0], 0.75]]} if len(legal) > 1 else None)
        record.play(position, rng.choice(legal) if action is None else action)
    record.thoughts = thought if thoughts else None
    return record


def saved(path: Path, record: Record) -> Path:
    path.write_text(json.dumps(record.to_dict()), encoding="utf-8")
    return path


def unpacked(text: str) -> dict:
    data = re.search(r'<script type="text/plain" id="data">(.*?)</script>', text, re.DOTALL)[1]
    return json.loads(gzip.decompress(base64.b64decode(data)))


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> tuple[Path, Record]:
    """A page with thoughts, and its record."""
    folder = tmp_path_factory.mktemp("page")
    record = recorded(Settings(players=3, wakhan=True), 2, thoughts=True)
    assert main(["watch", str(saved(folder / "game.json", record)), "--html", str(folder / "game.html")]) == 0
    return folder / "game.html", record


# ---- the file ----------------------------------------------------------------------------------------------


def test_the_page_is_whole_and_small(game):
    path, record = game
    text = path.read_text("utf-8")
    assert len(text.encode()) < 1_000_000
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:)""", text)
    assert "http" not in re.sub(r'http-equiv|id="data">.*?</script>', "", text, flags=re.DOTALL)
    assert "<i>you" not in text, "names are escaped"
    data = unpacked(text)
    assert [step.get("word") for step in data["steps"]] == [*record.actions, None]
    assert data["steps"][-1]["points"] == record.result["points"]
    assert data["steps"][3]["question"] and data["steps"][3]["why"] and data["steps"][3]["said"]


def test_a_long_game_stays_small(tmp_path):
    record = recorded(Settings(players=5), 11)
    stored = next(read_games(saved(tmp_path / "game.json", record), Position))
    assert len(page(stored)) < 3_000_000
    data = game_data(stored)
    assert len(data["steps"]) > 100
    assert [seat for moment in data["moments"] for seat in [moment["step"]]] == sorted(
        moment["step"] for moment in data["moments"]
    )


def test_thoughts_are_optional(tmp_path):
    with_thoughts = recorded(Settings(players=2), 1, thoughts=True, limit=12)
    stored = next(read_games(saved(tmp_path / "a.json", with_thoughts), Position))
    steps = game_data(stored)["steps"]
    assert steps[0]["thought"]["top"][0][1:] == [0.75, "Afghan"]
    assert "thought" not in steps[-1]
    stored = next(
        read_games(saved(tmp_path / "b.json", recorded(Settings(players=2), 1, limit=12)), Position)
    )
    assert all("thought" not in step for step in game_data(stored)["steps"])
    assert "result" in game_data(stored) and game_data(stored)["result"] is None
    with_thoughts.thoughts[:2] = [{"value": float("nan"), "top": ["c1", ["c2", None], ["stop", 1]]}, "deep"]
    steps = game_data(next(read_games(saved(tmp_path / "c.json", with_thoughts), Position)))["steps"]
    assert steps[0]["thought"] == {"value": None, "top": [["stop", 1, "stop"]]} and "thought" not in steps[1]
    with pytest.raises(BadRecord, match="thoughts should be a list"):
        Record.from_dict({**with_thoughts.to_dict(), "thoughts": "deep"}, Position)
    del with_thoughts.thoughts[:2]
    assert Record.from_dict(with_thoughts.to_dict(), Position).to_dict() == with_thoughts.to_dict()


def test_a_game_of_a_parquet_file(capsys, tmp_path):
    games, out = str(tmp_path / "games.parquet"), tmp_path / "out.html"
    arena = ["arena", "random", "greedy", "--players", "2", "--games", "2", "--records", games]
    assert main(arena) == 0
    assert main(["watch", games, "--game", "2", "--html", str(out)]) == 0
    assert f"wrote {out}" in capsys.readouterr().out
    stored = list(read_games(games, Position))[1]
    assert unpacked(out.read_text("utf-8"))["result"]["points"] == list(stored.result["points"])


# ---- in a browser ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture
def shown(browser: Browser, game) -> Browser:
    """The page, loaded; what the browser did before is forgotten."""
    browser.open(Path("/dev/null"))
    browser.log("performance"), browser.log("browser")
    browser.size(1400, 1000)
    browser.open(game[0])
    until(browser, "return document.documentElement.dataset.ready === 'yes'")
    return browser


def until(browser: Browser, script: str, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not browser.run(script):
        assert time.monotonic() < end, f"never came true: {script}"
        time.sleep(0.05)


def text_of(browser: Browser, name: str) -> str:
    return browser.run(f"return document.getElementById('{name}').textContent")


def test_it_loads_steps_and_ends(shown, game):
    _, record = game
    last = len(record.actions)
    assert text_of(shown, "count") == f"0 of {last}"
    first, told = text_of(shown, "scene"), text_of(shown, "said")
    shown.run("document.getElementById('next').click()")
    assert text_of(shown, "count") == f"1 of {last}" and text_of(shown, "scene") != first
    shown.run("document.getElementById('back').click()")
    assert (text_of(shown, "scene"), text_of(shown, "said")) == (first, told)
    shown.run("document.getElementById('last').click()")
    points = [int(text_of(shown, f"points-{p}")) for p in range(3)]
    assert points == record.result["points"]
    assert "won" in text_of(shown, "asked") and "has won" in text_of(shown, "scene")
    assert shown.log("browser") == []
    assert [url for url in shown.requests() if not url.startswith(("file:", "data:", "blob:"))] == []


def test_keys_slider_playing_plots_and_moments(shown, game):
    last = len(game[1].actions)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        shown.press(key)
        assert text_of(shown, "count") == f"{step} of {last}"
    shown.run(
        "const s = document.getElementById('slider'); s.value = 30; s.dispatchEvent(new Event('input'))"
    )
    assert text_of(shown, "count") == f"30 of {last}"
    shown.run("document.getElementById('speed').value = 12")
    shown.press(" ")
    until(shown, "return now > 33")
    shown.press(" ")
    at = shown.run("return now")
    time.sleep(0.3)
    assert shown.run("return now") == at
    step = shown.run("const b = document.querySelector('.kind button'); b.click(); return +b.dataset.step")
    assert text_of(shown, "count") == f"{step} of {last}"
    shown.run(
        "const svg = document.querySelector('#blocks-plot svg'), box = svg.getBoundingClientRect();"
        "svg.dispatchEvent(new PointerEvent('pointerdown', {clientX: box.left + box.width / 2}))"
    )
    assert abs(shown.run("return now") - last / 2) < last / 10
    assert shown.log("browser") == []


def test_the_choice_taken_and_the_thoughts_are_shown(shown, game):
    _, record = game
    k = next(k for k, thought in enumerate(record.thoughts) if thought)
    shown.run(f"go({k})")
    assert shown.run("return document.querySelector('.chosen').dataset.word") == record.actions[k]
    assert "75 %" in text_of(shown, "thoughts") and "value 0.25" in text_of(shown, "thoughts")


@pytest.mark.parametrize("width", [400, 760, 1400])
def test_it_fits_any_window_light_and_dark(shown, width):
    shown.size(width, 900)
    brightness = {}
    for scheme in ("light", "dark"):
        shown.prefer(scheme)
        until(shown, f"return Math.abs(innerWidth - {width}) < 2")
        time.sleep(0.2)
        assert shown.run("return document.documentElement.scrollWidth <= innerWidth")
        image = pixels(shown.screenshot())
        brightness[scheme] = np.median(image.mean(axis=2))
        if scheme == "light":
            assert (image.max(axis=2) < 12).mean() < 0.05, "cards without their colours are black"
    assert brightness["dark"] < 60 < 200 < brightness["light"]
    boxes = shown.run("return document.getElementById('picture').getAttribute('viewBox')")
    assert boxes.split()[2] == {400: "454", 760: "700", 1400: "1100"}[width]
