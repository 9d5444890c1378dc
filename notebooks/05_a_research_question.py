# %% [markdown]
# # A research question
#
# Two questions that players argue about, answered from thousands of recorded games:
#
# 1. **Does whoever moves first win more?**
# 2. **Is it better to buy the Dominance Check early?** A check pays points when somebody buys it or when
# it falls off the market. Whoever would gain from it may pay up to five rupees for it now (ten when
# military is favored), or wait until it has become cheap and hope that nothing changes meanwhile.
#
# The first can be read off the records. The second cannot, and the notebook shows why, and what to do
# instead.

# %%
import os
import tempfile
from pathlib import Path
from types import SimpleNamespace

import duckdb
import matplotlib.pyplot as plt
import numpy as np
import pyarrow as pa

from agents import Agent, make_agent
from agents.arena import Arena, Played, play_together, wilson
from agents.records import GameWriter, read_games
from pamir_env import PAMIR, Position, Settings
from tabletop.batch_env import BatchEnv
from tabletop.seeds import spread_seeds

plt.style.use("calm.mplstyle")
QUICK = bool(os.environ.get("PAMIR_QUICK"))  # the tests play fewer games
folder = tempfile.TemporaryDirectory()
data = Path(folder.name)

# %% [markdown]
# ## Games
#
# Agents play against themselves, so that nothing but the seat differs. (The arena would play each deal in
# every seating. With the same agent in all seats those games are copies of each other, which would make
# us believe we had more data than we have; so here each deal is played once.) Games go to Parquet files,
# a row per game.

# %%
PLANS = {  # agent and players -> games
    ("random", 2): 2000,
    ("random", 3): 2000,
    ("random", 4): 2000,
    ("greedy", 2): 1500,
    ("greedy", 3): 800,
    ("greedy", 4): 500,
    ("net:default", 2): 400,
}


def self_play(spec, players, games, seed):
    """Games of one agent in all seats, one per deal."""
    settings = Settings(players=players, max_turns=300)
    batch = BatchEnv(PAMIR, settings, spread_seeds(seed, games), fresh=False, room=10_000)
    agent = make_agent(spec, PAMIR)
    agent.threads = batch.threads
    play_together(batch, [agent], np.zeros((games, PAMIR.max_seats), np.int64))
    for i in range(games):
        seed, actions = batch.actions_of(i)
        yield Played(0, i, seed, (spec,) * players, actions, **PAMIR.outcome(batch.states, i))


for number, ((spec, players), games) in enumerate(PLANS.items()):
    games = 40 if QUICK else games
    settings = {"players": players, "max_turns": 300}
    with GameWriter(data / f"self_{number}.parquet", PAMIR, settings) as writer:
        for first in range(0, games, 500):
            for played in self_play(spec, players, min(500, games - first), seed=1000 * number + first):
                writer.add(played)

# %% [markdown]
# DuckDB reads the files as they are.

# %%
duckdb.sql(f"CREATE TABLE games AS SELECT * FROM read_parquet('{data}/self_*.parquet')")
duckdb.sql("""
    SELECT agents[1] AS agent, len(agents) AS players, count(*) AS games,
           round(avg(len(actions))) AS decisions, round(avg(turns), 1) AS turns,
           round(avg(CAST("end" = 'early' AS INT)), 3) AS ended_early,
           sum(CAST("end" = 'truncated' AS INT)) AS cut_off
    FROM games GROUP BY ALL ORDER BY agent, players
""")

# %% [markdown]
# ## Does whoever moves first win more?
#
# Seat 0 does not always begin: who begins is drawn at the start. The record holds the seed, so the first
# mover is known without replaying anything: set the game up again and look. `place` is then the place in
# the turn order, 0 for whoever moves first.

