"""`crownstar pdn index` and `crownstar pdn search`: a database of games, and what is found in it."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from one_shot_test import SCHEMAS, check
from program import PROGRAM, ProgramTest, run

BOOKS = Path(__file__).resolve().parents[1] / "support" / "collections"
GAMES, AGAIN, STAR = ((BOOKS / f"{name}.pdn").read_text(encoding="utf-8") for name in ("games", "again", "star"))


class Collections(ProgramTest):
    folder: Path
    database: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        (cls.folder / "games.pdn").write_text(GAMES)
        (cls.folder / "again.pdn").write_text(AGAIN)
        cls.database = str(cls.folder / "games.db")
        cls.made = run("pdn", "index", str(cls.folder / "games.pdn"), str(cls.folder / "again.pdn"), "--database", cls.database)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temporary.cleanup()

    def found(self, *arguments: str) -> list[int]:
        return [each["number"] for each in self.objects(*arguments)]

    def objects(self, *arguments: str) -> list[dict[str, object]]:
        rows = [json.loads(line) for line in self.lines("pdn", "search", self.database, "--to", "json", *arguments)]
        for row in rows:
            check(row, json.loads((SCHEMAS / "pdn-search.schema.json").read_text()), "pdn-search")
        return rows

    def test_what_was_added_is_said(self) -> None:
        self.assertEqual((self.made.returncode, self.made.stderr), (0, b""))
        self.assertEqual(self.made.stdout.decode(), f"{self.database}: 6 games added, 6 in all; 1 of them repeat an earlier one\n")

    def test_games_are_found_by_who_when_and_how_they_ended(self) -> None:
        self.assertEqual(self.found(), [1, 2, 3, 4, 5])
        self.assertEqual(self.found("--player", "ann"), [1, 2, 3, 4])
        self.assertEqual(self.found("--player", "ann", "--player", "BEN"), [1, 2])
        self.assertEqual(self.found("--white", "ann"), [1])
        self.assertEqual(self.found("--black", "ann", "--winner", "draw"), [2])
        self.assertEqual(self.found("--white", "c\u00c9cile"), [3])
        self.assertEqual(self.found("--event", "city"), [1, 2])
        for years, numbers in (("1932", [2]), ("1931-1932", [1, 2]), ("1932-", [2, 3]), ("-1931", [1])):
            self.assertEqual(self.found(f"--year={years}"), numbers)
        # American results begin with Red, which PDN calls Black: 1-0 is a win for Black.
        self.assertEqual(self.found("--winner", "black"), [1])
        self.assertEqual(self.found("--winner", "white"), [3])
        self.assertEqual(self.found("--plies", "5-"), [1])
        self.assertEqual(self.found("--plies=-3"), [4, 5])
        self.assertEqual(self.found("--player", "%"), [])

    def test_games_are_found_by_what_came_up_in_them(self) -> None:
        self.assertEqual(self.found("--opening", "11-15 23-19"), [1, 2])
        self.assertEqual(self.found("--opening", "11-15 22-18 15x22"), [3])
        after = self.lines("position", "american", "--moves", "11-15 23-19 8-11")[0]
        self.assertEqual(self.found("--position", after), [1, 2])
        self.assertEqual(self.found("--moves", "9-14"), [])
        self.assertEqual(self.found("--moves", "11-15 23-19 8-11"), [1, 2])
        self.assertEqual(self.found("--position", "W:WK18,K22,K23:BK6,K7"), [4])
        turned = ("--position", "B:WK26,K27:BK10,K11,K15")
        self.assertEqual(self.found(*turned), [5])
        self.assertEqual(self.found(*turned, "--turned"), [4, 5])
        self.assertEqual(self.found("--material", "W3K:B2K"), [4])
        self.assertEqual(self.found("--material", "W3K:B2K", "--turned"), [4, 5])
        self.assertEqual(self.found("--material", "B1K"), [4])
        self.assertEqual(self.found("--material", "w11m:b11m"), [3])
        self.assertEqual(self.found("--material", "W1M9K"), [])

    def test_duplicates_are_found_whatever_order_a_name_is_in(self) -> None:
        (again,) = self.objects("--duplicates")
        self.assertEqual((again["number"], again["duplicate_of"]), (6, 1))
        self.assertEqual((again["file"], again["line"]), (str(self.folder / "again.pdn"), 1))

    def test_a_copy_is_found_where_the_first_one_does_not_fit(self) -> None:
        self.assertEqual(self.found("--event", "another"), [6])
        self.assertEqual(self.found("--event", "o", "--player", "ann", "--plies", "5"), [6])
        self.assertEqual(self.found("--year", "1931"), [1])
        database = str(self.folder / "copies.db")
        run("pdn", "index", "-", "--database", database, typed=GAMES + "\n" + AGAIN + "\n" + AGAIN)
        rows = self.lines("pdn", "search", database, "--to", "json", "--event", "another", "--opening", "11-15")
        self.assertEqual([json.loads(row)["number"] for row in rows], [6])

    def test_a_name_of_one_letter_may_stand_first_or_last(self) -> None:
        database = str(self.folder / "names.db")
        short = AGAIN.replace("Lee, Ann", "Lee, A.").replace("OLD, Ben", "B. Old")
        turned = AGAIN.replace("Lee, Ann", "A. Lee").replace("OLD, Ben", "Old, B.")
        done = run("pdn", "index", "-", "--database", database, typed=short + "\n" + turned)
        self.assertRegex(done.stdout, rb"2 games added, 2 in all[;,] 1 of")

    def test_long_words_are_kept_whole(self) -> None:
        database = str(self.folder / "long.db")
        events = [letter * 300 for letter in "ab"]
        games = "\n".join(AGAIN.replace("the same in another book", event) for event in (*events, *events))
        self.assertEqual(run("pdn", "index", "-", "--database", database, typed=games).returncode, 0)
        rows = self.lines("pdn", "search", database, "--to", "json", "--event", "b" * 300)
        self.assertEqual([json.loads(row)["event"] for row in rows], [events[1]])
        with sqlite3.connect(database) as file:
            self.assertEqual(file.execute("SELECT count(*) FROM names WHERE length(text) = 300").fetchall(), [(2,)])
        file.close()

    def test_the_moves_of_the_found_games(self) -> None:
        lines = self.lines("pdn", "search", self.database, "--moves", "11-15", "--to", "moves", "--player", "ann")
        self.assertEqual([line.split() for line in lines[1:]], [["23-19", "2", "0", "1", "1"], ["22-18", "1", "1", "0", "0"]])
        start = self.lines("pdn", "search", self.database, "--to", "moves")
        self.assertEqual(start[1].split()[:2], ["11-15", "3"])

    def test_found_games_are_written_as_they_were(self) -> None:
        written = run("pdn", "search", self.database, "--to", "pdn", "--event", "city").stdout
        one = run("pdn", "convert", str(self.folder / "games.pdn")).stdout
        self.assertEqual(written, one[: len(written)])
        self.assertEqual(self.lines("pdn", "search", self.database, "--to", "count", "--player", "ann"), ["4"])
        listed = self.lines("pdn", "search", self.database, "--limit", "1")
        self.assertEqual(listed, ["      1  1931.05.02  Ben Old - Ann Lee  1-0  5 half-moves  City match", "5 games, 1 shown (--limit)"])

    def test_games_are_added_and_stars_have_seats(self) -> None:
        database = str(self.folder / "more.db")
        for text, said in ((GAMES, "5 games added, 5 in all; 0"), (STAR, "1 games added, 6 in all; 0"), (GAMES, "5 games added, 11 in all; 5")):
            done = run("pdn", "index", "-", "--database", database, typed=text)
            self.assertIn(said, done.stdout.decode())
        search = ("pdn", "search", database)
        self.assertIn("6  ????.??.??  Ann Lee - Fay - Gus  1-2-3", self.lines(*search, "--winner", "1")[0])
        self.assertEqual(self.lines(*search, "--game", "sternhalma:players=3", "--moves", "d5-e6", "--to", "count"), ["1"])
        moves = self.lines(*search, "--game", "sternhalma:players=3", "--to", "moves")
        self.assertEqual([line.split() for line in moves], [["move", "games"], ["d5-e6", "1"]])
        self.assertEqual(self.lines(*search, "--game", "sternhalma:leave=removed,players=3", "--to", "count"), ["1"])
        self.assertEqual(self.lines(*search, "--game", "russian", "--to", "count"), ["0"])
        self.assertIn("no game 'chess'", self.assert_refused(run(*search, "--game", "chess"), 2))
        reason = self.assert_refused(run(*search, "--position", "W:W18:B15"), 2)
        self.assertEqual(reason, "--game: the index has 2 games; expected one of american, sternhalma:players=3")
        turned = run(*search, "--game", "sternhalma:players=3", "--moves", "d5-e6", "--turned")
        self.assertEqual(self.assert_refused(turned, 2), "--turned: expected a game of two")

    def test_a_problem_is_told_and_the_other_games_are_kept(self) -> None:
        database = str(self.folder / "problem.db")
        done = run("pdn", "index", "-", "--database", database, typed='[GameType "21"]\n1. 11-15 1-2 *\n\n' + AGAIN)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"-:2:10: 1-2: AM-3", done.stderr)
        self.assertIn(b"1 games added, 1 in all", done.stdout)

    def test_what_was_not_finished_is_undone(self) -> None:
        database = str(self.folder / "killed.db")
        self.assertEqual(run("pdn", "index", "-", "--database", database, typed=AGAIN).returncode, 0)
        process = subprocess.Popen(
            [PROGRAM, "pdn", "index", "-", "--database", database, "--threads", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write((GAMES * 2000).encode())  # more than pipes hold: most of it has been read
        process.stdin.flush()
        process.kill()
        process.communicate()
        self.assertEqual(self.lines("pdn", "search", database, "--to", "count"), ["1"])
        self.assertIn(b"5 games added, 6 in all", run("pdn", "index", "-", "--database", database, typed=GAMES).stdout)

    def test_what_is_no_index_is_left_alone(self) -> None:
        other = str(self.folder / "other.db")
        with sqlite3.connect(other) as file:
            file.execute("CREATE TABLE t(a)")
        file.close()
        held = Path(other).read_bytes()
        text = str(self.folder / "games.pdn")
        for name, reason in ((other, "is no index of games"), (text, "file is not a database"), ("/no/such/x.db", "No such file or directory")):
            self.assertIn(reason, self.assert_refused(run("pdn", "index", text, "--database", name)))
            self.assertIn(reason, self.assert_refused(run("pdn", "search", name)))
        self.assertEqual(Path(other).read_bytes(), held)
        self.assertEqual(Path(text).read_text(), GAMES)
        missing = str(self.folder / "none.db")
        self.assertIn("No such file or directory", self.assert_refused(run("pdn", "search", missing)))
        self.assertFalse(os.path.exists(missing))
        for name in ("", ":memory:"):
            self.assertIn("expected a file's name", self.assert_refused(run("pdn", "index", text, "--database", name)))
        newer = str(self.folder / "newer.db")
        run("pdn", "index", text, "--database", newer)
        for version in (2, 4):
            with sqlite3.connect(newer) as file:
                file.execute(f"PRAGMA user_version = {version}")
            file.close()
            for done in (run("pdn", "search", newer), run("pdn", "index", text, "--database", newer)):
                reason = self.assert_refused(done)
                self.assertIn(f"an index of version {version}", reason)
                self.assertIn("index the games again, into a new file", reason)

    def test_a_database_that_cannot_be_opened_says_why(self) -> None:
        missing = "/no/such/folder/games.db"
        for words in (("search", missing), ("index", __file__, "--database", missing)):
            said = self.assert_refused(run("pdn", *words))
            self.assertEqual(said, f"cannot open '{missing}': No such file or directory")

    def test_what_cannot_be_asked_is_refused_by_name(self) -> None:
        for words in (("--year", "x"), ("--year", "1950-1940"), ("--year=-",), ("--plies", "1-2-3"), ("--winner", "nobody"),
                      ("--material", "W"), ("--material", "3K"), ("--material", "W2K1M"), ("--material", "W1K:W2K"),
                      ("--to", "xml"), ("--limit", "0"), ("--to", "count", "--limit", "3"), ("--turned",),
                      ("--to", "moves", "--turned"), ("--opening", "11-15", "--turned"), ("--game", "chess"), ("--position", "W:W99:B1"), ("--opening", "11-15 1-2")):
            self.assert_refused(run("pdn", "search", self.database, *words), 2)


class Room(ProgramTest):
    def test_what_would_fill_the_disk_is_refused_and_changes_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            database, games, packed = f"{folder}/games.db", f"{folder}/games.pdn", f"{folder}/packed.pdn.gz"
            Path(games).write_text(GAMES, encoding="utf-8")
            index = ("pdn", "index", games, "--database", database)
            said = self.assert_refused(run(*index, "--keep-free", str(2**40)))
            self.assertRegex(said, r"nothing was added: less than \d+ MiB would be left on the disk of '.*' \(--keep-free\)")
            self.assertFalse(Path(database).exists())
            self.assertIn("--keep-free: expected a whole number", self.assert_refused(run(*index, "--keep-free", "-1"), status=2))
            self.lines(*index)
            # A file of some kB that unpacks to ten million half-moves, on a disk that has no room for as many, even where other
            # tests take their files away meanwhile.
            moves = " ".join(["1-5 32-28 5-1 28-32"] * 500)
            with gzip.open(packed, "wt") as file:
                file.write(f'[GameType "21"]\n[FEN "B:WK32:BK1"]\n{moves} *\n\n' * 5000)
            free = shutil.disk_usage(folder).free >> 20
            said = self.assert_refused(
                run("pdn", "index", packed, "--database", database, "--keep-free", str(free - 20)), is_long=True
            )
            self.assertIn("nothing was added", said)
            self.assertEqual(self.lines("pdn", "search", database, "--to", "count"), ["5"])


class Measured(unittest.TestCase):
    def test_the_measurement_makes_a_collection_and_asks_all_that_it_lists(self) -> None:
        bench = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "bench" / "collection_searches.py"
        with tempfile.TemporaryDirectory() as folder:
            told = [
                subprocess.run(
                    [sys.executable, str(bench), "300", "--folder", folder, *more],
                    capture_output=True, text=True, check=True, env={**os.environ, "CROWNSTAR": PROGRAM}, timeout=600,
                ).stdout
                for more in ([], ["--again"])
            ]
        self.assertIn("300 games added, 300 in all; ", told[0])
        found = [re.findall(r"^\| `(.*?)` \| ([^|]*?) \|", text, re.MULTILINE) for text in told]
        self.assertEqual(found[0], found[1])
        answers = dict(found[0])
        self.assertEqual((answers["--material W12M:B12M"], answers["/searched/games"]), ("300", "300 games"))
        self.assertGreater(int(answers["--player tor"]), 0)
        self.assertEqual(answers["/searched/games?player=tor"], f"{answers['--player tor']} games")
        self.assertEqual([answer for answer in answers.values() if not answer[0].isdigit() and answer != "a game"], [])


if __name__ == "__main__":
    unittest.main()
