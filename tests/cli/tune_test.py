"""`crownstar tune`: tunes by games, keeps its rounds in a file and goes on with it."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest, run

QUICK = ("--games", "4", "--nodes", "60", "--parameter", "futility_margin", "--parameter", "singular_depth", "--threads", "1")


class Tune(ProgramTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def rounds(self, name: str) -> list[str]:
        return (self.folder / name).read_text(encoding="utf-8").splitlines()

    def tune(self, name: str, *words: str) -> list[str]:
        return self.lines("tune", "american", "--out", str(self.folder / name), *words)

    def test_a_run_says_what_became_of_each_number(self) -> None:
        lines = self.tune("whole", *QUICK, "--rounds", "4")
        self.assertEqual([line.split()[0] for line in lines[:2]], ["futility_margin", "singular_depth"])
        self.assertEqual([line.split()[-1] for line in lines[:2]], ["22", "8"])
        self.assertIn("--game american --nodes 60", lines[-1])
        kept = self.rounds("whole")
        self.assertEqual(kept[1].split("\t"), ["round", "lead", "futility_margin", "singular_depth"])
        self.assertEqual([line.split("\t")[0] for line in kept[2:]], ["1", "2", "3", "4"])

    def test_a_broken_run_goes_on_as_if_it_had_not_stopped(self) -> None:
        self.tune("whole", *QUICK, "--rounds", "6")
        whole = self.rounds("whole")
        # Three rounds, and the fourth broken off in the middle of its line.
        (self.folder / "broken").write_text("\n".join(whole[:5]) + "\n" + whole[5][:3], encoding="utf-8")
        self.tune("broken", *QUICK, "--rounds", "6")
        self.assertEqual(self.rounds("broken"), whole)

    def test_threads_do_not_change_the_games(self) -> None:
        self.tune("one", *QUICK, "--rounds", "3")
        self.tune("two", *QUICK[:-1], "2", "--rounds", "3")
        self.assertEqual(self.rounds("one"), self.rounds("two"))

    def test_a_file_of_another_run_is_left_alone(self) -> None:
        self.tune("file", *QUICK, "--rounds", "1")
        before = self.rounds("file")
        words = ("tune", "american", "--out", str(self.folder / "file"), *QUICK)
        self.assertIn("of another tuning run", self.assert_refused(run(*words, "--rounds", "2")))
        damaged = "\n".join([*before, "3\t0\tx", ""])
        (self.folder / "file").write_text(damaged, encoding="utf-8")
        self.assertIn("damaged line after round 1", self.assert_refused(run(*words, "--rounds", "1")))
        self.assertEqual("\n".join([*self.rounds("file"), ""]), damaged)

    def test_a_file_that_no_run_wrote_is_left_alone(self) -> None:
        self.tune("file", *QUICK, "--rounds", "1")
        file = self.folder / "file"
        words = ("tune", "american", "--out", str(file), *QUICK, "--rounds", "1")
        title, last = file.read_text(encoding="utf-8").rsplit("\n", 2)[:2]
        for damage in ("nan", "inf", "1e999", "0x10", " 5"):
            with self.subTest(damage=damage):
                line = "\t".join([*last.split("\t")[:-1], damage])
                file.write_text(f"{title}\n{line}\n", encoding="utf-8")
                self.assertIn("damaged line after round 0", self.assert_refused(run(*words)))
                self.assertEqual(file.read_text(encoding="utf-8"), f"{title}\n{line}\n")
        file.write_text(f"{title}\n{last}\n", encoding="utf-8")
        with file.open("r+b") as opened:
            opened.truncate((256 << 20) + 1)
        self.assertIn("larger than 256 MiB", self.assert_refused(run(*words)))
        self.assertEqual(file.stat().st_size, (256 << 20) + 1)

    def test_a_range_may_be_as_wide_as_numbers_are(self) -> None:
        engine = f"hub:{PROGRAM} engine"
        self.tune("wide", "--games", "2", "--nodes", "20", "--rounds", "1", "--threads", "1", "--engine", engine,
                  "--parameter", "threads=1,-2147483648,2147483647", "--rate", "0.000001")
        self.assertEqual(self.rounds("wide")[-1].split("\t")[0], "1")

    def test_what_cannot_be_tuned_is_refused(self) -> None:
        file = str(self.folder / "none")
        for words, reason in (
            (("--parameter", "depth"), "expected futility_margin"),
            (("--parameter", "futility_margin", "--parameter", "futility_margin"), "given twice"),
            (("--parameter", "futility_margin=5,6,7"), "START,LEAST,MOST"),
            (("--parameter", "futility_margin=500,0,900"), "futility_margin"),
            (("--engine", "hub:/bin/cat"), "parameter of the other program"),
            (("--engine", "time=1"), "--nodes alone"),
            (("--rate", "2"), "between 0 and 1"),
            (("--rate", "nan"), "between 0 and 1"),
            (("--rounds", "100001"), "100000"),
        ):
            with self.subTest(words=words):
                refused = self.assert_refused(run("tune", "american", "--out", file, *words), status=2)
                self.assertIn(reason, refused)
        two = run("tune", "sternhalma", "--out", file)
        self.assertIn("our search of the star has no parameters to tune", self.assert_refused(two, status=2))
        three = run("tune", "sternhalma:players=3", "--out", file)
        self.assertIn("a game of two", self.assert_refused(three, status=2))
        self.assertFalse(Path(file).exists())


if __name__ == "__main__":
    unittest.main()
