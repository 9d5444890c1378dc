"""Letters: how wide a text is in the font that comes with us, and how it is made to fit."""

from __future__ import annotations

import base64
import functools
import struct
from html import escape
from importlib.resources import files
from pathlib import Path

FAMILY = "Roboto Condensed"
_FOLDER = Path(str(files("pamir_env"))) / "data" / "fonts"
FONT_FILES = {False: _FOLDER / "RobotoCondensed-Regular.ttf", True: _FOLDER / "RobotoCondensed-Bold.ttf"}
"""By weight: is it bold?"""


@functools.cache
def _advances(bold: bool) -> dict[int, float]:
    """Character -> width as a part of the font size, from the tables cmap (format 4) and hmtx of the font."""
    data = FONT_FILES[bold].read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for k in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * k)
        tables[tag] = offset
    (em,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (metrics,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    widths = [struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * k)[0] / em for k in range(metrics)]
    return {char: widths[min(glyph, metrics - 1)] for char, glyph in _glyphs(data, tables[b"cmap"]).items()}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Character -> glyph, from the subtable of format 4."""
    (subtables,) = struct.unpack_from(">H", data, cmap + 2)
    for k in range(subtables):
        start = cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * k)[2]
        if struct.unpack_from(">H", data, start)[0] == 4:
            break
    else:
        raise ValueError("the font has no character table of format 4")
    segments = struct.unpack_from(">H", data, start + 6)[0] // 2
    row = f">{segments}H"
    ends = struct.unpack_from(row, data, start + 14)
    starts = struct.unpack_from(row, data, start + 16 + 2 * segments)
    deltas = struct.unpack_from(row, data, start + 16 + 4 * segments)
    place = start + 16 + 6 * segments
    offsets = struct.unpack_from(row, data, place)
    found = {}
    for k in range(segments):
        for char in range(starts[k], min(ends[k], 0xFFFE) + 1):
            glyph = char
            if offsets[k]:
                (glyph,) = struct.unpack_from(">H", data, place + 2 * k + offsets[k] + 2 * (char - starts[k]))
            found[char] = (glyph + deltas[k]) % 65536
    return found


@functools.cache
def width(words: str, size: float, bold: bool = False) -> float:
    """How wide a text is; a character that the font lacks counts as a wide one."""
    advances = _advances(bold)
    return size * sum(advances.get(ord(char), 0.7) for char in words)


def fitting(words: str, room: float, size: float, smallest: float, bold: bool = False) -> tuple[str, float]:
    """The text and the size at which it fits: smaller first, then shortened."""
    size = max(smallest, min(size, size * room / max(width(words, size, bold), 0.1)))
    if width(words, size, bold) <= room + 0.1:
        return words, round(size, 2)
    while words and width(words + "…", size, bold) > room:
        words = words[:-1]
    return words.rstrip() + "…", round(size, 2)


@functools.cache
def wrapped(words: str, room: float, size: float, lines: int, bold: bool = False) -> tuple[str, ...]:
    """The text in as few lines as it takes, at most `lines` (the last one may then be too long)."""
    out: list[str] = []
    for word in words.split():
        if out and (width(f"{out[-1]} {word}", size, bold) <= room or len(out) == lines):
            out[-1] += f" {word}"
        else:
            out.append(word)
    return tuple(out)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str = "ink",
    bold: bool = False,
    anchor: str = "",
    room: float | None = None,
    smallest: float = 8,
) -> str:
    """A line of text on its base line; with `room` it is made to fit."""
    if room is not None:
        words, size = fitting(words, room, size, smallest, bold)
    kind = f"pm-b pm-f-{colour}" if bold else f"pm-f-{colour}"
    where = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" class="{kind}"{where}>{escape(words)}</text>'  # noqa: E501


def number(x: float) -> str:
    """As short as can be."""
    return f"{x:.1f}".rstrip("0").rstrip(".") if x % 1 else str(int(x))


@functools.cache
def font_faces() -> str:
    """The fonts as style rules, so that a picture looks the same wherever it is shown."""
    rules = []
    for bold, path in FONT_FILES.items():
        data = base64.b64encode(path.read_bytes()).decode()
        weight = 700 if bold else 400
        rules.append(
            f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
            f'src:url(data:font/ttf;base64,{data}) format("truetype")}}'
        )
    return "".join(rules)
