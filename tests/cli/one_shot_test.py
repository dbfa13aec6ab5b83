"""Commands for scripts: search, position, --moves and --positions, rows of records; their JSON is as docs/schemas says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

from program import PATIENCE, PROGRAM, ProgramTest, run

SCHEMAS = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "docs" / "schemas"
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None)}


def check(value: Any, schema: dict[str, Any], where: str = "") -> None:
    """Of JSON Schema what these schemas use."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    fits = any(isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds)
    assert fits, f"{where}: {value!r} is no {kinds}"
    assert "enum" not in schema or value in schema["enum"], f"{where}: {value!r}"
    if "minimum" in schema:
        assert value >= schema["minimum"], f"{where}: {value!r}"
    if isinstance(value, list):
        for index, each in enumerate(value):
            check(each, schema["items"], f"{where}[{index}]")
    if isinstance(value, dict):
        known, others = schema["properties"], schema["additionalProperties"]
        assert set(schema["required"]) <= set(value), f"{where}: {list(value)}"
        assert others or set(value) <= set(known), f"{where}: {list(value)}"
        for key, each in value.items():
            check(each, known[key] if key in known else others, f"{where}.{key}")


class OneShot(ProgramTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def objects(self, schema: str, *arguments: str, typed: str | None = None) -> list[dict[str, Any]]:
        done = run(*arguments, typed=typed) if typed is not None else run(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = [json.loads(line) for line in done.stdout.decode().splitlines()]
        for each in found:
            check(each, json.loads((SCHEMAS / f"{schema}.schema.json").read_text()), schema)
        return found

    def test_a_position_after_moves(self) -> None:
        self.assertEqual(self.lines("position", "american", "--moves", "11-15 23-19"), ["B:W19,21,22,24-32:B1-10,12,15"])
        (found,) = self.objects("position", "position", "english", "--moves", "11-15, 22-18, 15x22", "--json")
        self.assertEqual((found["game"], found["seat_name"]), ("american", "White"))
        reason = self.assert_refused(run("position", "american", "--moves", "11-15 1-2"), 2)
        self.assertIn("AM-3: --moves: 1-2: ", reason)

    def test_positions_are_read_in_every_writing(self) -> None:
        for position in ('[FEN "B:W18,24:B12,K22"]', "B:Wf4,g3:Kc3", " B : W18,24 : B12,K22. "):
            done = run("position", "american", "--position", position)
            if "K" in position and "c3" in position:
                self.assertEqual(done.returncode, 2, "a side without its colour")
                continue
            self.assertEqual(done.stdout.decode(), "B:W18,24:B12,K22\n")
        done = run("position", "american", "--position", "?:WK1,18:BK22")
        self.assertEqual(done.stdout.decode(), "B:WK1,18:BK22\n")
        self.assertEqual(done.stderr.decode(), "crownstar: note: who is to move is not said: Red\n")

    def test_a_search_names_the_best_moves(self) -> None:
        arguments = ("search", "american", "--moves", "11-15 23-19", "--depth", "6", "--tables", "none", "--json")
        (found,) = self.objects("search", *arguments, "--lines", "3")
        self.assertEqual(len(found["lines"]), 3)
        self.assertEqual(found["move"], found["lines"][0]["moves"][0])
        self.assertEqual(found["position"], "B:W19,21,22,24-32:B1-10,12,15")
        again = self.objects("search", *arguments, "--lines", "3")[0]
        self.assertEqual((found["lines"], found["nodes"]), (again["lines"], again["nodes"]))
        (won,) = self.objects("search", "search", "american", "--position", "W:W18:B15", "--depth", "3", "--json")
        self.assertEqual((won["move"], won["lines"][0]["plies_to_end"]), ("18x11", 1))
        (over,) = self.objects("search", "search", "american", "--position", "W:W:B1", "--json")
        self.assertEqual((over["is_over"], over["move"], over["lines"]), (True, None, []))
        self.assertIn("wins in 1  18x11", "\n".join(self.lines("search", "american", "--position", "W:W18:B15", "--nodes", "99")))
        self.assertIn("--lines", self.assert_refused(run("search", "american", "--lines", "0"), 2))
        self.assertIn("depth", self.assert_refused(run("search", "american", "--depth", "x"), 2))

    def test_an_interrupted_search_says_what_it_has_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            positions = Path(folder) / "positions.fen"
            os.mkfifo(positions)
            searching = subprocess.Popen(
                [PROGRAM, "search", "american", "--positions", str(positions), "--time", "1000", "--json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            with positions.open("w", encoding="utf-8") as file:  # waits until it listens
                file.write("B:W21-32:B1-12\nB:W18:B14,K1\n")
            time.sleep(1)
            searching.send_signal(signal.SIGINT)
            said, complaints = searching.communicate(timeout=PATIENCE)
            self.assertEqual((searching.returncode, complaints), (130, b""))
            (line,) = said.decode().splitlines()  # and the second position is not begun
            self.assertIn(json.loads(line)["move"], ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"))

    def test_files_of_positions_are_gone_through(self) -> None:
        text = "# two problems\nW:W18:B15\n\nB:W21-32:B1-12\r\n"
        file = self.file("positions.fen", text)
        moves = self.objects("moves", "moves", "american", "--positions", file, "--json")
        self.assertEqual([len(each["moves"]) for each in moves], [1, 7])
        counts = self.objects("perft", "perft", "american", "--depth", "3", "--divide", "--positions", file, "--json")
        self.assertEqual([each["depths"][2]["nodes"] for each in counts], [0, 302])
        found = self.objects("search", "search", "american", "--positions", "-", "--nodes", "500", "--json", typed=text)
        self.assertEqual([each["position"] for each in found], ["W:W18:B15", "B:W21-32:B1-12"])
        done = run("moves", "american", "--positions", self.file("bad.fen", "W:W99:B1\nW:W18:B15\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("bad.fen:1: expected a square", done.stderr.decode())
        self.assertIn("18x11", done.stdout.decode())
        self.assertIn("No such file", self.assert_refused(run("perft", "american", "--positions", f"{file}x")))
        self.assertIn("--positions", self.assert_refused(run("moves", "american", "--positions", file, "--position", "W:W18:B15"), 2))

    def test_a_folder_is_no_file_of_positions(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for command in ("moves", "position", "search", "convert"):
                said = self.assert_refused(run(command, "american", "--positions", folder))
                self.assertEqual(said, f"cannot read '{folder}': Is a directory")

    def test_files_of_windows_are_read_or_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "positions.fen"
            file.write_bytes(b"\xef\xbb\xbfB:W21-32:B1-12\r\n\r\nB:W18:B14\r\n")
            self.assertEqual(self.lines("moves", "american", "--positions", str(file))[0], "Red to move, 7 moves")
            file.write_bytes("B:W18:B14\r\n".encode("utf-16"))
            said = self.assert_refused(run("moves", "american", "--positions", str(file)))
            self.assertEqual(said, f"'{file}' is UTF-16; save it as UTF-8")

    def test_tables_are_probed_for_a_file_of_positions(self) -> None:
        folder = str(self.folder / "tables")
        self.assertEqual(run("tables", "build", "american", "--pieces", "2", "--folder", folder).returncode, 0)
        file = self.file("positions.fen", "W:WK14:BK6\nB:WK1:BK32\n")
        found = self.objects("tables-probe", "tables", "probe", "american", "--positions", file, "--folder", folder, "--json")
        self.assertEqual(len(found), 2)
        self.assertIn("POSITION", self.assert_refused(run("tables", "probe", "american", "--folder", folder), 2))
        # What is taken for granted of a position is said once.
        done = run("tables", "probe", "american", "?:WK14:BK6", "--folder", folder)
        self.assertEqual(done.stderr.decode(), "crownstar: note: who is to move is not said: Red\n")
        both = run("tables", "probe", "american", "W:WK14:BK6", "--positions", file, "--folder", folder)
        self.assertIn("--positions: expected no position", self.assert_refused(both, 2))
        # Tables that are not to be had are told once, however many positions there are.
        start = self.lines("position", "sternhalma")[0]
        stars = self.file("stars", f"{start}\n" * 3)
        refused = run("tables", "probe", "sternhalma", "--positions", stars, "--folder", folder)
        self.assertEqual((refused.returncode, len(refused.stderr.splitlines())), (1, 1), refused.stderr)

    def test_a_match_says_what_its_schemas_say(self) -> None:
        quick = ("--games", "4", "--nodes", "40", "--most-moves", "10", "--json")
        self.objects("match", "match", "nodes=80", "", *quick, "--sprt", "0,5")
        self.objects("match", "match", "", "", "--game", "sternhalma:players=3", *quick)
        self.objects("match-of-many", "match", "nodes=80", "", "player=careless", *quick)

    def test_records_become_rows(self) -> None:
        text = '[Event "one"]\n[Black "Ann"]\n[GameType "21"]\n1. 11-15 22-18 (22-17) 2. 15x22 1-0\n\n[GameType "20"]\n1. 32-28 *\n'
        rows = self.objects("half-move", "pdn", "convert", "-", "--to", "ndjson", typed=text)
        self.assertEqual([(row["ply"], row["move"]) for row in rows], [(1, "11-15"), (2, "22-18"), (3, "15x22"), (1, "32-28")])
        self.assertEqual((rows[2]["captured"], rows[2]["black"], rows[2]["result"]), (["18"], "Ann", "1-0"))
        positions = run("pdn", "convert", "-", "--to", "fen", typed=text).stdout.decode().splitlines()
        self.assertEqual([row["position"] for row in rows[:3]], positions[:3])
        self.assertEqual(len(positions), 6, "the last position of each game too")

    def read_by_others(self, script: str, *arguments: Path) -> str:
        """What a script says that has DuckDB and pandas."""
        root = Path(os.environ["ROOT_OF_CROWNSTAR"])
        found = subprocess.run([root / "tests/support/clients.sh", "readers"], capture_output=True, text=True, check=False)
        self.assertEqual(found.returncode, 0, found.stderr)
        read = subprocess.run([sys.executable, "-B", Path(__file__).with_name(script), *arguments], capture_output=True,
                              text=True, check=False, env={**os.environ, "PYTHONPATH": found.stdout.strip()})
        self.assertEqual(read.returncode, 0, read.stderr)
        return read.stdout

    def test_records_become_a_table_that_others_read(self) -> None:
        text = '[Event "one"]\n[Black "Ann"]\n[GameType "21"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n' * 2000
        file = self.folder / "moves.parquet"
        done = run("pdn", "convert", "-", "--to", "parquet", "--output", str(file), typed=text)
        self.assertEqual((done.returncode, done.stdout), (0, b""), done.stderr)
        self.assertEqual(run("pdn", "convert", "-", "--to", "parquet", typed=text).stdout, file.read_bytes())
        rows = self.folder / "moves.ndjson"
        rows.write_bytes(run("pdn", "convert", "-", "--to", "ndjson", typed=text).stdout)
        said = json.loads(self.read_by_others("move_table_reader.py", file, rows))
        self.assertEqual((said["rows"], said["column.path"]), (8000, "from, every landing, to"))
        self.assertGreater(said["groups"], 0)

    def test_positions_of_self_play_become_tables_that_others_read(self) -> None:
        for game, squares in (("american", 32), ("russian", 32), ("turkish", 64), ("canadian", 72)):
            file = self.folder / f"{game}.pos"
            done = run("selfplay", game, "--games", "2", "--nodes", "30", "--steady", "--out", str(file))
            self.assertEqual(done.returncode, 0, done.stderr)
            count = int(done.stdout.split()[0])
            rows = self.objects("sample", "samples", str(file), "--to", "ndjson")
            self.assertEqual((len(rows), {row["game"] for row in rows}), (count, {game}))
            self.assertEqual(sorted({row["number"] for row in rows}), [0, 1])
            for row in rows:
                self.assertTrue(row["position"].startswith("W:W"), row)
            # The pieces of the first position stand as the game writes them, whoever was to move.
            self.assertEqual(self.lines("position", game, "--position", rows[0]["position"]), [rows[0]["position"]])
            self.assertGreater(squares, rows[0]["position"].count(","))
        table, objects = self.folder / "samples.parquet", self.folder / "samples.ndjson"
        # Whole games alone: what stands behind them is of one that was broken off.
        file.write_bytes(file.read_bytes() + b"\0" * 44)
        self.assertEqual(self.lines("samples", str(file), "--to", "parquet", "--output", str(table)), [])
        self.lines("samples", str(file), "--to", "ndjson", "--output", str(objects))
        said = json.loads(self.read_by_others("sample_table_reader.py", table, objects))
        self.assertEqual(said, {"rows": count, "license": "CC0-1.0"})
        csv = self.lines("samples", str(file))
        self.assertEqual((csv[0], len(csv)), ("game,number,ply,position,score,result", count + 1))
        self.assertRegex(csv[1], r'^canadian,0,\d+,"W:W[^"]+",-?\d+,-?[01]$')

    def test_what_is_no_file_of_positions_is_refused(self) -> None:
        file = self.folder / "a.pos"
        run("selfplay", "american", "--games", "1", "--nodes", "30", "--out", str(file))
        held = file.read_bytes()
        for bytes_of_it, reason in ((b"CSTAR", "too short"), (b"x" * 64, "no file of positions"), (held[:-40], "ends after"),
                                    (held.replace(b"american", b"sternhal"), "no game 'sternhal'"),
                                    (held[:64] + b"\xff" * 40 + held[104:], "position 1: ")):
            file.write_bytes(bytes_of_it)
            self.assertIn(reason, self.assert_refused(run("samples", str(file), "--output", str(self.folder / "out"))))
            self.assertFalse((self.folder / "out").exists())

    def test_the_commands_are_listed_in_groups(self) -> None:
        text = "\n".join(self.lines("--help"))
        places = [text.index(f"\n{group}") for group in ("Games, positions and records", "Engines, tables and analysis", "The site")]
        self.assertEqual(places, sorted(places))
        self.assertTrue(places[0] < text.index("\n  games") < text.index("\n  position") < places[1] < text.index("\n  search"))
        self.assertTrue(places[2] < text.index("\n  serve"))


if __name__ == "__main__":
    unittest.main()
