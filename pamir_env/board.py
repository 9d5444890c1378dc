"""P1.1-P1.2 The map as arrays: which border lies between which regions."""

from __future__ import annotations

import numpy as np

from pamir_env.names import BORDERS, N_BORDERS, N_REGIONS, NONE, REGIONS

BORDER_ENDS = np.array([[REGIONS.index(end) for end in border.split("-")] for border in BORDERS])
"""BORDER_ENDS[border]: its two regions."""

BORDER_BETWEEN = np.full((N_REGIONS, N_REGIONS), NONE)
"""BORDER_BETWEEN[a, b]: the border two regions share, NONE if they are not adjacent."""

for _border, (_a, _b) in enumerate(BORDER_ENDS):
    BORDER_BETWEEN[_a, _b] = BORDER_BETWEEN[_b, _a] = _border

TOUCHES = np.zeros((N_REGIONS, N_BORDERS), np.bool_)
"""TOUCHES[region, border]: is it one of the region's borders?"""

for _border, _ends in enumerate(BORDER_ENDS):
    TOUCHES[_ends, _border] = True

for _array in (BORDER_ENDS, BORDER_BETWEEN, TOUCHES):
    _array.setflags(write=False)
