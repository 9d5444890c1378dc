"""What a seat sees: FEATURES declares the vector, `observe` writes it, `named` gives it back by name.

Small integers (int8, cut off at 127), the observer first and the others in turn order, the same shape for all
player counts. Everything that seat may know and nothing else: the order of the deck, the cards left out of
the game and the hands of others (unless hands are open) are not in it.
"""

from __future__ import annotations

import numpy as np
from numba import types

from pamir_env.cards import CARD_PRIZE
from pamir_env.decisions import DECISIONS
from pamir_env.names import (
    COALITIONS,
    COLUMNS,
    COURT,
    DISCARDED,
    EVERYONE,
    HAND,
    IN_FORCE,
    INTELLIGENCE,
    LASTING_EFFECTS,
    MAX_PLAYERS,
    N_BORDERS,
    N_CARDS,
    N_CHECKS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_GIFTS,
    N_REGIONS,
    N_WAKHAN_CARDS,
    NONE,
    POLITICAL,
    PRIZE,
    ROWS,
    SUITS,
)
from pamir_env.rules.dominance import checks_used, influence_without_prizes
from pamir_env.rules.loyalty import is_wakhan, wakhan_face
from pamir_env.rules.places import court_size, stars
from pamir_env.rules.ruler import ruler
from pamir_env.rules.turn import COURT_LIMIT, HAND_LIMIT
from pamir_env.state import STACK_SIZE, STATES_TYPE
from pamir_env.wakhan.priorities import black_arrow, red_arrow
from tabletop.game import Feature
from tabletop.jit import entry, kernel

HIGHEST = 127
_SEATS = MAX_PLAYERS

# Where a card is, as the observer sees it; market spaces, hands, courts and prizes count on from these.
UNSEEN, SEEN_DISCARDED, SEEN_IN_FORCE, SEEN_IN_MARKET = 0, 1, 2, 3
SEEN_IN_HAND = SEEN_IN_MARKET + ROWS * COLUMNS
SEEN_IN_COURT = SEEN_IN_HAND + _SEATS
SEEN_AS_PRIZE = SEEN_IN_COURT + _SEATS


FEATURES = (
    Feature("table", (4,), "seats; Wakhan's seat + 1, 0 without her; negotiation; open hands"),
    Feature("turn", (3,), "turns begun; turns left before the game is cut off; actions left"),
    Feature("end", (4,), "one-hot: running, early, final check, truncated"),
    Feature("decision", (len(DECISIONS),), "one-hot: what is asked"),
    Feature("decides", (_SEATS,), "one-hot: who is asked, the observer first"),
    Feature("turn_of", (_SEATS,), "one-hot: whose turn it is"),
    Feature("frames", (STACK_SIZE, 5), "pending decisions and tasks, bottom first: kind + 1, seat, a, b, c"),
    Feature("favored", (len(SUITS),), "one-hot: the favored suit"),
    Feature("deck", (2,), "cards in the deck; Dominance Checks left"),
    Feature("rupees", (_SEATS,), "per seat"),
    Feature("points", (_SEATS,), "per seat"),
    Feature("loyalty", (_SEATS, len(COALITIONS)), "one-hot per seat"),
    Feature("influence", (_SEATS, len(COALITIONS)), "per seat, for its loyalty; Wakhan's for each coalition"),
    Feature("limits", (_SEATS, 4), "cards in court, court limit, cards in hand, hand limit"),
    Feature("cylinders", (_SEATS,), "in the supply of each seat"),
    Feature("gifts", (_SEATS, N_GIFTS), "per seat and space"),
    Feature("tribes", (_SEATS, N_REGIONS), "per seat and region"),
    Feature("rulers", (N_REGIONS, _SEATS), "one-hot per region"),
    Feature("blocks", (N_COALITIONS,), "in the supply of each coalition"),
    Feature("armies", (N_COALITIONS, N_REGIONS), "per coalition and region"),
    Feature("roads", (N_COALITIONS, N_BORDERS), "per coalition and border"),
    Feature("market", (ROWS, COLUMNS), "card number, 0 where empty"),
    Feature("market_rupees", (ROWS, COLUMNS), "on the card or the empty space"),
    Feature(
        "lasting",
        (LASTING_EFFECTS + 1,),
        "holder + 1 of each lasting effect (6: everybody); target of Rumor + 1",
    ),
    Feature(
        "cards",
        (N_CARDS,),
        "where each card is: 0 unseen, 1 discarded, 2 in force, 3-14 market spaces, 15-19 hand, 20-24 court, "
        "25-29 prize of a seat",
    ),
    Feature("court_place", (N_COURT_CARDS,), "for a card in court: 1 for the leftmost, 2 for the next, ..."),
    Feature("spies", (N_COURT_CARDS, _SEATS), "per court card and seat"),
    Feature("used", (N_COURT_CARDS,), "this turn: 1 where the card has acted"),
    Feature("refused", (N_COURT_CARDS,), "this turn: 1 where a bribe was not paid"),
    Feature("paid", (N_CARDS,), "this turn: 1 where the turn player laid a rupee"),
    Feature("placed_spies", (N_COURT_CARDS,), "this turn: spies put down by the turn player"),
    Feature("placed_tribes", (N_REGIONS,), "this turn: tribes put down by the turn player"),
    Feature("placed_gifts", (N_GIFTS,), "this turn: gifts put down by the turn player"),
    Feature("placed_armies", (N_COALITIONS, N_REGIONS), "this turn: armies put down"),
    Feature("placed_roads", (N_COALITIONS, N_BORDERS), "this turn: roads put down"),
    Feature(
        "wakhan", (5,), "face in force; red arrow + 1; black arrow + 1; cards in her deck; next instruction"
    ),
    Feature("wakhan_discard", (N_WAKHAN_CARDS,), "1 for each of her cards that has been shown"),
)
SIZES = tuple(int(np.prod(f.shape)) for f in FEATURES)
STARTS = tuple(sum(SIZES[:i]) for i in range(len(SIZES)))
OBS_SIZE = sum(SIZES)
(
    TABLE,
    TURN,
    END,
    DECISION,
    DECIDES,
    TURN_OF,
    FRAMES,
    FAVORED,
    DECK,
    RUPEES,
    POINTS,
    LOYALTY,
    INFLUENCE,
    LIMITS,
    CYLINDERS,
    GIFTS,
    TRIBES,
    RULERS,
    BLOCKS,
    ARMIES,
    ROADS,
    MARKET,
    MARKET_RUPEES,
    LASTING,
    CARD_PLACES,
    COURT_PLACE,
    SPIES,
    USED,
    REFUSED,
    PAID,
    PLACED_SPIES,
    PLACED_TRIBES,
    PLACED_GIFTS,
    PLACED_ARMIES,
    PLACED_ROADS,
    WAKHAN,
    WAKHAN_DISCARD,
) = STARTS