# %%
seeds = duckdb.sql("SELECT DISTINCT seed, len(agents) AS players FROM games").fetchall()
starts = [
    Position.new(Settings(players=players), seed=seed).states["turn_seat"][0] for seed, players in seeds
]
begin = pa.table(
    {
        "seed": pa.array([seed for seed, _ in seeds], pa.uint64()),
        "players": pa.array([players for _, players in seeds], pa.int64()),
        "first_seat": pa.array(np.array(starts, np.int64)),
    }
)
rows = duckdb.sql("""
    WITH seated AS (
        SELECT agents[1] AS agent, len(agents) AS n, first_seat, winners, unnest(range(len(agents))) AS seat
        FROM games JOIN begin ON games.seed = begin.seed AND len(agents) = begin.players
        WHERE "end" <> 'truncated'
    )
    SELECT agent, n, (seat - first_seat + n) % n AS place, count(*) AS games,
           sum(CASE WHEN list_contains(winners, seat) THEN 1 / len(winners) ELSE 0 END) AS won
    FROM seated GROUP BY ALL ORDER BY agent, n, place
""").fetchall()

fig, axes = plt.subplots(1, 3, figsize=(10, 3.4), sharey=True)
for ax, n in zip(axes, (2, 3, 4)):
    agents = [
        agent for agent in ("random", "greedy", "net:default") if any(r[:2] == (agent, n) for r in rows)
    ]
    for k, agent in enumerate(agents):
        found = [(place, games, won) for a, players, place, games, won in rows if (a, players) == (agent, n)]
        share = np.array([won / games for _, games, won in found])
        bounds = np.array([wilson(won, games) for _, games, won in found]).T
        at = np.array([place for place, _, _ in found]) + 0.12 * (k - (len(agents) - 1) / 2)
        ax.errorbar(at, share, np.abs(bounds - share), fmt="o", label=agent)
    ax.axhline(1 / n, color="0.5", linestyle=":")
    ax.set_xticks(range(n), ["first", "second", "third", "fourth"][:n])
    ax.set(title=f"{n} players", xlabel="place in the turn order", xlim=(-0.5, n - 0.5))
axes[0].set(ylabel="share of games won, 95 % interval", ylim=(0, 0.75))
axes[0].legend(loc="lower left")
plt.show()
for agent, n, place, games, won in rows:
    if place == 0:
        low, high = wilson(won, games)
        interval = f"{won / games:.1%} [{low:.1%}, {high:.1%}]"
        print(f"{agent:12} {n} players: first mover wins {interval}, equal share {1 / n:.1%}")

# %% [markdown]
# **Answer.** Among players who know what they do, yes, and by a lot: the first of two greedy players wins
# about three games in five, and with three or four players the first also wins clearly more than an equal
# share, the last clearly less. The network, playing itself, leans the same way, but on few games: its
# interval begins close to an equal share. Random players waste the advantage.
#
# **What the data cannot say.** By the rules whoever picks a loyalty last moves first, so this is the
# effect of both together; to part them one would have to change the rules. Games that were cut off after
# 300 turns are left out, so the numbers are about games that came to an end. And these are our agents:
# people may have learned to lean on whoever moves first.
#
# ## Is it better to buy the Dominance Check early? What the records say
#
# Now the games of two greedy players are replayed, and each purchase of a check is written down: when, at
# what price, and what it brought.

# %%
from pamir_env.names import DOMINANCE_CHECKS
from pamir_env.rules.purchase import price

CHECKS = {PAMIR.words().index(f"c{card}"): card for card in DOMINANCE_CHECKS}


def check_price(state, seat, card):
    _, column = next(zip(*(state.market == card).nonzero()))
    return int(price(state, seat, card, column))


file = data / f"self_{list(PLANS).index(('greedy', 2))}.parquet"
bought = []
for number, stored in enumerate(read_games(file, Position)):
    if stored.result["end"] == "truncated":
        continue
    for position, action in stored.positions():
        if action in CHECKS and position.decision == "act":
            state, seat = position.states[0], position.seat
            before, after = position.points, position.copy().play(action).points
            gain = (after[seat] - before[seat]) - (after[1 - seat] - before[1 - seat])
            share = (seat in stored.result["winners"]) / len(stored.result["winners"])
            bought.append(
                (number, int(state.turn), seat, check_price(state, seat, CHECKS[action]), gain, share)
            )
