"""The server on a PostgreSQL: play, kill the server, play on; the database goes away in the middle of everything and comes back."""

from __future__ import annotations

import subprocess
import unittest

import kept_store
from disk_test import Tables
from service_process import Database
from wire_client import PATIENCE, PROGRAM, Caller, Server, wait_for


class OnPostgres(unittest.TestCase):
    database: Database

    @classmethod
    def setUpClass(cls) -> None:
        cls.database = Database()
        cls.addClassCleanup(cls.database.close)

    def all_there(self, tables: Tables, name: str) -> None:
        """Each acknowledged move is stored once and in its place, by the server's word and by the database's."""
        for match in tables.matches:
            self.assertEqual(tables.stored(match), tables.acknowledged[match])
            moved = self.database.ask(name, f"SELECT count(*) FROM events WHERE match = '{match}' AND kind = 'moved'")
            self.assertEqual(int(moved), len(tables.acknowledged[match]))
        gaps = "SELECT match FROM events GROUP BY match HAVING count(*) <> max(number) + 1"
        self.assertEqual(self.database.ask(name, gaps), "")

    def test_the_server_is_killed_and_play_goes_on(self) -> None:
        with Server(store=self.database.create("killed")) as server:
            tables = Tables(server)
            for _ in range(3):
                for match in tables.seats:
                    self.assertEqual(tables.move(match), "")
                server.kill()
                server.start()
                tables.close()
                tables.open()
            for match in tables.seats:
                self.assertEqual(tables.move(match), "")
            self.all_there(tables, "killed")
            tables.close()
            self.assertEqual(server.stop(), 0)

    def test_a_store_that_must_exist_is_not_made(self) -> None:
        address = self.database.create("must_exist")
        command = [PROGRAM, "serve", "--port", "0", "--store", address, "--store-must-exist"]
        run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn(b"the database has no site in it", run.stderr)
        self.assertEqual(self.database.ask("must_exist", "SELECT count(*) FROM pg_class WHERE relname = 'players'"), "0")
        with Server(store=address) as server:
            server.flags.append("--store-must-exist")
            self.assertEqual(server.stop(), 0)
            server.start()

    def test_the_database_goes_away_and_comes_back(self) -> None:
        with Server(store=self.database.create("restarted")) as server:
            tables = Tables(server)
            first = tables.matches[0]
            for match in tables.seats:
                self.assertEqual(tables.move(match), "")
            for request in ("one", "two"):
                self.database.kill()
                for _ in range(3):
                    self.assertEqual(tables.move(first, request), "store_unavailable", "the player is told to wait")
                self.assertEqual(Caller(server).post("/api/guest").status, 503)
                self.assertEqual(Caller(server).get("/health").json()["store"], "degraded")
                self.assertEqual(Caller(server).get("/").status, 200)
                self.database.start()
                wait_for(lambda: Caller(server).get("/health").json()["store"] == "ok", "the database again")
                # The same command as before is carried out now, once; at the other tables too the games go on.
                self.assertTrue(wait_for(lambda request=request: tables.move(first, request) == "", "the move"))
                for match in list(tables.seats)[1:]:
                    self.assertEqual(tables.move(match), "")
            self.all_there(tables, "restarted")
            tables.close()

    def test_kept_stores_of_every_version_are_served_and_replay(self) -> None:
        """Each is brought forward, all its games replay to their results, and the one that was not over goes on."""
        kept = sorted(kept_store.POSTGRES.glob("*.sql"))
        self.assertTrue(kept)
        for file in kept:
            name = f"kept_{file.stem}"
            store = self.database.create(name)
            self.database.ask(name, file.read_text(encoding="utf-8"))
            kept_store.goes_on(self, store)

    def test_what_cannot_be_a_store_is_named_without_its_password(self) -> None:
        for store, reason, status in (
            ("postgresql://ann:hidden@127.0.0.1:1/site", "cannot open the store 'postgresql://ann:***@127.0.0.1:1/site'", 1),
            ("mysql://ann:hidden@127.0.0.1/site", "expected the name of a file or postgresql://", 2),
        ):
            run = subprocess.run([PROGRAM, "serve", "--store", store], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, status)
            self.assertIn(reason, run.stderr)
            self.assertNotIn("hidden", run.stderr)