def named(vector: np.ndarray) -> dict[str, np.ndarray]:
    """The same vector as named, shaped views: named(obs)["tribes"][0, KABUL]; a batch keeps its axis."""
    lead = vector.shape[:-1]
    return {
        f.name: vector[..., start : start + size].reshape(*lead, *f.shape)
        for f, start, size in zip(FEATURES, STARTS, SIZES)
    }


@entry(STATES_TYPE, types.int64, types.int64, types.Array(types.int8, 1, "C"))
def observe(states, i, seat, out):
    """Write what `seat` sees of game i."""
    s = states[i]
    for k in range(OBS_SIZE):
        out[k] = 0
    see_turn(s, seat, out)
    see_frames(s, seat, out)
    for q in range(s.players):
        see_seat(s, q, seats_after(s, seat, q), out)
    see_map(s, seat, out)
    see_cards(s, seat, out)
    see_courts(s, seat, out)
    see_lasting(s, seat, out)
    if s.wakhan != NONE:
        see_wakhan(s, out)


@kernel
def seats_after(s, seat, q):
    """How many seats after the observer q sits (a division would cost more than the rest)."""
    k = int(q) - seat
    return k if k >= 0 else k + int(s.players)


@kernel
def small(n):
    """Cut off, so that it fits."""
    return min(n, HIGHEST)


@kernel
def see_turn(s, seat, out):
    out[TABLE] = s.players
    out[TABLE + 1] = 0 if s.wakhan == NONE else seats_after(s, seat, s.wakhan) + 1
    out[TABLE + 2] = s.negotiation
    out[TABLE + 3] = s.open_hands
    out[TURN] = small(s.turn + 1)
    out[TURN + 1] = small(s.max_turns - s.turn)
    out[TURN + 2] = s.actions_left
    out[END + int(s.end)] = 1
    out[TURN_OF + seats_after(s, seat, s.turn_seat)] = 1
    out[FAVORED + int(s.favored)] = 1
    out[DECK] = s.deck_size
    out[DECK + 1] = N_CHECKS - checks_used(s)


@kernel
def see_frames(s, seat, out):
    for n in range(s.depth):
        at = FRAMES + 5 * n
        out[at] = s.frame_kind[n] + 1
        out[at + 1] = seats_after(s, seat, s.frame_seat[n])
        out[at + 2] = s.frame_a[n]
        out[at + 3] = s.frame_b[n]
        out[at + 4] = s.frame_c[n]
    if s.depth > 0:
        out[DECISION + int(s.frame_kind[s.depth - 1])] = 1
        out[DECIDES + seats_after(s, seat, s.frame_seat[s.depth - 1])] = 1


@kernel
def see_seat(s, q, k, out):
    """Seat q, which is the k-th from the observer."""
    out[RUPEES + k] = small(s.rupees[q])
    out[POINTS + k] = small(s.points[q])
    out[CYLINDERS + k] = s.cylinders[q]
    for coalition in range(N_COALITIONS):
        if s.loyalty[q] == coalition:
            out[LOYALTY + N_COALITIONS * k + coalition] = 1
        if s.loyalty[q] == coalition or is_wakhan(s, q):
            out[INFLUENCE + N_COALITIONS * k + coalition] = influence_without_prizes(s, q, coalition)
    out[LIMITS + 4 * k] = court_size(s, q)
    out[LIMITS + 4 * k + 1] = COURT_LIMIT + stars(s, q, POLITICAL)
    out[LIMITS + 4 * k + 2] = s.hand_size[q]
    out[LIMITS + 4 * k + 3] = HAND_LIMIT + stars(s, q, INTELLIGENCE)
    for space in range(N_GIFTS):
        out[GIFTS + N_GIFTS * k + space] = s.gifts[q, space]
    for region in range(N_REGIONS):
        out[TRIBES + N_REGIONS * k + region] = s.tribes[q, region]


