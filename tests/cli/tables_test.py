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

    def test_help_shows_an_example(self) -> None:
        for command in ("build", "verify", "probe"):
            self.assertIn("Example: crownstar tables " + command, "\n".join(self.lines("tables", command, "--help")))


if __name__ == "__main__":
    unittest.main()
