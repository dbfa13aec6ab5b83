"""A disk that takes nothing more, in three ways, and one that may only be read: moves are refused, what was acknowledged stays."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import time
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tables import OPENING, Seat, guest, make_match, play_on, sit_down
from wire_client import Caller, Server, wait_for

TABLES = 12
# A limit on the size of files below anything that a store writes to.
NO_ROOM = 1
EVERY_ROOM = resource.RLIM_INFINITY


@contextmanager
def mounted(*options: str) -> Iterator[Path]:
    """A memory disk of its own; needs root."""
    with tempfile.TemporaryDirectory(prefix="crownstar-disk-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def may_mount() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True


class Tables:
    """Some tables where the same opening is played, and what was acknowledged at each."""

    def __init__(self, server: Server) -> None:
        self.players = guest(server, "Anna"), guest(server, "Bert")
        self.matches = [make_match(*self.players) for _ in range(TABLES)]
        self.acknowledged: dict[str, list[str]] = {match: [] for match in self.matches}
        self.open()

    def open(self) -> None:
        self.seats = {match: [Seat(player, match) for player in self.players] for match in self.matches[:4]}
        for pair in self.seats.values():
            for seat in pair:
                seat.hear("snapshot")

    def close(self) -> None:
        for pair in self.seats.values():
            for seat in pair:
                seat.close()

    def move(self, match: str, request: str = "") -> str:
        """The next move of the opening: empty if it was acknowledged, else the refusal's code."""
        made = self.acknowledged[match]
        pair = self.seats[match]
        mover = pair[len(made) % 2]
        sent = mover.move(OPENING[len(made)], **({"request": request} if request else {}))
        while True:
            message = mover.hear("events", "refused")
            if message["t"] == "refused":
                assert message["request"] == sent, message
                return str(message["code"])
            if len(mover.moves) > len(made):
                break
        pair[(len(made) + 1) % 2].until_moves(len(made) + 1)
        made.append(OPENING[len(made)])
        return ""

    def stored(self, match: str) -> list[str]:
        snapshot = self.players[0].get(f"/api/matches/{match}").json()["snapshot"]
        return [move["text"] for move in snapshot.get("moves", [])]


