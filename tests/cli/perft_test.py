"""`crownstar perft`: published counts, the shape of the object, threads, divide and progress."""

from __future__ import annotations

import subprocess
import unittest

from program import PATIENCE, PROGRAM, ProgramTest, run

# Authority: the table of published counts (OEIS A133046, FMJD and shashki forums); tests/perft has them all.
MOVES = {
    "american": [7, 49, 302, 1469, 7361, 36768, 179740],
    "international": [9, 81, 658, 4265, 27117, 167140],
    "russian": [7, 49, 302, 1469, 7482, 37986],
    "frisian": [9, 81, 658, 3874, 21265],
    "canadian": [11, 121, 1222, 10053],
    "turkish": [8, 64, 708, 7538],
    "sternhalma:pieces=10,rest=anywhere": [14, 196, 4760, 115600],
}
PATHS = {"frisian": [9, 81, 658, 3880, 21345], "spanish": [7, 49, 302, 1469, 7361, 36473]}


class Perft(ProgramTest):
    def counts(self, *arguments: str) -> list[int]:
        return [row["nodes"] for row in self.json("perft", *arguments, "--json")["depths"]]

    def test_published_counts_of_moves(self) -> None:
        for game, counts in MOVES.items():
            self.assertEqual(self.counts(game, "--depth", str(len(counts))), counts, game)

    def test_published_counts_of_paths(self) -> None:
        for game, counts in PATHS.items():
            self.assertEqual(self.counts(game, "--depth", str(len(counts)), "--count", "paths"), counts, game)

    def test_the_object_has_exactly_this_shape(self) -> None:
        counted = self.json("perft", "american", "--depth", "3", "--json")
        self.assertEqual(list(counted), ["game", "position", "depths"])
        self.assertEqual((counted["game"], counted["position"]), ("american", "B:W21-32:B1-12"))
        for depth, row in enumerate(counted["depths"], 1):
            self.assertEqual(list(row), ["depth", "nodes", "seconds"])
            self.assertEqual(row["depth"], depth)
            self.assertIsInstance(row["nodes"], int)
            self.assertIsInstance(row["seconds"], float)

    def test_the_token_is_written_canonically(self) -> None:
        counted = self.json("perft", "sternhalma:hop=standard,players=3", "--depth", "1", "--json")
        self.assertEqual(counted["game"], "sternhalma:players=3")

    def test_six_is_the_depth_if_none_is_said(self) -> None:
        self.assertEqual(self.counts("american"), MOVES["american"][:6])

    def test_any_number_of_threads_counts_the_same(self) -> None:
        for threads in ("1", "2", "7"):
            self.assertEqual(self.counts("american", "--depth", "7", "--threads", threads), MOVES["american"])

    def test_divide_adds_up_and_names_every_move(self) -> None:
        last = self.json("perft", "american", "--depth", "4", "--divide", "--json")["depths"][-1]
        self.assertEqual(list(last), ["depth", "nodes", "seconds", "divide"])
        self.assertEqual(sum(row["nodes"] for row in last["divide"]), 1469)
        listed = self.json("moves", "american", "--json")["moves"]
        self.assertEqual([row["move"] for row in last["divide"]], [move["move"] for move in listed])
        lines = self.lines("perft", "american", "--depth", "4", "--divide")
        for row in last["divide"]:
            self.assertIn(f"{row['move']} {row['nodes']}", lines)

    def test_the_table_for_people_has_a_line_a_depth(self) -> None:
        rows = [line.split()[:2] for line in self.lines("perft", "american", "--depth", "5")[-5:]]
        self.assertEqual(rows, [[str(depth), str(count)] for depth, count in enumerate(MOVES["american"][:5], 1)])

    def test_a_position_without_moves_has_no_nodes(self) -> None:
        blocked = self.json("perft", "american", "--position", "W:W13:B9,6", "--depth", "2", "--divide", "--json")
        self.assertEqual([row["nodes"] for row in blocked["depths"]], [0, 0])
        self.assertEqual(blocked["depths"][-1]["divide"], [])

    def test_a_count_that_takes_long_tells_how_far_it_is_on_standard_error(self) -> None:
        process = subprocess.Popen(
            [PROGRAM, "perft", "international", "--depth", "30", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stderr is not None
        try:
            self.assertRegex(process.stderr.readline().decode(), r"^depth \d+: \d+ of \d+ parts, \d+ s$")
        finally:
            process.kill()
            said, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(said, b"", "an object is written whole or not at all")

    def test_a_way_of_counting_that_is_not_there_is_refused(self) -> None:
        self.assertIn("moves or paths", self.assert_refused(run("perft", "american", "--count", "leaves"), 2))


if __name__ == "__main__":
    unittest.main()
