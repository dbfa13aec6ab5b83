"""`crownstar pdn check` and `crownstar pdn convert`."""

from __future__ import annotations

import json
import re
import tempfile
import unittest
from pathlib import Path

from program import Dialogue, ProgramTest, run

GOOD = """[Event "one"]
[GameType "21"]
1. 11-15 23-19 2. 8-11 {quiet} (2. 9-14 22-17 $2) 22-17 1-0
"""
BAD_MOVE = """[Event "two"]
[GameType "21"]
1. 11-15 23-19 2. 15-24 *
"""
OTHER = """[Event "three"]
[GameType "20"]
[FEN "W:WK2,31:B20,22"]
1. 31-26 *
"""


class Pdn(ProgramTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def test_good_files_are_counted(self) -> None:
        one = self.file("one.pdn", GOOD)
        two = self.file("two.pdn", GOOD + "\n" + OTHER)
        self.assertEqual(self.lines("pdn", "check", one, two), [
            f"{one}: 1 good game, 0 problems",
            f"{two}: 2 good games, 0 problems",
        ])  # fmt: skip

    def test_a_problem_has_its_place_and_its_rule_and_the_next_game_is_read(self) -> None:
        file = self.file("all.pdn", GOOD + "\n" + BAD_MOVE + "\n" + OTHER)
        done = run("pdn", "check", file)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.decode(), f"{file}: 2 good games, 1 problem\n")
        self.assertRegex(done.stderr.decode(), rf"^{re.escape(file)}:7:19: 15-24: AM-\d+: .*\n$")

    def test_the_object_of_a_check(self) -> None:
        file = self.file("all.pdn", GOOD + "\n" + BAD_MOVE + '\n[Event "untold"]\n1. 11-15 *\n')
        done = run("pdn", "check", "--json", file, str(self.folder / "none"))
        self.assertEqual(done.returncode, 1)
        found = json.loads(done.stdout)
        self.assertEqual(list(found), ["files"])
        first, second = found["files"]
        self.assertEqual(list(first), ["file", "findings", "games", "problems"])
        self.assertEqual((first["file"], first["games"], first["problems"]), (file, 2, 1))
        problem, note = first["findings"]
        self.assertEqual(list(problem), ["kind", "line", "column", "text", "rule", "reason"])
        self.assertEqual((problem["kind"], problem["line"], problem["column"], problem["text"]), ("problem", 7, 19, "15-24"))
        self.assertEqual((note["kind"], note["line"]), ("note", 9))
        self.assertEqual((second["games"], second["findings"]), (0, []))
        self.assertIn("No such file", second["error"])

    def test_standard_input_is_read_where_the_file_is_a_dash(self) -> None:
        self.assertEqual(self.lines("pdn", "check", "-", typed=GOOD), ["-: 1 good game, 0 problems"])
        self.assertIn("1. 11-15 23-19", "\n".join(self.lines("pdn", "convert", "-", typed=GOOD)))

    def test_a_game_that_does_not_say_what_it_is_may_be_told(self) -> None:
        text = '[Event "?"]\n1. 32-28 *\n'
        self.assertEqual(run("pdn", "check", "-", typed=text).returncode, 1)
        self.assertEqual(run("pdn", "check", "--game", "international", "-", typed=text).returncode, 0)

    def test_what_has_been_converted_is_converted_to_itself(self) -> None:
        once = run("pdn", "convert", "-", typed=GOOD + "\n" + OTHER)
        twice = run("pdn", "convert", "-", typed=once.stdout)
        self.assertEqual((once.returncode, once.stderr), (0, b""))
        self.assertEqual(once.stdout, twice.stdout)
        self.assertIn(b'[GameType "21,B,8,8,N1,0"]', once.stdout)

    def test_converting_goes_on_after_a_problem_and_ends_with_status_1(self) -> None:
        done = run("pdn", "convert", "-", typed=GOOD + "\n" + BAD_MOVE + "\n" + OTHER)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(re.findall(rb'Event "(\w+)"', done.stdout), [b"one", b"three"])
        self.assertTrue(done.stderr.startswith(b"-:7:19: 15-24: "), done.stderr)

    def test_json_has_tags_moves_remarks_and_variations(self) -> None:
        done = run("pdn", "convert", "-", "--to", "json", typed=GOOD + "\n" + OTHER)
        self.assertEqual(len(done.stdout.splitlines()), 4, "a game a line between the brackets")
        one, three = json.loads(done.stdout)
        self.assertEqual(list(one), ["game", "game_type", "tags", "start", "result", "places", "moves"])
        self.assertIn(["Event", "one"], one["tags"])
        self.assertEqual((one["game"], one["start"], one["result"], one["places"]), ("american", None, "1-0", [1, 2]))
        self.assertEqual([move["move"] for move in one["moves"]], ["11-15", "23-19", "8-11", "22-17"])
        self.assertEqual(one["moves"][2]["comments"], ["quiet"])
        variation = one["moves"][2]["variations"][0]
        self.assertEqual([move["move"] for move in variation], ["9-14", "22-17"])
        self.assertEqual(variation[1]["nags"], [2])
        self.assertEqual(three["start"], "W:WK2,31:B20,22")
        self.assertEqual(json.loads(run("pdn", "convert", "-", "--to", "json").stdout), [])

    def test_a_file_may_be_converted_in_its_own_place_and_stays_where_nothing_can_be_read(self) -> None:
        file = self.file("games.pdn", GOOD)
        self.assertEqual(self.lines("pdn", "convert", file, "--output", file), [])
        self.assertIn("GameType", Path(file).read_text())
        before = Path(file).read_text()
        self.assert_refused(run("pdn", "convert", str(self.folder / "none"), "--output", file))
        self.assertEqual(Path(file).read_text(), before)
        self.assert_refused(run("pdn", "convert", file, "--output", str(self.folder / "none" / "x.pdn")))
        self.assertEqual([each.name for each in self.folder.iterdir()], ["games.pdn"])

    def test_files_that_cannot_be_read_are_refused(self) -> None:
        self.assertIn("No such file", self.assert_refused(run("pdn", "convert", str(self.folder / "none"))))
        self.assertIn("Is a directory", self.assert_refused(run("pdn", "convert", str(self.folder))))
        self.assertIn("pdn or json", self.assert_refused(run("pdn", "convert", "-", "--to", "xml"), 2))

    def test_hostile_files_give_clean_lines(self) -> None:
        hostile = [b"\x00" * 5000, b"\xff\xfe" * 999, b"\x1b[2J 1. 11-15 \x1b]0;x\x07 *", b"(" * 5000, b'[GameType "' * 99,
                   b'[GameType "21"]\n1. \x1b[31m15 *', b"{" * 70000, bytes(range(256)) * 20]  # fmt: skip
        for text in hostile:
            done = run("pdn", "check", "-", typed=text)
            self.assertIn(done.returncode, (0, 1), text[:20])
            for line in done.stderr.decode().splitlines():
                self.assertRegex(line, r"^-:\d+:\d+: [^\x00-\x1f\x7f-\x9f]+$")
            self.assertEqual(json.loads(run("pdn", "check", "--json", "-", typed=text).stdout)["files"][0]["file"], "-")

    def test_a_played_game_is_saved_checked_and_converted_without_loss(self) -> None:
        for game in ("american", "russian", "frisian", "sternhalma:players=3,hop=super"):
            file = str(self.folder / f"{game.split(':')[0]}.pdn")
            with Dialogue(game, "--seed", "11") as play:
                heard = play.greeting
                for _ in range(12):
                    if heard.endswith("over> "):
                        break
                    moves = play.ask("moves").split("\n")[0].split()
                    heard += play.ask(moves[len(moves) // 2])
                self.assertIn("Saved to", play.ask(f"save {file}"))
            seats = r"(?m)^(?:[\w ]+> )?(?:White|Black|Red|Seat \d): ([a-z0-9x:-]*\d)$"
            told = re.findall(seats, heard)
            self.assertGreaterEqual(len(told), 12)
            self.assertEqual(self.lines("pdn", "check", file), [f"{file}: 1 good game, 0 problems"])
            self.assertEqual("\n".join(self.lines("pdn", "convert", file)) + "\n", Path(file).read_text())
            record = json.loads(run("pdn", "convert", file, "--to", "json").stdout)[0]
            self.assertEqual(record["game"], game)
            self.assertEqual([move["move"] for move in record["moves"]], told)


if __name__ == "__main__":
    unittest.main()
