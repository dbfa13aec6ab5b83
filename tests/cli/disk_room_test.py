"""`--keep-free`: no command that writes a file out of another fills the disk."""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from program import ProgramTest, run

GAMES = '[GameType "21"]\n1. 11-15 23-19 2. 8-11 22-17 *\n'
MORE_THAN_ANY_DISK = str(2**40)
WRITERS = (
    "pdn convert", "pdn index", "analyse", "samples", "puzzles make", "match", "selfplay", "export", "import",
)  # fmt: skip


class DiskRoom(ProgramTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.games = self.folder / "games.pdn"
        self.games.write_text(GAMES, encoding="utf-8")

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def names(self) -> list[str]:
        return sorted(os.listdir(self.folder))

    def test_every_command_that_writes_has_the_same_option(self) -> None:
        said = set()
        for command in WRITERS:
            with self.subTest(command):
                found = [line for line in self.lines(*command.split(), "--help") if "--keep-free" in line]
                self.assertEqual(len(found), 1)
                said.add(found[0])
        self.assertEqual(len(said), 1)
        self.assertIn("default: a tenth of what is free now", said.pop())

    def test_what_would_leave_too_little_is_refused_and_leaves_nothing_behind(self) -> None:
        games = str(self.games)
        self.lines("selfplay", "american", "--games", "1", "--nodes", "50", "--out", self.path("some.pos"))
        before = self.names()
        for words in (
            ("pdn", "convert", games, "--output", self.path("out")),
            ("pdn", "convert", games, "--to", "parquet", "--output", self.path("out")),
            ("analyse", games, "--nodes", "100", "--output", self.path("out")),
            ("samples", self.path("some.pos"), "--output", self.path("out")),
            ("selfplay", "american", "--games", "1", "--nodes", "50", "--out", self.path("out")),
        ):
            with self.subTest(words):
                done = run(*words, "--keep-free", MORE_THAN_ANY_DISK)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(
                    done.stderr.decode(),
                    r"crownstar: cannot write '.*/out': less than \d+ MiB would be left on the disk of '.*' \(--keep-free\)\n$",
                )
                self.assertEqual(self.names(), before)
        self.assertIn(
            "--keep-free: expected a whole number",
            self.assert_refused(run("pdn", "convert", games, "--output", self.path("out"), "--keep-free", "much"), 2),
        )
        old = Path(self.path("out"))
        old.write_text("old\n", encoding="utf-8")
        run("pdn", "convert", games, "--output", str(old), "--keep-free", MORE_THAN_ANY_DISK)
        self.assertEqual(old.read_text(encoding="utf-8"), "old\n")
        self.lines("pdn", "convert", games, "--output", str(old), "--keep-free", "0")
        self.assertIn("11-15", old.read_text(encoding="utf-8"))

    def test_a_match_whose_games_find_no_room_still_says_its_result(self) -> None:
        for output in ("--pdn", "--state", "--plot"):
            with self.subTest(output):
                done = run(
                    "match", "player=random", "player=random", "--games", "2", output, self.path("out"),
                    "--keep-free", MORE_THAN_ANY_DISK,
                )  # fmt: skip
                self.assertEqual(done.returncode, 1)
                self.assertIn("would be left on the disk", done.stderr.decode())
                self.assertIn("2 games", done.stdout.decode())
                Path(self.path("out")).unlink(missing_ok=True)

    def test_what_is_no_plain_file_has_no_limit(self) -> None:
        self.lines("pdn", "convert", str(self.games), "--output", "/dev/null", "--keep-free", MORE_THAN_ANY_DISK)
        self.assertIn("1. 11-15 23-19 2. 8-11 22-17 *", self.lines(
            "pdn", "convert", str(self.games), "--keep-free", MORE_THAN_ANY_DISK))  # fmt: skip

    def test_a_hostile_file_is_not_unpacked_to_its_end(self) -> None:
        # Some kB that become gigabytes of rows, each with long tags, on a disk that has no room for as many.
        packed = self.path("packed.pdn.gz")
        tags = "".join(f'[{name} "{"x" * 900}"]\n' for name in ("Event", "Site", "White", "Black"))
        moves = " ".join(["1-5 32-28 5-1 28-32"] * 500)
        with gzip.open(packed, "wt") as file:
            file.write(f'{tags}[GameType "21"]\n[FEN "B:WK32:BK1"]\n{moves} *\n\n' * 1000)
        free = shutil.disk_usage(self.folder).free >> 20
        done = run(
            "pdn", "convert", packed, "--to", "ndjson", "--output", self.path("out"), "--keep-free", str(free - 20)
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("would be left on the disk", done.stderr.decode())
        self.assertEqual(self.names(), ["games.pdn", "packed.pdn.gz"])


if __name__ == "__main__":
    unittest.main()
