"""What holds in every game, whoever plays: random games for two to five players (I1 to I6)."""

from __future__ import annotations

import copy
import pickle
from functools import cache

import numpy as np
import pytest

from pamir_env import PAMIR, IllegalAction, Position, Settings
from pamir_env import decisions as d
from pamir_env.cards import CARD_ICONS, CARD_LEVERAGED, CARD_PATRIOT, CARD_REGION
from pamir_env.invariants import EXTREMES, INVARIANTS, audit, broken
from pamir_env.names import (
    COURT,
    HERAT,
    ICON_LEVERAGE,
    IN_MARKET,
    MILITARY,
    N_CARDS,
    N_COURT_CARDS,
    NATION_BUILDING,
    NONE,
    PERSIA,
    PRIZE,
    RUSSIAN,
)
from tabletop import loops
from tabletop.batch import Batch
from tests.playing import PLAYERS, TABLES, fingerprint, new_game, values, walk, whole_game

NAMES = [decision.name for decision in PAMIR.decisions]
AT_EVERY_TABLE = pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES.keys())


# ---- I4: what is legal works, what is not is refused -----------------------------------------------------


@AT_EVERY_TABLE
def test_legal_actions_apply_and_others_change_nothing(settings):
    """I4, in every fifth state of some games."""
    for seed in range(3):
        p = Position.new(settings, seed=seed)
        for n, _ in enumerate(walk(p, seed)):
            if n % 5:
                continue
            mask, before = p.mask(), p.to_bytes()
            for action in range(PAMIR.n_actions):
                if mask[action]:
                    q = p.copy().play(action)
                    assert broken(q.states) is None, (seed, n, action)
                    assert q.over or q.legal_ids(), (seed, n, action)
                    assert q != p
                else:
                    with pytest.raises(IllegalAction):
                        p.play(action)
            assert p.to_bytes() == before


@AT_EVERY_TABLE
def test_invariants_at_every_state(settings):
    """I1, I2, I4, I5 in thousands of games; each of them comes to an end."""
    n = 3000
    batch = Batch(PAMIR, settings, seeds=n)
    before = PAMIR.new_states(1)
    lengths, extremes = np.zeros(n, np.int64), np.zeros(len(EXTREMES), np.int64)
    game, decision, code = loops.audit_games(
        batch.states,
        loops.words_of(batch.states),
        before,
        loops.words_of(before),
        0,
        n,
        batch.seeds,
        lengths,
        extremes,
        PAMIR.n_actions,
        100_000,
        PAMIR.legal,
        PAMIR.step,
        PAMIR.automatic,
        audit,
    )
    what = {-1: "I5", loops.ILLEGAL_AUTOMATON: "Wakhan wants something illegal"}.get(code, INVARIANTS[code])
    assert code == 0, f"seed {game}, decision {decision}: {what}; {values(batch.states, game)}"
    running = np.flatnonzero(batch.states["end"] == 0)
    assert not len(running), f"I4: game {running[0]} stands still: {values(batch.states, running[0])}"
    assert lengths.min() > settings.players


# ---- I6: whatever carries a game, it goes on in the same way ---------------------------------------------


@cache
def one_of_each_decision() -> dict[str, Position]:
    """A position for each kind of decision that random games reach."""
    found: dict[str, Position] = {}
    for seed in range(40):
        for settings in TABLES.values():
            p = Position.new(settings, seed=seed)
            for _ in walk(p, seed):
                if p.decision not in found:
                    found[p.decision] = p.copy()
    return found


def test_random_games_reach_most_decisions():
    missing = set(NAMES) - set(one_of_each_decision())
    assert len(one_of_each_decision()) >= 30, f"never asked: {sorted(missing)}"


