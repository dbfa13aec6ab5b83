"""Plays twenty games of the engine against random moves by the package pydraughts: `hub_client_pydraughts.py CROWNSTAR`.

The package's own classes greet the engine, tell it the game, read its moves and find each among the moves that their rules allow.
"""

import random
import signal
import sys

import draughts
from draughts.engine import HubEngine, Limit

# The package's games on fifty squares, by its own names. Of those on 32 its positions are numbered from the top left and its moves
# from White's left, so no engine can follow it there.
VARIANTS = ["standard", "frisian", "frysk!", "antidraughts", "breakthrough"]
MOST_MOVES = 150
PATIENCE = 600


def play(engine: HubEngine, variant: str, seed: int) -> str:
    chance = random.Random(seed)
    engine.setoption("variant", variant)
    engine.init()
    engine.send("new-game")
    board = draughts.Board(variant=variant)
    ours = (draughts.WHITE, draughts.BLACK)[seed % 2]
    told = 0
    while not board.is_over() and len(board.move_stack) < MOST_MOVES:
        if board.turn == ours:
            result = engine.play(board, Limit(depth=4), False)
            assert {"depth", "nodes", "score", "pv"} <= result.info.keys(), result.info
            told += 1
            board.push(result.move)
        else:
            board.push(chance.choice(board.legal_moves()))
    assert told > 0
    won = {ours: "engine won", None: "undecided", 0: "drawn"}.get(board.winner(), "engine lost")
    return f"{variant}: {len(board.move_stack)} moves, {won}"


signal.alarm(PATIENCE)  # where the engine complains the package waits for ever
engine = HubEngine([sys.argv[1], "hub"])
assert engine.id["name"] == "Crownstar" and engine.id["country"] == '""', engine.id
assert {"variant", "squares", "level", "threads", "memory", "tables", "net"} <= engine.options, engine.options
assert {"normal", "bt", "losing", "frisian", "killer", "american"} <= engine.variants, engine.variants
engine.init()
engine.setoption("tables", "none")
for seed in range(20):
    print(play(engine, VARIANTS[seed // 4], seed), flush=True)
engine.quit()
engine.p.wait(60)