@kernel
def see_map(s, seat, out):
    for region in range(N_REGIONS):
        p = ruler(s, region)
        if p != NONE:
            out[RULERS + MAX_PLAYERS * region + seats_after(s, seat, p)] = 1
        out[PLACED_TRIBES + region] = s.placed_tribes[region]
    for space in range(N_GIFTS):
        out[PLACED_GIFTS + space] = s.placed_gifts[space]
    for coalition in range(N_COALITIONS):
        out[BLOCKS + coalition] = s.blocks[coalition]
        for region in range(N_REGIONS):
            out[ARMIES + N_REGIONS * coalition + region] = s.armies[coalition, region]
            out[PLACED_ARMIES + N_REGIONS * coalition + region] = s.placed_armies[coalition, region]
        for border in range(N_BORDERS):
            out[ROADS + N_BORDERS * coalition + border] = s.roads[coalition, border]
            out[PLACED_ROADS + N_BORDERS * coalition + border] = s.placed_roads[coalition, border]


def _looks() -> np.ndarray:
    """What each place of a card looks like, by number of seats, observer, and whether hands are open."""
    looks = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, 2, PRIZE + MAX_PLAYERS), np.int8)
    looks[..., DISCARDED], looks[..., IN_FORCE] = SEEN_DISCARDED, SEEN_IN_FORCE
    for seats in range(1, MAX_PLAYERS + 1):
        for seat in range(seats):
            for q in range(seats):
                k = (q - seat) % seats
                looks[seats, seat, :, PRIZE + q] = SEEN_AS_PRIZE + k
                looks[seats, seat, :, COURT + q] = SEEN_IN_COURT + k
                looks[seats, seat, int(q != seat) :, HAND + q] = SEEN_IN_HAND + k
    return looks


LOOKS = _looks()


@kernel
def see_cards(s, seat, out):
    """Where each card is: the deck, what is out of the game and the hands of others are unseen."""
    for card in range(1, N_CARDS + 1):
        where = int(s.place[card])
        out[CARD_PLACES + card - 1] = LOOKS[s.players, seat, s.open_hands, where]
        if where >= PRIZE:
            at = INFLUENCE + N_COALITIONS * seats_after(s, seat, where - PRIZE) + CARD_PRIZE[card]
            if out[at] > 0:
                out[at] += 1  # P6.10
    for card in range(1, N_CARDS + 1):
        out[PAID + card - 1] = s.paid[card]
    for row in range(ROWS):
        for column in range(COLUMNS):
            k = COLUMNS * row + column
            out[MARKET_RUPEES + k] = small(s.market_rupees[row, column])
            card = int(s.market[row, column])
            if card != NONE:
                out[MARKET + k] = card
                out[CARD_PLACES + card - 1] = SEEN_IN_MARKET + k


@kernel
def see_courts(s, seat, out):
    for p in range(s.players):
        for i in range(s.court_start[p], s.court_start[p + 1]):
            card = int(s.ring[i])
            out[COURT_PLACE + card - 1] = i - s.court_start[p] + 1
            out[USED + card - 1] = s.used[card]
            out[PLACED_SPIES + card - 1] = s.placed_spies[card]
            for q in range(s.players):
                out[SPIES + MAX_PLAYERS * (card - 1) + seats_after(s, seat, q)] = s.spies[card, q]
    for card in range(1, N_COURT_CARDS + 1):
        out[REFUSED + card - 1] = s.refused[card]


@kernel
def see_lasting(s, seat, out):
    for effect in range(LASTING_EFFECTS):
        holder = s.lasting_seat[effect]
        if holder == EVERYONE:
            out[LASTING + effect] = EVERYONE + 1
        elif holder != NONE:
            out[LASTING + effect] = seats_after(s, seat, holder) + 1
    if s.rumor_target != NONE:
        out[LASTING + LASTING_EFFECTS] = seats_after(s, seat, s.rumor_target) + 1


@kernel
def see_wakhan(s, out):
    shown = N_WAKHAN_CARDS - s.wakhan_deck_size
    if shown > 0:
        out[WAKHAN] = wakhan_face(s)
        out[WAKHAN + 1] = red_arrow(s) + 1
        out[WAKHAN + 2] = black_arrow(s) + 1
    out[WAKHAN + 3] = s.wakhan_deck_size
    out[WAKHAN + 4] = s.wakhan_step
    for i in range(shown):
        out[WAKHAN_DISCARD + int(s.wakhan_discard[i]) - 1] = 1
