"""The game in a real browser: whole games by clicking what is lit, keys, reloads, two tabs, no other host."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cli.web_play import Session
from cli.web_server import PlayServer
from pamir_env import Position
from tabletop.record import Record
from tests.browser import Browser, chromium
from tests.web import bots, legal, open_gate, program, serving, settled

PICK = """
if (!state || sending || !(state.mine || state.over)) return { waits: true };
if (state.over) return { over: true };
const lit = [...document.querySelectorAll("#scene .pm-can, .chip")];
const one = lit[Math.floor(arguments[0] * lit.length)];
one.scrollIntoView({ block: "center" });
const box = one.getBoundingClientRect();
for (let k = 0; k < 81; k++) {
  const x = box.left + (box.width * (0.5 + (k * 4) % 9)) / 9;
  const y = box.top + (box.height * (0.5 + (Math.floor(k / 9) * 4) % 9)) / 9;
  if (document.elementFromPoint(x, y)?.closest(".pm-can, .chip") === one) {
    return { x, y, word: one.dataset.word, version: state.version };
  }
}
return { covered: one.dataset.word };
"""
"""A lit thing, and a point at which the mouse hits it."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def shown(browser: Browser, server: PlayServer, wide: int = 1400) -> Browser:
    """The page, loaded; what the browser did before is forgotten."""
    browser.open(Path("/dev/null"))
    browser.log("performance"), browser.log("browser")
    browser.size(wide, 900)
    browser.open(server.url)
    until(browser, "return !!state && (state.mine || state.over)")
    return browser


