"""`crownstar match` and `crownstar selfplay`: what is said, what is written, and what is refused."""

from __future__ import annotations

import json
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from program import PATIENCE, PROGRAM, ProgramTest, run

QUICK = ["--nodes", "40", "--most-moves", "10"]


class Match(ProgramTest):
    def test_counts_from_the_side_of_a(self) -> None:
        said = run("match", "nodes=200", "nodes=10", "--games", "4", "--most-moves", "10", "--json")
        self.assertEqual(said.returncode, 0, said.stderr)
        found = json.loads(said.stdout)
        self.assertEqual(found["games"], 4)
        self.assertEqual(found["wins"] + found["draws"] + found["losses"], 4)
        self.assertEqual(sum(found["pairs"]), 2)
        self.assertLessEqual({"elo", "error"}, set(found))
        self.assertGreater(found["effort_a"]["nodes"], found["effort_b"]["nodes"])

    def test_writes_games_that_can_be_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for game in ("american", "russian", "sternhalma"):
                file = str(pathlib.Path(folder) / f"{game}.pdn")
                said = run("match", "keen", "steady", "--game", game, "--games", "2", *QUICK, "--pdn", file)
                self.assertEqual(said.returncode, 0, said.stderr)
                checked = run("pdn", "check", file)
                self.assertEqual(checked.returncode, 0, checked.stderr)
                self.assertIn(b"2 good games", checked.stdout)

    def test_counts_places_where_three_sit(self) -> None:
        said = run("match", "", "", "--game", "sternhalma:players=3", "--games", "3", *QUICK, "--json")
        self.assertEqual(said.returncode, 0, said.stderr)
        found = json.loads(said.stdout)
        self.assertEqual((found["seats"], found["games"], found["undecided"]), (3, 3, 3))
        self.assertEqual((sum(found["places"]), found["shared"], found["first"], found["error"]), (0, 0, 0, 1))
        self.assertEqual(found["undecided_by"], {"the game is too long": 3})

    def test_names_what_nobody_won(self) -> None:
        said = run("match", "", "", "--game", "sternhalma:players=3,rounds=4", "--games", "3", "--nodes", "40")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn(b"lower ones shared: 0, undecided: 3\n", said.stdout)
        self.assertIn(b"undecided: 3 round 4 is over\n", said.stdout)
        self.assertIn("A is first in 0.0 ± 100.0 % of its games".encode(), said.stdout)

    def test_two_teams_are_two_sides(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "teams.pdn"
            said = run("match", "keen", "steady", "--game", "sternhalma:players=4,teams=opposite", "--games", "2",
                       *QUICK, "--json", "--pdn", str(file))
            self.assertEqual(said.returncode, 0, said.stderr)
            found = json.loads(said.stdout)
            self.assertEqual((found["seats"], found["sides"], sum(found["pairs"])), (4, 2, 1))
            first, second = file.read_text().split('[Round "1.2"]')
            for seat, name in enumerate(("keen", "steady", "keen", "steady"), start=1):
                self.assertIn(f'[Seat{seat} "{name}"]', first)
                self.assertNotIn(f'[Seat{seat} "{name}"]', second)

    def test_three_teams_count_places(self) -> None:
        # Another program is told the whole game, options and all.
        game = "sternhalma:pieces=10,hop=super"
        said = run("match", "keen", f"set.level=casual,hub:{PROGRAM} engine", "--game", game, "--games", "2",
                   "--nodes", "40", "--most-moves", "8")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn(b"0 lost by A and 0 by B because their engine gave no move", said.stdout)
        said = run("match", "", "", "--game", "sternhalma:players=6,teams=opposite", "--games", "3", *QUICK)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn(b"3 games, places 1: ", said.stdout)
        self.assertIn(b"A is first in 0.0 ", said.stdout)

    def test_games_that_say_nothing_new_are_named(self) -> None:
        said = run("match", "", "", "--starts", "first", "--games", "4", *QUICK)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn(b"repeated: 2 games are identical to another one", said.stdout)

    def test_says_what_it_does_not_understand(self) -> None:
        for words in (["nobody", ""], ["", "", "--sprt", "5,0"], ["", "", "--game", "chess"], ["net=/no/such", ""],
                      ["", "", "--referee", "/no/such"], ["", "", "--games", "0"], ["", "", "--starts", "odd"],
                      ["", "", "--random-moves", "4"], ["", "", "--game", "sternhalma:players=3", "--sprt", "0,5"],
                      ["", "", "--game", "sternhalma:players=4,teams=opposite", "--agreed-win", "100"],
                      ["", "hub:/no/such/program", *QUICK], ["tables=/no/such", ""], ["", "tables=/etc/passwd"], ["", "", "--sprt", "0,inf"],
                      ["set.futility_margin=20", "", "--game", "sternhalma"]):
            said = run("match", *words)
            self.assertEqual(said.returncode, 2, words)
            # After what was told on the way, where that took long.
            self.assertTrue(said.stderr.splitlines()[-1].startswith(b"crownstar: "), said.stderr)

    def test_a_wrong_engine_is_named(self) -> None:
        said = self.assert_refused(run("match", "keen", "nobody"), 2, is_long=True)
        self.assertTrue(said.startswith("engine 2 ('nobody'): there is no level 'nobody'; known levels: "), said)
        said = self.assert_refused(run("match", "keen", "steady", "nodes:4"), 2, is_long=True)
        self.assertEqual(said, "engine 3 ('nodes:4'): nodes: expected a value behind it, as in nodes=VALUE")
        said = self.assert_refused(run("selfplay", "american", "--engine", "time=x", "--out", "/no/such"), 2)
        self.assertTrue(said.startswith("--engine: time: expected seconds"), said)

    def test_an_interrupted_match_says_what_was_played(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder) / "played.pdn")
            match = subprocess.Popen(
                [PROGRAM, "match", "", "", "--starts", "first", "--games", "100000", *QUICK, "--json", "--pdn", file],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            assert match.stderr is not None
            self.assertIn(b" games: ", match.stderr.readline())
            match.send_signal(signal.SIGINT)
            said, complaints = match.communicate(timeout=PATIENCE)
            self.assertEqual(match.returncode, 130, complaints)
            self.assertIn(b"crownstar: interrupted; finished rounds are counted", complaints)
            found = json.loads(said)
            self.assertGreater(found["games"], 0)
            self.assertLess(found["games"], 100000)
            self.assertIn(f"{found['games']} good games".encode(), run("pdn", "check", file).stdout)

    def test_what_was_interrupted_before_a_game_leaves_earlier_games_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games = pathlib.Path(folder) / "games.pdn"
            games.write_text("earlier games\n", encoding="utf-8")
            match = subprocess.Popen(
                [PROGRAM, "match", "", "", "--time", "100", "--pdn", str(games)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            time.sleep(0.5)
            match.send_signal(signal.SIGINT)
            match.communicate(timeout=60)
            self.assertEqual(match.returncode, 130)
            self.assertEqual(games.read_text(encoding="utf-8"), "earlier games\n")

    def test_two_engines_of_one_name_are_refused(self) -> None:
        said = self.assert_refused(run("match", "name=Ann,keen", "name=Ann,steady"), 2)
        self.assertEqual(said, "engine 2: another is called 'Ann' already; the result could not tell them apart")
        self.assertIn("the smaller first", self.assert_refused(run("match", "", "", "--sprt", "5,0"), 2))

    def test_an_engine_that_is_not_there_does_not_lose(self) -> None:
        for program in ("./no-such-engine", "no-such-engine-anywhere", "/"):
            said = run("match", "keen", f"hub:{program}", "--games", "2", *QUICK)
            self.assertEqual((said.returncode, said.stdout), (2, b""), said)
            self.assertIn(f"there is no program '{program}' that can be run".encode(), said.stderr)


    def test_an_engine_that_never_starts_is_not_beaten(self) -> None:
        for engines in (["keen", "hub:/bin/false"], ["hub:/bin/false", "keen"]):
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "played.pdn"
                said = run("match", *engines, "--games", "2", *QUICK, "--pdn", str(file))
                line = self.assert_refused(said, is_long=True)
                self.assertIn("an engine gave no move in any game: hub:/bin/false: ", line)
                self.assertFalse(file.exists(), "nothing was played")

    def test_damaged_tables_of_an_engine_are_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            built = run("tables", "build", "american", "--pieces", "2", "--folder", folder)
            self.assertEqual(built.returncode, 0, built.stderr)
            file = pathlib.Path(folder) / "american" / "0m1k-0m1k.values"
            file.write_bytes(file.read_bytes()[:-9])
            said = run("match", f"tables={folder}", "tables=none", "--games", "2", *QUICK)
            self.assertEqual(said.returncode, 0, said.stderr)
            self.assertIn(b"0m1k-0m1k.values' is not used", said.stderr)


class Arena(ProgramTest):
    """More than two engines, and what is kept of a match."""

    ENGINES = ["name=Ann,nodes=80", "nodes=40", "player=careless"]

    def test_a_round_robin_gives_a_cross_table(self) -> None:
        said = run("match", *self.ENGINES, "--games", "4", *QUICK)
        self.assertEqual(said.returncode, 0, said.stderr)
        lines = said.stdout.decode().splitlines()
        self.assertEqual(lines[0].split()[:4], ["#", "engine", "Elo", "±"])
        self.assertEqual(sorted(line.split()[1] for line in lines[1:4]), ["Ann", "nodes=40", "player=careless"])
        said = run("match", *self.ENGINES, "--games", "4", *QUICK, "--json")
        found = json.loads(said.stdout)
        self.assertEqual((found["games"], len(found["pairings"])), (12, 3))
        self.assertEqual([each["games"] for each in found["engines"]], [8, 8, 8])
        self.assertEqual(sum(each["points"] for each in found["engines"]), 12)
        self.assertAlmostEqual(sum(each["elo"] for each in found["engines"]), 0, places=3)
        self.assertEqual([each["elo"] for each in found["engines"]], sorted((each["elo"] for each in found["engines"]), reverse=True))

    def test_a_gauntlet_is_of_the_first(self) -> None:
        said = run("match", *self.ENGINES, "--gauntlet", "--games", "2", *QUICK, "--json")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual([(each["a"], each["b"]) for each in json.loads(said.stdout)["pairings"]], [(1, 2), (1, 3)])

    def test_records_say_when_how_and_what_the_engines_saw(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "games.pdn"
            said = run("match", "name=Ann,nodes=80", "nodes=40", "--games", "2", *QUICK, "--pdn", str(file))
            self.assertEqual(said.returncode, 0, said.stderr)
            text = file.read_text()
            self.assertRegex(text, r'\[Date "20\d\d\.\d\d\.\d\d"\]')
            self.assertIn('[White "Ann"]', text)
            self.assertIn('[Termination "adjudication"]', text)
            self.assertIn("the game is too long", text.replace("\n", " "))
            self.assertRegex(text, r"\{\[%emt 0:00:00[.\d]*\]\s[+-]\d+\.\d\d/\d+\}")
            self.assertEqual(self.lines("pdn", "check", "--strict", str(file)), [f"{file}: 2 good games, 0 problems"])

    def test_goes_on_after_an_interruption(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            names = {each: str(pathlib.Path(folder) / each) for each in ("state", "games.pdn", "whole.pdn", "plot.svg")}
            command = ["match", *self.ENGINES, "--games", "6", *QUICK, "--json"]
            whole = json.loads(run(*command, "--pdn", names["whole.pdn"]).stdout)
            kept = [*command, "--state", names["state"], "--pdn", names["games.pdn"], "--plot", names["plot.svg"]]
            self.assertEqual(run(*kept).returncode, 0)
            state = pathlib.Path(names["state"])
            lines = state.read_bytes().splitlines(keepends=True)
            # Cut off within a round, as by a power cut.
            for left in (0, 1, 2, 3, len(lines) // 2, len(lines) - 1):
                state.write_bytes(b"".join(lines[:left]) + lines[left][:7] if left < len(lines) else b"")
                said = run(*kept)
                self.assertEqual(said.returncode, 0, said.stderr)
                found = json.loads(said.stdout)
                self.assertEqual(self.without_times(found), self.without_times(whole))
                self.assertEqual(self.moves(names["games.pdn"]), self.moves(names["whole.pdn"]))
            self.assertIn("<svg ", pathlib.Path(names["plot.svg"]).read_text())
            other = self.assert_refused(run(*kept[:1], "nodes=80", "nodes=41", *kept[4:]))
            self.assertIn("was begun by another match", other)
            state.write_text("crownstar match 1\nabc\n")
            self.assertIn("is no file that a match keeps", self.assert_refused(run(*kept)))
            state.write_text("something else\n")
            self.assertIn("is no file that a match keeps", self.assert_refused(run(*kept)))
            self.assertEqual(state.read_text(), "something else\n")

    def test_more_games_go_on_with_the_same_state(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            state = ["--state", str(pathlib.Path(folder) / "state"), "--json"]
            few = json.loads(run("match", "nodes=80", "nodes=40", "--games", "2", *QUICK, *state).stdout)
            more = json.loads(run("match", "nodes=80", "nodes=40", "--games", "6", *QUICK, *state).stdout)
            again = json.loads(run("match", "nodes=80", "nodes=40", "--games", "2", *QUICK, *state).stdout)
            alone = json.loads(run("match", "nodes=80", "nodes=40", "--games", "6", *QUICK, "--json").stdout)
            self.assertEqual((few["games"], more["games"], again["games"]), (2, 6, 6))
            self.assertEqual(more["pairs"], alone["pairs"])

    def test_a_state_has_one_writer(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = ["match", "", "", "--games", "100000", *QUICK, "--state", str(pathlib.Path(folder) / "state")]
            first = subprocess.Popen([PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            assert first.stderr is not None
            # On a busy machine it says first how far its search for starting positions is.
            self.assertTrue(any(b" games: " in line for line in first.stderr), "ended before a game did")
            self.assertIn("is in use", self.assert_refused(run(*command)))
            first.send_signal(signal.SIGKILL)
            first.communicate(timeout=PATIENCE)
            second = subprocess.Popen([PROGRAM, *command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            assert second.stderr is not None
            self.assertTrue(any(b" games: " in line for line in second.stderr), "ended before a game did")
            second.send_signal(signal.SIGINT)
            said, _ = second.communicate(timeout=PATIENCE)
            self.assertEqual(second.returncode, 130)
            self.assertGreater(json.loads(said)["games"], 2)

    def test_refuses_what_does_not_fit_more_engines(self) -> None:
        for words, reason in (
            (["--sprt", "0,5"], "--sprt: two engines are expected"),
            (["--game", "sternhalma:players=3"], "more than two engines need a game of two sides"),
            (["--game", "sternhalma:players=3", "--plot", "x.svg"], "--plot: a game of two sides is expected"),
        ):
            self.assertIn(reason, self.assert_refused(run("match", *self.ENGINES, *words), 2))

    def test_a_plot_that_cannot_be_written_is_told_before_the_first_game(self) -> None:
        said = run("match", "nodes=80", "nodes=40", "--games", "100000", *QUICK, "--plot", "/no/such/folder/elo.svg")
        self.assertIn("cannot write '/no/such/folder/elo.svg'", self.assert_refused(said))

    @staticmethod
    def without_times(value: object) -> object:
        if isinstance(value, dict):
            return {key: Arena.without_times(each) for key, each in value.items() if key not in ("seconds", "longest")}
        if isinstance(value, list):
            return [Arena.without_times(each) for each in value]
        return value

    @staticmethod
    def moves(file: str) -> list[str]:
        text = re.sub(r"\[%emt [^]]*\]", "", pathlib.Path(file).read_text())
        return sorted(" ".join(game.split()) for game in text.split('[Event "'))


class SelfPlay(ProgramTest):
    def test_goes_on_with_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            whole, parts = pathlib.Path(folder) / "whole", pathlib.Path(folder) / "parts"
            play = ["selfplay", "american", "--nodes", "30", "--seed", "3"]
            self.assertEqual(run(*play, "--games", "3", "--out", str(whole)).returncode, 0)
            self.assertEqual(run(*play, "--games", "2", "--out", str(parts)).returncode, 0)
            parts.write_bytes(parts.read_bytes()[:-17])
            self.assertEqual(run(*play, "--games", "3", "--out", str(parts)).returncode, 0)
            self.assertEqual(whole.read_bytes(), parts.read_bytes())
            other = run("selfplay", "russian", "--out", str(whole))
            self.assertEqual(other.returncode, 1)
            self.assertIn(b"has positions of american", other.stderr)

    def test_leaves_a_finished_file_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "positions"
            play = ["selfplay", "american", "--nodes", "30", "--seed", "3", "--out", str(file), "--games"]
            first = run(*play, "3")
            held = file.read_bytes()
            said = f"{(len(held) - 64) // 40} positions of 3 games in {file}\n".encode()
            self.assertEqual(first.stdout, said)
            for games in ("3", "2", "1"):
                again = run(*play, games)
                self.assertEqual((again.returncode, again.stdout), (0, said))
                self.assertEqual(file.read_bytes(), held)
            # What stands behind the whole games is of one that was broken off.
            file.write_bytes(held + held[-40:] + b"x")
            self.assertEqual(run(*play, "3").stdout, said)
            self.assertEqual(file.read_bytes(), held)

    def test_a_file_is_of_one_run(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "positions"
            play = ["selfplay", "american", "--out", str(file), "--games"]
            self.assertEqual(run(*play, "2", "--nodes", "30", "--seed", "3").returncode, 0)
            held = file.read_bytes()
            for other in (["--seed", "4"], ["--nodes", "31"], ["--engine", "keen"], ["--starts", "random"], ["--steady"]):
                said = run(*play, "4", *([] if "--nodes" in other else ["--nodes", "30"]),
                           *([] if "--seed" in other else ["--seed", "3"]), *other)
                self.assertIn("was started with ", self.assert_refused(said))
                self.assertEqual(file.read_bytes(), held)

    def test_a_file_that_does_not_say_its_run_is_gone_on_with(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "positions"
            play = ["selfplay", "american", "--nodes", "30", "--seed", "3", "--out", str(file), "--games"]
            run(*play, "3")
            held = file.read_bytes()
            run(*play, "4")
            longer = file.read_bytes()
            old = held[:32] + bytes(32) + held[64:]
            file.write_bytes(old)
            for games in ("2", "3"):
                self.assertIn(b"positions of 3 games", run(*play, games).stdout)
                self.assertEqual(file.read_bytes(), old)
            for cut in (old, old[:-17], old[:-40]):
                file.write_bytes(cut)
                self.assertEqual(run(*play, "4").returncode, 0)
                self.assertEqual(file.read_bytes(), longer)

    def test_what_is_refused_leaves_no_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "positions"
            said = run("selfplay", "sternhalma", "--out", str(file))
            self.assertIn("at most 72 squares", self.assert_refused(said, 2))
            self.assertFalse(file.exists())
            self.assert_refused(run("selfplay", "american", "--engine", "hub:/bin/false", "--out", str(file)))
            self.assertFalse(file.exists())


if __name__ == "__main__":
    unittest.main()
