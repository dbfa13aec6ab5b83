#!/usr/bin/env python3
"""Random playouts a second from Python, in one thread: ours beside those of OpenSpiel, pydraughts and py-draughts.

Usage, after tools/python.sh install (./test leaves a package that is hardly optimised):
       tools/python.sh python bench/python_playouts.py [SECONDS]    seconds: of each figure (default: 3)
A playout is a game of random legal moves from its beginning to its end; a game of 500 turns is broken off everywhere. A
move of OpenSpiel's is a single step, jump or hop, where ours is a whole turn, with every chain of hops found. `times` is
turns a second over those of the last row, `loop` the same over our loop of environments one by one. Last come counts of
positions, by the program where CROWNSTAR names it, and from Python. Time is that of the processor, of each process alone.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import crownstar

Run = Callable[[], tuple[float, int]]  # plays something: how many games ended, and how many turns there were

Measure = Callable[[float], tuple[float, float]]  # for so many seconds: playouts and turns a second

ROOT = Path(__file__).resolve().parents[1]
ONE_BY_ONE = "environment, one by one"
MOST_TURNS = 500
BATCH_GAMES = 256


def batched(token: str) -> Run:
    """A batch's own random moves, with everything that a learner needs written in each step."""
    batch = crownstar.Batch(token, BATCH_GAMES, most_turns=MOST_TURNS, seed=1)

    def run() -> tuple[float, int]:
        ended = 0
        for _ in range(50):
            batch.step(batch.random_actions())
            ended += int(batch.ended.sum())
        return ended, 50 * BATCH_GAMES

    return run


def unwatched(token: str) -> Run:
    """A batch that nobody looks into before the end."""
    batch = crownstar.Batch(token, BATCH_GAMES, most_turns=MOST_TURNS, seed=1, observations=False, masks=False)
    return lambda: (batch.play_random(50), 50 * BATCH_GAMES)


def single(token: str) -> Run:
    """A loop in Python over one environment."""
    first, chance = crownstar.Environment(token), random.Random(1)

    def run() -> tuple[float, int]:
        game, turns = first.copy(), 0
        while not game.is_over and turns < MOST_TURNS:
            game.play(chance.choice(game.actions()))
            turns += 1
        return 1, turns

    return run


def with_texts(token: str) -> Run:
    """A loop in Python over one Game, whose moves have texts and paths."""
    chance = random.Random(1)

    def run() -> tuple[float, int]:
        game, turns = crownstar.Game(token), 0
        while not game.is_over and turns < MOST_TURNS:
            game.play(chance.choice(game.legal_moves()))
            turns += 1
        return 1, turns

    return run


def openspiel(name: str) -> Run:
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def run() -> tuple[float, int]:
        state, turns = game.new_initial_state(), 0
        while not state.is_terminal() and turns < MOST_TURNS:
            state.apply_action(chance.choice(state.legal_actions()))
            turns += 1
        return 1, turns

    return run


def pydraughts() -> Run:
    from draughts import Board  # type: ignore[attr-defined, unused-ignore]

    chance = random.Random(1)

    def run() -> tuple[float, int]:
        board, turns = Board(variant="standard"), 0
        while not board.is_over() and turns < MOST_TURNS:
            board.push(chance.choice(board.legal_moves()))
            turns += 1
        return 1, turns

    return run


def py_draughts() -> Run:
    # Its page and its own benchmark need more packages.
    sys.modules["draughts.server.server"] = mock.MagicMock()
    sys.modules["draughts.benchmark"] = mock.MagicMock()
    from draughts import StandardBoard  # type: ignore[attr-defined, unused-ignore]

    chance = random.Random(1)

    def run() -> tuple[float, int]:
        board, turns = StandardBoard(), 0
        while not board.game_over and turns < MOST_TURNS:
            board.push(chance.choice(board.legal_moves))
            turns += 1
        return 1, turns

    return run


PEERS = {"pydraughts": pydraughts, "py-draughts": py_draughts}


def elsewhere(name: str) -> Measure:
    """Both packages are called `draughts`, so each runs in a process of its own."""

    def measure(seconds: float) -> tuple[float, float]:
        folder = subprocess.run([str(ROOT / "tests/support/clients.sh"), name], capture_output=True, text=True, check=True)
        found = subprocess.run(
            [sys.executable, __file__, str(seconds), name],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": folder.stdout.strip()},
        )
        playouts, turns = found.stdout.split()
        return float(playouts), float(turns)

    return measure


def here(run: Run) -> Measure:
    return lambda seconds: speed(run, seconds)


def speed(run: Run, seconds: float) -> tuple[float, float]:
    """Playouts and turns a second."""
    run()
    playouts, turns, begun = 0.0, 0, time.process_time()
    while (took := time.process_time() - begun) < seconds:
        ended, made = run()
        playouts, turns = playouts + ended, turns + made
    return playouts / took, turns / took


def compare(title: str, rows: list[tuple[str, Measure]], seconds: float) -> None:
    """The last row is the baseline."""
    found = [(name, *measure(seconds)) for name, measure in rows]
    baseline = found[-1]
    loop = next(row for row in found if row[0] == ONE_BY_ONE)
    print(f"{title}\n{'':24} {'playouts/s':>12} {'turns/s':>12} {'times':>8} {'loop':>8}")
    for name, playouts, turns in found:
        print(f"{name:24} {playouts:12.1f} {turns:12.0f} {turns / baseline[2]:8.1f} {turns / loop[2]:8.1f}")
    print(flush=True)


def count_positions(depth: int) -> None:
    game = crownstar.Game("american")
    begun = time.process_time()
    nodes = game.perft(depth)
    from_python = nodes / (time.process_time() - begun)
    print(f"perft({depth}) of American checkers, million positions a second\n{'from Python':24} {from_python / 1e6:12.1f}")
    program = os.environ.get("CROWNSTAR")
    if program:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = subprocess.run(
            [program, "perft", "american", "--depth", str(depth)], capture_output=True, text=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        nodes = sum(int(line.split()[1]) for line in said.stdout.splitlines() if line.split()[0].isdigit())  # each depth
        print(f"{'by the program':24} {nodes / took / 1e6:12.1f}")


OURS: list[tuple[str, Callable[[str], Run]]] = [
    ("batch, unwatched", unwatched),
    ("batch", batched),
    (ONE_BY_ONE, single),
    ("Game, one by one", with_texts),
]


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    if len(sys.argv) > 2:
        print(*speed(PEERS[sys.argv[2]](), seconds))
        return
    tables = [
        ("American checkers", "american", "OpenSpiel checkers", here(openspiel("checkers"))),
        ("Chinese checkers, two players", "sternhalma:pieces=10", "OpenSpiel", here(openspiel("chinese_checkers"))),
        ("International draughts", "international", "py-draughts", elsewhere("py-draughts")),
        ("International draughts", "international", "pydraughts", elsewhere("pydraughts")),
    ]
    for title, token, name, peer in tables:
        compare(title, [(ours, here(make(token))) for ours, make in OURS] + [(name, peer)], seconds)
    count_positions(11)


if __name__ == "__main__":
    main()