class Disks(unittest.TestCase):
    def refuses(self, tables: Tables, server: Server, request: str = "the-same") -> None:
        """Nothing can be stored: that is what everybody is told, and nothing has happened."""
        match = tables.matches[0]
        for _ in range(3):
            self.assertEqual(tables.move(match, request), "store_unavailable")
        self.assertEqual(tables.stored(match), tables.acknowledged[match])
        self.assertEqual(Caller(server).post("/api/guest").status, 503)
        self.assertEqual(Caller(server).get("/health").json()["store"], "degraded")
        self.assertEqual(Caller(server).get("/").status, 200)

    def goes_on(self, tables: Tables, server: Server, request: str = "the-same") -> None:
        """There is room again: the same command is carried out now, once, and the games go on."""
        first = tables.matches[0]
        self.assertEqual(wait_for(lambda: tables.move(first, request) == "", "room again"), True)
        for match in tables.seats:
            self.assertEqual(tables.move(match), "")
        self.assertEqual(Caller(server).get("/health").json()["store"], "ok")

    def all_there(self, tables: Tables) -> None:
        for match in tables.matches:
            self.assertEqual(tables.stored(match), tables.acknowledged[match])

    def test_files_may_not_grow(self) -> None:
        with Server() as server:
            tables = Tables(server)
            for match in tables.seats:
                for _ in range(3):
                    self.assertEqual(tables.move(match), "")
            for request in ("one", "two"):
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (NO_ROOM, EVERY_ROOM))
                self.refuses(tables, server, request)
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (EVERY_ROOM, EVERY_ROOM))
                self.goes_on(tables, server, request)
            server.kill()
            server.start()
            tables.close()
            self.all_there(tables)

    def test_no_clock_runs_while_nothing_can_be_stored(self) -> None:
        main_ms = 10_000
        with Server() as server:
            clocks = [{"kind": "fischer", "main_ms": main_ms, "step_ms": 0}]
            mover, other = sit_down(guest(server), guest(server), clocks=clocks)
            play_on((mover, other), OPENING[:2])
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (NO_ROOM, EVERY_ROOM))
            self.assertEqual(mover.refusal(mover.move(OPENING[2]))["code"], "store_unavailable")
            other.hear("events")
            for seat in (mover, other):
                self.assertNotIn("running", seat.status)
                self.assertNotIn("deadline_at", seat.status)
            left_ms = other.status["clocks"][0]["left_ms"]
            time.sleep(main_ms / 1000 + 2)  # longer than there is time, with what may be credited for lag
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (EVERY_ROOM, EVERY_ROOM))
            other.hear("events")
            self.assertEqual(other.status["running"], 0)
            self.assertGreater(other.status["clocks"][0]["left_ms"], 0)
            self.assertLessEqual(other.status["clocks"][0]["left_ms"], left_ms)
            for seat in (mover, other):
                seat.close()

    def test_a_disk_without_room(self) -> None:
        if not may_mount():
            # Only root can make a small disk; the limit on the size of files has shown the same.
            return self.test_files_may_not_grow()
        with mounted("-o", "size=4m") as folder:
            server = Server(folder=folder)
            tables = Tables(server)
            filler = folder / "filler"
            with filler.open("wb", buffering=0) as file:
                try:
                    while file.write(bytes(4096)):
                        pass
                except OSError:
                    pass
            # Some moves may still find room within the files. Then none.
            moved = [match for match in tables.seats for _ in OPENING[:8] if tables.move(match) == ""]
            while tables.move(tables.matches[0]) == "" and len(tables.acknowledged[tables.matches[0]]) < 9:
                moved.append(tables.matches[0])
            self.refuses(tables, server)
            server.kill()
            # Also a server that finds no room when it starts keeps what it had.
            filler.unlink()
            server.start()
            self.all_there(tables)
            tables.close()
            tables.open()
            for match in tables.seats:
                if len(tables.acknowledged[match]) < len(OPENING):
                    self.assertEqual(tables.move(match), "")
            server.close()

    def test_a_disk_that_may_only_be_read(self) -> None:
        may_bind = os.geteuid() == 0 and may_mount()
        with tempfile.TemporaryDirectory(prefix="crownstar-read-only-") as name:
            folder = Path(name)
            server = Server(folder=folder)
            tables = Tables(server)
            for match in tables.seats:
                self.assertEqual(tables.move(match), "")
            tables.close()
            server.kill()
            if os.geteuid() == 0 and not may_bind:
                # In a container root may not mount, but may still write wherever it likes.
                server.started_by = ["setpriv", "--bounding-set", "-dac_override"]
            self.lock_up(folder, may_bind)
            try:
                server.start()
                tables.open()
                self.refuses(tables, server)
                self.all_there(tables)
                tables.close()
                server.stop()
            finally:
                self.open_up(folder, may_bind)
            server.start()
            tables.open()
            self.goes_on(tables, server)
            self.all_there(tables)
            tables.close()
            server.close()

    def lock_up(self, folder: Path, may_bind: bool) -> None:
        if may_bind:
            # Root may write to any file; but not to what is mounted for reading.
            subprocess.run(["mount", "--bind", folder, folder], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
        else:
            for file in folder.iterdir():
                file.chmod(0o444)
            folder.chmod(0o555)

    def open_up(self, folder: Path, may_bind: bool) -> None:
        if may_bind:
            subprocess.run(["umount", "--lazy", folder], check=True)
        else:
            folder.chmod(0o755)
            for file in folder.iterdir():
                file.chmod(0o644)


if __name__ == "__main__":
    unittest.main()
