"""Matches of the Python package: results, games as records, progress, cancelling, openings, what is refused."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from pathlib import Path
from typing import Any

import crownstar

# A program that speaks Hub and never knows a move.
SILENT = textwrap.dedent("""
    import sys
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "hub":
            print("id name=Silent version=1"); print("wait", flush=True)
        elif word == "init":
            print("ready", flush=True)
        elif word == "go":
            print("done move=1-1", flush=True)
        elif word == "quit":
            break
""")


class Playing(unittest.TestCase):
    def test_the_stronger_one_wins_and_all_games_are_records(self) -> None:
        told: list[crownstar.MatchGame] = []
        result = crownstar.play_match(
            "name=Ann,nodes=300", "player=random", game="american", games=6, seed=4, on_game=told.append
        )
        pairing, = result.pairings
        self.assertEqual((result.games, result.was_stopped, pairing.engines, pairing.games), (6, False, (0, 1), 6))
        self.assertEqual(pairing.wins + pairing.draws + pairing.losses, 6)
        self.assertGreater(pairing.score, 0.7)
        self.assertEqual(len(told), 6)
        self.assertEqual({game.engines for game in told}, {(0, 1), (1, 0)})
        wins = sum(game.places[game.engines.index(0)] == 1 and not game.is_undecided for game in told)
        self.assertEqual(wins, pairing.wins)
        game = told[0]
        self.assertEqual(sorted((game.record.tags["White"], game.record.tags["Black"])), ["Ann", "player=random"])
        self.assertEqual(game.record.tags["Termination"], game.termination)
        again, = crownstar.parse_records(game.record.to_pdn())
        self.assertEqual(again.moves, game.record.moves)
        self.assertIsNone(game.failed_seat)

    def test_the_same_terms_give_the_same_games(self) -> None:
        def moves(threads: int) -> list[list[str]]:
            with crownstar.match("nodes=60", "player=careful", game="russian", games=4, seed=9, threads=threads) as one:
                one.result()
                return sorted(game.record.moves for game in one.games)

        self.assertEqual(moves(1), moves(2))

    def test_more_than_two_play_a_round_robin_or_a_gauntlet(self) -> None:
        players = ("player=random", "player=careless", "player=careful")
        found = crownstar.play_match(*players, game="breakthrough", games=2)
        self.assertEqual([pairing.engines for pairing in found.pairings], [(0, 1), (0, 2), (1, 2)])
        found = crownstar.play_match(*players, game="breakthrough", games=2, gauntlet=True)
        self.assertEqual([pairing.engines for pairing in found.pairings], [(0, 1), (0, 2)])

    def test_a_star_of_three_counts_places(self) -> None:
        found = crownstar.play_match(
            "nodes=50", "player=random", game="sternhalma:players=3,pieces=10", games=3, most_moves=60
        )
        pairing, = found.pairings
        self.assertEqual(sum(pairing.places) + pairing.shared + pairing.undecided, 3)
        self.assertEqual(len(pairing.places), 3)

    def test_programs_of_others_play(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "silent engine.py"
            program.write_text(SILENT)
            with self.assertRaisesRegex(crownstar.EngineError, "engine"):
                crownstar.play_match(
                    "player=random", [sys.executable, str(program)], game="international", games=2, starts="first"
                )


    @unittest.skipUnless(os.environ.get("CROWNSTAR"), "CROWNSTAR names no program")
    def test_our_own_program_plays_over_hub(self) -> None:
        found = crownstar.play_match("nodes=50", [os.environ["CROWNSTAR"], "hub"], game="international", games=2, nodes=60)
        pairing, = found.pairings
        self.assertEqual(pairing.wins + pairing.draws + pairing.losses, 2)


class Ending(unittest.TestCase):
    def test_a_match_is_stopped(self) -> None:
        running = crownstar.match("nodes=200", "nodes=200", game="american", games=10_000)
        other = threading.Thread(target=running.result)
        other.start()
        with self.assertRaises(TimeoutError):
            running.result(timeout=0.01)
        for count, game in enumerate(running):
            self.assertGreater(game.plies, 0)
            if count == 3:
                running.stop()
        other.join()
        result = running.result()
        self.assertTrue(running.is_done and result.was_stopped)
        self.assertLess(result.games, 10_000)
        self.assertEqual(result.games, len(running.games))

    def test_a_listener_stops_it_and_may_raise(self) -> None:
        found = crownstar.play_match("nodes=50", "nodes=50", game="american", games=1000, on_game=lambda game: False)
        self.assertTrue(found.was_stopped)

        def fail(game: crownstar.MatchGame) -> None:
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            crownstar.play_match("nodes=50", "nodes=50", game="american", games=1000, on_game=fail)

    def test_a_match_that_is_let_go_of_ends(self) -> None:
        running = crownstar.match("depth=60", "depth=60", game="international")
        del running
        gc.collect()
        with crownstar.match("depth=60", "depth=60", game="international") as running:
            pass
        self.assertTrue(running.result().was_stopped)

    def test_a_program_that_ends_in_the_middle_of_a_match_ends_well(self) -> None:
        text = 'import crownstar; m = crownstar.match("depth=60", "depth=60", game="international"); print("last")'
        ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "last\n", ""))


class Openings(unittest.TestCase):
    def test_each_is_there_once(self) -> None:
        ballots = crownstar.openings("american", "three-move")
        self.assertEqual(len(ballots), 156)
        self.assertEqual(len({game.position for game in ballots}), len(ballots))
        self.assertEqual({len(game.turns) for game in ballots}, {3})
        self.assertEqual(len(crownstar.openings("international", count=5, random_moves=2, seed=1)), 5)
        first, = crownstar.openings("sternhalma", "first")
        self.assertEqual(first.turns, [])

    def test_a_man_less_each(self) -> None:
        for game in crownstar.openings("american", "eleven-man", count=4):
            self.assertIsNotNone(game.start_position)
            self.assertEqual(len(game.pieces()), 22)


class Refusing(unittest.TestCase):
    def test_wrong_terms(self) -> None:
        wrong: Any
        for wrong in ({"games": 0}, {"games": 10**7}, {"threads": 0}, {"most_moves": 0}, {"random_moves": 21},
                      {"time": -1.0}, {"time": float("nan")}, {"nodes": 0}, {"depth": 0}, {"depth": 101},
                      {"agreed_win": 0}, {"seed": -1}, {"nodes": -1}, {"depth": 2**70}, {"sprt": (5.0, 0.0)},
                      {"sprt": (float("nan"), 1.0)}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                crownstar.match("keen", "steady", game="american", **wrong)
        for wrong in ({"games": "2"}, {"seed": 1.5}, {"nodes": "1"}, {"sprt": 5}, {"referee": 3}, {"time": "1"}):
            with self.subTest(wrong), self.assertRaises(TypeError):
                crownstar.match("keen", "steady", game="american", **wrong)
        for wrong in ({"starts": "nowhere"}, {"random_moves": 2}):
            with self.subTest(wrong), self.assertRaises(crownstar.EngineError):
                crownstar.match("keen", "steady", game="american", **wrong)

    def test_what_does_not_fit_the_game(self) -> None:
        for players, terms in (
            (("keen", "champion"), {"game": "american"}),
            (("keen", "keen", "keen"), {"game": "sternhalma:players=3"}),
            (("keen", "keen"), {"game": "sternhalma:players=3", "sprt": (0.0, 5.0)}),
            (("keen", "keen"), {"game": "sternhalma:players=3", "agreed_win": 100}),
            (("keen", "keen"), {"game": "sternhalma", "starts": "three-move"}),
        ):
            wrong: Any = terms
            with self.subTest(players=players, terms=terms), self.assertRaises(crownstar.EngineError):
                crownstar.match(*players, **wrong)
        with self.assertRaises(crownstar.UnknownGame):
            crownstar.match("keen", "keen", game="amerikan")
        with self.assertRaises(crownstar.TablesError):
            crownstar.match("keen", "keen", game="american", referee="/nowhere")
        for few in ((), ("keen",), ("keen", []), ("keen", [""])):
            wrong = few
            with self.subTest(few), self.assertRaises(ValueError):
                crownstar.match(*wrong, game="american")
        wrong = ("keen", [1, 2])
        with self.assertRaises(TypeError):
            crownstar.match(*wrong, game="american")

    def test_wrong_openings(self) -> None:
        with self.assertRaises(crownstar.UnknownGame):
            crownstar.openings("amerikan")
        with self.assertRaises(crownstar.EngineError):
            crownstar.openings("american", "nowhere")
        for count in (0, 10**6):
            with self.assertRaises(ValueError):
                crownstar.openings("american", count=count)


if __name__ == "__main__":
    unittest.main()
