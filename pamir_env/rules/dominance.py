"""P9, P10 Dominance Checks, points, and the end of the game."""

from __future__ import annotations

from pamir_env.cards import CARD_PATRIOT, CARD_PRIZE, LASTING_CARD
from pamir_env.decisions import DO_END_LASTING, DO_INSURRECTION, finish, pop, push, top_a
from pamir_env.names import (
    AFGHAN,
    BLOCKS_EACH,
    CONFLICT_FATIGUE,
    CYLINDERS_EACH,
    DISCARDED,
    EARLY,
    EMBARRASSMENT_OF_RICHES,
    FINAL_CHECK,
    FIRST_CHECK,
    KABUL,
    KOH_I_NOOR,
    LAST_CHECK,
    LASTING_EFFECTS,
    MILITARY,
    N_BORDERS,
    N_CHECKS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_GIFTS,
    N_REGIONS,
    NONE,
    PRIZE,
    RUMOR,
)
from pamir_env.rules.abilities import owner_of_insurrection
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.pieces import put_block, remove_army, remove_road
from pamir_env.rules.places import stars
from tabletop.jit import kernel

LEAD_TO_DOMINATE, LEAD_UNDER_FATIGUE = 4, 2  # P9.2, E 109
LEAD_TO_WIN = 4  # P10.1
INSURRECTION_ARMIES = 2


@kernel
def is_check(card):
    return FIRST_CHECK <= card <= LAST_CHECK


@kernel
def checks_used(s):
    """Dominance Check cards used up."""
    count = 0
    for card in range(FIRST_CHECK, LAST_CHECK + 1):
        if s.place[card] == DISCARDED:
            count += 1
    return count


@kernel
def blocks_on_map(s, coalition):
    return BLOCKS_EACH - s.blocks[coalition]


@kernel
def dominant_coalition(s):
    """P9.2: the coalition that dominates, or NONE."""
    lead = LEAD_TO_DOMINATE if s.lasting_seat[CONFLICT_FATIGUE] == NONE else LEAD_UNDER_FATIGUE
    for coalition in range(N_COALITIONS):
        dominates = True
        for other in range(N_COALITIONS):
            if other != coalition and blocks_on_map(s, coalition) < blocks_on_map(s, other) + lead:
                dominates = False
        if dominates:
            return coalition
    return NONE


@kernel
def gift_value(s, p):
    """What one gift is worth (P6.7, E 106, E4)."""
    if s.lasting_seat[EMBARRASSMENT_OF_RICHES] != NONE:
        return 0
    return 2 if s.lasting_seat[KOH_I_NOOR] == p else 1


@kernel
def is_rumored(s, p):
    return s.lasting_seat[RUMOR] != NONE and s.rumor_target == p  # E 108


@kernel
def influence(s, p, coalition):
    """P9.3, W2: 1 + gifts + prizes and patriots of the coalition."""
    total = influence_without_prizes(s, p, coalition)
    for card in range(1, N_COURT_CARDS + 1):
        if s.place[card] == PRIZE + p and CARD_PRIZE[card] == coalition:
            total += 1  # P6.10
    return total


@kernel
def influence_without_prizes(s, p, coalition):
    total = 1
    for space in range(N_GIFTS):
        total += s.gifts[p, space] * gift_value(s, p)
    if not is_rumored(s, p):
        for i in range(s.court_start[p], s.court_start[p + 1]):
            if CARD_PATRIOT[s.ring[i]] == coalition:
                total += 1
    return total


@kernel
def standing(s, p, coalition):
    """By what `p` is ranked: influence (P9.3), or cylinders in play (P9.4); NONE for who is not ranked."""
    if coalition == NONE:
        return CYLINDERS_EACH - int(s.cylinders[p])
    if s.loyalty[p] == coalition or is_wakhan(s, p):  # W2
        return int(influence(s, p, coalition))
    return NONE


@kernel
def points_of_place(successful, place):
    if successful:
        return 5 - 2 * place if place < 3 else 0  # P9.3: 5, 3, 1
    return 3 - 2 * place if place < 2 else 0  # P9.4: 3, 1


@kernel
def check_points(s, p, final):
    """What a check resolved now would bring `p`. Tied players share the places they take (P9.5)."""
    coalition = dominant_coalition(s)
    mine = standing(s, p, coalition)
    if mine == NONE:
        return 0
    better, tied = 0, 0
    for q in range(s.players):
        theirs = standing(s, q, coalition)
        better += 1 if theirs > mine else 0
        tied += 1 if theirs == mine else 0
    total = 0
    for place in range(better, better + tied):
        total += points_of_place(coalition != NONE, place)
    return (2 * total if final else total) // tied  # P9.6


@kernel
def resolve_check(s):
    """P9.7. The check cards lie in the discard pile already; a buyer's turn waits below (P9.8)."""
    final = checks_used(s) == N_CHECKS
    successful = dominant_coalition(s) != NONE
    for p in range(s.players):
        s.points[p] += check_points(s, p, final)
    if successful:
        clear_map(s)  # P9.3
    if final:
        finish(s, FINAL_CHECK)  # P10.2
    elif lead(s) >= LEAD_TO_WIN:
        finish(s, EARLY)  # P10.1
    else:
        push(s, DO_END_LASTING, s.turn_seat, 0, 0, 0)
        owner = owner_of_insurrection(s)
        if owner != NONE:
            push(s, DO_INSURRECTION, owner, INSURRECTION_ARMIES, 0, 0)


@kernel
def clear_map(s):
    for coalition in range(N_COALITIONS):
        for region in range(N_REGIONS):
            while s.armies[coalition, region] > 0:
                remove_army(s, coalition, region)
        for border in range(N_BORDERS):
            while s.roads[coalition, border] > 0:
                remove_road(s, coalition, border)


@kernel
def lead(s):
    """By how much the leader is ahead of the next."""
    best, second = -1, -1
    for p in range(s.players):
        if s.points[p] > best:
            second = best
            best = int(s.points[p])
        elif s.points[p] > second:
            second = int(s.points[p])
    return best - second


@kernel
def is_ahead(s, p, q):
    """P10.3: points, then military stars, then rupees."""
    if s.points[p] != s.points[q]:
        return s.points[p] > s.points[q]
    if stars(s, p, MILITARY) != stars(s, q, MILITARY):
        return stars(s, p, MILITARY) > stars(s, q, MILITARY)
    return s.rupees[p] > s.rupees[q]


@kernel
def is_winner(s, p):
    """Nobody is ahead; several may share the victory (P10.3)."""
    for q in range(s.players):
        if is_ahead(s, q, p):
            return False
    return True


@kernel
def rise_in_kabul(s, p):
    """A, insurrection: one army at a time (P5.5 applies)."""
    if top_a(s) == 0:
        pop(s)
        return
    s.frame_a[s.depth - 1] -= 1
    put_block(s, p, AFGHAN, KABUL)


@kernel
def end_lasting_events(s):
    """P9.7."""
    pop(s)
    for effect in range(LASTING_EFFECTS):
        if s.lasting_seat[effect] != NONE:
            s.place[LASTING_CARD[effect]] = DISCARDED
            s.lasting_seat[effect] = NONE
            s.lasting_order[effect] = 0
    s.rumor_target = NONE
