"""`crownstar play`: games in the terminal, between people, the computer and a random mover."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PATIENCE, PROGRAM, Dialogue, ProgramTest, run

STARS = [
    "sternhalma:rounds=40",
    "sternhalma:players=3,hop=super,rounds=30",
    "sternhalma:players=6,teams=opposite,hop=symmetric,rounds=20",
    "sternhalma:players=2,sets=3,board=181,rounds=20",
    "sternhalma:players=4,board=253,rest=anywhere,rounds=15",
]
ENDS = re.compile(r"^(\w+ wins|The game is drawn|The game is over)\. [A-Z]{2}\S*-\d+\w*: .*\.$", re.MULTILINE)


class Play(ProgramTest):
    def random_game(self, game: str, seed: int) -> str:
        return "\n".join(self.lines("play", game, "--seat-1", "random", "--against", "random", "--seed", str(seed)))

    def test_random_movers_play_every_game_to_its_end(self) -> None:
        ids = [entry["id"] for entry in self.json("games", "--json")["games"] if entry["family"] == "draughts"]
        for game in ids + STARS:
            self.assertRegex(self.random_game(game, 1), ENDS, game)

    def test_the_same_seed_gives_the_same_game_and_another_seed_another(self) -> None:
        for game in ("american", STARS[1]):
            self.assertEqual(self.random_game(game, 5), self.random_game(game, 5))
            self.assertNotEqual(self.random_game(game, 5).splitlines()[4:], self.random_game(game, 6).splitlines()[4:])

    def test_the_computer_plays_at_every_level_and_the_same_seed_gives_the_same_game(self) -> None:
        levels = ("first-steps", "learner", "beginner", "casual", "attentive", "steady", "practised", "keen")
        for first, second in zip(levels[::2], levels[1::2], strict=True):
            arguments = ("play", "american", "--seat-1", first, "--against", second, "--seed", "2")
            game = self.lines(*arguments)
            self.assertRegex("\n".join(game), ENDS)
            self.assertIn(f"Red: computer, {first}, seed 2; men r, kings R", game)
            self.assertEqual(self.lines(*arguments), game)

    def test_a_good_player_wins_against_one_that_moves_at_random(self) -> None:
        for game in ("flying-king", "sternhalma"):
            said = "\n".join(self.lines("play", game, "--seat-1", "strong", "--against", "random", "--seed", "3"))
            self.assertRegex(said, r"(?m)^(White|Seat 1) wins\.", game)

    def test_the_computer_answers_a_person_and_gives_a_hint(self) -> None:
        with Dialogue("american", "--position", "B:W18:B15,4") as play:
            self.assertTrue(play.ask("hint").startswith("15x22\n"))
        with Dialogue("sternhalma:players=3") as play:
            move = play.ask("hint").splitlines()[0]
            self.assertRegex(play.ask(move), rf"Seat 1: {move}\nSeat 2: \S+\nSeat 3: \S+\n")

    def test_a_persons_pieces_are_at_the_bottom(self) -> None:
        for seat, last in ((1, "r"), (2, "w")):
            others = ["--seat-1", "random"] if seat == 2 else []
            rows = run("play", "american", f"--seat-{seat}", "human", *others).stdout.decode().split("\n")
            board = [row for row in rows if row.startswith(" |")]
            self.assertIn(f" {last} ", board[-1])

    def test_a_move_may_be_typed_in_any_accepted_form(self) -> None:
        for text in ("11-15", "1115", "11-15 ", "  11-15"):
            with Dialogue("american", "--seat-2", "human") as play:
                self.assertIn("Red: 11-15\n", play.ask(text))

    def test_am_7_am_13_who_must_capture_is_marked_and_a_refusal_names_the_rule(self) -> None:
        with Dialogue("american", "--seat-2", "human", "--position", "B:W18,19,31:B14,15,1") as play:
            self.assertIn("|14[r]|", play.greeting)
            self.assertIn("|15[r]|", play.greeting)
            self.assertIn("| 1 r |", play.greeting)
            self.assertRegex(play.greeting, r"in brackets must capture: 14 15\n")
            self.assertRegex(play.ask("1-5"), r"^AM-7: .*capture")
            self.assertIn("Red: 14x23\n", play.ask("14x23"))

    def test_fk_11_what_each_player_has_captured_is_shown(self) -> None:
        with Dialogue("flying-king", "--seat-2", "human", "--position", "W:W22,31:B18,1") as play:
            self.assertIn("White has captured b\n", play.ask("22x15"))

    def test_commands(self) -> None:
        with Dialogue("american", "--seed", "3") as play:
            self.assertIn("9-13", play.ask("moves"))
            upright = play.ask("board")
            self.assertIn("|32 w |", upright)
            flipped = play.ask("flip")
            board = [line for line in upright.splitlines() if line.startswith(" |")]
            self.assertEqual(
                [[cell for cell in line.strip().strip("|").split("|")][::-1] for line in board[::-1]],
                [line.strip().strip("|").split("|") for line in flipped.splitlines() if line.startswith(" |")],
            )
            for word in ("moves", "board", "flip", "hint", "undo", "resign", "save", "help", "quit"):
                self.assertRegex(play.ask("help"), rf"(?m)^{word} ")
            self.assertIn("no move to take back", play.ask("undo"))
            self.assertIn("Red: 9-13\n", play.ask("9-13"))
            self.assertIn("| 9 r |", play.ask("undo"))
            self.assertIn("White wins. Red resigned.", play.ask("resign"))
            self.assertIn("the game is over", play.ask("9-13"))
            self.assertIn("| 9 r |", play.ask("undo"))
            self.assertEqual(play.leave()[0], 0)

    def test_hostile_lines_are_refused_and_change_nothing(self) -> None:
        with Dialogue("american", "--seat-2", "human") as play:
            before = play.ask("board")
            for line in ("nonsense", "\x1b[2J", "1" * 3000, "9" * 100_000, "é♟", "11-99", "save", "%s", "undo me", "-"):
                answer = play.ask(line)
                self.assertNotIn("\x1b", answer)
                self.assertLess(len(answer), 2500, line[:20])
            self.assertEqual(play.ask("board"), before)
            self.assertEqual(play.leave()[0], 0)

    def test_standard_input_that_ends_ends_the_game_cleanly(self) -> None:
        for typed in ("", "11-15", "11-15\n"):
            done = run("play", "american", "--seed", "1", typed=typed)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertTrue(done.stdout.endswith(b"> \n"))
            self.assertEqual(b"Red: 11-15" in done.stdout, typed != "")

    def test_an_interrupt_ends_the_game_cleanly(self) -> None:
        with Dialogue("american", "--seed", "1") as play:
            play.ask("11-15")
            play.process.send_signal(signal.SIGINT)
            play.process.wait(PATIENCE)
            self.assertEqual((play.process.returncode, *play.leave("")[1:]), (130, "\n", ""))

    def test_a_resignation_among_three_lets_the_others_play_on(self) -> None:
        with Dialogue("sternhalma:players=3", "--seat-2", "human", "--seat-3", "human") as play:
            self.assertTrue(play.ask("resign").endswith("Seat 2> "))
            self.assertRegex(play.ask("resign"), r"The game is over\.(.|\n)*1\. Seat 3")

    def test_seats_that_are_not_there_and_movers_that_are_not_known_are_refused(self) -> None:
        self.assertIn("2 seats", self.assert_refused(run("play", "american", "--seat-3", "human"), 2))
        for option in ("--seat-1", "--against"):
            refusal = self.assert_refused(run("play", "american", option, "robot"), 2)
            self.assertIn(f"{option}: expected one of human, random, first-steps, ", refusal)
        self.assertIn("--seed", self.assert_refused(run("play", "american", "--seed", "x"), 2))

    def test_a_terminal_gets_colours_unless_they_are_not_wanted(self) -> None:
        for setting, has_colours in ({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False):
            ours, theirs = pty.openpty()
            process = subprocess.Popen(
                [PROGRAM, "play", "sternhalma"], stdin=subprocess.DEVNULL, stdout=theirs,
                env={**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}, "TERM": "xterm"} | setting,
            )  # fmt: skip
            os.close(theirs)
            shown = b""
            while b"> " not in shown:
                shown += os.read(ours, 65536)
            process.wait(PATIENCE)
            os.close(ours)
            self.assertEqual(b"\x1b[1;31m1" in shown, has_colours, setting)

    def test_save_writes_a_record_and_no_other_file_is_overwritten(self) -> None:
        with tempfile.TemporaryDirectory() as folder, Dialogue("american", "--seed", "4") as play:
            file = Path(folder, "game.pdn")
            there = Path(folder, "there.pdn")
            there.write_text("precious")
            self.assertIn("Saved to", play.ask(f"save {file}"))
            play.ask("11-15")
            self.assertIn("Saved to", play.ask(f"save {file}"))
            self.assertIn("1. 11-15 ", file.read_text())
            self.assertIn("cannot write", play.ask(f"save {there}"))
            self.assertEqual(there.read_text(), "precious")
            self.assertIn("cannot write", play.ask(f"save {folder}/none/game.pdn"))
            self.assertEqual(sorted(each.name for each in Path(folder).iterdir()), ["game.pdn", "there.pdn"])


if __name__ == "__main__":
    unittest.main()
