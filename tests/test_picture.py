"""Pictures: everything is there, nothing hidden is told, nothing sticks out; as pixels too."""

from __future__ import annotations

import functools
import itertools
import re
import sys
import xml.etree.ElementTree as ET
from html import escape

import numpy as np
import pytest

import pamir_env
from pamir_env import PAMIR, Position, Settings
from pamir_env.cards import CARD_NAMES, CARD_PATRIOT, CARD_PRIZE
from pamir_env.decisions import DECISIONS
from pamir_env.names import CARDS, COALITIONS, COURT_CARDS, NONE, REGIONS
from pamir_env.picture import card_faces, lettering
from pamir_env.picture.card_faces import face
from pamir_env.picture.film import film
from pamir_env.picture.glyphs import GLYPHS
from pamir_env.picture.palette import COLOURS
from pamir_env.picture.raster import draw, pixels
from pamir_env.picture.sheet import NARROW, WIDTH, references, svg
from pamir_env.reasons import why
from tests.builders import Table
from tests.playing import TABLES, walk

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


@functools.cache
def moments() -> tuple[Position, ...]:
    """Every table at the start, in the middle and at the end, and every kind of decision."""
    found, seen = [], set()
    for seed in range(40):
        for name, settings in TABLES.items():
            position = Position.new(settings, seed=seed)
            for k, _ in enumerate(walk(position, seed)):
                if position.decision not in seen or (seed == 0 and k in (0, 60)):
                    seen.add(position.decision)
                    found.append(position.copy())
            if seed == 0 and name in ("2 players", "5 players", "2 and Wakhan"):
                found.append(position)
        if len(seen) == len(DECISIONS):
            break
    assert seen == {decision.name for decision in DECISIONS}
    return tuple(found)


def crowded() -> Position:
    """Eighteen cards in a court, spies of everybody on one, everything in Herat, events and long names."""
    table = Table(players=5)
    neutral = [card for card in COURT_CARDS if CARD_PATRIOT[card] == NONE]
    court, others = neutral[:18], neutral[18:]
    prizes = [card for card in others if CARD_PRIZE[card] == 0][:9]
    others = [card for card in others if card not in prizes]
    table.court(0, *court).prizes(0, *prizes).hand(1, *others[:9])
    table.market(others[9:15], [106, 113, 114, 101, 102, 111])
    for seat in range(5):
        table.spy(seat, court[0], 2).spy(seat, court[1], 2).tribes(seat, "herat", 2).tribes(seat, "punjab", 2)
    for coalition in COALITIONS:
        for region in ("herat", "punjab", "persia"):
            table.armies(coalition, region, 1)
        for border in ("herat-kabul", "kabul-punjab", "kabul-kandahar"):
            table.roads(coalition, border, 2)
    for card, side, seat in ((107, "discard", None), (109, "purchase", 0), (110, "purchase", 2)):
        table.event(card, side, seat)
    table.event(108, "purchase", 1, 2).event(115, "purchase", 3)
    return table.used(court[1]).rupees(1234).points(12, 3, 10, 1, 0).p


def tree(text: str) -> ET.Element:
    return ET.fromstring(text)


# ---- what it shows -----------------------------------------------------------------------------------------


def test_every_decision_has_its_choices_and_a_reason():
    for position in moments():
        states = position.states
        root = tree(svg(states))
        marked = {int(element.get("data-action")) for element in root.iter() if element.get("data-action")}
        assert marked == set(position.legal_ids()), position.decision
        for element in root.iter():
            if element.get("data-action"):
                assert element.find(f"{SVG}title").text
        if not position.over:
            said = why(position.to_dict(), states[0])
            assert said.endswith(".") and escape(said, quote=False).split()[0] in svg(states)


def test_everything_on_the_table_is_drawn():
    position = crowded()
    d = position.to_dict()
    picture = svg(position.states)
    used = references([picture])
    shown = {entry["card"] for seat in d["seats"] for entry in seat["court"]}
    shown |= {card for seat in d["seats"] for card in seat["hand"]}
    shown |= {space["card"] for row in d["market"] for space in row if space["card"]}
    assert {int(name.removeprefix("card-")) for name in used if name.startswith("card-")} == shown
    texts = [element.text for element in tree(picture).iter(f"{SVG}text")]
    for words in (
        *(region.capitalize() for region in REGIONS),
        "1234 rupees",
        "political favored",
        "court 18 of",
        "Rumor (P1 about P2)",
        "0 of 4 checks",
        "What do you do?",
    ):
        assert any(words in text for text in texts), words


def test_an_ended_game_says_who_won():
    position = Position.new(Settings(players=2), seed=1)
    for _ in walk(position, 1):
        pass
    picture = svg(position.states)
    assert "Over after" in picture and picture.count("has won") == len(position.winners)


