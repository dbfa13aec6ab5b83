"""No input from Python ends the interpreter: every method is called with what does not belong there, from many threads.

The calls are made in a process of their own, which must come to its last line. Which ones they are depends on the seed
alone, but not the order in which the threads come to them.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import threading
import unittest
import warnings
from typing import Any

import numpy as np

import crownstar
from crownstar import _core

CALLS = 8000  # of each thread
THREADS = 3
SEEDS = (1, 2)

# What takes minutes, writes files, starts programs or threads of any number, or ends what others use.
LEFT_ALONE = {"build_tables", "start_match", "hub_engine", "own_engine", "opening_games", "openings", "match", "play_match"}
SHORT: dict[str, dict[str, Any]] = {"search": {"depth": 1}, "start": {"depth": 1}, "result": {"timeout": 0.01}}
SPECIAL = ("__init__", "__eq__", "__hash__", "__repr__", "__str__", "__len__", "__copy__", "__deepcopy__", "__reduce__", "__getstate__", "__setstate__",
           "__enter__", "__iter__", "__lt__", "__contains__")
NUMBERS: list[Any] = [-1, 0, 1, 2, 3, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64, 2**70, -(2**63), True, 0.0, 1.5, -0.5,
                      float("nan"), float("inf"), np.int64(2), np.float32(1)]
TEXTS: list[Any] = ["", "american", "sternhalma:players=3", "sternhalma:players=9", "11-15", "W:W18:B14", "\0", "é\u4e2d",
                    "x" * 5000, "\ud800", b"", b"\xff" * 40, b"[Event \"a\"]\n1. 11-15 *"]


class Hostile(Exception):
    pass


class Failing:
    """Fails whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        raise Hostile(name)

    def __iter__(self) -> Any:
        raise Hostile

    def __index__(self) -> int:
        raise Hostile

    def __str__(self) -> str:
        raise Hostile

    def __len__(self) -> int:
        raise Hostile


def own_objects() -> list[Any]:
    game, star = crownstar.Game("american", moves="11-15 23-19"), crownstar.Game("sternhalma:players=3")
    closed, engine = crownstar.Engine(memory=1), crownstar.Engine(memory=1)
    hub = crownstar.HubEngine(["/nowhere/engine"])
    search = engine.start(game, depth=1)
    search.result()
    dead = closed.start(game, analysis=True)
    closed.close()
    hub.close()
    batch = crownstar.Batch("american", 3)
    running = crownstar.match("player=random", "player=random", game="breakthrough", games=2)
    running.end()
    record = crownstar.record_of(game)
    objects: list[Any] = [game, star, closed, engine, hub, search, dead, batch, batch._core, running, running._core, record]
    objects += [*game.legal_moves(), *star.pieces()[:2], game.outcome, game.outcome.standings[0], game.layout]
    objects += [game.layout.points[0], record.line[0], crownstar.Environment("russian"), crownstar.Environment(star)]
    objects += [_core.CollectionReader("auto"), crownstar.games()[0], crownstar.levels()[0], search.result()]
    objects += [batch.masks, batch.rewards, batch.observations[:1]]
    return objects


def half_made() -> list[Any]:
    """Objects whose `__init__` was never called."""
    made = []
    for kind in vars(_core).values():
        if isinstance(kind, type):
            try:
                made.append(object.__getattribute__(kind, "__new__")(kind))
            except Exception:
                pass
    return made + [crownstar.Game.__new__(crownstar.Game), crownstar.Record.__new__(crownstar.Record)]


class Caller:
    def __init__(self, seed: int, objects: list[Any]) -> None:
        self.chance = random.Random(seed)
        self.objects = objects
        self.refused = 0
        self.answered = 0

    def argument(self) -> Any:
        kind = self.chance.randrange(8)
        if kind < 3:
            return self.chance.choice(self.objects)
        if kind < 5:
            return self.chance.choice(NUMBERS)
        if kind < 7:
            return self.chance.choice(TEXTS)
        return self.chance.choice([None, [], {}, (), [None], ["11-15"], object(), Failing(), type, np.zeros((3, 2)),
                                   np.zeros(3, dtype=np.int64), [2**70], {"a": 1}, iter([1]), len])

    def call(self) -> None:
        thing = self.chance.choice(self.objects + [crownstar])
        public = [name for name in dir(thing) if not name.startswith("_")]
        name = self.chance.choice(public + [each for each in SPECIAL if hasattr(type(thing), each)])
        if name in LEFT_ALONE or isinstance(thing, np.ndarray):
            return
        words = [self.argument() for _ in range(self.chance.choice((0, 0, 1, 1, 1, 2, 2, 3)))]
        try:
            what = getattr(thing, name)
            if callable(what):
                what = what(*words, **SHORT.get(name, {}))
            if hasattr(what, "__next__"):
                for _, _ in zip(range(3), what):
                    pass
            repr(what)
            self.answered += 1
        except Exception:
            self.refused += 1

    def run(self) -> None:
        for _ in range(CALLS):
            self.call()


def play(seed: int) -> None:
    warnings.simplefilter("ignore")
    objects = own_objects() + half_made()
    callers = [Caller(seed * 100 + number, objects) for number in range(THREADS)]
    threads = [threading.Thread(target=caller.run) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    del objects[:]
    gc.collect()
    assert all(caller.refused > 0 and caller.answered > 0 for caller in callers)
    print("came to the end")


class Calls(unittest.TestCase):
    def test_no_call_ends_the_interpreter(self) -> None:
        for seed in SEEDS:
            with self.subTest(seed):
                ran = subprocess.run(
                    [sys.executable, "-X", "faulthandler", __file__, str(seed)], capture_output=True, text=True, timeout=300
                )
                self.assertEqual((ran.returncode, ran.stdout), (0, "came to the end\n"), ran.stderr[-3000:])


if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1].isdigit():
        play(int(sys.argv[1]))
    else:
        unittest.main()
