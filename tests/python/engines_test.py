"""The engines of the Python package: limits, lines, progress, cancelling, engines of others, endgame tables."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from pathlib import Path
from typing import Any

import crownstar
from crownstar import Engine, Game, HubEngine

# A program that speaks Hub: it plays the move that it is told to play, and says one line before.
HUB_PROGRAM = textwrap.dedent("""
    import sys
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "hub":
            print('id name=Tester version=1'); print("wait", flush=True)
        elif word == "init":
            print("ready", flush=True)
        elif word == "go":
            print('info depth=3 score=0.25 nodes=10 time=0.1 pv="32-28 19-23"')
            print("done move=32-28", flush=True)
        elif word == "quit":
            break
""")


class Searching(unittest.TestCase):
    def test_a_winning_capture_is_found(self) -> None:
        with Engine() as engine:
            result = engine.search(Game("american", "B:W18,27:B14,K1"), depth=6)
        self.assertEqual(result.lines[0].moves[0], result.move)
        self.assertFalse(result.was_stopped)
        self.assertIn(result.move, [move.text for move in Game("american", "B:W18,27:B14,K1").legal_moves()])

    def test_the_same_search_gives_the_same_answer(self) -> None:
        game = Game("russian", moves="c3-d4 f6-g5")
        found = []
        for _ in range(2):
            with Engine() as engine:
                result = engine.search(game, depth=7, lines=3)
            found.append((result.move, result.nodes, [(line.score, line.moves) for line in result.lines]))
        self.assertEqual(found[0], found[1])
        self.assertEqual(len(found[0][2]), 3)
        scores = [score for score, _ in found[0][2]]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_every_level_plays_every_family(self) -> None:
        with Engine() as engine:
            for level in crownstar.levels():
                for game in (Game("american"), Game("sternhalma:players=3")):
                    result = engine.search(game, level=level.id, nodes=200, seed=1)
                    self.assertIn(result.move, [move.text for move in game.legal_moves()])

    def test_nodes_bound_a_search(self) -> None:
        with Engine() as engine:
            result = engine.search(Game("international"), nodes=5000)
        self.assertLess(result.nodes, 20_000)

    def test_progress_comes_and_may_stop_the_search(self) -> None:
        seen = []

        def look(progress: crownstar.SearchProgress) -> bool:
            seen.append(progress)
            return len(seen) < 2

        with Engine() as engine:
            result = engine.search(Game("international"), time=600, on_progress=look)
        self.assertTrue(result.was_stopped)
        self.assertGreaterEqual(len(seen), 2)
        self.assertTrue(seen[-1].lines[0].moves)

    def test_an_error_of_the_watcher_stops_the_search(self) -> None:
        def fail(progress: crownstar.SearchProgress) -> None:
            raise ZeroDivisionError

        with Engine() as engine:
            with self.assertRaises(ZeroDivisionError):
                engine.search(Game("international"), time=600, on_progress=fail)

    def test_a_search_beside_the_program(self) -> None:
        game = Game("international")
        with Engine() as engine:
            search = engine.start(game, analysis=True)
            game.play("32-28")  # the search has the position that it was given
            self.assertGreater(len([progress.depth for progress in _first(search, 2)]), 1)
            self.assertFalse(search.is_done)
            with self.assertRaises(TimeoutError):
                search.result(timeout=0.01)
            search.stop()
            result = search.result()
        self.assertTrue(search.is_done)
        self.assertTrue(result.was_stopped)
        self.assertIn(result.move, [move.text for move in Game("international").legal_moves()])

    def test_a_search_that_is_let_go_of_ends(self) -> None:
        engine = Engine()
        search = engine.start(Game("american"), analysis=True)
        del search
        gc.collect()
        self.assertTrue(engine.search(Game("american"), depth=1).move)
        with engine.start(Game("american"), analysis=True) as search:
            pass
        self.assertTrue(search.result().move)
        engine.close()

    def test_pondering_begins_to_count_when_told(self) -> None:
        with Engine() as engine:
            search = engine.start(Game("international"), nodes=10_000, ponder=True)
            self.assertFalse(search.is_done)
            search.begin_limits()
            self.assertTrue(search.result().move)

    def test_other_threads_run_while_it_thinks(self) -> None:
        with Engine() as engine:
            search = engine.start(Game("international"), analysis=True)
            waiting = threading.Thread(target=search.result)
            waiting.start()
            count = sum(1 for _ in range(100_000))  # this thread is not held up
            search.stop()
            waiting.join()
        self.assertEqual(count, 100_000)

    def test_searches_from_many_threads(self) -> None:
        engine = Engine()
        outcomes: list[str] = []

        def search() -> None:
            for _ in range(20):
                try:
                    outcomes.append(engine.search(Game("american"), depth=3).move)
                except crownstar.EngineError as error:
                    outcomes.append(error.reason)

        threads = [threading.Thread(target=search) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        engine.close()
        self.assertEqual(len(outcomes), 80)
        moves = {move.text for move in Game("american").legal_moves()}
        self.assertTrue(moves & set(outcomes))


class Refusing(unittest.TestCase):
    def test_a_closed_engine_refuses(self) -> None:
        engine = Engine()
        search = engine.start(Game("international"), analysis=True)
        engine.close()
        self.assertTrue(search.result().move)
        self.assertTrue(engine.is_closed)
        engine.close()
        for call in (lambda: engine.search(Game("american")), engine.forget, lambda: engine.start(Game("american"))):
            with self.assertRaisesRegex(crownstar.EngineError, "closed"):
                call()

    def test_one_search_at_a_time(self) -> None:
        with Engine() as engine:
            search = engine.start(Game("american"), analysis=True)
            with self.assertRaisesRegex(crownstar.EngineError, "searching"):
                engine.search(Game("american"))
            search.stop()
            search.result()
            self.assertTrue(engine.search(Game("american"), depth=2).move)

    def test_what_was_found_can_be_pickled(self) -> None:
        with Engine(memory=1) as engine:
            search = engine.start(Game("american", "B:W18,27:B14,K1"), depth=6, lines=2)
            found = search.result()
            for value in (found, *found.lines, search.progress):
                for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
                    for name in ("move", "depth", "nodes", "moves", "score", "plies_to_end", "expected_place", "was_stopped"):
                        self.assertEqual(getattr(again, name, None), getattr(value, name, None), name)
                    lines = [line.moves for line in getattr(again, "lines", ())]
                    self.assertEqual(lines, [line.moves for line in getattr(value, "lines", ())])
                    self.assertEqual(repr(again), repr(value))

    def test_wrong_limits_are_refused(self) -> None:
        with Engine() as engine:
            game = Game("american")
            wrong: Any
            for wrong in ({"time": -1}, {"time": float("nan")}, {"time": float("inf")}, {"time": 10**400}, {"nodes": 0}, {"depth": 0},
                          {"depth": 1000}, {"depth": 2**70}, {"lines": 0}, {"lines": 65}, {"nodes": -1}, {"nodes": 2**64},
                          {"seed": -1}, {"seed": 2**64}):
                with self.subTest(wrong), self.assertRaises(ValueError):
                    engine.search(game, **wrong)
            for wrong in ({"nodes": "1"}, {"time": "1"}, {"depth": 1.5}, {"level": 3}, {"seed": 1.5}):
                with self.subTest(wrong), self.assertRaises(TypeError):
                    engine.search(game, **wrong)
            with self.assertRaises(crownstar.EngineError):
                engine.search(game, level="champion")
            for wrong in (None, "american", 3):
                with self.assertRaises(TypeError):
                    engine.search(wrong)

    def test_a_game_that_is_over_has_no_best_move(self) -> None:
        with Engine() as engine, self.assertRaises(crownstar.GameOver):
            engine.search(Game("american", "B:WK1:B"))

    def test_wrong_equipment_is_refused(self) -> None:
        wrong: Any
        for wrong in ({"tables": "/nowhere"}, {"net": "/nowhere"}):
            with self.subTest(wrong), self.assertRaises(crownstar.EngineError):
                Engine(**wrong)
        for wrong in ({"threads": 0}, {"threads": -1}, {"threads": 2**70}, {"memory": 0}):
            with self.subTest(wrong), self.assertRaisesRegex(ValueError, f"{next(iter(wrong))}: expected a number from 1 to"):
                Engine(**wrong)


class Ending(unittest.TestCase):
    def run_python(self, text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)

    def test_a_program_that_ends_in_the_middle_of_a_search_ends_well(self) -> None:
        ended = self.run_python("""
            import crownstar
            engine = crownstar.Engine()
            search = engine.start(crownstar.Game("international"), analysis=True)
            batch = crownstar.Batch("american", 8, threads=3)
            rows = batch.rewards
            print("last")
        """)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "last\n", ""))

    @unittest.skipUnless(hasattr(signal, "SIGINT"), "a system with signals")
    def test_ctrl_c_stops_a_search(self) -> None:
        ended = self.run_python("""
            import crownstar, os, signal
            # A shell lets what it starts in the background ignore Ctrl-C.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            engine = crownstar.Engine()
            def interrupt(progress):
                os.kill(os.getpid(), signal.SIGINT)
            try:
                engine.search(crownstar.Game("international"), time=600, on_progress=interrupt)
            except KeyboardInterrupt:
                print("stopped", engine.search(crownstar.Game("american"), depth=1).move != "")
        """)
        self.assertEqual((ended.returncode, ended.stdout), (0, "stopped True\n"))


class Hub(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = Path(self.folder.name) / "engine.py"
        self.program.write_text(HUB_PROGRAM)

    def test_a_program_of_others_is_asked(self) -> None:
        with HubEngine([sys.executable, str(self.program)], name="Tester") as engine:
            result = engine.search(Game("international"), time=5)
            self.assertEqual((result.move, result.depth, result.nodes), ("32-28", 3, 10))
            self.assertEqual(result.lines[0].score, 25)
            self.assertEqual(result.lines[0].moves, ("32-28", "19-23"))

    def test_a_move_that_is_not_legal_is_refused(self) -> None:
        with HubEngine([sys.executable, str(self.program)]) as engine:
            with self.assertRaisesRegex(crownstar.EngineError, "32-28"):
                engine.search(Game("international", moves="32-28 19-23 28x19"), time=5)

    def test_programs_that_fail_are_told(self) -> None:
        for command in (["/nowhere/engine"], [sys.executable, "-c", "pass"]):
            with self.subTest(command), HubEngine(command) as engine, self.assertRaises(crownstar.EngineError):
                engine.search(Game("international"), time=1)
        with self.assertRaises(TypeError):
            HubEngine(any_of("scan hub"))
        with self.assertRaises(ValueError):
            HubEngine([])
        with self.assertRaises(TypeError):
            HubEngine(any_of([1, 2]))

    @unittest.skipUnless(os.environ.get("CROWNSTAR"), "CROWNSTAR names no program")
    def test_our_own_program_over_hub(self) -> None:
        with HubEngine([os.environ["CROWNSTAR"], "hub"]) as engine:
            self.assertTrue(engine.search(Game("international"), depth=4).move)


class EndgameTables(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    positions: int

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.positions = crownstar.build_tables("american", 2, folder=cls.folder.name)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_positions_and_moves_are_probed(self) -> None:
        self.assertGreater(self.positions, 1000)
        tables = crownstar.Tables("american", self.folder.name)
        self.assertEqual((tables.game, tables.most_pieces, tables.refused), ("american", 2, ()))
        game = Game("american", "W:WK18:B14")
        known = tables.probe(game)
        self.assertEqual((known.value, known.pieces), ("win", 2))
        move, leads_to = tables.moves(game)[0]
        self.assertEqual(move.text, "18x9")
        self.assertEqual(leads_to.value, "win")
        self.assertIsNone(tables.probe(Game("american")).value)

    def test_an_engine_uses_them(self) -> None:
        with Engine(tables=self.folder.name) as engine:
            self.assertTrue(engine.search(Game("american", "W:WK1,K2:BK32"), depth=5).move)

    def test_what_is_wrong_is_refused(self) -> None:
        tables = crownstar.Tables("american", self.folder.name)
        with self.assertRaises(crownstar.TablesError):
            tables.probe(Game("russian"))
        with self.assertRaises(crownstar.UnknownGame):
            crownstar.Tables("amerikan")
        with self.assertRaises(crownstar.TablesError):
            crownstar.Tables("sternhalma", self.folder.name)
        for pieces in (0, 100):
            with self.assertRaises(ValueError):
                crownstar.build_tables("american", pieces, folder=self.folder.name)


def any_of(wrong: object) -> Any:
    """Something of a wrong type, past the checker."""
    return wrong


def _first(search: crownstar.Search, count: int) -> list[crownstar.SearchProgress]:
    found = []
    for progress in search:
        found.append(progress)
        if len(found) == count:
            break
    return found


if __name__ == "__main__":
    unittest.main()