def test_names_are_shown_and_escaped():
    picture = svg(
        Position.new(Settings(players=2), seed=1).states, names=["<b>&me", "search:sims=9999,depth=12"]
    )
    tree(picture)
    assert "&lt;b&gt;&amp;me" in picture


# ---- who sees what -----------------------------------------------------------------------------------------


def announced(position: Position) -> set[int]:
    """A card that is being played has been named (P5.1)."""
    if position.decision in ("side", "demand", "pay"):
        s = position.states[0]
        return {int(s.frame_a[s.depth - 1])}
    return set()


def test_hidden_hands_stay_hidden():
    hidden = 0
    for position in moments():
        d = position.to_dict()
        for viewer in range(len(d["seats"])):
            picture = svg(position.states, viewer=viewer)
            for p, seat in enumerate(d["seats"]):
                for card in set(seat["hand"]) - announced(position):
                    told = (
                        f'"#pm-card-{card}"' in picture
                        or f"c{card} " in picture
                        or f'data-word="c{card}"' in picture
                        or escape(CARD_NAMES[card]) in picture
                    )
                    assert told == (p == viewer), (position.decision, viewer, card)
                    hidden += not told
            if viewer != d["seat"]:
                assert "data-action" not in picture
    assert hidden > 100


def test_open_hands_are_seen_by_all():
    position = Table(players=2).hand(1, 30).p
    states = position.states
    assert "pm-card-30" not in svg(states, viewer=0)
    states["open_hands"] = 1
    assert "pm-card-30" in svg(states, viewer=0)


def test_the_deck_is_never_shown():
    for position in moments()[:20]:
        used = references([svg(position.states)])
        assert not {f"card-{card}" for card in position.to_dict()["deck"]} & used


# ---- nothing sticks out ------------------------------------------------------------------------------------


def numbers(element: ET.Element, *names: str) -> list[float]:
    return [float(element.get(name, 0)) for name in names]


def text_box(element: ET.Element) -> Box:
    x, y, size = numbers(element, "x", "y", "font-size")
    wide = lettering.width(element.text, size, "pm-b" in element.get("class", ""))
    left = x - {"end": wide, "middle": wide / 2}.get(element.get("text-anchor"), 0)
    return left, y - 0.72 * size, left + wide, y + 0.2 * size


def box_of(element: ET.Element) -> Box | None:
    """The edges of what can be measured."""
    kind = element.tag.removeprefix(SVG)
    if kind == "rect" or (kind == "use" and element.get("width")):
        x, y, wide, high = numbers(element, "x", "y", "width", "height")
        return x, y, x + wide, y + high
    if kind == "use":
        return 0, 0, card_faces.WIDE, card_faces.HIGH
    if kind == "circle":
        x, y, r = numbers(element, "cx", "cy", "r")
        return x - r, y - r, x + r, y + r
    return text_box(element) if kind == "text" else None


def boxes(element: ET.Element, x: float = 0, y: float = 0):
    """(element, box) of everything drawn, definitions left out."""
    if element.tag in (f"{SVG}defs", f"{SVG}style"):
        return
    if shift := re.match(r"translate\(([-\d.]+) ([-\d.]+)\)$", element.get("transform", "")):
        x, y = x + float(shift[1]), y + float(shift[2])
    if (box := box_of(element)) is not None:
        yield element, (box[0] + x, box[1] + y, box[2] + x, box[3] + y)
    for child in element:
        yield from boxes(child, x, y)


@pytest.mark.parametrize("width", [NARROW, WIDTH])
def test_nothing_is_outside_the_picture(width):
    for position in (*moments(), crowded()):
        root = tree(svg(position.states, width=width, names=["a very long name of an agent, indeed"]))
        _, _, wide, high = map(float, root.get("viewBox").split())
        assert wide == width
        for element, (left, top, right, bottom) in boxes(root):
            inside = left >= -0.5 and top >= -0.5 and right <= wide + 0.5 and bottom <= high + 0.5
            assert inside, ET.tostring(element)


