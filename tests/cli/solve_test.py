"""`crownstar solve`: small counts and games, the shape of the objects, and what is refused."""

from __future__ import annotations

import tempfile
import unittest
from typing import Any

from program import ProgramTest, run


def neighbours(side: int, hole: tuple[int, int]) -> list[tuple[int, int]]:
    ways = [(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)]
    places = [(hole[0] + x, hole[1] + y) for x, y in ways]
    return [(x, y) for x, y in places if 0 <= x < side and 0 <= y < side]


def moves(side: int, army: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """All positions one move on, found one hole after the other."""
    found = set()
    for piece in army:
        others = army - {piece}
        reached = {next_ for next_ in neighbours(side, piece) if next_ not in others}
        waiting = [piece]
        landed = set()
        while waiting:
            here = waiting.pop()
            for over in neighbours(side, here):
                landing = (2 * over[0] - here[0], 2 * over[1] - here[1])
                inside = 0 <= landing[0] < side and 0 <= landing[1] < side
                if over in others and inside and landing not in others and landing not in landed:
                    landed.add(landing)
                    waiting.append(landing)
        found |= {others | {target} for target in (reached | landed) - {piece}}
    return found


def within(side: int, rows: int, depth: int) -> list[int]:
    start = frozenset((x, y) for x in range(rows) for y in range(rows - x))
    met = {start}
    here = {start}
    counts = [1]
    for _ in range(depth):
        fresh = set()
        for army in here:
            for after in moves(side, army):
                image = frozenset((y, x) for x, y in after)
                if after not in met and image not in met:
                    met.add(after)
                    fresh.add(after)
        here = fresh
        counts.append(len(met))
    return counts


class Solve(ProgramTest):
    def counted(self, *arguments: str) -> Any:
        return self.json("solve", "transfer", "--json", *arguments)

    def test_positions_of_the_transfer_are_those_of_a_plain_search(self) -> None:
        self.assertEqual(self.counted("--depth", "3"), {"positions": within(9, 4, 3)})
        small = self.counted("--depth", "5", "--side", "5", "--pieces", "3")
        self.assertEqual(small, {"positions": within(5, 2, 5)})

    def test_a_count_goes_on_from_what_was_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            first = self.counted("--depth", "2", "--folder", folder)
            second = self.counted("--depth", "3", "--folder", folder)
            self.assertEqual(second["positions"][:3], first["positions"])
            self.assertEqual(second, self.counted("--depth", "3"))

    def test_the_first_player_wins_four_by_four_with_three(self) -> None:
        found = self.json("solve", "rhombus", "--side", "4", "--pieces", "3", "--json")
        keys = ["side", "pieces", "first_player", "plies", "positions", "win", "draw", "loss", "longest"]
        self.assertEqual(list(found), keys)
        self.assertEqual(found["first_player"], "win")
        self.assertEqual(found["win"] + found["draw"] + found["loss"], found["positions"])

    def test_a_way_across_is_told_move_by_move(self) -> None:
        found = self.json("solve", "transfer", "--side", "5", "--pieces", "3", "--width", "2000", "--json")
        self.assertEqual(found["moves"], len(found["way"]))

    def test_that_no_way_is_shorter_is_proved(self) -> None:
        army = ("--side", "5", "--pieces", "6", "--none-in")
        proof = self.counted(*army, "10")
        self.assertEqual((proof["most_moves"], proof["is_proved"]), (10, True))
        self.assertEqual(len(proof["kept"]), len(proof["farthest"]))
        self.assertNotIn("across_in", proof)
        found = self.counted(*army, "12")
        self.assertEqual((found["is_proved"], found["across_in"]), (False, 11))

    def test_what_makes_no_sense_is_refused(self) -> None:
        for status, *arguments in (
            (2, "transfer", "--depth", "1", "--pieces", "4"),
            (2, "transfer", "--depth", "1", "--board", "square"),
            (1, "transfer", "--depth", "12", "--memory", "1"),
            (2, "transfer", "--none-in", "0"),
            (2, "transfer", "--none-in", "9", "--depth", "9"),
            (1, "rhombus", "--side", "6", "--pieces", "6", "--memory", "16"),
        ):
            self.assert_refused(run("solve", *map(str, arguments)), status, is_long=True)


if __name__ == "__main__":
    unittest.main()
