"""`crownstar puzzles`: makes decks out of games, adds to them, and checks them."""

from __future__ import annotations

import csv
import os
import tempfile
import unittest
from pathlib import Path

from program import ProgramTest, run

HEAD = "id,game,position,moves,effort,gives,takes\n"
DECKS = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "puzzles"
QUICK = ("--nodes", "20000", "--seed", "7")


class Puzzles(ProgramTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.deck = Path(folder.name) / "deck.csv"

    def make(self, game: str, *words: str) -> list[str]:
        return self.lines("puzzles", "make", game, "--out", str(self.deck), *words)

    def test_a_deck_is_made_and_added_to(self) -> None:
        self.assertIn("2 puzzles in ", self.make("american", "--count", "2", *QUICK)[-1])
        first = self.deck.read_text(encoding="utf-8")
        self.assertTrue(first.startswith(HEAD))
        self.assertEqual(len(list(csv.DictReader(first.splitlines()))), 2)
        self.make("american", "--count", "3", *QUICK)
        whole = self.deck.read_text(encoding="utf-8")
        self.assertTrue(whole.startswith(first), "what was there stays")
        self.assertEqual(len({row["id"] for row in csv.DictReader(whole.splitlines())}), 3)
        self.assertEqual(self.lines("puzzles", "check", str(self.deck)), [f"{self.deck}: 3 puzzles, 0 wrong"])
        for row in csv.DictReader(whole.splitlines()):
            found = self.json("search", row["game"], "--position", row["position"], "--nodes", "200000", "--json")
            self.assertEqual(found["move"], row["moves"].split()[0])

    def test_puzzles_are_found_in_recorded_games(self) -> None:
        self.make("american", "--count", "1", *QUICK)
        (row,) = csv.DictReader(self.deck.read_text(encoding="utf-8").splitlines())
        self.deck.unlink()
        record = f'[Event "A mistake"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "{row["position"]}"]\n\n{row["moves"]} *\n'
        games = self.deck.with_name("games.pdn")
        games.write_text(record, encoding="utf-8")
        self.assertIn("1 puzzle in ", self.make("american", "--pdn", str(games), *QUICK)[-1])
        self.assertEqual(self.deck.read_text(encoding="utf-8").splitlines()[1].split(",")[0], row["id"])

    def test_every_deck_of_the_repository_holds(self) -> None:
        decks = sorted(DECKS.glob("*.csv"))
        self.assertTrue(decks)
        for deck in decks:
            said = self.lines("puzzles", "check", str(deck))
            self.assertRegex(said[-1], r": \d{3,} puzzles, 0 wrong$")

    def test_what_is_wrong_is_said(self) -> None:
        self.assertIn("draughts", self.assert_refused(run("puzzles", "make", "sternhalma", "--out", str(self.deck)), 2))
        self.assertIn("--count", self.assert_refused(run("puzzles", "make", "american", "--out", str(self.deck), "--count", "0"), 2))
        self.assert_refused(run("puzzles", "make", "american", "--out", "/no/such/deck.csv", "--count", "1", *QUICK), is_long=True)
        self.deck.write_text("fen\n", encoding="utf-8")
        for words in (("check", str(self.deck)), ("make", "american", "--out", str(self.deck))):
            self.assertIn("line 1", self.assert_refused(run("puzzles", *words)))
        self.assertEqual(self.deck.read_text(encoding="utf-8"), "fen\n", "what is no deck is left alone")
        self.make_russian()
        self.assertIn("a deck of russian", self.assert_refused(run("puzzles", "make", "american", "--out", str(self.deck))))
        self.assert_refused(run("puzzles", "check", "/no/such/deck.csv"))

    def test_a_deck_that_cannot_be_written_is_told_before_the_search(self) -> None:
        # With so many nodes the first puzzle would take minutes.
        said = self.assert_refused(run("puzzles", "make", "american", "--out", "/no/such/deck.csv", "--nodes", "1000000000"))
        self.assertEqual(said, "cannot write '/no/such/deck.csv': No such file or directory")
        games = self.deck.with_name("games.pdn")
        games.write_text('[GameType "21"]\n1. 11-15 *\n', encoding="utf-8")
        self.assertEqual(self.make("american", "--pdn", str(games), *QUICK), ["0 puzzles; no deck was written, after 1 game"])
        self.assertEqual([each.name for each in self.deck.parent.iterdir()], ["games.pdn"])

    def test_a_deck_that_a_spreadsheet_has_saved_is_read(self) -> None:
        first = (DECKS / "american.csv").read_text(encoding="utf-8").splitlines()[:3]
        self.deck.write_text("\r\n".join(first) + "\r\n", encoding="utf-8-sig")
        self.assertEqual(self.lines("puzzles", "check", str(self.deck)), [f"{self.deck}: 2 puzzles, 0 wrong"])

    def make_russian(self) -> None:
        self.deck.unlink()
        self.make("russian", "--count", "1", *QUICK)
        broken = self.deck.read_text(encoding="utf-8").splitlines()[1]
        done = run("puzzles", "check", "-", typed=HEAD + broken.rpartition(",")[0] + ",99\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"1 wrong", done.stdout)
        self.assertIn(b"take", done.stderr)


if __name__ == "__main__":
    unittest.main()
