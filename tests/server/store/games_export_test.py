"""Finished rated games for everybody: what `crownstar export --games` writes, and what it leaves out."""

from __future__ import annotations

import csv
import datetime
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

from tables import OPENING, Seat, account, guest, make_match, play_on
from wire_client import PROGRAM, Caller, Server

FORMS = ("pdn", "csv", "ndjson", "parquet")
ROOT = Path(os.environ["ROOT_OF_CROWNSTAR"])
CLOCK = {"kind": "fischer", "main_ms": 600_000, "step_ms": 2_000}


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)


def sought(host: Caller, other: Caller, rated: bool) -> str:
    """A game that the site lists: offered to everybody, and taken."""
    offer = host.post("/api/seeks", {"game": "american", "clock": CLOCK, "rated": rated, "seat": 0})
    assert offer.status == 201, offer.body
    taken = other.post(f"/api/seeks/{offer.json()['seek']}/take", {})
    assert taken.status == 200, taken.body
    return str(taken.json()["match"])


def play(host: Caller, other: Caller, count: int, *, rated: bool, is_ended: bool = True, words: str = "") -> str:
    return play_in(sought(host, other, rated), host, other, count, is_ended=is_ended, words=words)


def play_in(match: str, host: Caller, other: Caller, count: int, *, is_ended: bool = True, words: str = "") -> str:
    seats = Seat(host, match), Seat(other, match)
    for seat in seats:
        seat.hear("snapshot")
    play_on(seats, OPENING[:count])
    if words:
        seats[0].socket.send({"t": "say", "request": "s", "match": match, "room": "players", "text": words})
        seats[1].socket.until("chat")
    if is_ended:
        seats[0].do({"t": "resign"})
        seats[1].until_event("ended")
    for seat in seats:
        seat.close()
    return match