def until(browser: Browser, script: str, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not browser.run(script):
        assert time.monotonic() < end, f"never came true: {script}"
        time.sleep(0.02)


def text_of(browser: Browser, name: str) -> str:
    return browser.run("return document.getElementById(arguments[0]).textContent", name)


def press_button(browser: Browser, name: str) -> None:
    browser.run("document.getElementById(arguments[0]).click()", name)


def click_on(browser: Browser, rng: Random, steps: int) -> int:
    """Click lit things, with the mouse, until the game is over; how many."""
    end = time.monotonic() + 60
    clicks, chance = 0, rng.random()
    while clicks < steps:
        assert time.monotonic() < end, "the game does not end"
        found = browser.run(PICK, chance)
        if found.get("over"):
            break
        if found.get("waits"):
            time.sleep(0.01)
            continue
        assert "covered" not in found, f"something lies on {found}"
        browser.click(found["x"], found["y"])
        until(browser, f"return state.version > {found['version']}")
        clicks, chance = clicks + 1, rng.random()
    return clicks


def nothing_wrong(browser: Browser, server: PlayServer) -> None:
    assert browser.log("browser") == []
    own = (server.url, "data:", "file:", "chrome:")  # the last is the browser's own page for a new tab
    assert [url for url in browser.requests() if not url.startswith(own)] == []


@pytest.mark.parametrize(("opponents", "wide", "seed"), [(["random"], 1400, 3), (["wakhan"], 400, 1)])
def test_a_whole_game_by_clicking_what_is_lit(browser, opponents, wide, seed):
    session = Session(opponents, 0, seed)
    with serving(session) as server:
        shown(browser, server, wide)
        assert click_on(browser, Random(seed), 8) == 8
        browser.open(server.url)  # a reload in the middle
        until(browser, "return !!state && (state.mine || state.over)")
        assert browser.run("return state.log.length") > 8
        assert click_on(browser, Random(7 * seed), 1000) > 0
        assert text_of(browser, "asked").startswith("You have")
        points = browser.run("return [...document.querySelectorAll('#score b')].map((b) => +b.textContent)")
        assert points == Record.from_dict(session.record(), Position).replay(Position).points
        assert "has won" in text_of(browser, "scene")
        nothing_wrong(browser, server)
        assert browser.run("return document.getElementById('film').href") == f"{server.url}film.html"
        browser.open(f"{server.url}film.html")
        until(browser, "return document.documentElement.dataset.ready === 'yes'")
        press_button(browser, "last")
        assert "won" in text_of(browser, "asked")
        nothing_wrong(browser, server)


def test_keys(browser):
    session = Session(["random"], 0, 1)
    with serving(session) as server:
        shown(browser, server)
        browser.press("2")
        until(browser, "return state.mine && state.question === 'What do you do?'")
        assert session.record()["actions"].count("british") > 0
        for _ in range(len(browser.run("return state.chips")) + 1):
            browser.press("Tab")
        browser.press("Enter")  # to the first thing that is lit
        browser.press("Tab")
        word = browser.run("return document.activeElement.dataset.word")
        assert word in legal(session) and "card" in browser.run("return document.activeElement.innerHTML")
        browser.press("i")
        assert "when played" in text_of(browser, "info-words")
        browser.press("Escape")
        assert browser.run("return document.getElementById('info').hidden")
        browser.press("Enter")
        until(browser, "return state.log.at(-1).said.startsWith('buy') && state.mine")
        assert session.record()["actions"][-1] == word
        browser.press("u")
        until(browser, "return !state.log.at(-1).said.startsWith('buy') && state.mine")
        browser.press("n")
        press_button(browser, "sure-no")
        browser.press("n")
        press_button(browser, "sure-yes")
        until(browser, "return state.log.every((line) => line.said.startsWith('join')) && state.mine")
        nothing_wrong(browser, server)


def test_a_click_explains_what_cannot_be_chosen(browser):
    with serving(Session(["random"], 0, 1)) as server:
        shown(browser, server)
        point = (
            "const box = document.querySelector('#scene use[href^=\"#pm-card-\"]').getBoundingClientRect();"
            "return [box.left + 20, box.top + 50]"
        )
        browser.click(*browser.run(point))
        assert "when played" in text_of(browser, "info-words")
        press_button(browser, "info-close")
        browser.press("2")
        until(browser, "return state.mine && state.question === 'What do you do?'")
        version = browser.run("return state.version")
        press_button(browser, "explain")
        browser.click(*browser.run(point))
        assert "Buy" in text_of(browser, "info-words"), "while explaining, legal things are not taken"
        press_button(browser, "explain")
        browser.press("Escape")
        browser.click(*browser.run(point))
        until(browser, f"return state.version > {version}")
        nothing_wrong(browser, server)


def test_two_tabs_show_one_game(browser):
    session = Session(["random"], 0, 1)
    with serving(session) as server:
        shown(browser, server)
        first = browser.tabs()[0]
        second = browser.new_tab()
        browser.open(server.url)
        until(browser, "return !!state && state.mine")
        old = browser.run("return state.version")
        browser.look_at(first)
        browser.press("1")
        until(browser, f"return state.version > {old} && state.mine")
        now = text_of(browser, "scene")
        browser.look_at(second)
        until(browser, f"return state.version > {old} && state.mine")
        assert text_of(browser, "scene") == now
        before = settled(session)
        browser.run("state.version -= 1; tell('act', { action: 'stop' })")  # as if the news had not come yet
        until(browser, "return !document.getElementById('notice').hidden")
        assert "another tab" in text_of(browser, "notice")
        until(browser, f"return state.version === {before['version']}")
        assert session.state() == before
        assert [entry["message"].split(" - ")[-1][:40] for entry in browser.log("browser")] == [
            "Failed to load resource: the server resp"
        ]
        browser.tool("Page.close")
        browser.look_at(first)


def test_who_thinks_and_what_happened_meanwhile(browser, tmp_path):
    session = Session([f"{bots(tmp_path)}:Waits"], 0, 1)
    with serving(session) as server:
        shown(browser, server)
        browser.press("1")
        until(browser, "return state.log.length === 2")
        while session.state()["mine"]:
            session.act(session.version, "stop")
        until(browser, f"return state.version === {session.version}")
        assert text_of(browser, "asked") == "Waits is thinking"
        assert browser.run("return document.title").startswith("Waits thinks")
        assert browser.run("return document.querySelectorAll('.pm-can, .chip').length") == 0
        version = session.version
        open_gate()
        until(browser, f"return state.version > {version} && state.mine")
        assert browser.run("return document.querySelectorAll('#lines .new').length") > 0
        nothing_wrong(browser, server)


def test_a_program_that_ends_and_starts_again(browser):
    with program("--vs", "random", "--seed", "1") as (_, port):
        browser.open(f"http://127.0.0.1:{port}/")
        until(browser, "return !!state && state.mine")
    until(browser, "return document.getElementById('notice').textContent.includes('does not answer')")
    with program("--vs", "random", "random", "--seed", "1", port=port):
        until(browser, "return !!state && state.names.length === 3 && state.mine")
        browser.press("1")
        until(browser, "return state.log.some((line) => line.seat === 0)")


@pytest.mark.parametrize("wide", [400, 760, 1400])
def test_it_fits_any_window(browser, wide):
    session = Session(["random", "wakhan"], 0, 3)
    with serving(session) as server:
        shown(browser, server, wide)
        click_on(browser, Random(1), 6)
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
        assert browser.run("return state.picture.wide") == {400: 454, 760: 700, 1400: 1100}[wide]
        browser.size(900 if wide == 400 else 400, 900)
        until(browser, f"return state.picture.wide === {700 if wide == 400 else 454}")
        nothing_wrong(browser, server)
