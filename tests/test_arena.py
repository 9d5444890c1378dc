"""Agents and the arena: fair views, fair seats, right numbers, records that can be trusted."""

from __future__ import annotations

import json

import numpy as np
import pyarrow.parquet as pq
import pytest
from scipy.stats import binomtest

from agents import AGENTS, Agent, BadSpec, make_agent
from agents.arena import Arena, Played, rate, wilson
from agents.records import GameWriter, read_games
from pamir_env import PAMIR, PaxPamirEnv, Position, Settings
from tabletop.batch_env import BatchEnv
from tabletop.record import BadRecord, Record, save_records
from tabletop.views import views_of

TWO = Settings(players=2)
QUICK = {"search": "search:sims=8", "greedy": "greedy", "random": "random", "net": "net:default"}


class Slips(Agent):
    """Greedy, but for a share of its decisions: agents whose order is known."""

    def __init__(self, game, share: float):
        super().__init__(game)
        self.name = f"slips{share}"
        self._share, self._best, self._any = share, make_agent("greedy", game), make_agent("random", game)

    def act_many(self, views):
        slip = (views.bits >> np.uint64(40)) % np.uint64(1000) < np.uint64(1000 * self._share)
        return np.where(slip, self._any.act_many(views), self._best.act_many(views))


class FirstSeat(Agent):
    """Good in seat 0 only: a seat advantage, made on purpose."""

    def __init__(self, game):
        super().__init__(game)
        self._good, self._bad = make_agent("greedy", game), make_agent("random", game)

    def act_many(self, views):
        return np.where(views.seats == 0, self._good.act_many(views), self._bad.act_many(views))


class CountsCalls(Agent):
    name = "counts"
    calls = 0

    def act_many(self, views):
        type(self).calls = max(type(self).calls, len(views))
        return views.masks.argmax(axis=1)


# ---- agents ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("settings", [TWO, Settings(players=4), Settings(players=2, wakhan=True)])
def test_every_agent_plays_a_game(name, settings):
    if name not in QUICK:
        pytest.fail(f"say in QUICK how to test {name}")
    specs = [QUICK[name]] * (settings.players - settings.wakhan) + ["wakhan"] * settings.wakhan
    report = Arena(PAMIR, settings, specs).run(1)
    assert all(g.end in ("early", "final_check") for g in report.games)


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_never_uses_hidden_cards(name):
    """Dealing anew what the seat cannot know changes no answer."""
    agent = make_agent(QUICK[name], PAMIR)
    batch = BatchEnv(PAMIR, Settings(players=2, wakhan=True), 12)
    for _ in range(25):
        first = agent.act_many(batch.views())
        kept = batch.states.copy()
        for i in range(batch.n):
            PAMIR.redeal(batch.states, i, int(batch.seats[i]), np.uint64(77 + i))
        assert (batch.states["deck"] != kept["deck"]).any()
        np.testing.assert_array_equal(agent.act_many(batch.views()), first)
        batch.states[:] = kept
        batch.step(first)


@pytest.mark.parametrize("name", AGENTS)
def test_one_at_a_time_is_the_same_as_many(name):
    agent = make_agent(QUICK[name], PAMIR)
    batch = BatchEnv(PAMIR, Settings(players=3), 5)
    for _ in range(10):
        views = batch.views()
        many = agent.act_many(views)
        assert many.tolist() == [agent.act(views[k]) for k in range(5)]
        batch.step(many)


def test_agents_can_be_named_as_opponents():
    env = PaxPamirEnv(opponents=["greedy", "wakhan"])
    env.reset(seed=1)
    env.step(int(np.argmax(env.action_masks())))


def test_a_view_of_a_position():
    position = Position.new(TWO, seed=4)
    views = views_of(position, np.uint64(5))
    view = views[0]
    assert (view.decision, view.seat, len(views)) == (position.decision, position.seat, 1)
    assert [view.word(action) for action in view.legal] == position.legal()
    assert view.named()["decides"][0] == 1
    assert view.rng.integers(100) == views[0].rng.integers(100)
    assert view.board["deck_size"] == position.states["deck_size"]


