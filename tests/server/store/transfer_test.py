"""A whole site goes from a file to PostgreSQL and back through streams, without loss; and what is no whole stream leaves nothing."""

from __future__ import annotations

import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from service_process import Database
from tables import OPENING, Seat, account, guest, make_match, make_token, play_on
from wire_client import PROGRAM, Caller, Server


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, check=False)


def play_a_site(server: Server) -> dict[str, list[str]]:
    """Accounts, guests, a game that is over and rated, one under way, one that waits, chat, tokens; moves by match."""
    anna, bert, gus = account(server, "Anna"), account(server, "Bert"), guest(server, "Gus")
    moves = {}
    for host, other, rated, count in ((anna, bert, True, 6), (anna, gus, False, 4), (gus, bert, False, 0)):
        match = make_match(host, other, rated=rated, clocks=[{"kind": "fischer", "main_ms": 600_000, "step_ms": 0}])
        seats = Seat(host, match), Seat(other, match)
        for seat in seats:
            seat.hear("snapshot")
        play_on(seats, OPENING[:count])
        if rated:
            seats[0].do({"t": "resign"})
            seats[1].until_event("ended")
        for seat in seats:
            seat.close()
        moves[match] = OPENING[:count]
    assert anna.post("/api/matches", {"game": "frisian", "draw_seats": False}).status == 201
    make_token(anna, "my bot\\n")
    return moves


