# %% [markdown]
# # Play a game
#
# *Pax Pamir* in a minute: two to five players, each loyal to one of three **coalitions** that fight over
# Afghanistan (and free to change sides). A turn is two actions: **buy** a card from the market, **play**
# a card from hand into the own **court**, or **use** a card there to tax, give gifts, build, move, betray
# or battle. Cards put armies and roads of the coalition on the map, and the player's own pieces (tribes,
# spies, gifts) wherever they help.
#
# Points are paid only when one of four **Dominance Checks** comes up in the market and is bought or falls
# off it. If one coalition is clearly ahead, those loyal to it are paid by their influence; if none is,
# everybody is paid by their own pieces. Whoever is four points ahead after a check has won at once.
#
# A game is a `Position`. In a notebook it shows itself.

# %%
from pamir_env import Position, Settings

position = Position.new(Settings(players=3), seed=7)
position

# %% [markdown]
# At the top is the market: two rows, and columns that cost 0 to 5 rupees. Below are the map and a row for
# each player. The bar says who is asked what; whatever can be chosen is marked in blue.
#
# ## One question at a time
#
# The game asks one small question after the other. An answer points at one thing on the table: a card, a
# region, a coalition, a side. `legal()` lists the answers in notation, and `pamir_env.words` puts them in
# words.

# %%
from pamir_env.words import question, say


def show_choices(position):
    print(f"Player {position.seat} decides `{position.decision}`: {question(position)}")
    for word in position.legal():
        print(f"    {word:10} {say(position, word)}")


show_choices(position)

# %% [markdown]
# Everybody picks a side; whoever picks last begins.

# %%
for coalition in ("russian", "afghan", "british"):
    print(f"player {position.seat} is {coalition}")
    position.play(coalition)
show_choices(position)

# %% [markdown]
# The leftmost cards are free. Player 1 takes two of them, among them a British patriot, and ends the
# turn. Something that is not allowed is refused with the reason, and nothing changes.

# %%
from pamir_env import IllegalAction

position.play("c36").play("c64")
try:
    position.play("c8")
except IllegalAction as error:
    print(error)

# %% [markdown]
# ## Let agents play it to the end
#
# An agent gets a *view*: what the seat to move may know, and some random bits for its answer. `greedy`
# tries every action and judges the outcome by a rule of thumb; `random` takes any legal one. Everything
# that is played goes into a record.

# %%
import numpy as np

from agents import make_agent
from pamir_env import PAMIR
from tabletop.record import Record
from tabletop.views import views_of

names = ["greedy", "greedy", "random"]
agents = [make_agent(name, PAMIR) for name in names]
position = Position.new(Settings(players=3), seed=7)
record = Record.of(position, seed=7, agents=names)
dice = np.random.default_rng(7)
while not position.over:
    view = views_of(position, dice.integers(2**64, dtype=np.uint64))[0]
    record.play(position, agents[position.seat].act(view))

print(len(record.actions), "decisions:", position.result)

# %% [markdown]
# ## Save it, load it, replay it
#
# A record is a small JSON document: settings, start, and the actions in notation. To replay it is to play
# it again; an action that is not legal, or another result, is an error.

# %%
import tempfile
from pathlib import Path

from tabletop.record import load_records, save_records

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "game.json"
    save_records(path, [record])
    print(f"{path.stat().st_size:,} bytes")
    loaded = next(load_records(path, Position))

assert loaded.replay(Position) == position
print("the first actions:", " ".join(loaded.actions[:12]))

# %% [markdown]
# ## A few moments
#
# Points change only at Dominance Checks, so those are the moments to look at.

# %%
positions = [now.copy() for now in loaded.positions(Position)]
checks = [k for k in range(len(loaded.actions)) if positions[k + 1].points != positions[k].points]
for k in checks:
    print(f"action {k:3}: points {positions[k].points} -> {positions[k + 1].points}")

# %% [markdown]
# What led to the first one, in words:

# %%
for k in range(checks[0] - 15, checks[0] + 1):
    seat = positions[k].seat
    print(f"{k:3}  player {seat} ({names[seat]:6})  {say(positions[k], loaded.actions[k])}")

# %% [markdown]
# The table at that decision, as player 0 sees it: the hands of the others are face down.

# %%
from IPython.display import SVG

SVG(positions[checks[0]].render("svg", viewer=0, names=names))

# %% [markdown]
# And the end. For the whole game as a page to step through: `pamir watch game.json --html game.html`.

# %%
positions[-1]

# %% [markdown]
# ## Wakhan
#
# Wakhan is the opponent that comes with the game: a small deck of instruction cards plays her seat. She
# draws a card each turn and follows it, and the engine says why she does what she does (numbers such as
# W11 are those of [the rules](../docs/rules.md)).

# %%
import textwrap

alone = Position.new(Settings(players=2, wakhan=True), seed=1)
alone.play("british")
for line in alone.explain_wakhan().splitlines():
    print(textwrap.fill(line, 110, subsequent_indent="      "))

# %% [markdown]
# `explain_wakhan` only looks; `run_wakhan` plays for her until somebody else must decide.

# %%
print("She played:", " ".join(alone.run_wakhan()))
alone

# %% [markdown]
# Where to go from here: [02](02_actions_and_observations.ipynb) shows what a learner gets to see and to
# choose from; `pamir play --vs greedy` lets you play yourself.
