"""`crownstar convert`: positions and moves from one notation to another, and what is refused."""

from __future__ import annotations

import json
import os
import unittest
from pathlib import Path
from typing import Any

from program import ProgramTest, run

SCHEMA = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "docs" / "schemas" / "convert.schema.json"
# A capture that branches: from 28 over 22 or over 23, in both notations of the game.
START = "W" + "b" * 20 + "e" * 10 + "w" * 20


class Convert(ProgramTest):
    def converted(self, game: str, *options: str) -> list[str]:
        return self.lines("convert", game, *options)

    def test_letters_become_numbers_and_numbers_letters(self) -> None:
        letters, numbers = "W:WKh2,c3:Bf6", "W:W22,K28:B11"
        to_numbers = self.converted("russian", "--position", letters, "--moves", "c3-d4 f6-e5 d4xf6", "--to", "numbers")
        self.assertEqual(to_numbers, [numbers, "22-18 11-15 18:11"])
        to_letters = self.converted("russian", "--position", numbers, "--moves", "22-18 11-15 18x11", "--to", "letters")
        self.assertEqual(to_letters, [letters, "c3-d4 f6-e5 d4:f6"])
        self.assertEqual(self.converted("russian", "--position", numbers), [letters])
        self.assertEqual(self.converted("international", "--position", "W:Wa3:Bb4", "--to", "game"), ["W:W36:B31"])
        self.assertEqual(self.converted("international", "--position", "W:W36:B31", "--to", "letters"), ["W:Wa3:Bb4"])

    def test_a_hub_position_is_written_and_read(self) -> None:
        self.assertEqual(self.converted("international", "--to", "hub"), [START])
        moves = ["--moves", "32-28 19-23 28x19", "--to", "hub"]
        self.assertEqual(self.converted("international", *moves), [START, "32-28 19-23 28x19x23"])
        back = self.converted("international", "--from", "hub", "--position", START, "--moves", "32-28 19-23 28x19x23")
        self.assertEqual(back, ["W:W31-50:B1-20", "32-28 19-23 28x19"])
        self.assertEqual(self.converted("russian", "--moves", "c3-d4", "--to", "hub")[1], "22-18")

    def test_squares_of_scan_differ_where_a_game_counts_from_another_corner(self) -> None:
        position = ["--position", "W:WK1:BK32"]
        own, scan = (self.converted("spanish", *position, "--to", kind)[0] for kind in ("hub", "scan"))
        self.assertEqual((own[1], own[32]), ("W", "B"))
        self.assertNotEqual(own, scan)
        for kind, text in (("hub", own), ("scan", scan)):
            self.assertEqual(self.converted("spanish", "--from", kind, "--position", text), ["W:WK1:BK32"])

    def test_every_draughts_game_comes_back_from_every_notation(self) -> None:
        games = [row["id"] for row in self.json("games", "--json")["games"] if row["family"] == "draughts"]
        self.assertGreater(len(games), 15)
        for game in games:
            (start,) = self.converted(game)
            for there, back in (("letters", "any"), ("numbers", "any"), ("hub", "hub"), ("scan", "scan")):
                (text,) = self.converted(game, "--to", there)
                self.assertEqual(self.converted(game, "--from", back, "--position", text), [start], (game, there))

    def test_a_star_has_one_notation(self) -> None:
        first, moves = self.converted("sternhalma:pieces=10", "--moves", "d6-e7 n12-m11", "--to", "hub")
        self.assertEqual((first[:4], moves), ("1:1=", "d6-e7 n12-m11"))
        self.assertIn("one way", self.assert_refused(run("convert", "sternhalma", "--to", "letters"), 2))

    def test_the_object_is_as_its_schema_says(self) -> None:
        schema: dict[str, Any] = json.loads(SCHEMA.read_text())
        found = self.json("convert", "russian", "--moves", "c3-d4", "--to", "numbers", "--json")
        self.assertEqual(list(found), schema["required"])
        self.assertIn(found["notation"], schema["properties"]["notation"]["enum"])
        self.assertEqual(found["moves"], ["22-18"])
        self.assertEqual(found["after"], "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")

    def test_a_file_of_positions_is_gone_through(self) -> None:
        typed = START + "\n\nx\nB" + START[1:] + "\n"
        done = run("convert", "international", "--from", "hub", "--positions", "-", typed=typed)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.decode().splitlines(), ["W:W31-50:B1-20", "B:W31-50:B1-20"])
        self.assertIn(b"-:3: ", done.stderr)

    def test_what_cannot_be_is_refused(self) -> None:
        for options, reason in (
            (["--to", "chess"], "--to: expected game, letters, numbers, hub or scan instead of 'chess'"),
            (["--from", "letters"], "--from: expected any, hub or scan instead of 'letters'"),
            (["--moves", "11-12"], "--moves: 11-12: "),
            (["--from", "hub", "--position", "W:W18:B9"], ""),
            (["--from", "hub", "--moves", "9x18"], "--moves: 9x18: "),
        ):
            self.assertIn(reason, self.assert_refused(run("convert", "american", *options), 2))


if __name__ == "__main__":
    unittest.main()
