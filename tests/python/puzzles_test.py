"""Puzzles of the Python package: decks read, every puzzle of the repository played, wrong lines named."""

from __future__ import annotations

import io
import tempfile
import unittest
from pathlib import Path

import crownstar

DECKS = sorted((Path(__file__).resolve().parents[2] / "puzzles").glob("*.csv"))
HEAD = "id,game,position,moves,effort,gives,takes\n"


class Puzzles(unittest.TestCase):
    def test_the_decks_can_be_played(self) -> None:
        self.assertTrue(DECKS)
        for deck in DECKS:
            count = 0
            for puzzle in crownstar.read_puzzles(deck):
                count += 1
                game = puzzle.game()
                solver = game.seat_to_move
                for move in puzzle.moves:
                    last = game.seat_to_move
                    game.play(move)
                self.assertEqual(last, solver, puzzle)
                self.assertEqual(puzzle.solution, puzzle.moves[::2])
            self.assertGreaterEqual(count, 100, deck)

    def test_a_deck_is_read_from_an_open_file(self) -> None:
        text = HEAD + '1f,american,"W:W18,26:B14,6","18x9 6x13 26-22",64,1,1\n'
        (puzzle,) = crownstar.read_puzzles(io.StringIO(text))
        self.assertEqual((puzzle.id, puzzle.token, puzzle.position), ("1f", "american", "W:W18,26:B14,6"))
        self.assertEqual((puzzle.solution, puzzle.effort, puzzle.gives, puzzle.takes), (("18x9", "26-22"), 64, 1, 1))
        self.assertEqual(list(crownstar.read_puzzles(io.StringIO(""))), [])

    def test_a_deck_that_a_spreadsheet_has_saved_is_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            deck = Path(folder) / "deck.csv"
            deck.write_text(HEAD + '1f,american,"W:W18:B14",18x9,64,0,1\n', encoding="utf-8-sig")
            self.assertEqual([puzzle.id for puzzle in crownstar.read_puzzles(deck)], ["1f"])

    def test_wrong_lines_are_named(self) -> None:
        good = '1f,american,"W:W18:B14",18x9,64,0,1\n'
        for wrong in ("x\n", "a,b,c,,1,2,3\n", "a,b,c,d,1,2,-3\n", "a,b,c,d,1,2,\u0663\n", "a,b,c,d,1,2,3,4\n", '"open'):
            with self.assertRaises(crownstar.RecordError) as raised:
                list(crownstar.read_puzzles(io.StringIO(HEAD + good + wrong)))
            self.assertEqual(raised.exception.line, 3, wrong)
        with self.assertRaises(crownstar.RecordError) as raised:
            list(crownstar.read_puzzles(io.StringIO("fen,moves\n" + good)))
        self.assertEqual(raised.exception.line, 1)


if __name__ == "__main__":
    unittest.main()