def test_specs_say_what_is_wrong(tmp_path):
    for spec, message in (
        ("nobody", "names no agent; there are random, "),
        ("random:sims=3", "has no options"),
        ("search:simz=3", "options are .*sims"),
        ("search:sims=0", "sims is a whole number from 1"),
        ("missing.py:Bot", "there is no file"),
    ):
        with pytest.raises(BadSpec, match=message):
            make_agent(spec, PAMIR)
    file = tmp_path / "bot.py"
    file.write_text("class Other:\n    pass\n")
    for spec, message in (
        (f"{file}:Bot", "it has Other"),
        (f"{file}", "say which class"),
        (f"{file}:Other", "no method act"),
    ):
        with pytest.raises(BadSpec, match=message):
            make_agent(spec, PAMIR)


def test_a_bot_in_a_file_of_ten_lines(tmp_path):
    file = tmp_path / "my_bot.py"
    file.write_text(
        "class MyBot:\n"
        "    def act(self, view):\n"
        "        return view.rng.choice(view.legal)\n"
        "class Other:\n"
        "    def act(self, view):\n"
        "        return view.legal[0]\n"
    )
    report = Arena(PAMIR, TWO, [f"{file}:MyBot", f"{file}:Other"]).run(20)
    assert len(report.games) == 20


# ---- the arena -------------------------------------------------------------------------------------------


def test_results_depend_on_the_seed_alone():
    def run(**words):
        return Arena(PAMIR, Settings(players=3), ["greedy", "random", "random"], **words).run(30).games

    first = run(seed=5, threads=1)
    assert first == run(seed=5, threads=2, side_by_side=7)
    assert first != run(seed=6)


def test_every_seating_gets_the_same_deals():
    report = Arena(PAMIR, Settings(players=3), ["greedy", "random", "search:sims=2"]).run(9)
    deals = {}
    for g in report.games:
        deals.setdefault(g.deal, []).append(g)
    assert len(deals) == 3
    for games in deals.values():
        assert len({g.seed for g in games}) == 1
        for seat in range(3):
            assert {g.agents[seat] for g in games} == {"greedy", "random", "search:sims=2"}


def test_rotation_removes_a_seat_advantage():
    agents = {name: FirstSeat(PAMIR) for name in ("a", "b")}
    report = Arena(PAMIR, TWO, ["a", "b"], agents=agents).run(200)
    a, b = report.rows()
    assert a["win_share"] == b["win_share"] == 0.5
    assert a["by_seat"]["0"]["win_share"] > 0.8 > 0.2 > a["by_seat"]["1"]["win_share"]


def test_a_known_order_comes_out():
    agents = {f"{share}": Slips(PAMIR, share) for share in (1.0, 0.5, 0.0)}
    report = Arena(PAMIR, TWO, list(agents), agents=agents).run(120)
    worst, middle, best = report.rows()
    assert worst["win_share"] < middle["win_share"] < best["win_share"]
    assert worst["rating"] + worst["rating_sigma"] < middle["rating"] < best["rating"] - best["rating_sigma"]
    cross = report.cross_table()
    assert cross["0.0"]["1.0"]["interval"][0] > 0.5 > cross["1.0"]["0.0"]["interval"][1]


def test_greedy_beats_random():
    rows = Arena(PAMIR, TWO, ["greedy", "random"]).run(300).rows()
    assert rows[0]["interval"][0] > 0.9


def test_wakhan_sits_in_every_match():
    report = Arena(PAMIR, Settings(players=2, wakhan=True), ["random", "greedy", "wakhan"]).run(10)
    assert {g.agents for g in report.games} == {("random", "wakhan"), ("greedy", "wakhan")}
    with pytest.raises(BadSpec, match="wakhan is named 0 times"):
        Arena(PAMIR, Settings(players=2, wakhan=True), ["random"])
    with pytest.raises(BadSpec, match="name 1 more"):
        Arena(PAMIR, TWO, ["random"])