names = ("game", "turn", "seat", "price", "gain", "share")
purchases = pa.table({name: [row[k] for row in bought] for k, name in enumerate(names)})
duckdb.sql("""
    SELECT count(*) AS purchases, count(DISTINCT game) AS games, round(avg(price), 2) AS mean_price,
           round(avg(gain), 2) AS mean_gain, round(avg(CAST(gain > 0 AS INT)), 3) AS brought_more_than_other
    FROM purchases
""")

# %%
by_price = duckdb.sql("""
    WITH firsts AS (SELECT * FROM purchases QUALIFY row_number() OVER (PARTITION BY game ORDER BY turn) = 1)
    SELECT least(price, 5) AS p, count(*), sum(share) FROM firsts GROUP BY p ORDER BY p
""").fetchall()
share = np.array([won / games for _, games, won in by_price])
bounds = np.array([wilson(won, games) for _, games, won in by_price]).T
fig, ax = plt.subplots(figsize=(7.2, 3.2))
ax.errorbar([p for p, _, _ in by_price], share, np.abs(bounds - share), fmt="o")
for (p, games, _), top in zip(by_price, bounds[1]):
    ax.annotate(
        f"{games}", (p, top), (0, 5), textcoords="offset points", ha="center", fontsize=8, color="0.4"
    )
ax.axhline(0.5, color="0.5", linestyle=":")
ax.set_xticks(range(6), ["0", "1", "2", "3", "4", "5 or more"])
ax.set(ylim=(0, 1.05), xlabel="price of the first check that was bought, in rupees (grey: games)")
ax.set(ylabel="buyer's share of wins", title="Buyers of the first check, greedy against greedy")
plt.show()

# %% [markdown]
# Whoever buys the first check wins about three games in four, at any price. It is tempting to conclude
# that buying wins games and that the price does not matter. Neither follows. Greedy buys when it gains by
# it (the table above: nearly always), so buyers are those who were ahead already; and those who pay five
# rupees are those who have five. The records show who buys, not what buying does.
#
# ## What an experiment says
#
# To learn what *buying* does, change the buying and nothing else. `Buyer` plays exactly as greedy does,
# but for one rule: a check that would bring it more points than the other player, or win the game, is
# bought as soon as it costs at most `most` rupees; any other check is left alone. (To leave it alone, the
# check is marked as paid onto this turn on the board greedy thinks with, which by the rules nobody may
# buy.) The opponent is plain greedy. All arms play the same deals, in both seats.


# %%
class Buyer(Agent):
    def __init__(self, most):
        super().__init__(PAMIR)
        self.most, self.greedy = most, make_agent("greedy", PAMIR)

    def act_many(self, views):
        boards = views.boards()
        forced = {}
        act = [decision.name for decision in PAMIR.decisions].index("act")
        for k in np.flatnonzero((views.decisions == act) & views.masks[:, list(CHECKS)].any(axis=1)):
            for action, card in CHECKS.items():
                if views.masks[k, action]:
                    if self.wants(boards[k : k + 1], int(views.seats[k]), action, card):
                        forced[k] = action
                    boards["paid"][k, card] = 1
        actions = self.greedy.act_many(SimpleNamespace(boards=lambda: boards, bits=views.bits))
        actions[list(forced)] = list(forced.values())
        return actions

    def wants(self, board, seat, action, card):
        """Cheap enough, and more for me than for the other, or victory."""
        if check_price(board[0], seat, card) > self.most:
            return False
        after = board.copy()
        PAMIR.step(after, 0, action)
        gain = after["points"][0] - board["points"][0]
        return bool(gain[seat] > gain[1 - seat]) or PAMIR.outcome(after, 0)["winners"] == [seat]