class GamesExport(unittest.TestCase):
    server: Server
    rated: list[str]
    others: list[str]
    ids: list[str]
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = server = Server()
        cls.addClassCleanup(server.close)
        anna, bert, gus = account(server, "Anna"), account(server, "Bert"), guest(server, "Gus")
        cls.rated = [play(anna, bert, 6, rated=True, words="a private word"), play(bert, anna, 4, rated=True)]
        cls.others = [
            play(anna, bert, 4, rated=False),
            play(anna, gus, 4, rated=False),
            play_in(make_match(anna, bert, rated=True, clocks=[CLOCK]), anna, bert, 4),  # nobody finds it in a list
            play(anna, bert, 4, rated=True, is_ended=False),
        ]
        cls.ids = [caller.get("/api/me").json()["player"]["id"] for caller in (anna, bert, gus)]
        server.stop()
        cls.folder = Path(server.folder)

    def store(self, name: str) -> Path:
        place = self.folder / f"{name}.db"
        with sqlite3.connect(self.server.store) as store, sqlite3.connect(place) as copy:
            store.backup(copy)
        store.close()
        copy.close()
        return place

    def export(self, store: str | Path, folder: Path, *more: str) -> str:
        done = run("export", "--games", folder, "--store", store, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def stream_of_many(self, copies: int, months: int = 360) -> bytes:
        """The site with so many copies of its first game, which end in so many months."""
        done = subprocess.run([PROGRAM, "export", "-", "--store", self.server.store], capture_output=True, check=True)
        lines = done.stdout.splitlines(keepends=True)
        first = next(place for place, line in enumerate(lines) if line.startswith(f"match\t{self.rated[0]}\t".encode()))
        last = next(place for place in range(first + 1, len(lines)) if lines[place].startswith((b"match\t", b"end\t")))
        for number in range(copies):
            fields = lines[first].split(b"\t")
            fields[1] = b"copy%08d" % number
            ended = datetime.datetime(1990 + number % months % 30, 1 + number % months // 30 % 12, 5, tzinfo=datetime.UTC)
            fields[10] = b"%d" % (ended.timestamp() * 1000)
            lines[-1:-1] = [b"\t".join(fields), *(line for line in lines[first + 1 : last] if not line.startswith(b"chat\t"))]
        counts = [int(field) for field in lines[-1].split(b"\t")[1:4]]
        counts[0] += copies
        counts[1] += copies * sum(line.startswith(b"event\t") for line in lines[first:last])
        total = 0xCBF29CE484222325
        for byte in b"".join(lines[:-1]):
            total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        return b"".join(lines[:-1]) + b"end\t%d\t%d\t%d\t%016x\n" % (*counts, total)

    def all_of(self, folder: Path) -> str:
        """Every byte, and what is packed within Parquet as its rows have it."""
        tables = [json.dumps(self.read_back(folder, file.stem.removeprefix("games-"))) for file in folder.glob("*.parquet")]
        return "".join([*tables, *(file.read_bytes().decode(errors="replace") for file in folder.iterdir())])

    def read_back(self, folder: Path, month: str) -> Any:
        """DuckDB and pandas read the month's tables and find the same in all."""
        found = subprocess.run([ROOT / "tests/support/clients.sh", "readers"], capture_output=True, text=True, check=False)
        self.assertEqual(found.returncode, 0, found.stderr)
        reader = Path(__file__).with_name("games_export_reader.py")
        environment = {**os.environ, "PYTHONPATH": found.stdout.strip()}
        done = subprocess.run([sys.executable, "-B", reader, folder, month], capture_output=True, text=True, check=False, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def month(self, folder: Path) -> str:
        (file,) = folder.glob("games-*.csv")
        return file.stem.removeprefix("games-")

    def test_three_forms_say_the_same(self) -> None:
        folder = self.folder / "three"
        self.assertEqual(self.export(self.server.store, folder), f"2 games are in '{folder}'\n")
        month = self.month(folder)
        rows = list(csv.DictReader(io.StringIO((folder / f"games-{month}.csv").read_text())))
        objects = [json.loads(line) for line in (folder / f"games-{month}.ndjson").read_text().splitlines()]
        self.assertEqual([row["id"] for row in rows], self.rated)
        self.assertEqual([each["id"] for each in objects], self.rated)
        for row, each in zip(rows, objects, strict=True):
            self.assertEqual(list(row), list(each))
            for name in ("game", "speed", "time_control", "started", "ended", "result", "ending", "rule", "reason", "opening"):
                self.assertEqual(row[name], each[name], name)
            self.assertEqual(row["moves"].split(), each["moves"])
            self.assertEqual([[int(point) for point in path.split("-")] for path in row["paths"].split()], each["paths"])
            self.assertEqual([int(time) for time in row["spent_ms"].split()], each["spent_ms"])
            self.assertEqual([int(time) for time in row["clock_ms"].split()], each["clock_ms"])
            self.assertEqual(int(row["plies"]), len(each["moves"]), len(each["clock_ms"]))
            self.assertEqual(row["players"].split(";"), each["players"])
        first = objects[0]
        self.assertEqual((first["game"], first["players"], first["kinds"]), ("american", ["Anna", "Bert"], ["account"] * 2))
        self.assertEqual((first["moves"], first["opening"], first["ending"]), (OPENING[:6], "11-15 23-19 8-11", "resignation"))
        self.assertEqual((first["result"], first["time_control"], len(first["paths"][0])), ("0-1", "600+2", 2))
        self.assertRegex(first["ended"], rf"\A{month}-\d\dT\d\d:\d\d:\d\dZ\Z")
        self.assertTrue(all(isinstance(rating, int) for rating in objects[1]["ratings"]))
        text = (folder / f"games-{month}.pdn").read_text()
        self.assertEqual(text.count("[GameId "), 2)
        self.assertIn(f'[GameId "{self.rated[0]}"]', text)
        self.assertIn('[Black "Anna"]', text)
        checked = run("pdn", "check", "--strict", folder / f"games-{month}.pdn")
        self.assertEqual((checked.returncode, checked.stdout.split(": ")[1]), (0, "2 good games, 0 problems\n"), checked.stderr)

    def test_others_read_it_back(self) -> None:
        folder = self.folder / "read"
        self.export(self.server.store, folder)
        found = self.read_back(folder, self.month(folder))
        self.assertEqual((found["games"], found["license"], found["moves"]), (2, "CC0-1.0", "each half-move as text"))

    def test_nothing_private_is_in_it(self) -> None:
        folder = self.folder / "private"
        self.export(self.server.store, folder)
        text = self.all_of(folder)
        for private in (*self.ids, *self.others, "a private word", "Gus"):
            self.assertNotIn(private, text)

    def test_what_the_site_does_not_list_or_no_longer_names_stays_private(self) -> None:
        place = self.store("unlisted")
        with sqlite3.connect(place) as store:
            store.execute("UPDATE matches SET is_listed = 0 WHERE id = ?", (self.rated[0],))
            store.execute("UPDATE seats SET kind = 0, name = 'Secret' WHERE name = 'Bert'")
            store.execute("UPDATE seats SET kind = 3, name = '', player = '' WHERE name = 'Anna'")
        store.close()
        folder = self.folder / "unlisted"
        self.export(place, folder)
        text = self.all_of(folder)
        self.assertNotIn("Secret", text)
        self.assertNotIn("Anna", text)
        (found,) = map(json.loads, (folder / f"games-{self.month(folder)}.ndjson").read_text().splitlines())
        self.assertEqual((found["kinds"], found["players"]), (["guest", "deleted"], ["", ""]))

    def test_the_package_says_licence_and_columns(self) -> None:
        folder = self.folder / "package"
        self.export(self.server.store, folder)
        package = json.loads((folder / "datapackage.json").read_text())
        self.assertEqual(package["licenses"][0]["name"], "CC0-1.0")
        month = self.month(folder)
        self.assertEqual([each["path"] for each in package["resources"]], [f"games-{month}.{form}" for form in FORMS])
        with (folder / f"games-{month}.csv").open(newline="") as file:
            head = next(csv.reader(file))
        (fields,) = [each["schema"]["fields"] for each in package["resources"] if "schema" in each]
        self.assertEqual([field["name"] for field in fields], head)
        self.assertTrue(all(len(field["description"]) > 8 for field in fields))
        self.assertIn("CC0 1.0", (folder / f"games-{month}.pdn").read_text().split("[")[0])

    def test_the_package_describes_puzzles_and_samples_beside_the_games(self) -> None:
        folder = self.folder / "tables"
        folder.mkdir()
        deck = (ROOT / "puzzles" / "american.csv").read_bytes()
        (folder / "puzzles-american.csv").write_bytes(deck)
        made = run("selfplay", "american", "--games", "1", "--nodes", "100", "--out", folder / "american.pos")
        self.assertEqual(made.returncode, 0, made.stderr)
        for form in ("csv", "ndjson", "parquet"):
            made = run("samples", folder / "american.pos", "--to", form, "--output", folder / f"samples-american.{form}")
            self.assertEqual(made.returncode, 0, made.stderr)
        (folder / "notes.csv").write_text("a,b\n")
        self.export(self.server.store, folder)
        resources = {each["path"]: each for each in json.loads((folder / "datapackage.json").read_text())["resources"]}
        tables = ["puzzles-american.csv", *(f"samples-american.{form}" for form in ("csv", "ndjson", "parquet"))]
        self.assertEqual(sorted(name for name in resources if not name.startswith("games-")), tables)
        for name in ("puzzles-american.csv", "samples-american.csv"):
            fields = [field["name"] for field in resources[name]["schema"]["fields"]]
            self.assertEqual(fields, (folder / name).read_text().splitlines()[0].split(","))
            self.assertIn(f'href="{name}"', (folder / "index.html").read_text())
        self.assertEqual(len({each["name"] for each in resources.values()}), len(resources))

    def test_each_month_has_its_files_and_may_be_written_alone(self) -> None:
        place = self.store("months")
        with sqlite3.connect(place) as store:
            ended = datetime.datetime(2025, 2, 28, 23, 59, 59, tzinfo=datetime.UTC)
            store.execute("UPDATE matches SET ended = ? WHERE id = ?", (int(ended.timestamp() * 1000), self.rated[0]))
            store.execute("UPDATE matches SET ended = ? WHERE id = ?", (int(ended.timestamp() * 1000) + 1000, self.rated[1]))
        store.close()
        folder = self.folder / "months"
        self.export(place, folder, "--month", "2025-02")
        self.assertEqual({file.name for file in folder.glob("games-*")}, {f"games-2025-02.{form}" for form in FORMS})
        before = (folder / "games-2025-02.csv").read_bytes()
        self.export(place, folder)
        self.assertEqual({file.stem for file in folder.glob("games-*")}, {"games-2025-02", "games-2025-03"})
        self.assertEqual((folder / "games-2025-02.csv").read_bytes(), before)
        self.assertEqual(len(json.loads((folder / "datapackage.json").read_text())["resources"]), 8)
        page = (folder / "index.html").read_text()
        self.assertLess(page.index("2025-03"), page.index("2025-02"), "the latest first")
        links = set(re.findall(r'href="([^":]+)"', page))
        self.assertEqual(links, {file.name for file in folder.iterdir()} - {"index.html"})
        rows = re.findall(r'<th scope="row">(2025-\d\d)</th><td class="number">(\d+)</td>', page)
        self.assertEqual(rows, [("2025-03", "1"), ("2025-02", "1")])

    def test_more_months_than_a_process_may_open_and_constant_memory(self) -> None:
        few, many = self.store("few"), self.folder / "many.db"
        copied = subprocess.run([PROGRAM, "import", "-", "--store", str(many)], input=self.stream_of_many(1000), capture_output=True, check=False)
        self.assertEqual(copied.returncode, 0, copied.stderr)
        large = self.folder / "large.db"
        copied = subprocess.run([PROGRAM, "import", "-", "--store", str(large)], input=self.stream_of_many(9000, months=1), capture_output=True, check=False)
        self.assertEqual(copied.returncode, 0, copied.stderr)
        peak = {}
        for name, place in (("few", few), ("many", many), ("large", large)):
            command = ["sh", "-c", 'ulimit -n 100; exec "$0" "$@"', PROGRAM, "export", "--games", str(self.folder / f"of-{name}")]
            process = subprocess.Popen([*command, "--store", str(place)], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)  # with the peak of this child alone
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            peak[name] = usage.ru_maxrss
        self.assertEqual(len(list((self.folder / "of-many").glob("games-*.pdn"))), 361)
        games = sum(len(file.read_text().splitlines()) for file in (self.folder / "of-many").glob("games-*.ndjson"))
        self.assertEqual(games, 1002)
        found = self.read_back(self.folder / "of-large", "1990-01")
        self.assertEqual(found["games"], 9000)
        self.assertGreater(found["groups"], 1)
        self.assertLess(peak["many"], peak["few"] + 60_000, "kilobytes")
        self.assertLess(peak["large"], peak["few"] + 60_000, "kilobytes")

    def test_refuses_what_it_does_not_understand(self) -> None:
        for words in (["--month", "2026-11"], [], ["--games", "x", "--month", "2026-13"], ["file", "--games", "x"]):
            done = run("export", *words, "--store", self.server.store)
            self.assertEqual(done.returncode, 2, (words, done.stdout))
        done = run("export", "--games", "/proc/nowhere", "--store", self.server.store)
        self.assertEqual(done.returncode, 1)

    def test_leaves_room_on_the_disk(self) -> None:
        folder, stream = self.folder / "much", self.folder / "much.stream"
        for words in (["--games", folder], [stream]):
            done = run("export", *words, "--store", self.server.store, "--keep-free", "1099511627776")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"cannot write '.*': less than \d+ MiB would be left on the disk of '.*' \(--keep-free\)\n$")
        self.assertEqual(list(folder.iterdir()), [])
        self.assertFalse(stream.exists())
        self.assertEqual(run("export", stream, "--store", self.server.store, "--keep-free", "0").returncode, 0)
        taken = self.folder / "taken.db"
        done = run("import", stream, "--store", taken, "--keep-free", "1099511627776")
        self.assertRegex(done.stderr, r"nothing was imported into '.*': .*less than \d+ MiB would be left")
        self.assertFalse(taken.exists())

    def test_a_damaged_game_is_named_and_left_out(self) -> None:
        place = self.store("damaged")
        with sqlite3.connect(place) as store:
            store.execute("UPDATE matches SET game = 'international' WHERE id = ?", (self.rated[0],))
            (key,) = store.execute("SELECT key FROM matches WHERE id = ?", (self.rated[0],)).fetchone()
            store.execute("DELETE FROM events WHERE match = ? AND number > 0", (key,))
        store.close()
        done = run("export", "--games", self.folder / "damaged", "--store", place)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"match {self.rated[0]}: ", done.stderr)
        self.assertIn("1 games are in ", done.stdout)


if __name__ == "__main__":
    unittest.main()
