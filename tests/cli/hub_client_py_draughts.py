"""Plays twenty games of the engine against random moves by the package py-draughts: `hub_client_py_draughts.py CROWNSTAR`.

The package's HubEngine starts the engine as `crownstar hub`, sends positions without their past and finds each move of ours among
the moves that its boards allow. Its web page and its benchmark, which need many more packages, are left out.
"""

import os
import random
import signal
import subprocess
import sys
from unittest import mock

sys.modules["draughts.server.server"] = mock.MagicMock()
sys.modules["draughts.benchmark"] = mock.MagicMock()

import draughts  # noqa: E402
from draughts import HubEngine  # noqa: E402

# The boards of fifty squares, and Scan's names for their games.
GAMES = [
    (draughts.StandardBoard, "normal"),
    (draughts.FrisianBoard, "frisian"),
    (draughts.FryskBoard, "frisian"),
    (draughts.AntidraughtsBoard, "losing"),
    (draughts.BreakthroughBoard, "bt"),
]
MOST_MOVES = 150
PATIENCE = 600


class Lines:
    """Hands out a line at a time. The class asks `select` before each line, and that does not see what Python has read ahead: of
    lines that arrive together, with any engine, it would wait for the second for ever."""

    def __init__(self, pipe):
        self.pipe = pipe

    def fileno(self) -> int:
        return self.pipe.fileno()

    def readline(self) -> str:
        line = b""
        while not line.endswith(b"\n") and (letter := os.read(self.fileno(), 1)):
            line += letter
        return line.decode()


class Process(subprocess.Popen):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.stdout = Lines(self.stdout)



def play(engine: HubEngine, board: draughts.BaseBoard, variant: str, seed: int) -> str:
    chance = random.Random(seed)
    engine._send(f"set-param name=variant value={variant}")  # the class keeps the name and never sends it
    engine.new_game()
    assert engine.ping()
    ours = (draughts.Color.WHITE, draughts.Color.BLACK)[seed % 2]
    moves = 0
    while not board.game_over and moves < MOST_MOVES:
        if board.turn == ours:
            move, score = engine.get_best_move(board, with_evaluation=True)
            assert isinstance(score, float)
        else:
            move = chance.choice(list(board.legal_moves))
        board.push(move)
        moves += 1
    won = {"1-0": draughts.Color.WHITE, "0-1": draughts.Color.BLACK}.get(board.result)
    result = "undecided" if won is None else "engine won" if won == ours else "engine lost"
    return f"{type(board).__module__}: {moves} moves, {result}"


signal.alarm(PATIENCE)
with mock.patch("subprocess.Popen", Process), HubEngine(sys.argv[1], depth_limit=4) as engine:
    assert engine.info.name == "Crownstar" and engine.info.country == "", engine.info
    assert "normal" in engine.params["variant"].values, engine.params
    engine._send("set-param name=tables value=none")
    for seed in range(20):
        board_class, variant = GAMES[seed // 4]
        print(play(engine, board_class(), variant, seed), flush=True)