ARMS = {"never": -1, "only if free": 0, "up to 2": 2, "up to 3": 3, "any price": 99}
GAMES = 20 if QUICK else 600
for number, (name, most) in enumerate(ARMS.items()):
    settings = Settings(players=2, max_turns=300)
    arena = Arena(PAMIR, settings, [name, "greedy"], seed=77, agents={name: Buyer(most)})
    with GameWriter(data / f"arm_{number}.parquet", PAMIR, {"players": 2, "max_turns": 300}) as writer:
        arena.run(GAMES, on_game=lambda played, report: writer.add(played))

# %% [markdown]
# The two games of a deal are not independent (same cards), so the interval is taken over deals, not over
# games.

# %%
duckdb.sql(f"""
    CREATE TABLE deals AS
    WITH shares AS (
        SELECT deal, turns, CASE WHEN agents[1] = 'greedy' THEN agents[2] ELSE agents[1] END AS arm,
               CASE WHEN len(winners) = 0 THEN 0.5
                    WHEN list_contains(winners, 2 - list_position(agents, 'greedy')) THEN 1 / len(winners)
                    ELSE 0 END AS share
        FROM read_parquet('{data}/arm_*.parquet')
    )
    SELECT arm, deal, avg(turns) AS turns, avg(share) AS share FROM shares GROUP BY arm, deal
""")
effect = duckdb.sql("""
    SELECT arm, count(*), avg(share), 1.96 * stddev_samp(share) / sqrt(count(*)), avg(turns)
    FROM deals GROUP BY arm
""").fetchall()
effect = {arm: row for arm, *row in effect}
share = np.array([effect[arm][1] for arm in ARMS])
half = np.array([effect[arm][2] for arm in ARMS])

fig, ax = plt.subplots(figsize=(7.2, 3.2))
ax.errorbar(range(len(ARMS)), share, half, fmt="o")
ax.axhline(0.5, color="0.5", linestyle=":", label="as good as greedy")
ax.set_xticks(range(len(ARMS)), list(ARMS))
ax.set(ylim=(0.25, 0.6), ylabel="share of games won", xlabel="buys a check that pays, at which price")
ax.set_title("Against plain greedy, same deals, 95 % interval over deals")
ax.legend(loc="lower right")
plt.show()
for arm in ARMS:
    deals, mean, half_width, turns = effect[arm]
    print(f"{arm:13} {mean:.1%} ± {half_width:.1%}   ({2 * deals} games, {turns:.0f} turns on average)")

# %% [markdown]
# All arms played the same deals, so arms can be compared deal by deal, which is sharper than comparing
# two intervals.

# %%
for one, other in (("any price", "never"), ("any price", "only if free"), ("any price", "up to 2")):
    mean, half_width, deals = duckdb.sql(f"""
        SELECT avg(a.share - b.share), 1.96 * stddev_samp(a.share - b.share) / sqrt(count(*)), count(*)
        FROM deals a JOIN deals b USING (deal) WHERE a.arm = '{one}' AND b.arm = '{other}'
    """).fetchall()[0]
    print(f"{one} minus {other}: {mean:+.1%} ± {half_width:.1%} over {deals} deals")
folder.cleanup()

# %% [markdown]
# **Answer.** For this player, against this opponent: yes. The more it is ready to pay for a check that
# favours it, the more it wins; buying at once at any price instead of waiting until the check is free is
# worth about nine games in a hundred. That is a large effect, about as large as moving first, and the
# records alone had hidden it: there the price seemed not to matter.
#
# **But not always.** Even the arm that buys at any price does a little worse than plain greedy, which it
# plays against. Greedy weighs the rupees against the points and what else the check does; "always at
# once" is a better rule than "wait", not the best one.
#
# **What the data cannot say.** Two players, one opponent, one style. An agent that plans for checks may
# time them better than any of these arms, and an opponent that answers to early buying may take the gain
# away. The intervals cover the luck of the deal, not the choice of agents. The way to find out is this
# notebook with other names in `make_agent`.