CARRIERS = {
    "copy": lambda p: p.copy(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda p: pickle.loads(pickle.dumps(p)),
    "bytes": lambda p: Position.from_bytes(p.to_bytes()),
}


@pytest.mark.parametrize("how", CARRIERS.values(), ids=CARRIERS.keys())
def test_every_decision_can_be_carried_away_and_continued(how):
    """I6: the middle of a build, a battle, a debt: the copy plays the same game to the end."""
    for name, origin in one_of_each_decision().items():
        p, q = origin.copy(), how(origin)
        assert (q.decision, q.seat, q.legal()) == (name, p.seat, p.legal())
        for action in walk(p, seed=1):
            assert q.legal() == p.legal(), name
            q.play(action)
        assert p == q, name
        assert fingerprint(p.states) == fingerprint(q.states)


@AT_EVERY_TABLE
def test_at_every_act_the_dict_gives_the_same_game(settings):
    """From every `act` to a dict and back; from some of them the same actions lead to the same end.

    Of Wakhan's turn only the first `act` can be read.
    """
    for seed in range(4):
        p, companions, her_turns = Position.new(settings, seed=seed), [], set()
        for n, action in enumerate(walk(p, seed)):
            asked = (p.decision, p.seat, p.legal_ids(), p.automatic_action())
            if p.decision in ("loyalty", "act") and (written := p.to_dict())["turn"] not in her_turns:
                q = Position.from_dict(written)
                assert q.to_dict() == written
                assert (q.decision, q.seat, q.legal_ids(), q.automatic_action()) == asked
                if n % 5 == 0:
                    companions.append(q)
                if p.decision == "act" and p.automatic_action() is not None:
                    her_turns.add(written["turn"])
            for q in companions:
                assert (q.decision, q.seat, q.legal_ids(), q.automatic_action()) == asked
                q.play(p.word(action))
        last = p.to_dict()
        assert companions
        for q in companions:
            assert q.to_dict() == last
        assert Position.from_dict(last).to_dict() == last


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_seed_gives_the_same_game(players):
    """I6."""
    first, second = whole_game(Settings(players=players), 21), whole_game(Settings(players=players), 21)
    assert first == second
    assert new_game(players, 21).to_bytes() == new_game(players, 21).to_bytes()


@pytest.mark.parametrize("players", PLAYERS)
def test_different_seeds_give_different_games(players):
    decks = {tuple(new_game(players, seed).to_dict()["deck"]) for seed in range(100)}
    assert len(decks) == 100
    assert len({whole_game(Settings(players=players), seed)["digest"] for seed in range(10)}) == 10


def test_neighbouring_seeds_are_not_alike():
    """The first card of the market, over many seeds, is not always one of a few."""
    firsts = {new_game(3, seed).to_dict()["market"][0][0]["card"] for seed in range(300)}
    assert len(firsts) > 80


def single(settings: Settings, seed: int) -> np.ndarray:
    """The end of a game alone in its batch."""
    batch = Batch(PAMIR, settings, seeds=[seed], threads=1)
    batch.play_out()
    return batch.states


@AT_EVERY_TABLE
def test_neither_batch_size_nor_threads_matter(settings):
    """I6: 1, 7 and 1000 games, 1, 2 and 3 threads."""
    whole = Batch(PAMIR, settings, seeds=1000, threads=1)
    lengths = whole.play_out()
    for threads in (2, 3):
        other = Batch(PAMIR, settings, seeds=1000, threads=threads)
        assert (other.play_out() == lengths).all()
        assert other.states.tobytes() == whole.states.tobytes()
        assert other.over.all()
    for start in range(0, 993, 331):
        some = Batch(PAMIR, settings, seeds=np.arange(start, start + 7), threads=2)
        assert (some.play_out() == lengths[start : start + 7]).all()
        assert some.states.tobytes() == whole.states[start : start + 7].tobytes()
    for seed in range(0, 1000, 53):
        assert single(settings, seed).tobytes() == whole.states[seed : seed + 1].tobytes()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_batch_steps_like_as_many_positions(threads):
    """Masks, decisions, seats and states of every game at every step; finished games wait."""
    n, settings = 100, Settings(players=4)
    batch = Batch(PAMIR, settings, seeds=n, threads=threads)
    watched = {i: Position.new(settings, seed=i) for i in (0, 1, 33, 34, 66, 67, 99)}
    rng = np.random.default_rng(0)
    while not batch.over.all():
        for i, p in watched.items():
            assert batch.over[i] == p.over
            assert (batch.masks[i] == p.mask()).all()
            if not p.over:
                assert (NAMES[batch.decisions[i]], batch.seats[i]) == (p.decision, p.seat)
        draws = rng.random((n, PAMIR.n_actions)) * batch.masks
        actions = np.where(batch.over, -1, draws.argmax(axis=1))
        batch.step(actions)
        for i, p in watched.items():
            if not p.over:
                p.play(int(actions[i]))
    for i, p in watched.items():
        assert fingerprint(batch.states, i) == fingerprint(p.states)


def test_looking_again_changes_nothing():
    batch = Batch(PAMIR, Settings(players=3), seeds=50)
    before = [a.tobytes() for a in (batch.states, batch.masks, batch.decisions, batch.seats)]
    batch.look()
    assert [a.tobytes() for a in (batch.states, batch.masks, batch.decisions, batch.seats)] == before


# ---- I3: rupees ------------------------------------------------------------------------------------------


def total(s: np.record) -> int:
    """All rupees in purses and in the market."""
    return int(s.rupees[: s.players].sum() + s.market_rupees.sum())


def frames(s: np.record) -> list[tuple[int, int, int, int]]:
    n = s.depth
    return list(
        zip(*(getattr(s, f"frame_{part}")[:n].tolist() for part in ("kind", "a", "b", "c")), strict=True)
    )


def courts(s: np.record) -> np.ndarray:
    """Which cards lie in a court."""
    return (s.place >= COURT) & (s.place < PRIZE)


def loans_taken(before: np.record, after: np.record) -> int:
    """P5.3: leverage icons resolved in this step, by how far the icons of the card being played have come."""
    then = {a: b for kind, a, b, _ in frames(before) if kind == d.DO_ICONS}
    now = {a: b for kind, a, b, _ in frames(after) if kind == d.DO_ICONS}
    count = 0
    for card in {*then, *np.flatnonzero(courts(after) & ~courts(before)).tolist()}:
        if courts(after)[card]:
            resolved = CARD_ICONS[card, then.get(card, 0) : now.get(card, CARD_ICONS.shape[1])]
            count += int((resolved == ICON_LEVERAGE).sum())
    return count


def loans_due(before: np.record, after: np.record) -> list[int]:
    """P8.2: per seat, leveraged cards that have left its court."""
    due = [0] * int(before.players)
    for card in np.flatnonzero(CARD_LEVERAGED & courts(before) & ~courts(after)):
        due[before.place[card] - COURT] += 1
    return due


def lost_in_purchase(s: np.record, p: int, card: int) -> int:
    """P4.2, P4.6, P4.7: what falls between two empty spaces, and what lies on Public Withdrawal."""
    row, column = (int(x[0]) for x in np.nonzero(s.market == card))
    if card <= N_COURT_CARDS and (
        (s.place[66] == COURT + p and CARD_REGION[card] == HERAT)
        or (s.place[68] == COURT + p and CARD_REGION[card] == PERSIA)
        or (s.place[70] == COURT + p and CARD_PATRIOT[card] == RUSSIAN)
    ):
        return 0
    price = 2 if s.favored == MILITARY else 1
    lost = 0
    for c in range(column):
        gets = s.market[row, c] if s.market[row, c] != NONE else s.market[1 - row, c]
        lost += price if gets in (NONE, 111) else 0
    return lost


def lost_in_payment(s: np.record, per_row: int, skipped: int = 0) -> int:
    """P6.4, P4.6: what a row has no cards for, and what lies on Public Withdrawal."""
    lost = 0
    for row in s.market.tolist():
        cards = [card for card in reversed(row) if card != NONE][skipped : skipped + per_row]
        lost += per_row - len(cards) + cards.count(111)
    return lost


def lost_in_cleanup(before: np.record, after: np.record, stopped: bool) -> int:
    """P4.6: the most that Public Withdrawal can have met while cards slid and were drawn."""
    if not stopped and all(kind != d.DO_REFILL for kind, *_ in frames(before)):
        return 0
    if after.place[111] != IN_MARKET and before.place[111] == after.place[111]:
        return 0
    loose = (before.market == NONE) | (before.market > N_COURT_CARDS)
    return int(before.market_rupees[loose].sum())


def allowed_change(before: np.record, after: np.record, action: int) -> tuple[int, int]:
    """I3: the least and the greatest change of all rupees that this step may bring."""
    kind, _, built, payments = frames(before)[-1]
    p = int(before.frame_seat[before.depth - 1])
    gained = 2 * loans_taken(before, after)
    change = gained
    card = action - 1 if 2 <= action <= N_CARDS + 1 else 0
    if kind == d.ASK_ACT and card and before.place[card] == IN_MARKET:
        change += (3 if card == 113 else 0) - lost_in_purchase(before, p, card)
    elif kind == d.ASK_GIFT:
        change -= lost_in_payment(before, action - 164 + 1)
    elif kind == d.ASK_BETRAY:
        change -= lost_in_payment(before, 1)
    elif (
        kind == d.ASK_BUILD
        and action != 0
        and not (before.lasting_seat[NATION_BUILDING] == p and built % 2 == 1)
    ):
        change -= lost_in_payment(before, 1, payments)
    low = high = change
    for seat, loans in enumerate(loans_due(before, after)):
        low -= 2 * loans
        if after.rupees[seat] > 0 and not gained:  # whoever has rupees left has paid in full
            high -= 2 * loans
    return low - lost_in_cleanup(before, after, kind == d.ASK_ACT and action == 0), high


@AT_EVERY_TABLE
def test_rupees_come_and_go_only_where_they_may(settings):
    """I3, step by step."""
    exact = dict.fromkeys(NAMES, 0)
    for seed in range(10):
        p = Position.new(settings, seed=seed)
        assert total(p.states[0]) == 4 * settings.players  # P2.4
        before, taken = p.states, None
        for action in walk(p, seed):
            check_step(before, p.states, taken, exact)
            before, taken = p.states, action
        check_step(before, p.states, taken, exact)
    assert sum(exact.values()) > 500
    assert all(
        exact[name] for name in ("act", "side", "tax", "gift", "build", "betray", "battle", "discard_court")
    )


def check_step(before: np.ndarray, after: np.ndarray, action: int | None, exact: dict[str, int]) -> None:
    if action is None:
        return
    b, a = before[0], after[0]
    low, high = allowed_change(b, a, action)
    change = total(a) - total(b)
    name = NAMES[b.frame_kind[b.depth - 1]]
    assert low <= change <= high, (name, action, change, (low, high), values(before), values(after))
    exact[name] += low == high


# ---- golden games ----------------------------------------------------------------------------------------

# Whole random games: actions and last state. A change here means that a game has become another one; it must
# be explained where it is made (a rule, an id, the setup or the generator has changed), never just copied in.
GOLDEN = [
    # table, seed, decisions, points, end, digest
    ("2 players", 0, 127, [12, 12], "final_check", "9bba4a39b76df9ab"),
    ("2 players", 3, 132, [6, 2], "early", "b52d6e00124cf351"),
    ("2 players, no negotiation", 1, 101, [0, 5], "early", "1ae411a1ab3379cc"),
    ("3 players", 0, 71, [5, 0, 0], "early", "18eb1d15a4ceff6a"),
    ("3 players", 7, 151, [4, 3, 10], "early", "4ea721c042000d6f"),
    ("3 players, no negotiation", 2, 201, [8, 0, 12], "final_check", "244102eba13c5955"),
    ("4 players", 0, 116, [0, 0, 6, 1], "early", "5cfacd3bf6cfdb82"),
    ("4 players", 5, 259, [1, 3, 13, 0], "final_check", "f2872ea44745760c"),
    ("4 players, no negotiation", 1, 80, [5, 0, 0, 0], "early", "5edf93add04c438b"),
    ("5 players", 0, 220, [3, 0, 5, 5, 5], "final_check", "f45d8c1f991d6850"),
    ("5 players", 4, 238, [0, 6, 0, 0, 1], "early", "5241c3a3dba5cc37"),
    ("5 players, no negotiation", 3, 221, [6, 0, 1, 3, 13], "final_check", "d58dbd008880ec6a"),
    ("1 and Wakhan", 0, 48, [2, 6], "early", "605afda4cb626466"),
    ("1 and Wakhan", 2, 139, [1, 8], "early", "f39c7f3321963fe8"),
    ("2 and Wakhan", 0, 148, [2, 0, 7], "early", "08ed6407c60c342c"),
    ("2 and Wakhan", 3, 84, [0, 0, 5], "early", "c0f8ac41a998e8c0"),
    ("2 and Wakhan, no negotiation", 1, 86, [3, 0, 8], "early", "e76a6e65203d690d"),
]


@pytest.mark.parametrize(("table", "seed", "decisions", "points", "end", "digest"), GOLDEN)
def test_golden_games(table, seed, decisions, points, end, digest):
    """I6."""
    expected = {"decisions": decisions, "points": points, "end": end, "digest": digest}
    assert whole_game(TABLES[table], seed) == expected
