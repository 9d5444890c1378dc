"""Chance without global state: a splitmix64 generator whose 64-bit state lives in the game's own record.

Any record with a `chance` field can be drawn from. Copying the record copies the generator (I6).
"""

from __future__ import annotations

import numpy as np

from tabletop.jit import DISABLED, kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def _advance(x):
    """The generator's next state."""
    return np.uint64(x) + _STEP


def _mix(x):
    """64 well-mixed bits of a state."""
    z = np.uint64(x)
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


if DISABLED:  # numpy warns where 64-bit arithmetic wraps around on purpose
    advance, mix = np.errstate(over="ignore")(_advance), np.errstate(over="ignore")(_mix)
else:
    advance, mix = kernel(_advance), kernel(_mix)


@kernel
def scaled(bits, n):
    """A number from 0 to n-1 from 64 random bits (the bias is below n / 2**32)."""
    return np.int64(((bits >> _32) * np.uint64(n)) >> _32)


@kernel
def below(s, n):
    """Draw a number from 0 to n-1 from the generator of record `s`."""
    s.chance = advance(s.chance)
    return scaled(mix(s.chance), n)


@kernel
def shuffle(s, cards, start, stop):
    """Shuffle cards[start:stop] in place."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, i - start + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