def cross(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


@pytest.mark.parametrize("width", [NARROW, WIDTH])
def test_texts_do_not_overlap(width):
    for position in (crowded(), *moments()[::3]):
        root = tree(svg(position.states, width=width))
        found = [(element, box) for element, box in boxes(root) if element.tag == f"{SVG}text"]
        for (one, a), (other, b) in itertools.combinations(found, 2):
            assert not cross(a, b), (one.text, other.text, position.decision)


@pytest.mark.parametrize("card", CARDS)
def test_card_faces_have_room_for_everything(card):
    root = tree(f'<svg xmlns="{SVG[1:-1]}">{face(card)}</svg>')
    found = [(element, box) for element, box in boxes(root) if element.tag != f"{SVG}rect"]
    assert "".join(element.text or "" for element, _ in found).count("…") == 0, "a text was cut off"
    for _, (left, top, right, bottom) in found:
        assert left >= 0 and top >= 0 and right <= card_faces.WIDE and bottom <= card_faces.HIGH
    for (one, a), (other, b) in itertools.combinations(found, 2):
        assert not cross(a, b), (ET.tostring(one), ET.tostring(other))


def test_every_letter_of_the_cards_is_in_the_font():
    for name in CARD_NAMES:
        for bold in (False, True):
            assert set(map(ord, name)) <= lettering._advances(bold).keys(), name


def test_every_glyph_that_is_used_is_defined_once():
    for position in moments()[::4]:
        root = tree(svg(position.states))
        names = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(names) == len(set(names))
        wanted = {element.get("href")[1:] for element in root.iter(f"{SVG}use")}
        assert wanted == set(names)
    assert all(name in GLYPHS for name in ("army", "block-afghan"))


# ---- themes, sizes, pixels ---------------------------------------------------------------------------------


def test_themes():
    states = Position.new(Settings(players=2), seed=1).states
    auto = svg(states)
    assert "prefers-color-scheme:dark" in auto and "var(--ink)" in auto
    for theme in ("light", "dark"):
        plain = svg(states, theme=theme)
        assert "var(" not in plain and COLOURS[theme]["ink"] in plain
    assert COLOURS["light"].keys() == COLOURS["dark"].keys()
    with pytest.raises(ValueError, match="theme is one of auto, light, dark, not 'blue'"):
        svg(states, theme="blue")
    with pytest.raises(ValueError, match=r"viewer is None \(the referee\) or a seat from 0 to 1, not 2"):
        svg(states, viewer=2)
    with pytest.raises(ValueError, match="width is a number from"):
        svg(states, width=100)
    with pytest.raises(ValueError, match="mode is one of ansi, svg, rgb_array"):
        PAMIR.render(states, 0, "gif")


def test_no_style_rule_looks_around():
    """Browsers do not match `.a .b` inside a `<use>`, so every rule names one class only."""
    style = (
        tree(svg(Position.new(Settings(players=2), seed=1).states, theme="light")).find(f"{SVG}style").text
    )
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", style)
    assert rules and all(" " not in rule for rule in rules)


def test_no_address_is_asked_for():
    picture = svg(moments()[3].states).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in picture and re.findall(r"url\((?!data:)", picture) == []


def test_pixels_with_visible_text():
    position = moments()[5]
    array = position.render("rgb_array")
    assert array.dtype == np.uint8 and array.shape[1:] == (WIDTH, 3)
    assert len(np.unique(array.reshape(-1, 3), axis=0)) > 50
    plain = svg(position.states, theme="light")
    without = pixels(draw(re.sub(r"<text.*?</text>", "", plain, flags=re.DOTALL)))
    assert without.shape == array.shape
    assert (without != array).any(axis=2).mean() > 0.01, "the text is missing"
    dark = position.render("rgb_array", theme="dark")
    assert dark.mean() < 90 < 180 < array.mean()


def test_without_the_extra_the_command_is_named(monkeypatch):
    for name in ("resvg_py", "PIL"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, name, None)
            with pytest.raises(ImportError, match=r'pip install "pamir-env\[render\]"'):
                Position.new(Settings(players=2), seed=1).render("rgb_array")


def test_environments_and_notebooks_show_pictures():
    position = Position.new(Settings(players=2), seed=1)
    assert position._repr_svg_() == svg(position.states)
    env = pamir_env.raw_env(players=2, render_mode="svg")
    env.reset(seed=1)
    assert env.render() == svg(position.states)
    assert {"svg", "rgb_array"} <= set(env.metadata["render_modes"])


def test_the_usual_picture_is_small_and_quick():
    sizes = [len(svg(position.states)) for position in moments()]
    assert max(sizes) < 250_000


# ---- films -------------------------------------------------------------------------------------------------


def test_a_film_shares_parts_and_nothing_jumps():
    position, steps = Position.new(Settings(players=3, wakhan=True), seed=2), []
    for action in walk(position, 2):
        steps.append((position.states, position.word(action)))
    steps.append((position.states, None))
    found = film(steps, ["a", "b"])
    assert len(found["steps"]) == len(steps) and found["names"] == ["a", "b", "Wakhan"]
    assert found["result"]["points"] == found["steps"][-1]["points"] == position.points
    flats = [flat for layout in found["layouts"].values() for flat in layout["steps"]]
    drawn = sum(len(found["parts"][k]) for flat in flats for k in flat[::3])
    assert sum(map(len, found["parts"])) < drawn / 6
    for step, (states, word) in zip(found["steps"], steps):
        if word is not None:
            assert Position(states).word(step["action"]) == word
    kinds = {moment["kind"] for moment in found["moments"]}
    assert "check" in kinds and kinds <= {"check", "loyalty", "battle"}
    frames = [flat[:6] for flat in found["layouts"]["narrow"]["steps"]]
    assert len({tuple(flat[1:3] + flat[4:6]) for flat in frames}) == 1
