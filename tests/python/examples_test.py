"""The Python programs in examples/ do what they say."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import crownstar

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# The last move of the first game gives a man away; the second game breaks off at a move that is not legal.
GAMES = """
[White "Ann"]
[Black "Ben"]
[GameType "21"]
1. 11-15 23-19 2. 8-11 {a thought} 22-17 3. 12-16 *

[White "Cy"]
[Black "Di"]
[GameType "21"]
1. 11-15 11-15 *
"""


class Blunders(unittest.TestCase):
    def test_a_gift_is_marked_and_an_unreadable_game_is_told(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder) / "games.pdn"
            games.write_text(GAMES, encoding="utf-8")
            ran = subprocess.run(
                [sys.executable, str(EXAMPLES / "find_blunders.py"), str(games), "--nodes", "5000", "--loss", "60"],
                capture_output=True, text=True, timeout=120,
            )
        self.assertEqual(ran.returncode, 0, ran.stderr)
        record, = crownstar.parse_records(ran.stdout)
        marked = [node for node in record.line if 4 in node.nags]
        self.assertEqual([node.move for node in marked], ["12-16"])
        self.assertRegex(marked[0].comments[-1], r"keeps [-+][0-9.]+; this is -")
        self.assertEqual([node.comments for node in record.line if node.comments][0], ("a thought",))
        self.assertIn("Ann - Ben: 1 blunders", ran.stderr)
        self.assertIn("11-15", ran.stderr)


if __name__ == "__main__":
    unittest.main()
