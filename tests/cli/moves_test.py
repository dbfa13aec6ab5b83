"""`crownstar moves`: the legal moves of a position."""

from __future__ import annotations

import unittest

from program import ProgramTest


class Moves(ProgramTest):
    def test_the_moves_of_the_start(self) -> None:
        lines = self.lines("moves", "american")
        self.assertEqual(lines[0], "Red to move, 7 moves")
        self.assertEqual(sorted(lines[1:]), sorted("9-13 9-14 10-14 10-15 11-15 11-16 12-16".split()))

    def test_am_7_a_capture_is_the_only_move_and_says_what_it_takes(self) -> None:
        position = "B:W18,26:B14,1"
        lines = self.lines("moves", "american", "--position", position)
        self.assertEqual(lines, ["Red to move, 1 move", "14x30  captures 18, 26  crowns"])
        move = self.json("moves", "american", "--position", position, "--json")["moves"]
        self.assertEqual(len(move), 1)
        self.assertEqual(list(move[0]), ["move", "path", "captured", "crowns"])
        self.assertEqual(move[0]["path"], ["14", "23", "30"])
        self.assertEqual(move[0]["captured"], ["18", "26"])
        self.assertTrue(move[0]["crowns"])

    def test_the_object_says_whose_turn_it_is(self) -> None:
        start = self.json("moves", "sternhalma:players=3", "--json")
        self.assertEqual(list(start), ["game", "position", "seat", "seat_name", "is_over", "moves"])
        self.assertEqual((start["game"], start["seat"], start["is_over"]), ("sternhalma:players=3", 0, False))
        self.assertTrue(start["position"].startswith("1:1=a5,b5"))
        self.assertIn("d5-e5", [move["move"] for move in start["moves"]])

    def test_a_game_that_is_over_has_no_moves_and_a_reason(self) -> None:
        self.assertRegex(self.lines("moves", "american", "--position", "W:W13:B9,6")[0], r"^The game is over: AM-10: ")
        over = self.json("moves", "american", "--position", "W:W13:B9,6", "--json")
        self.assertEqual((over["is_over"], over["moves"]), (True, []))

    def test_a_written_position_reads_back(self) -> None:
        for game in ("american", "russian", "canadian", "turkish", "sternhalma:players=6"):
            position = self.json("moves", game, "--json")["position"]
            again = self.json("moves", game, "--position", position, "--json")
            self.assertEqual(again["position"], position)


if __name__ == "__main__":
    unittest.main()
