"""`crownstar analyse`: what is marked and shown, as PDN and as JSON, and what is refused."""

from __future__ import annotations

import json
import pathlib
import signal
import subprocess
import tempfile
import unittest

from program import PATIENCE, PROGRAM, ProgramTest, run

# White gives a man for nothing.
GIVEN = """[Event "A given man"]
[Result "*"]
[GameType "21"]
[SetUp "1"]
[FEN "W:W18,27,31,32:B1,2,9,10"]

{how it began} 1... 18-14 2. 9x18 *
"""
QUICK = ["--nodes", "400", "--tables", "none"]


class Analyse(ProgramTest):
    def test_comments_go_out_with_the_game(self) -> None:
        done = run("analyse", "-", *QUICK, typed=GIVEN)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = done.stdout.decode()
        self.assertIn("how it began", said)
        self.assertIn("White: 1 blunder", " ".join(said.split()))
        self.assertIn("+ is good for Red", " ".join(said.split()))
        self.assertIn("18-14 $4 {blunder: ", " ".join(said.split()))
        self.assertIn("(", said)
        checked = run("pdn", "check", "-", typed=said)
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_an_analysis_takes_the_place_of_the_one_before(self) -> None:
        once = run("analyse", "-", *QUICK, typed=GIVEN).stdout
        self.assertIn(b"instead of", once)
        self.assertEqual(run("analyse", "-", *QUICK, typed=once).stdout, once)
        deeper = ["--nodes", "4000", "--tables", "none"]
        afresh = run("analyse", "-", *deeper, typed=GIVEN).stdout
        self.assertNotEqual(afresh, once)
        self.assertEqual(run("analyse", "-", *deeper, typed=once).stdout, afresh)

    def test_what_somebody_else_wrote_stays(self) -> None:
        noted = GIVEN.replace("18-14 2.", "18-14 $4 {careless} {-0.50} ( 1... 27-24 {my own} ) 2.")
        said = run("analyse", "-", *QUICK, typed=noted).stdout.decode()
        self.assertEqual((said.count("careless"), said.count("-0.50"), said.count("my own")), (1, 1, 1), said)
        # A variation of ours with a word of somebody's is theirs.
        begin = said.index("instead of")
        behind = said.index("}", said.index("(", begin)) + 1
        remarked = said[:behind] + " {or so}" + said[behind:]
        again = run("analyse", "-", *QUICK, typed=remarked).stdout.decode()
        for words in ("careless", "-0.50", "my own", "or so", "is good for"):
            self.assertEqual(again.count(words), 1, (words, again))
        self.assertEqual(run("pdn", "check", "-", typed=again).returncode, 0)

    def test_json_tells_every_move(self) -> None:
        done = run("analyse", "-", *QUICK, "--json", typed=GIVEN)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(found["problems"], 0)
        (game,) = found["games"]
        self.assertEqual([move["move"] for move in game["moves"]], ["18-14", "9x18"])
        given, taken = game["moves"]
        self.assertEqual((given["mark"], given["seat"], taken["mark"]), ("blunder", "White", "good"))
        # From the view of Red, who moves first in this game: what White gave away is Red's gain.
        self.assertEqual(game["view"], "Red")
        self.assertGreater(given["score"], given["best_score"])
        self.assertNotIn("18-14", given["better"])
        self.assertEqual(sum(seat["blunders"] for seat in game["seats"]), 1)

        self.assertEqual((game["start"], game["result"]), ("W:W18,27,31,32:B1,2,9,10", "*"))

    def test_a_tag_that_stands_twice_is_told_once(self) -> None:
        twice = GIVEN.replace('[Result', '[Annotator "one"]\n[Annotator "again"]\n[Result')
        done = run("analyse", "-", *QUICK, "--json", typed=twice)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(b'"Annotator"'), 1)

    def test_a_game_that_went_on_past_a_draw(self) -> None:
        moves = "1. 1-5 32-28 2. 5-1 28-32 3. 1-5 32-28 4. 5-1 28-32 5. 1-5 32-28 6. 5-1 28-32 7. 1-5 *"
        past = f'[GameType "21"]\n[SetUp "1"]\n[FEN "B:WK32:BK1"]\n\n{moves}\n'
        done = run("analyse", "-", *QUICK, "--json", typed=past)
        self.assertEqual(done.returncode, 0, done.stderr)
        (game,) = json.loads(done.stdout)["games"]
        self.assertEqual(len(game["moves"]), 13)
        self.assertEqual(game["moves"][-1]["score"], 0)

    def test_interrupted_it_keeps_the_games_that_were_done(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file, output = pathlib.Path(folder) / "games.pdn", pathlib.Path(folder) / "out.pdn"
            # One choice needs no search; the first position of all is searched for ever.
            quick = '[GameType "21"]\n[SetUp "1"]\n[FEN "B:W32:B4"]\n\n*\n'
            file.write_text(quick + '\n[GameType "21"]\n\n1. 11-15 23-19 *\n')
            command = [PROGRAM, "analyse", str(file), "--nodes", "1" + 12 * "0", "--tables", "none", "--output", str(output)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                assert process.stdout is not None
                self.assertTrue(process.stdout.readline().startswith(b"game 1: "))
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 130, said)
            self.assertIn(b"interrupted; finished games were written", said)
            self.assertEqual(sorted(path.name for path in pathlib.Path(folder).iterdir()), ["games.pdn", "out.pdn"])
            self.assertIn(b"1 good game", run("pdn", "check", str(output)).stdout)

    def test_every_draughts_game_and_the_star_of_two(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder) / "games.pdn")
            for game in ("international", "frisian", "turkish", "italian", "antidraughts", "sternhalma"):
                terms = ["--games", "2", "--nodes", "20", "--most-moves", "3", "--pdn", file]
                self.assertEqual(run("match", "keen", "steady", "--game", game, *terms).returncode, 0)
                output = str(pathlib.Path(folder) / "out.pdn")
                lines = self.lines("analyse", file, "--nodes", "30", "--output", output)
                self.assertEqual(len(lines), 2, game)
                self.assertIn(b"2 good games", run("pdn", "check", output).stdout)

    def test_what_cannot_be_analysed_is_told_and_the_rest_is_done(self) -> None:
        broken = GIVEN.replace("18-14", "18-13")
        done = run("analyse", "-", *QUICK, "--json", typed=broken + "\n" + GIVEN)
        self.assertEqual(done.returncode, 1)
        found = json.loads(done.stdout)
        self.assertEqual((len(found["games"]), found["problems"]), (1, 1))
        self.assertIn(b"18-13", done.stderr)

    def test_refusals(self) -> None:
        self.assert_refused(run("analyse", "/no/such/file"))
        for wrong in (["--nodes", "0"], ["--time", "x"], ["--game", "chess"], ["--net", "/no/such/file"],
                      ["--tables", "/no/such/folder"], ["--tables", "/etc/passwd"]):
            self.assert_refused(run("analyse", "-", *wrong), 2)


if __name__ == "__main__":
    unittest.main()
