"""Pixels: the picture drawn by resvg with the font that comes with us, so it is the same on every machine."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from pamir_env.picture.lettering import FAMILY, FONT_FILES
from pamir_env.picture.sheet import svg

MISSING = 'pixels need the extra "render": pip install "pamir-env[render]"'


def png(states: np.ndarray, i: int = 0, *, theme: str = "light", scale: float = 1, **how: Any) -> bytes:
    """Game i as a PNG. The program that draws knows no preference, so `auto` is `light` here."""
    return draw(svg(states, i, theme="light" if theme == "auto" else theme, **how), scale)


def draw(picture: str, scale: float = 1) -> bytes:
    """Any picture of ours as a PNG. Without our font files its text would be left out, silently."""
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(MISSING) from error
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            zoom=scale,
            skip_system_fonts=True,
            font_family=FAMILY,
            font_files=[str(path) for path in FONT_FILES.values()],
        )
    )


def pixels(image: bytes) -> np.ndarray:
    """A PNG as an array of (height, width, 3) bytes."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError(MISSING) from error
    with Image.open(io.BytesIO(image)) as opened:
        return np.asarray(opened.convert("RGB"))


def rgb_array(states: np.ndarray, i: int = 0, **how: Any) -> np.ndarray:
    """Game i as an array of (height, width, 3) bytes; keywords as for `png`."""
    return pixels(png(states, i, **how))
