"""Colours, light and dark, and the style sheet that gives them to the classes of the picture.

Every colour has a name N and three classes: `pm-f-N` fills, `pm-l-N` draws lines, `pm-c-N` colours a glyph.
Coalitions, suits and seats differ in shape as well: squares with a sign, glyphs, discs with a number.
"""

from __future__ import annotations

from pamir_env.picture.lettering import FAMILY, font_faces

THEMES = ("auto", "light", "dark")

LIGHT = {
    "paper": "#f4f0e8",
    "panel": "#fcfaf5",
    "card": "#ffffff",
    "ink": "#24221e",
    "soft": "#6b655b",
    "faint": "#ddd5c6",
    "wash": "#efe9dd",
    "land": "#ebe4d3",
    "on": "#ffffff",
    "accent": "#0a66c8",
    "glow": "#d9e9fb",
    "gold": "#c99a1b",
    "event": "#4a4e57",
    "red": "#c0392b",
    "afghan": "#127a6c",
    "british": "#b93a6e",
    "russian": "#cf7a08",
    "economic": "#8a7412",
    "military": "#a3333d",
    "political": "#71509b",
    "intelligence": "#2c6c9c",
    "s0": "#27476f",
    "s1": "#b2502a",
    "s2": "#55772a",
    "s3": "#7d3c80",
    "s4": "#5a5d65",
}
DARK = {
    "paper": "#15171a",
    "panel": "#1d2024",
    "card": "#272b30",
    "ink": "#ece8df",
    "soft": "#a8a297",
    "faint": "#3c4148",
    "wash": "#30353b",
    "land": "#2b302f",
    "on": "#14161a",
    "accent": "#62b4ff",
    "glow": "#1f3a54",
    "gold": "#e3b94a",
    "event": "#8b929e",
    "red": "#ff7b6b",
    "afghan": "#45c2b0",
    "british": "#f183ae",
    "russian": "#f5a742",
    "economic": "#b9a53f",
    "military": "#d8727b",
    "political": "#a48acd",
    "intelligence": "#5f9fcf",
    "s0": "#86b4ee",
    "s1": "#f19b72",
    "s2": "#a5cb6b",
    "s3": "#d79fdf",
    "s4": "#b5bac4",
}
COLOURS = {"light": LIGHT, "dark": DARK}

_SHAPES = (
    f'.pamir{{font-family:"{FAMILY}","Roboto","Arial Narrow","Helvetica Neue",Arial,sans-serif}}'
    ".pm-b{font-weight:700}.pm-n{fill:none}.pm-dim{opacity:.45}"
    ".pm-w1{stroke-width:1}.pm-w2{stroke-width:2}.pm-w3{stroke-width:3}.pm-dash{stroke-dasharray:4 3}"
)
_HANDS = ".pm-can{cursor:pointer}.pm-can:hover{opacity:.8}"


def classes(value: dict[str, str]) -> str:
    """The three classes of every colour. A selector may not look at what is around an element: browsers do
    not match that inside a `<use>`.
    """
    return "".join(
        f".pm-f-{name}{{fill:{colour}}}.pm-l-{name}{{stroke:{colour}}}.pm-c-{name}{{color:{colour}}}"
        for name, colour in value.items()
    )


def variables(theme: str) -> str:
    """The colours as CSS variables, for a rule that says where they hold."""
    return "".join(f"--{name}:{colour};" for name, colour in COLOURS[theme].items())


def style(theme: str) -> str:
    """`auto` follows the reader's preference; `light` and `dark` are plain colours that any program draws."""
    if theme not in THEMES:
        raise ValueError(f"theme is one of {', '.join(THEMES)}, not {theme!r}")
    if theme != "auto":
        return font_faces() + _SHAPES + _HANDS + classes(COLOURS[theme])
    return (
        f"{font_faces()}.pamir{{{variables('light')}}}"
        f"@media (prefers-color-scheme:dark){{.pamir{{{variables('dark')}}}}}" + shared_style()
    )


def shared_style() -> str:
    """Everything but fonts and the values of the colours."""
    return _SHAPES + _HANDS + classes({name: f"var(--{name})" for name in LIGHT})
