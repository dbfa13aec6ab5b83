"""`crownstar bench`: the fixed search's node counts, as text, as an object, and in the form that the repository keeps."""

from __future__ import annotations

import unittest
from pathlib import Path

from program import ProgramTest, run

KEPT = Path(__file__).resolve().parent.parent / "search_nodes.txt"


class Bench(ProgramTest):
    def test_nodes_are_printed_as_they_are_kept(self) -> None:
        self.assertEqual(self.lines("bench", "--nodes"), KEPT.read_text(encoding="utf-8").splitlines())

    def test_every_form_counts_the_same_nodes(self) -> None:
        kept = [line.split() for line in KEPT.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        total = int(kept.pop()[1])
        counted = self.json("bench", "--json")
        self.assertEqual(list(counted), ["bench", "milliseconds", "nodes_a_second"])
        self.assertEqual(counted["bench"], total)
        lines = self.lines("bench")
        self.assertIn(f"Bench: {total}", lines)
        self.assertEqual([line.split()[:3] for line in lines[: len(kept)]], [[*row, "nodes"] for row in kept])

    def test_the_forms_exclude_each_other(self) -> None:
        self.assert_refused(run("bench", "--nodes", "--json"), status=2)


if __name__ == "__main__":
    unittest.main()
