"""What is done with a store as a whole: backup while it is served, restore, and the check that replays every game."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import tempfile
import unittest

import kept_store
from tables import OPENING, guest, play_on, sit_down
from wire_client import PATIENCE, PROGRAM, Server


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=PATIENCE, check=False)


class Backup(unittest.TestCase):
    def test_a_backup_of_a_running_server_is_whole(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server, "Anna"), guest(server, "Bert"))
            play_on(seats, OPENING)
            match = seats[0].match
            store, copy, again = (str(server.folder / name) for name in ("store.db", "copy.db", "again.db"))
            done = run("backup", copy, "--store", store)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(run("backup", copy, "--store", store).returncode, 1, "nothing is overwritten")
            # Played after the backup, and so not in it.
            seats[0].do({"t": "resign"})
            seats[1].until_event("ended")
            checked = run("check", "--store", store)
            self.assertEqual((checked.returncode, checked.stderr), (0, b""), checked.stdout)
            self.assertIn(b"1 matches with 16 events: each replays", checked.stdout)
            self.assertEqual(server.stop(), 0)
            self.assertEqual(run("restore", copy, "--store", store).returncode, 1, "a store is never overwritten")
            done = run("restore", copy, "--store", again)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(run("check", "--store", again).returncode, 0)
            (server.folder / "store.db").unlink()
            for rest in server.folder.glob("store.db-*"):
                rest.unlink()
            (server.folder / "again.db").rename(server.folder / "store.db")
            server.start()
            snapshot = seats[0].caller.get(f"/api/matches/{match}").json()["snapshot"]
            self.assertEqual([move["text"] for move in snapshot["moves"]], OPENING)
            self.assertEqual(snapshot["status"]["phase"], "running")
            for seat in seats:
                seat.close()

    def test_the_check_finds_what_was_changed(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server), guest(server))
            play_on(seats, OPENING[:4])
            seats[0].do({"t": "resign"})
            seats[1].until_event("ended")
            match = seats[0].match
            self.assertEqual(server.stop(), 0)
            store = server.folder / "store.db"
            with sqlite3.connect(store) as rows:
                rows.execute("UPDATE matches SET result = '1-0' WHERE id = ?", (match,))
            done = run("check", "--store", str(store))
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"match {match}: its events end in '0-1'".encode(), done.stdout)
            for seat in seats:
                seat.close()

    def test_kept_stores_of_every_version_are_served_and_replay(self) -> None:
        """Each was made by the program of its version, and killed at that; the checks of before and after are the same."""
        kept = sorted(kept_store.SQLITE.glob("*.sql"))
        self.assertEqual([file.stem for file in kept], [f"{version:04}" for version in range(1, len(kept) + 1)])
        for file in kept:
            with tempfile.TemporaryDirectory() as folder:
                store = f"{folder}/store.db"
                with contextlib.closing(sqlite3.connect(store)) as rows:
                    rows.executescript(file.read_text(encoding="utf-8"))
                before = run("check", "--store", store)
                self.assertEqual(before.returncode, 0, before.stdout)
                kept_store.goes_on(self, store)
                with contextlib.closing(sqlite3.connect(store)) as rows:
                    self.assertEqual(rows.execute("PRAGMA user_version").fetchone()[0], len(kept))
                    # CC-22: of before there was a choice, the pieces of who leaves stay.
                    star = rows.execute("SELECT game FROM matches WHERE family = 'sternhalma'").fetchone()[0]
                    later = ",leave=stay" if file.stem < "0004" else ""
                    self.assertEqual(star, "sternhalma:players=3" + later)

    def test_files_that_are_none(self) -> None:
        with Server() as server:
            nonsense = server.folder / "nonsense.db"
            nonsense.write_bytes(b"not a store" * 1000)
            for arguments in (
                ("check", "--store", str(nonsense)),
                ("restore", str(nonsense), "--store", str(server.folder / "new.db")),
                ("backup", str(server.folder / "b.db"), "--store", "/nowhere/at/all.db"),
            ):
                done = run(*arguments)
                self.assertEqual(done.returncode, 1, arguments)
                self.assertRegex(done.stderr.decode(), r"^crownstar: [^\n]+\n$")


if __name__ == "__main__":
    unittest.main()