def test_games_run_side_by_side():
    Arena(PAMIR, TWO, ["counts", "random"], agents={"counts": CountsCalls(PAMIR)}).run(64)
    assert CountsCalls.calls > 16


def test_intervals_are_wilsons():
    for won, n in ((0, 10), (3, 10), (997, 1000), (50, 100)):
        want = binomtest(won, n).proportion_ci(method="wilson")
        assert wilson(won, n) == pytest.approx((want.low, want.high))
    assert wilson(0, 0) == (0.0, 1.0)


def test_shared_victories_and_places():
    game = Played(0, 0, 1, ("a", "b", "c"), [], [5, 5, 2], [0, 1], 9, "final_check")
    assert [game.share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    ratings = rate([game] * 5, ["a", "b", "c"])
    assert ratings["c"][0] < ratings["a"][0] == pytest.approx(ratings["b"][0], abs=0.5)


def test_it_stops_when_decided_and_when_interrupted():
    report = Arena(PAMIR, TWO, ["greedy", "random"]).run(100_000, until_decided=True)
    assert len(report.games) < 2000

    def stop(game, report):
        if len(report.games) >= 256:
            raise KeyboardInterrupt

    report = Arena(PAMIR, TWO, ["random", "greedy"]).run(100_000, on_game=stop)
    assert not report.finished
    assert report.rows()[0]["games"] == len(report.games)


# ---- records ---------------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path):
    path, report = tmp_path / "games.parquet", Arena(PAMIR, TWO, ["greedy", "random"]).run(6)
    with GameWriter(path, PAMIR, report.settings) as writer:
        for game in report.games:
            writer.add(game)
    return path, report


def test_records_can_be_replayed(stored):
    path, report = stored
    games = list(read_games(path, Position))
    for game, played in zip(games, report.games, strict=True):
        assert game.check().points == played.points
        assert game.agents == list(played.agents)


def test_records_can_be_queried(stored):
    import duckdb

    found = duckdb.sql(
        f"select count(*), avg(turns) from '{stored[0]}' where list_contains(agents, 'greedy')"
    )
    assert found.fetchall()[0][0] == 6


def test_a_damaged_game_is_named_and_the_others_stay_readable(stored, tmp_path):
    path, _ = stored
    table = pq.read_table(path)
    rows = table.to_pylist()
    rows[1]["actions"][3] = 166
    rows[2]["version"] = "99"
    rows[3]["points"] = [0, 99]
    rows[4]["actions"] = rows[4]["actions"][:-1]
    edited = tmp_path / "edited.parquet"
    pq.write_table(type(table).from_pylist(rows, schema=table.schema), edited)
    errors = {}
    for k, game in enumerate(read_games(edited, Position)):
        try:
            if game.error:
                raise BadRecord(game.error)
            game.check()
        except BadRecord as error:
            errors[k] = str(error)
    assert sorted(errors) == [1, 2, 3, 4]
    assert "game 2, action 3: seat" in errors[1]
    assert "version 99" in errors[2]
    assert "the file says" in errors[3]
    (tmp_path / "cut.parquet").write_bytes(path.read_bytes()[:-50])
    with pytest.raises(BadRecord, match="cut off"):
        list(read_games(tmp_path / "cut.parquet", Position))


def test_json_records_are_read_too(tmp_path):
    position = Position.new(TWO, seed=1)
    record = Record.of(position, 1, ["a", "b"])
    while not position.over:
        record.play(position, position.legal_ids()[-1])
    path = tmp_path / "games.jsonl"
    save_records(path, [record, record])
    path.write_text(path.read_text() + json.dumps(record.to_dict())[:500] + "\n")
    games = list(read_games(path, Position))
    assert [bool(game.error) for game in games] == [False, False, True]
    assert games[0].check().points == position.points
    assert "line 3: cut off" in games[2].error
