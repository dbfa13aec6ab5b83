"""The command line itself: help, version, and what is said of lines and texts that cannot be understood."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest

from program import PATIENCE, PROGRAM, ProgramTest, run

COMMANDS = [["games"], ["perft"], ["moves"], ["position"], ["search"], ["play"], ["pdn"], ["pdn", "check"], ["pdn", "convert"]]
COMMANDS += [["convert"], ["serve"], ["worker"], ["backup"], ["restore"], ["check"], ["match"], ["selfplay"], ["samples"], ["puzzles"], ["tune"]]

HOSTILE: list[str | bytes] = [
    "",
    " ",
    "nonsense",
    "x\ny",
    "\x1b[2J\x1b]0;title\x07",
    "\xc2\x9b2J".encode("latin-1"),
    b"\xff\xfe\x80",
    "%s%n%x{}{0}",
    "'\"\\",
    "../../etc/passwd",
    "sternhalma:",
    "sternhalma:players=99999999999999999999",
    "W:W:B:",
    "B:W21-32:B1-12:",
    "W:W1-99999999999:B",
    "♟" * 50,
    "1" * 100_000,
    "K," * 30_000,
]


class Usage(ProgramTest):
    def test_help_everywhere_shows_an_example(self) -> None:
        for command in [[], *COMMANDS]:
            text = "\n".join(self.lines(*command, "--help"))
            self.assertRegex(text, r"Examples?: +crownstar ", command)
            self.assertIn("--help", text)

    def test_version(self) -> None:
        self.assertRegex(self.lines("--version")[0], r"^crownstar \d+\.\d+\.\d+$")

    def test_unknown_commands_and_options_are_answered_with_the_known_ones(self) -> None:
        self.assertIn("games, perft, moves, play, pdn", self.assert_refused(run(), 2))
        self.assertIn("games, perft, moves, play, pdn", self.assert_refused(run("pretf"), 2))
        for words in (("pretf", "--help"), ("help", "pretf")):
            self.assertIn("unknown command 'pretf'; known commands: games", self.assert_refused(run(*words), 2))
        self.assertIn("Hub", "".join(self.lines("help", "hub")))  # another name of engine
        self.assertIn("check, convert", self.assert_refused(run("pdn"), 2))
        self.assertIn("check, convert", self.assert_refused(run("pdn", "chekc"), 2))
        reason = self.assert_refused(run("perft", "american", "--dpeth", "3"), 2)
        self.assertIn("'--dpeth'", reason)
        self.assertIn("--depth", reason)

    def test_a_line_with_too_much_or_too_little_is_refused(self) -> None:
        for arguments in (
            ["perft"],
            ["moves"],
            ["play"],
            ["pdn", "check"],
            ["pdn", "convert"],
            ["perft", "american", "--depth"],
            ["perft", "american", "russian"],
            ["perft", "american", "--depth", "2", "--depth", "3"],
            ["games", "american", "russian"],
        ):
            self.assert_refused(run(*arguments), 2)

    def test_every_command_tells_a_wrong_line_from_what_failed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            none = f"{folder}/none"
            # The command, a line of it that nobody can understand, and one that asks for what is not there.
            tried = (
                (["games"], ["chess"], None),
                (["moves"], ["chess"], None),
                (["position"], ["american", "--moves", "1-2"], ["american", "--positions", none]),
                (["convert"], ["american", "--to", "x"], ["american", "--positions", none]),
                (["search"], ["american", "--depth", "x"], ["american", "--positions", none]),
                (["perft"], ["american", "--depth", "x"], None),
                (["play"], ["american", "--seat-1", "robot"], None),
                (["pdn", "check"], ["--game", "chess", "-"], [none]),
                (["pdn", "convert"], ["-", "--to", "xml"], [none]),
                (["pdn", "index"], ["-", "--database", none, "--game", "chess"], [none, "--database", f"{none}.db"]),
                (["pdn", "search"], [none, "--to", "xml"], [none]),
                (["engine"], ["--level", "wrong"], ["--dxp", "127.0.0.1:1"]),
                (["match"], ["keen", "wrong"], ["keen", "keen", "--games", "1", "--pdn", f"{none}/games.pdn"]),
                (["bot"], ["--server", "nowhere", "--token", "a"], ["--server", "http://127.0.0.1:1", "--token", "a"]),
                (["analyse"], ["-", "--nodes", "x"], [none]),
                (["puzzles", "make"], ["chess", "--out", none], ["american", "--out", f"{none}/deck", "--pdn", none]),
                (["puzzles", "check"], [], [none]),
                (["selfplay"], ["american", "--out", none, "--games", "0"], ["american", "--out", f"{none}/positions"]),
                (["samples"], [none, "--to", "xml"], [none]),
                (["tune"], ["american", "--out", none, "--rounds", "0"], ["american", "--out", f"{none}/rounds"]),
                (["bench"], ["--depth", "3"], None),
                (["tables", "build"], ["chess"], ["american", "--pieces", "2", "--folder", "/dev/null/tables"]),
                (["tables", "verify"], ["american", "--pieces", "99"], ["american", "--pieces", "2", "--folder", none]),
                (["tables", "probe"], ["american", "nonsense"], ["american", "W:WK14:BK6,K7", "--folder", none]),
                (["solve", "transfer"], ["--depth", "x"], ["--depth", "12", "--memory", "1"]),
                (["solve", "rhombus"], ["--side", "99"], ["--side", "6", "--pieces", "6", "--memory", "16"]),
                (["serve"], ["--port", "99999"], ["--settings", none]),
                (["worker"], ["--bus", "nowhere"], None),
                (["backup"], [none, "--store", "mysql://here"], [f"{none}.copy", "--store", none]),
                (["restore"], [none, "--store", "mysql://here"], [none, "--store", f"{none}.store"]),
                (["check"], ["--store", "mysql://here"], ["--store", none]),
                (["export"], ["-", "--store", "mysql://here"], ["-", "--store", none]),
                (["import"], [none, "--store", "mysql://here"], [none, "--store", f"{none}.store"]),
                (["reports"], ["--store", "mysql://here"], ["--store", none]),
                (["reports", "done"], ["many"], ["1", "--store", none]),
                (["silence"], ["Anna", "--days", "x"], ["Anna", "--days", "1", "--store", none]),
                (["people", "find"], ["Anna", "--nonsense"], ["Anna", "--store", none]),
            )
            for command, wrong, failing in tried:
                self.assert_refused(run(*command, "--nonsense"), 2)
                self.assert_refused(run(*command, *wrong), 2)
                if failing is not None:
                    self.assert_refused(run(*command, *failing), 1)
        known = self.assert_refused(run(), 2).split(": ", 1)[1].split(" (")[0].split(", ")
        self.assertEqual({command[0] for command, _, _ in tried}, set(known))

    def test_what_does_not_exist_is_said_not_to(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            none = f"{folder}/none"
            for what, arguments in (
                ("store", ["check", "--store", none]),
                ("store", ["backup", f"{folder}/copy", "--store", none]),
                ("store", ["export", "-", "--store", none]),
                ("store", ["reports", "--store", none]),
                ("store", ["silence", "--store", none]),
                ("backup", ["restore", none, "--store", f"{folder}/store"]),
                ("stream", ["import", none, "--store", f"{folder}/store"]),
                ("settings file", ["serve", "--settings", none]),
                ("settings file", ["check", "--settings", none]),
            ):
                self.assertEqual(self.assert_refused(run(*arguments)), f"the {what} '{none}' does not exist")
            self.assertEqual(os.listdir(folder), [])

    def test_numbers_out_of_range_are_refused_with_the_range(self) -> None:
        for option, bad in (("--depth", "0"), ("--depth", "101"), ("--depth", "3x"), ("--depth", "1e3"), ("--depth", ""),
                            ("--threads", "0"), ("--threads", "257"), ("--threads", "99999999999999999999")):  # fmt: skip
            reason = self.assert_refused(run("perft", "american", option, bad), 2)
            self.assertIn(f"{option}: expected a whole number from 1 to ", reason)

    def test_any_text_as_a_token_or_position_is_refused_in_one_short_line(self) -> None:
        for text in HOSTILE:
            for arguments in (["perft", text], ["moves", text], ["play", text], ["pdn", "check", "--game", text, "-"]):
                self.assertLess(len(self.assert_refused(run(*arguments), 2)), 1000, arguments)
            for game in ("american", "russian", "sternhalma"):
                for command in ("perft", "moves", "play"):
                    done = run(command, game, "--position", text)
                    self.assertLess(len(self.assert_refused(done, 2)), 1000, (command, game, text))

    def test_any_text_as_an_option_is_refused(self) -> None:
        for text in HOSTILE:
            self.assert_refused(run("perft", "american", "--count", text), 2)
            self.assert_refused(run("perft", "american", "--depth", text), 2)
            self.assert_refused(run("pdn", "convert", "-", "--to", text), 2)
            if text:
                self.assert_refused(run("play", "american", "--seed", text if text != "1" * 100_000 else "-"), 2)
                self.assert_refused(run("play", "american", "--seat-1", text), 2)
                self.assert_refused(run("pdn", "check", text))
                self.assert_refused(run("pdn", "convert", text))

    def test_a_position_that_cannot_be_is_refused_with_the_rule(self) -> None:
        self.assertIn("AM-2", self.assert_refused(run("moves", "american", "--position", "B:W21-32:B1-13"), 2))
        self.assertIn("AM-9", self.assert_refused(run("moves", "american", "--position", "B:W1:B2"), 2))

    def test_output_that_cannot_be_written_is_a_failure(self) -> None:
        for arguments in (["games"], ["perft", "american", "--depth", "2"], ["moves", "american", "--json"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(
                    [PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
                )
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"crownstar: cannot write", done.stderr)


if __name__ == "__main__":
    unittest.main()
