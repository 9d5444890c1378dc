"""Decisions, actions and cards in words, for people: the terminal game, replays, logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pamir_env.cards import (
    CARD_ABILITY,
    CARD_ICONS,
    CARD_NAMES,
    CARD_PATRIOT,
    CARD_PRIZE,
    CARD_RANK,
    CARD_REGION,
    CARD_SUIT,
    CARD_VERBS,
    EVENT_ON_DISCARD,
    EVENT_ON_PURCHASE,
)
from pamir_env.names import (
    ABILITIES,
    COALITIONS,
    EFFECTS,
    HAND,
    ICONS,
    IN_MARKET,
    N_REGIONS,
    NONE,
    REGIONS,
    SUITS,
    VERBS,
)
from pamir_env.rules.purchase import price

if TYPE_CHECKING:
    from tabletop.position import Position

ABILITY_TEXT = {
    "indispensable_advisors": "your spies cannot be removed in battle",
    "insurrection": "after each Dominance Check two Afghan armies rise in Kabul",
    "claim_of_ancient_lineage": "you tax as if you ruled every region",
    "bodyguards": "your political cards cannot be betrayed",
    "citadel_kabul": "your tribes in Kabul cannot be removed in battle",
    "citadel_transcaspia": "your tribes in Transcaspia cannot be removed in battle",
    "strange_bedfellows": "your spies step between any two cards of one region",
    "civil_service_reforms": "you pay no bribes for cards held hostage",
    "safe_house": "a spy of yours that another player removes in battle may come here instead",
    "charismatic_courtiers": "you pay no bribes when you play cards",
    "blackmail_kandahar": "at the start of your turn a spy may go on a Kandahar card that has none",
    "blackmail_herat": "at the start of your turn a spy may go on a Herat card that has none",
    "indian_supplies": "your armies move without roads",
    "well_connected": "each spy move may go two cards",
    "herat_influence": "Herat cards in the market cost you nothing",
    "persian_influence": "Persian cards in the market cost you nothing",
    "russian_influence": "Russian patriots in the market cost you nothing",
    "infrastructure": "after building you place one more block for free",
    "savvy_operator": "this card always counts as favored",
    "irregulars": "this card always counts as favored",
}
EFFECT_TEXT = {
    "new_tactics": "the buyer's military cards count as favored, until the next check",
    "embarrassment_of_riches": "gifts bring no influence, until the next check",
    "koh_i_noor": "the buyer's gifts bring one more influence each, until the next check",
    "disregard_for_customs": "nobody pays bribes, until the next check",
    "courtly_manners": "nobody may ask the buyer for a bribe, until the next check",
    "rumor": "the patriots of a player of your choice bring no influence, until the next check",
    "conflict_fatigue": "a lead of two blocks is enough to dominate, until the next check",
    "nationalism": "the buyer's tribes move and fight like armies, until the next check",
    "nation_building": "the buyer builds two blocks for the price of one, until the next check",
    "pashtunwali_values": "choose the favored suit; it stays until the next check",
    "dominance_check": "a Dominance Check is resolved",
    "favor_military": "military becomes the favored suit",
    "favor_intelligence": "intelligence becomes the favored suit",
    "favor_political": "political becomes the favored suit",
    "failure_to_impress": "everybody loses all prizes",
    "riots_in_punjab": "all tribes and armies leave Punjab",
    "riots_in_herat": "all tribes and armies leave Herat",
    "riots_in_kabul": "all tribes and armies leave Kabul",
    "riots_in_persia": "all tribes and armies leave Persia",
    "public_withdrawal": "cannot be bought, and rupees on it are lost",
    "confidence_failure": "everybody discards a card from hand",
    "persian_aristocracy": "take 3 rupees",
    "persuasive_methods": "exchange hands with another player",
    "rebuke": "all tribes and armies leave a region of your choice",
}
QUESTIONS = {
    "loyalty": "Which coalition are you loyal to?",
    "act": "What do you do?",
    "side": "At which end of your court?",
    "verb": "What do you use the card for?",
    "demand": "What bribe do you ask for?",
    "pay": "Do you pay the bribe?",
    "road": "Where does the road go?",
    "spy": "On which card does the spy go?",
    "take_block": "No block is left. Which one on the map do you take?",
    "take_cylinder": "No cylinder is left. Which one in play do you take back?",
    "tax": "Where do you take a rupee?",
    "gift": "Which gift do you buy?",
    "build": "Where do you build?",
    "move_from": "Which piece moves?",
    "move_what": "Army or tribe?",
    "move_to": "Where to?",
    "betray": "Whom do you betray?",
    "prize": "Do you take the prize?",
    "battle_site": "Where do you fight?",
    "battle": "What do you remove?",
    "battle_road": "Whose road?",
    "discard_court": "Your court is too large. Which card goes?",
    "discard_hand": "Your hand is too large. Which card goes?",
    "discard_debt": "You cannot pay back your debt. Which card do you give up?",
    "discard_overthrown": "You have been overthrown. Which card goes?",
    "discard_patriot": "You change sides. Which patriot goes first?",
    "safe_house": "Does the spy go to a safe house?",
    "blackmail": "Where do you put the blackmailing spy?",
    "infrastructure": "Where does the free block go?",
    "rumor": "About whom is the rumor?",
    "persuade": "With whom do you exchange hands?",
    "pashtunwali": "Which suit is favored?",
    "rebuke": "Which region is rebuked?",
    "confidence": "Which card do you discard?",
}
_STOP = {
    "act": "end the turn",
    "pay": "withdraw, and pay nothing",
    "prize": "leave the prize",
    "safe_house": "no, the spy goes back to the supply",
    "blackmail": "no spy",
}
_YES = {"pay": "pay", "prize": "take the prize and its loyalty"}
_AMOUNTS = {"demand": "ask for {}"}
_CARD = {
    "spy": "a spy on {}",
    "tax": "the rupee on {}",
    "betray": "betray {}",
    "battle_site": "fight on {}",
    "move_from": "the spy on {}",
    "move_to": "to {}",
    "take_cylinder": "the spy on {}",
    "safe_house": "to {}",
    "blackmail": "a spy on {}",
}
_SEAT = {"tax": "a rupee of {}", "move_what": "the tribe"}
_COALITION = {"battle": "a {} army", "battle_road": "a {} road", "move_what": "the {} army"}
_REGION = {
    "build": "build an army in {}",
    "infrastructure": "an army in {}",
    "take_block": "the army in {}",
    "take_cylinder": "the tribe in {}",
    "move_from": "the army in {}",
    "move_to": "to {}",
    "battle_site": "fight in {}",
}
_BORDER = {"build": "build a road between {}", "take_block": "the road between {}"}


def card_label(card: int) -> str:
    """'c30 Sikh Merchants in Lahore'."""
    return f"c{card} {CARD_NAMES[card]}"


def card_facts(card: int) -> str:
    """'punjab economic *' with patriot and prize, '' for an event."""
    if CARD_SUIT[card] == NONE:
        return "event"
    facts = [REGIONS[CARD_REGION[card]], SUITS[CARD_SUIT[card]], "*" * int(CARD_RANK[card])]
    if CARD_PATRIOT[card] != NONE:
        facts.append(f"{COALITIONS[CARD_PATRIOT[card]]} patriot")
    if CARD_PRIZE[card] != NONE:
        facts.append(f"{COALITIONS[CARD_PRIZE[card]]} prize")
    return " ".join(facts)


def border_name(border: str) -> str:
    """'Herat and Kabul'."""
    return " and ".join(region.capitalize() for region in border.split("-"))


def question(position: Position) -> str:
    """What is asked now, as one would ask a person."""
    return QUESTIONS[position.decision]


def say(position: Position, action: str | int) -> str:
    """An action in words: 'buy c12 ... for 2', as it stands before it is taken."""
    word = action if isinstance(action, str) else position.word(action)
    return say_word(position.decision, position.seat, position.states[0], word)


def say_word(decision: str, seat: int, s: Any, word: str) -> str:
    """The same, of a state in which `seat` answers `decision`."""
    if word == "stop":
        return _STOP.get(decision, "stop here")
    if word == "yes":
        return _YES.get(decision, "yes")
    if word[0] == "c" and word[1:].isdigit():
        return _say_card(decision, seat, s, int(word[1:]))
    if word.isdigit():
        return _AMOUNTS.get(decision, "{}").format("1 rupee" if word == "1" else f"{word} rupees")
    if word[0] == "p" and word[1:].isdigit():
        whose = f"player {word[1:]}" + (" (yourself)" if int(word[1:]) == seat else "")
        return _seat_text(decision, s).format(whose)
    if word in COALITIONS:
        return _COALITION.get(decision, "{}").format(word.capitalize())
    if word in REGIONS:
        return _REGION.get(decision, "{}").format(word.capitalize())
    if "-" in word:
        return _BORDER.get(decision, "a road between {}").format(border_name(word))
    if word.startswith("gift") and word not in VERBS:
        return f"the gift for {word[4:]} rupees"
    return {"left": "at the left end", "right": "at the right end"}.get(word, word)


def _seat_text(decision: str, s: Any) -> str:
    """What pointing at a seat means."""
    if decision == "battle":  # the frame names a region, or 6 + a card
        return "a tribe of {}" if s.frame_a[s.depth - 1] < N_REGIONS else "a spy of {}"
    return _SEAT.get(decision, "{}")


def _say_card(decision: str, seat: int, s: Any, card: int) -> str:
    label = card_label(card)
    if decision != "act":
        return _CARD.get(decision, "discard {}").format(label)
    if s.place[card] != IN_MARKET:
        return (
            f"play {label}" if s.place[card] == HAND + seat else f"use {label} ({', '.join(verbs_of(card))})"
        )
    row, column = next(zip(*(s.market == card).nonzero()))
    rupees = int(s.market_rupees[row, column])
    lies = "1 rupee lies" if rupees == 1 else f"{rupees} rupees lie"
    got = f", {lies} on it" if rupees else ""
    return f"buy {label} for {int(price(s, seat, card, column))}{got}"


def ability_name(card: int) -> str:
    """'Blackmail Kandahar', '' for a card without an ability."""
    if CARD_ABILITY[card] == NONE:
        return ""
    first, *rest = ABILITIES[CARD_ABILITY[card]].split("_")
    return " ".join([first.capitalize(), *(word.capitalize() if word in REGIONS else word for word in rest)])


def verbs_of(card: int) -> list[str]:
    return [VERBS[verb] for verb in CARD_VERBS[card] if verb != NONE]


def effect_of(card: int, side: str) -> str:
    """The name of what an event does when it is bought (`purchase`) or discarded (`discard`)."""
    return EFFECTS[(EVENT_ON_PURCHASE if side == "purchase" else EVENT_ON_DISCARD)[card]]


def explain_card(card: int) -> str:
    """Everything about a card, in a few lines."""
    if CARD_SUIT[card] == NONE:
        return (
            f"{card_label(card)}: an event\n"
            f"  bought: {EFFECT_TEXT[EFFECTS[EVENT_ON_PURCHASE[card]]] if EVENT_ON_PURCHASE[card] != NONE else 'cannot be bought'}\n"  # noqa: E501
            f"  discarded: {EFFECT_TEXT[EFFECTS[EVENT_ON_DISCARD[card]]]}"
        )
    icons = [ICONS[icon].replace("_", " ") for icon in CARD_ICONS[card] if icon != NONE]
    lines = [
        f"{card_label(card)}: {SUITS[CARD_SUIT[card]]}, {REGIONS[CARD_REGION[card]].capitalize()}, "
        f"rank {CARD_RANK[card]}",
        f"  when played: {', '.join(icons) or 'nothing'}",
        f"  actions: {', '.join(verbs_of(card)) or 'none'}",
    ]
    if CARD_PATRIOT[card] != NONE:
        lines.append(f"  {COALITIONS[CARD_PATRIOT[card]].capitalize()} patriot: loyal to that coalition only")
    if CARD_PRIZE[card] != NONE:
        lines.append(f"  {COALITIONS[CARD_PRIZE[card]].capitalize()} prize for whoever betrays it")
    if CARD_ABILITY[card] != NONE:
        lines.append(f"  {ability_name(card)}: {ABILITY_TEXT[ABILITIES[CARD_ABILITY[card]]]}")
    return "\n".join(lines)