def tables_of(file: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables of a store in a file, sorted; matches by their names instead of their places.

    But for events, of which several lie together there.
    """
    found: dict[str, list[tuple[object, ...]]] = {}
    store = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    ids = dict(store.execute("SELECT key, id FROM matches"))
    for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall():
        columns = [row[1] for row in store.execute(f"PRAGMA table_info({name})")]
        if name in ("events", "fresh_batches"):
            continue
        is_by_key = name in ("seats", "chat")
        found[name] = []
        for row in store.execute(f"SELECT * FROM {name}"):
            row = dict(zip(columns, row, strict=True))
            row.pop("key" if name == "matches" else "", None)
            row.pop("name_skeleton" if name == "players" else "", None)  # worked out from the name at the next start
            if is_by_key:
                row["match"] = ids[row["match"]]
            found[name].append(tuple(row.values()))
    store.close()
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


class Transfer(unittest.TestCase):
    database: Database
    site: Server
    moves: dict[str, list[str]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.database = Database()
        cls.addClassCleanup(cls.database.close)
        cls.site = Server()
        cls.addClassCleanup(cls.site.close)
        cls.moves = play_a_site(cls.site)
        cls.site.stop()
        cls.folder = Path(tempfile.mkdtemp(dir=cls.site.folder))
        # What a game rarely has: odd text and bytes, a report, a silenced player, a gap among the lines.
        with sqlite3.connect(cls.site.store) as store:
            (key,) = store.execute("SELECT min(key) FROM matches").fetchone()
            store.execute("INSERT INTO chat VALUES(?, 3, 'players', '', 'Ånn\t', 'a\\b\nc\r\"', 5)", (key,))
            store.execute("INSERT INTO reports VALUES(7, 1, 'a', 'b', 'm', 'rude', 'said: \\N', NULL, '')")
            store.execute("INSERT INTO reports VALUES(9, 1, 'a', 'b', '', 'rude', '', 12, 'silenced')")
            store.execute("INSERT INTO mutes VALUES('', 'b', 1, NULL)")
            store.execute("INSERT INTO settings VALUES('bytes', ?)", (bytes(range(256)),))
            store.execute("INSERT INTO ratings VALUES('x', 'f', 's', 0.1, 1e-300, 1e300, 3, -5)")
        store.close()

    def stream_of(self, store: str) -> bytes:
        exported = run("export", "-", "--store", store)
        self.assertEqual(exported.returncode, 0, exported.stderr)
        return exported.stdout

    def test_each_table_travels(self) -> None:
        """By what is in the files themselves, and not by what the program says of them."""
        address = self.database.create("whole")
        self.assertEqual(run("import", "-", "--store", address, stdin=self.stream_of(self.site.store)).returncode, 0)
        back = str(self.folder / "whole.db")
        self.assertEqual(run("import", "-", "--store", back, stdin=self.stream_of(address)).returncode, 0)
        there = tables_of(self.site.store)
        self.assertEqual([name for name, rows in there.items() if not rows], [], "every table has something to lose")
        self.assertEqual(tables_of(back), there)
        of_postgres = self.database.ask("whole", "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        of_the_home = {"commits", "crownstar"}  # what it writes of itself
        self.assertEqual(set(of_postgres.split()) - of_the_home, set(there) | {"events"})
        stream = self.stream_of(self.site.store)
        self.assertEqual(self.stream_of(back), stream)
        events = sum(line.startswith(b"event\t") for line in stream.splitlines())
        self.assertEqual(int(self.database.ask("whole", "SELECT count(*) FROM events")), events)
        self.assertGreater(events, 0)
        for name, rows in there.items():
            self.assertEqual(int(self.database.ask("whole", f"SELECT count(*) FROM {name}")), len(rows), name)

    def test_there_and_back_nothing_is_lost(self) -> None:
        stream = self.folder / "site.stream"
        exported = run("export", stream, "--store", self.site.store)
        self.assertEqual(exported.returncode, 0, exported.stderr)
        self.assertIn(b"4 matches", exported.stdout)
        self.assertEqual(run("export", stream, "--store", self.site.store).returncode, 1, "a file is never overwritten")

        address = self.database.create("moved")
        imported = run("import", stream, "--store", address)
        self.assertEqual(imported.returncode, 0, imported.stderr)
        self.assertIn(b"each game compared: 4 matches", imported.stdout)
        self.assertEqual(self.stream_of(address), stream.read_bytes())
        checked = run("check", "--store", address)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn(b"each replays to its stored result", checked.stdout)

        back = str(self.folder / "back.db")
        imported = run("import", "-", "--store", back, stdin=self.stream_of(address))
        self.assertEqual(imported.returncode, 0, imported.stderr)
        self.assertEqual(self.stream_of(back), stream.read_bytes())
        self.assertEqual(run("check", "--store", back).returncode, 0)

        for store in (address, back):
            with Server(store=store) as server:
                reader = Caller(server)
                for match, moves in self.moves.items():
                    snapshot = reader.get(f"/api/matches/{match}").json()["snapshot"]
                    self.assertEqual([move["text"] for move in snapshot.get("moves", [])], moves)
                self.assertEqual(reader.post("/api/session", {"name": "Anna", "password": "a long enough secret"}).status, 200)
                # What is new gets a number that is free.
                account(server, "Carl")
            # Those who run it do it on either home.
            self.assertIn(b"said: \\N", run("reports", "--store", store).stdout)
            self.assertEqual(run("silence", "Bert", "--days", "7", "--store", store).returncode, 0)
            self.assertIn(b"Bert", run("silence", "--store", store).stdout)
            self.assertEqual(run("reports", "done", "7", "--store", store).returncode, 0)
            self.assertEqual(run("reports", "done", "7", "--store", store).returncode, 1)
        number = self.database.ask("moved", "SELECT nextval(pg_get_serial_sequence('reports', 'number'))")
        self.assertEqual(number, "10")

    def test_what_is_no_whole_stream_leaves_nothing(self) -> None:
        whole = self.stream_of(self.site.store)
        lines = whole.splitlines(keepends=True)
        changed = whole.replace(b"Anna", b"Anne", 1)
        for stream, reason in (
            (b"".join(lines[:-1]), b"it was cut off"),
            (whole[:-200], b"cut off"),
            (b"".join(line for line in lines if not line.startswith(b"step")), b"was changed or damaged"),
            (b"".join(line for line in lines if not line.startswith(b"player")), b": there is no player"),
            (changed, b"was changed or damaged"),
            (whole + b"more\n", b"something after the end"),
            (b"crownstar-site\t3\n", b"line 1: this is no stream of a site"),
            (b"", b"cut off"),
            (lines[0] + b"event\tmoved\tx\n", b"line 2: 'event' belongs below a match"),
            (lines[0] + b"player\tx\n", b"line 2: the fields of 'player'"),
            (lines[0] + b"castle\tx\n", b"line 2: no such kind of line"),
        ):
            target = self.folder / "never.db"
            refused = run("import", "-", "--store", target, stdin=stream)
            self.assertEqual(refused.returncode, 1, refused.stdout)
            self.assertIn(reason, refused.stderr)
            self.assertEqual(list(self.folder.glob("never.db*")), [])
        address = self.database.create("never")
        self.assertEqual(run("import", "-", "--store", address, stdin=changed).returncode, 1)
        self.assertEqual(self.database.ask("never", "SELECT count(*) FROM players"), "0")
        self.assertEqual(run("import", "-", "--store", address, stdin=whole).returncode, 0)
        again = run("import", "-", "--store", address, stdin=whole)
        self.assertEqual(again.returncode, 1)
        self.assertIn(b"has rows of a site already", again.stderr)
        there = run("import", "-", "--store", self.site.store, stdin=whole)
        self.assertIn(b"is there already", there.stderr)

    def test_a_store_is_exported_while_it_is_served(self) -> None:
        with Server() as server:
            play_a_site(server)
            first = self.stream_of(server.store)
            address = self.database.create("served")
            self.assertEqual(run("import", "-", "--store", address, stdin=first).returncode, 0)
        with Server(store=address) as server:
            account(server, "Dora")
            self.assertIn(b"\tDora\t", self.stream_of(address))

    def test_what_works_on_files_alone_says_so(self) -> None:
        for command in ("backup", "restore"):
            refused = run(command, self.folder / "x", "--store", "postgresql://a:secret@127.0.0.1/site")
            self.assertEqual(refused.returncode, 1)
            self.assertIn(b"is no file", refused.stderr)
            self.assertNotIn(b"secret", refused.stderr)
