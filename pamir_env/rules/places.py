"""I2 Where cards lie: the only writer of `place`, `ring`, `hand` and `deck`."""

from __future__ import annotations

from pamir_env.cards import ABILITY_CARDS, CARD_RANK, CARD_REGION, CARD_SUIT
from pamir_env.names import COURT, DISCARDED, HAND, IN_DECK, LEFT, N_COURT_CARDS, POLITICAL
from tabletop.jit import kernel


@kernel
def court_size(s, p):
    return s.court_start[p + 1] - s.court_start[p]


@kernel
def ring_size(s):
    """How many court cards lie in all courts (P2.7)."""
    return s.court_start[s.players]


@kernel
def is_in_court(s, p, card):
    return s.place[card] == COURT + p


@kernel
def is_in_a_court(s, card):
    return COURT <= s.place[card] < COURT + s.players


@kernel
def court_owner(s, card):
    """Whose court the card lies in."""
    return s.place[card] - COURT


@kernel
def ring_index(s, card):
    """Where in the ring of all courts the card lies (P2.7)."""
    p = court_owner(s, card)
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if s.ring[i] == card:
            return i
    return 0


@kernel
def stars(s, p, suit):
    """Stars of a suit in a court."""
    total = 0
    for i in range(s.court_start[p], s.court_start[p + 1]):
        card = s.ring[i]
        if CARD_SUIT[card] == suit:
            total += CARD_RANK[card]
    return total


@kernel
def political_cards(s, p, region):
    """How many political cards of a region lie in a court (P8.3, P8.4)."""
    count = 0
    for i in range(s.court_start[p], s.court_start[p + 1]):
        card = s.ring[i]
        if CARD_SUIT[card] == POLITICAL and CARD_REGION[card] == region:
            count += 1
    return count


@kernel
def has_card_of_region(s, p, region):
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if CARD_REGION[s.ring[i]] == region:
            return True
    return False


@kernel
def has_ability(s, p, ability):
    """A: an ability belongs to the owner of the court while its card lies there."""
    return s.place[ABILITY_CARDS[ability, 0]] == COURT + p or s.place[ABILITY_CARDS[ability, 1]] == COURT + p


@kernel
def lay_in_court(s, p, card, side):
    """Put a card at one end of a court."""
    at = s.court_start[p] if side == LEFT else s.court_start[p + 1]
    for i in range(ring_size(s), at, -1):
        s.ring[i] = s.ring[i - 1]
    s.ring[at] = card
    for q in range(p + 1, s.players + 1):
        s.court_start[q] += 1
    s.place[card] = COURT + p


@kernel
def take_from_court(s, card):
    """Take a card out of its court (where it goes is for the caller to say)."""
    p = court_owner(s, card)
    last = ring_size(s) - 1
    for i in range(ring_index(s, card), last):
        s.ring[i] = s.ring[i + 1]
    s.ring[last] = 0
    for q in range(p + 1, s.players + 1):
        s.court_start[q] -= 1


@kernel
def put_in_hand(s, p, card):
    s.hand[p, s.hand_size[p]] = card
    s.hand_size[p] += 1
    s.place[card] = HAND + p


@kernel
def take_from_hand(s, p, card):
    last = s.hand_size[p] - 1
    for i in range(last):
        if s.hand[p, i] == card:
            s.hand[p, i] = s.hand[p, last]
            break
    s.hand[p, last] = 0
    s.hand_size[p] = last


@kernel
def discard_from_hand(s, p, card):
    take_from_hand(s, p, card)
    s.place[card] = DISCARDED


@kernel
def exchange_hands(s, p, q):
    """E 114."""
    for i in range(max(s.hand_size[p], s.hand_size[q])):
        held = s.hand[p, i]
        s.hand[p, i] = s.hand[q, i]
        s.hand[q, i] = held
    size = s.hand_size[p]
    s.hand_size[p] = s.hand_size[q]
    s.hand_size[q] = size
    for i in range(s.hand_size[p]):
        s.place[s.hand[p, i]] = HAND + p
    for i in range(s.hand_size[q]):
        s.place[s.hand[q, i]] = HAND + q


@kernel
def put_on_deck(s, card):
    s.deck[s.deck_size] = card
    s.deck_size += 1
    s.place[card] = IN_DECK


@kernel
def draw_from_deck(s):
    """The top card; the deck must not be empty."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    return card


@kernel
def is_court_card(card):
    return card <= N_COURT_CARDS
