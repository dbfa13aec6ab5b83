"""`crownstar tables`: published counts and totals, the shape of the objects, probing, and what is refused."""

from __future__ import annotations

import json
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any

from program import ProgramTest, run

# Arrangements without the side to move, one-sided ones included (Schaeffer et al.), by the number of pieces.
PUBLISHED = {2: 6972, 3: 261224}


class Tables(ProgramTest):
    folder = ""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.mkdtemp(prefix="crownstar-tables-")
        built = run("tables", "build", "american", "--pieces", "3", "--folder", cls.folder)
        assert built.returncode == 0, built.stderr

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.folder)

    def verified(self) -> Any:
        return self.json("tables", "verify", "american", "--pieces", "3", "--folder", self.folder, "--json")

    def test_the_object_has_exactly_this_shape(self) -> None:
        verified = self.verified()
        self.assertEqual(list(verified), ["game", "slices"])
        self.assertEqual(verified["game"], "american")
        for row in verified["slices"]:
            self.assertEqual(
                list(row),
                ["black_men", "black_kings", "white_men", "white_kings", "black_to_move", "white_to_move"],
            )
            for side in ("black_to_move", "white_to_move"):
                self.assertEqual(list(row[side]), ["win", "draw", "loss"])

    def test_the_counts_are_the_published_ones_for_either_side_to_move(self) -> None:
        for side in ("black_to_move", "white_to_move"):
            counts: dict[int, int] = {}
            for row in self.verified()["slices"]:
                pieces = sum(row[key] for key in ("black_men", "black_kings", "white_men", "white_kings"))
                counts[pieces] = counts.get(pieces, 0) + sum(row[side].values())
            self.assertEqual({pieces: counts[pieces] for pieces in PUBLISHED}, PUBLISHED)

    def test_king_against_king_has_the_published_totals(self) -> None:
        # Ed Trice: 992 positions, 230 won, 654 drawn, 108 lost for the side to move.
        material = {"black_men": 0, "black_kings": 1, "white_men": 0, "white_kings": 1}
        rows = [row for row in self.verified()["slices"] if material.items() <= row.items()]
        totals = {"win": 230, "draw": 654, "loss": 108}
        self.assertEqual(rows, [material | {"black_to_move": totals, "white_to_move": totals}])

    def test_a_build_that_is_there_says_the_same_as_its_verification(self) -> None:
        built = self.json("tables", "build", "american", "--pieces", "3", "--folder", self.folder, "--json")
        self.assertEqual(built, self.verified())

    def probe(self, position: str) -> Any:
        return self.json("tables", "probe", "american", position, "--folder", self.folder, "--json")

    def test_a_probe_shows_the_value_the_distance_and_every_move(self) -> None:
        probed = self.probe("W:WK18:BK31")
        self.assertEqual(list(probed), ["game", "position", "value", "distance", "moves"])
        listed = self.json("moves", "american", "--position", "W:WK18:BK31", "--json")["moves"]
        self.assertEqual({row["move"] for row in probed["moves"]}, {row["move"] for row in listed})
        for row in probed["moves"]:
            self.assertEqual(list(row), ["move", "value", "distance"])

    def test_a_capture_that_ends_the_game_is_a_win_in_one(self) -> None:
        probed = self.probe("W:WK18:BK14")
        self.assertEqual((probed["value"], probed["distance"]), ("win", 1))
        self.assertEqual(probed["moves"], [{"move": "18x9", "value": "win", "distance": 1}])
        self.assertEqual((self.probe("B:WK9:B")["value"], self.probe("B:WK9:B")["distance"]), ("loss", 0))

    def test_the_best_move_leads_to_what_the_position_is_worth(self) -> None:
        for position in ("W:WK18:BK31", "B:W21:BK7", "W:W21:B12", "B:WK1:BK32"):
            probed = self.probe(position)
            best = probed["moves"][0]
            self.assertEqual((best["value"], best["distance"]), (probed["value"], probed["distance"]), position)

    def test_a_distance_that_is_not_kept_is_null(self) -> None:
        self.assertIsNone(self.probe("W:WK1,K2:BK32")["distance"])

    def test_distances_are_kept_for_as_few_pieces_as_are_asked_for(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            options = ("american", "--pieces", "3", "--distances", "1", "--folder", folder)
            self.assertEqual(run("tables", "build", *options).returncode, 0)
            self.assertEqual(run("tables", "verify", *options).returncode, 0)
            probed = self.json("tables", "probe", "american", "W:WK18:BK14", "--folder", folder, "--json")
            self.assertEqual((probed["value"], probed["distance"]), ("win", None))
            refused = run("tables", "verify", "american", "--pieces", "3", "--distances", "2", "--folder", folder)
            self.assertIn(".distances", self.assert_refused(refused))

    def test_too_many_pieces_are_refused_with_the_way_to_more(self) -> None:
        done = run("tables", "probe", "american", "W:WK1,K2:BK31,K32", "--folder", self.folder)
        self.assertIn("tables build american --pieces N", self.assert_refused(done))

    def test_a_damaged_file_is_named_and_the_rest_used(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.folder, folder, dirs_exist_ok=True)
            file = Path(folder, "american", "0m2k-0m1k.values")
            file.write_bytes(file.read_bytes()[:-9])
            done = run("tables", "probe", "american", "W:WK18:BK14", "--folder", folder)
            self.assertEqual(done.returncode, 0)
            self.assertIn("0m2k-0m1k.values", done.stderr.decode())
            refused = run("tables", "verify", "american", "--pieces", "3", "--folder", folder)
            self.assertIn("0m2k-0m1k.values", self.assert_refused(refused))

    def test_one_missing_table_leaves_the_others_their_answers(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.folder, folder, dirs_exist_ok=True)
            file = Path(folder, "american", "0m1k-1m0k.values")
            file.write_bytes(file.read_bytes()[:-9])
            probe = ["tables", "probe", "american", "--folder", folder]
            for position in ("W:WK18:BK31", "W:WK1,K2:BK32"):
                done = run(*probe, position, "--json")
                self.assertEqual((done.returncode, json.loads(done.stdout)), (0, self.probe(position)))
            own = self.assert_refused(run(*probe, "W:WK18:B6"), is_long=True)
            self.assertIn("the position has 2 pieces, and a table that it needs is missing", own)
            # The position's own table is there; behind its only move a king is to move against a man.
            done = run(*probe, "W:W21:BK7", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(done.stdout)
            self.assertEqual(found["value"], self.probe("W:W21:BK7")["value"])
            self.assertEqual([(move["value"], move["distance"]) for move in found["moves"]], [(None, None)])
            self.assertIn(b"not known: a table is missing\n", run(*probe, "W:W21:BK7").stdout)

    def test_what_cannot_be_is_refused(self) -> None:
        self.assertIn("in a row", self.assert_refused(run("tables", "build", "frisian", "--folder", self.folder)))
        self.assertIn("sternhalma", self.assert_refused(run("tables", "build", "sternhalma", "--folder", self.folder)))
        self.assertIn("--pieces", self.assert_refused(run("tables", "build", "american", "--pieces", "9"), 2))
        little = run("tables", "build", "american", "--pieces", "5", "--memory", "1", "--folder", self.folder)
        self.assertIn("MiB", self.assert_refused(little))
        distances = run("tables", "build", "american", "--distances", "8", "--folder", self.folder)
        self.assertIn("--distances", self.assert_refused(distances, 2))

    def test_help_shows_an_example(self) -> None:
        for command in ("build", "verify", "probe", "compare"):
            self.assertIn("Example: crownstar tables " + command, "\n".join(self.lines("tables", command, "--help")))


class DatabasesOfOthers(ProgramTest):
    """Databases that are small enough to write by hand: all positions of a material are alike.

    What is read of whole ones, src/engines/tablebase/foreign tests.
    """

    # King against king, all drawn, but the corners are left out by no rule: the shape is what matters here.
    CHINOOK = {"DB2": "", "DB2.idx": "BASE1100.00 ==\n"}
    CAKE = {"db2.cpr": "", "db2.idx": "BASE0,1,0,1,0,0,b:=\r\n"}
    # 2450 positions of king against king, drawn: runs of whole powers of 1.2, as Scan packs them.
    SCAN_RUNS = (2116, 285, 46, 3)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            Path(self.folder, name).write_bytes(text.encode())

    def write_scan(self) -> None:
        lengths = [round(1.2**step) for step in range(85)]
        Path(self.folder, "2").mkdir()
        Path(self.folder, "2", "0011").write_bytes(bytes(3 * lengths.index(run) for run in self.SCAN_RUNS))

    def probe(self, game: str, position: str, *options: str) -> list[str]:
        return self.lines("tables", "probe", game, position, "--folder", self.folder, *options)

    def test_a_probe_says_whose_values_they_are_and_gives_no_distances(self) -> None:
        for files, name in (
            (self.CHINOOK, "Chinook's databases of 2 pieces"),
            (self.CAKE, "Cake's databases of 2 pieces"),
        ):
            for old in Path(self.folder).iterdir():
                old.unlink()
            self.write(files)
            said = self.probe("american", "W:WK18:BK31")
            self.assertEqual(said[1], "White to move: draw")
            self.assertEqual(said[-1], f"By {name}, which have no distances.")
            found = json.loads(self.probe("american", "W:WK18:BK14", "--json")[0])
            self.assertEqual((found["database"], found["value"], found["distance"]), (name, "win", None))

    def test_scans_bitbases_are_known_by_their_folder(self) -> None:
        self.write_scan()
        said = self.probe("international", "W:WK46:BK2")
        self.assertEqual((said[1], said[-1]), ("White to move: draw", "By Scan's bitbases of 2 pieces, which have no distances."))

    def test_a_damaged_index_is_named_with_its_line(self) -> None:
        self.write({**self.CHINOOK, "DB2.idx": "BASE1100.00 ==\nBASE1100.0\n"})
        done = run("tables", "probe", "american", "W:WK18:BK31", "--folder", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("DB2' is not used: line 2, 'BASE1100.0': expected BASE", done.stderr.decode())

    def test_kingsrows_newer_files_are_refused_by_name(self) -> None:
        self.write({"db2.cpr1": "", "db2.idx1": ""})
        done = run("tables", "probe", "american", "W:WK18:BK31", "--folder", self.folder)
        self.assertIn("has databases of KingsRow, which cannot be read", done.stderr.decode())

    def test_a_comparison_counts_what_is_alike_and_names_what_differs(self) -> None:
        self.write(self.CHINOOK)
        own = tempfile.mkdtemp(dir=self.folder)
        self.lines("tables", "build", "american", "--pieces", "2", "--folder", own)
        done = run("tables", "compare", "american", self.folder, "--pieces", "4", "--folder", own, "--json")
        self.assertEqual(done.returncode, 1)
        found = json.loads(done.stdout)
        self.assertEqual(list(found), ["game", "database", "pieces"])
        (two,) = found["pieces"]
        self.assertEqual(list(two), ["pieces", "positions", "same", "different", "unknown"])
        self.assertEqual(two["same"] + two["different"] + two["unknown"], two["positions"])
        # Both sides have a piece; only king against king is there, in which some quiet positions are not drawn.
        self.assertEqual(two["positions"], 992 + 2 * 868 + 760)
        self.assertGreater(two["different"], 0)
        said = done.stderr.decode()
        self.assertRegex(said, r"a draw there, a (win|loss) here")
        self.assertIn(f"{two['different']} positions differ", said)

    def test_a_comparison_with_tables_of_ours_that_lack_one_counts_it_as_unknown(self) -> None:
        self.write(self.CHINOOK)
        with tempfile.TemporaryDirectory() as own:
            self.lines("tables", "build", "american", "--pieces", "2", "--folder", own)
            table = Path(own, "american", "0m1k-0m1k.values")
            whole = table.read_bytes()
            compare = ["tables", "compare", "american", self.folder, "--pieces", "2", "--folder", own, "--json"]
            table.write_bytes(whole[:-9])
            self.assertIn("0m1k-0m1k.values' is not used", self.assert_refused(run(*compare), is_long=True))
            table.unlink()
            done = run(*compare)
            (two,) = json.loads(done.stdout)["pieces"]
            # Of the 992 positions of king against king only those with a capture are known here.
            self.assertGreater(two["unknown"], 700)
            self.assertNotIn("not known here", done.stderr.decode())
            self.assertNotRegex(done.stderr.decode(), r":WK\d+:BK\d+:")

    def test_what_they_do_not_have_is_not_said_to_be_missing_here(self) -> None:
        self.write(self.CHINOOK)
        for position, pieces in (("W:WK1,K2:BK31", 3), ("W:W21:BK7", 2)):
            refused = self.assert_refused(run("tables", "probe", "american", position, "--folder", self.folder))
            self.assertEqual(refused, f"the position has {pieces} pieces, and its value does not follow from "
                                      "Chinook's databases of 2 pieces")

    def test_what_cannot_be_compared_is_refused(self) -> None:
        compare = ["tables", "compare", "american", self.folder, "--folder", self.folder]
        self.assertIn("no database of american of another program", self.assert_refused(run(*compare)))
        self.write(self.CHINOOK)
        self.assertIn("tables build american --pieces 2", self.assert_refused(run(*compare)))
        self.assertIn("--pieces", self.assert_refused(run(*compare, "--pieces", "1"), 2))

    def test_they_referee_and_help_a_search_which_is_said(self) -> None:
        self.write(self.CHINOOK)
        note = "note: endgames are looked up in Chinook's databases of 2 pieces, which have no distances"
        searched = run("search", "american", "--position", "W:WK18:BK31", "--depth", "3", "--tables", self.folder)
        self.assertEqual(searched.returncode, 0, searched.stderr)
        self.assertIn(note, searched.stderr.decode())
        limits = ["--games", "2", "--game", "american", "--most-moves", "20"]
        match = run("match", "depth=1", "depth=1", *limits, "--referee", self.folder)
        self.assertEqual(match.returncode, 0, match.stderr)
        self.assertIn(note, match.stderr.decode())


if __name__ == "__main__":
    unittest.main()
