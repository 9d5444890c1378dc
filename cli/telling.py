"""An action as a log tells it, where the question is no longer in sight: 'join the Afghan side'."""

from __future__ import annotations

import re

from pamir_env import Position
from pamir_env.words import say

SENTENCES = {
    "loyalty": "join the {} side",
    "side": "put it {}",
    "verb": "use it to {}",
    "road": "place {}",
    "spy": "place {}",
    "take_block": "take {}",
    "take_cylinder": "take back {}",
    "tax": "take {}",
    "gift": "buy {}",
    "move_from": "move {}",
    "move_what": "move {}",
    "battle": "remove {}",
    "battle_road": "remove {}",
    "safe_house": "send the spy {}",
    "blackmail": "place {}",
    "infrastructure": "place {}",
    "rumor": "spread the rumor about {}",
    "persuade": "exchange hands with {}",
    "pashtunwali": "make {} the favored suit",
    "rebuke": "rebuke {}",
}
"""For decisions whose answers are a bare thing."""
_PLAYER = re.compile(r"(of )?player (\d)(?: \(yourself\))?")


def tell(position: Position, action: str | int, me: int) -> str:
    """What is done, before it is done; `me` is who reads it."""
    word = action if isinstance(action, str) else position.word(action)
    said = say(position, word)
    if word not in ("stop", "yes"):
        said = SENTENCES.get(position.decision, "{}").format(said)
    return _PLAYER.sub(lambda found: _named(found[1] or "", int(found[2]), me), said)


def _named(of: str, p: int, me: int) -> str:
    if p != me:
        return f"{of}P{p}"
    return "of yours" if of else "you"
