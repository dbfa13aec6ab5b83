"""`crownstar solve`: small counts and games, the shape of the objects, and what is refused."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

from program import PATIENCE, PROGRAM, ProgramTest, run


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


def wait_for(file: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end, file
        time.sleep(0.01)


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

    def test_nothing_is_proved_from_damaged_files(self) -> None:
        army = ("solve", "transfer", "--side", "5", "--pieces", "3", "--none-in", "11", "--json", "--folder")
        with tempfile.TemporaryDirectory() as folder:
            whole = self.json(*army, folder)
            self.assertEqual((whole["is_proved"], whole["across_in"]), (False, 11))
            sixth = Path(folder, "transfer-rhombus-5-3-none-in-11-by-12-moves-6")
            for later in range(7, 12):
                sixth.with_name(f"{sixth.name[:-1]}{later}").unlink()
            size = sixth.stat().st_size
            sixth.write_bytes(sixth.read_bytes()[:24] + bytes(size - 24))
            damaged = sixth.read_bytes()
            refused = self.assert_refused(run(*army, folder), is_long=True)
            self.assertIn(f"'{sixth}' is damaged", refused)
            self.assertIn("remove it", refused)
            self.assertEqual(sixth.read_bytes(), damaged)
            sixth.unlink()
            self.assertEqual(self.json(*army, folder), whole)
            # What is none of ours stays where it is.
            sixth.write_bytes(bytes(24) + (1 << 60).to_bytes(8, "little"))
            refused = self.assert_refused(run(*army, folder), is_long=True)
            self.assertIn(f"'{sixth}' is not a file", refused)
            self.assertEqual(sixth.stat().st_size, 32)

    def test_a_count_that_is_interrupted_goes_on_from_its_last_whole_layer(self) -> None:
        whole = self.counted("--depth", "6")
        for told in (signal.SIGINT, signal.SIGKILL):
            with tempfile.TemporaryDirectory() as folder:
                count = [PROGRAM, "solve", "transfer", "--depth", "9", "--folder", folder]
                with subprocess.Popen(count, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                    wait_for(Path(folder, "transfer-rhombus-9-10-all-moves-5"))
                    process.send_signal(told)
                    said, complained = process.communicate(timeout=PATIENCE)
                self.assertEqual(said, b"")
                self.assertEqual(process.returncode, 130 if told == signal.SIGINT else -told)
                self.assertEqual(b"crownstar: interrupted" in complained, told == signal.SIGINT)
                self.assertEqual(self.counted("--depth", "6", "--folder", folder), whole)

    def test_a_game_that_is_interrupted_goes_on(self) -> None:
        army = ("solve", "rhombus", "--side", "5", "--pieces", "3", "--json")
        whole = self.json(*army)
        self.assertEqual((whole["first_player"], whole["plies"]), ("win", 29))
        for told in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "game-rhombus-5-3")
                game = [PROGRAM, *army, "--folder", folder, "--threads", "2"]
                with subprocess.Popen(game, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                    wait_for(file)
                    process.send_signal(told)
                    said, complained = process.communicate(timeout=PATIENCE)
                if process.returncode != 0:  # a machine that held us back until it had finished
                    self.assertEqual(said, b"")
                    self.assertEqual(process.returncode, -told if told == signal.SIGKILL else 130)
                    self.assertEqual(b"crownstar: interrupted" in complained, told != signal.SIGKILL)
                self.assertEqual(self.json(*army, "--folder", folder, "--threads", "1"), whole)
                file.write_bytes(file.read_bytes()[:-1])
                refused = self.assert_refused(run(*army, "--folder", folder), is_long=True)
                self.assertIn(f"'{file}' is damaged", refused)

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
            (1, "transfer", "--depth", "6", "--memory", "1"),
            (1, "transfer", "--none-in", "20", "--memory", "1"),
            (1, "transfer", "--memory", "1"),
            (1, "transfer", "--depth", "2", "--folder", "/dev/null/kept"),
            (1, "rhombus", "--side", "6", "--pieces", "6", "--memory", "16"),
            (1, "rhombus", "--side", "6", "--pieces", "3", "--memory", "18"),
            (1, "rhombus", "--side", "8", "--pieces", "10"),
            (2, "rhombus", "--folder", ""),
            (2, "rhombus", "--threads", "0"),
        ):
            self.assert_refused(run("solve", *map(str, arguments)), status, is_long=True)

    def test_an_option_that_would_be_passed_over_is_refused_with_what_it_goes_with(self) -> None:
        for arguments, word in (
            (("--board", "star", "--pieces", "6"), "--board rhombus"),
            (("--board", "star", "--side", "5", "--depth", "2"), "--board rhombus"),
            (("--none-in", "9", "--depth", "9"), "one of the two"),
            (("--depth", "3", "--width", "4"), "which --depth turns off"),
            (("--none-in", "3", "--most", "4"), "which --none-in turns off"),
            (("--folder", "here"), "--depth or --none-in"),
            (("--folder", "", "--depth", "3"), "--folder"),
            (("--depth", ""), "--depth"),
        ):
            self.assertIn(word, self.assert_refused(run("solve", "transfer", *arguments), 2))


if __name__ == "__main__":
    unittest.main()
