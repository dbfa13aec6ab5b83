"""`crownstar pdn check` and `crownstar pdn convert`."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PROGRAM, Dialogue, ProgramTest, run

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
        done = run("pdn", "check", "--json", "--game", "american", file, str(self.folder / "none"))
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

    def test_a_game_that_does_not_say_what_it_is_is_guessed_and_may_be_told(self) -> None:
        text = '[Event "?"]\n1. 32-28 *\n' * 3
        guessed = run("pdn", "check", "-", typed=text)
        self.assertEqual(guessed.returncode, 0)
        self.assertEqual(
            guessed.stderr.decode(),
            "-:1:1: note: no GameType: read as international, which the moves fit best\n",
        )
        self.assertEqual(run("pdn", "check", "--game", "american", "-", typed=text).returncode, 1)
        self.assertEqual(run("pdn", "check", "--game", "standard", "-", typed=text).returncode, 0)
        self.assertIn("no game 'chess'", self.assert_refused(run("pdn", "check", "--game", "chess", "-"), 2))
        named = self.file("Brazilian_2020.pdn", "1. c3-d4 *\n")
        self.assertIn("read as brazilian, as the file's name says", run("pdn", "check", named).stderr.decode())

    def test_a_file_is_guessed_from_many_of_its_games_and_said_once(self) -> None:
        short = '[Event "?"]\n1. 11-15 22-18 2. 15x22 25x18 *\n'  # American checkers begin so too
        telling = '[Event "?"]\n1. 10-14 23-18 2. 14x23 27x18 3. 12-16 31-27 4. 8-12 24-19 5. 16x14 21-17 6. 14x21 26-23 *\n'
        text = short * 30 + telling * 3 + short * 200
        for threads in ("1", "3"):
            done = run("pdn", "convert", "--threads", threads, "-", typed=text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.decode().count('[GameType "23'), 233)
            self.assertEqual(done.stderr.decode(), "-:1:1: note: no GameType: read as pool, which the moves fit best\n")

    def test_old_encodings_are_guessed_said_and_written_as_utf8(self) -> None:
        text = '[White "\u0418\u0432\u0430\u043d\u043e\u0432"]\n[GameType "25"]\n1. c3-d4 *\n'
        for encoding, name in (("cp1251", "windows-1251"), ("utf-16", "utf-16le"), ("utf-16-be", "utf-16be")):
            file = self.file(encoding, text.encode(encoding))
            done = run("pdn", "convert", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("\u0418\u0432\u0430\u043d\u043e\u0432", done.stdout.decode())
            self.assertEqual(done.stderr.decode(), f"{file}:1:1: note: read as {name} (--encoding)\n")
            self.assertEqual(run("pdn", "convert", "--encoding", name, file).stderr, b"")
        self.assertIn("--encoding: ", self.assert_refused(run("pdn", "check", "--encoding", "koi8-r", "-"), 2))

    def test_packed_files_are_unpacked_and_damaged_ones_refused(self) -> None:
        packed = gzip.compress(GOOD.encode()) + gzip.compress(OTHER.encode())
        file = self.file("games.pdn.gz", packed)
        self.assertEqual(self.lines("pdn", "check", file), [f"{file}: 2 good games, 0 problems"])
        for damaged in (packed[:-40], packed[:30] + b"xxxx" + packed[34:], packed[:2]):
            self.assertIn("damaged", self.assert_refused(run("pdn", "check", self.file("bad.gz", damaged))))

    def test_what_comes_before_an_error_of_the_file_is_given_out(self) -> None:
        # Stored and not packed, so that whole games stand before the damage.
        many = (GOOD * 1000).encode()
        packed = gzip.compress(many, compresslevel=0)
        for cut, least in ((packed[:-100], 990), (packed[:-8] + bytes(8), 300)):
            file = self.file("bad.gz", cut)
            for threads in ("1", "3"):
                checked = run("pdn", "check", "--json", "--threads", threads, file)
                (found,) = json.loads(checked.stdout)["files"]
                self.assertEqual((checked.returncode, found["problems"]), (1, 0))
                self.assertGreaterEqual(found["games"], least)
                self.assertIn("damaged", found["error"])
                converted = run("pdn", "convert", "--threads", threads, file)
                self.assertEqual(converted.returncode, 1)
                self.assertEqual(converted.stdout.count(b"[Event "), found["games"])
        self.assertIn("--threads: expected a whole number from 1 to 256",
                      self.assert_refused(run("pdn", "check", "--threads", "100000", file), 2))

    def test_several_files_and_threads_give_what_one_by_one_gives(self) -> None:
        many = "\n".join((GOOD + BAD_MOVE + OTHER).replace("one", f"game {number}") for number in range(300))
        files = [self.file("many.pdn", many), self.file("more.pdn", GOOD)]
        alone = run("pdn", "convert", "--threads", "1", *files)
        together = run("pdn", "convert", "--threads", "4", *files)
        self.assertEqual((alone.stdout, alone.stderr, alone.returncode), (together.stdout, together.stderr, 1))
        self.assertEqual(alone.stdout.count(b"[Event "), 601)
        found = json.loads(run("pdn", "convert", "--to", "json", "--threads", "3", *files).stdout)
        self.assertEqual(len(found), 601)

    def test_the_notation_may_be_chosen(self) -> None:
        letters = run("pdn", "convert", "-", "--notation", "letters", typed=OTHER).stdout.decode()
        self.assertIn('[GameType "20,W,10,10,A0,0"]\n[FEN "W:Wb4,Kd10:Bd6,i7"]\n\n1. b4-a5 *', letters)
        back = run("pdn", "convert", "-", "--notation", "numbers", typed=letters).stdout
        self.assertEqual(back, run("pdn", "convert", "-", typed=OTHER).stdout)
        self.assertIn("--notation", self.assert_refused(run("pdn", "convert", "-", "--notation", "x"), 2))
        for form in ("json", "ndjson", "fen"):
            reason = self.assert_refused(run("pdn", "convert", "-", "--notation", "letters", "--to", form), 2)
            self.assertEqual(reason, f"--notation: goes with --to pdn and not with --to {form}")

    def test_a_long_tag_is_cut_in_rows_between_two_letters(self) -> None:
        typed = f'[Event "{"e" * 999}é{"e" * 5000}"]\n[White "{"w" * 1000}"]\n[GameType "21"]\n1. 11-15 23-19 *\n'
        rows = [json.loads(line) for line in self.lines("pdn", "convert", "-", "--to", "ndjson", typed=typed)]
        self.assertEqual([(row["event"], row["white"]) for row in rows], [("e" * 999, "w" * 1000)] * 2)

    def test_a_strict_check_is_by_the_standards_grammar(self) -> None:
        loose = '[Event "a"]\n1. 11-15 23-19 1-0\n\n[Event "b"]\n1. 11-15 *\n\n[Event "c"]\n01-05 *\n'
        done = run("pdn", "check", "--strict", "-", typed=loose)
        self.assertEqual(done.stdout.decode(), "-: 1 good game, 2 problems\n")
        self.assertRegex(done.stderr.decode(), r"\A-:2:16: expected a move such as .*\n-:8:1: .*\n\Z")
        for option, value in (("--game", "american"), ("--encoding", "utf-8"), ("--threads", "2")):
            reason = self.assert_refused(run("pdn", "check", "--strict", option, value, "-"), 2)
            self.assertEqual(reason, f"{option}: does not go with --strict")
        strict = run("pdn", "convert", "-", typed=GOOD + "\n" + OTHER).stdout
        self.assertEqual(self.lines("pdn", "check", "--strict", "-", typed=strict), ["-: 2 good games, 0 problems"])

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
        self.assertIn("expected pdn, json, ndjson, fen or parquet instead of 'xml'", self.assert_refused(run("pdn", "convert", "-", "--to", "xml"), 2))

    def test_files_packed_otherwise_are_named(self) -> None:
        for packed, program in ((b"PK\x03\x04rest", "zip"), (b"BZh9rest", "bzip2"), (b"\xfd7zXZ\0rest", "xz"), (b"7z\xbc\xaf\x27\x1c", "7z")):
            file = self.file("games.pdn", packed)
            self.assertEqual(
                self.assert_refused(run("pdn", "convert", file)),
                f"cannot read '{file}': it is packed with {program}, and only gzip is understood; unpack it first",
            )

    def test_what_is_ended_leaves_no_half_written_file(self) -> None:
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_WRONLY))
        except OSError:
            self.skipTest("this file system has no files without a name")
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            writing = subprocess.Popen(
                [PROGRAM, "pdn", "convert", "-", "--output", str(self.folder / "new.pdn")],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            assert writing.stdin is not None
            writing.stdin.write(GOOD.encode() * 2000)
            writing.stdin.flush()
            writing.send_signal(ending)
            writing.communicate(timeout=60)
            self.assertEqual(writing.returncode, -ending)
            self.assertEqual(os.listdir(self.folder), [])

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
