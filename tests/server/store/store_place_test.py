"""The file that is served: missing at a start, deleted, replaced, written over, put back while it is served; by another name."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tables import OPENING, Seat, guest, play_on, sit_down
from wire_client import PATIENCE, PROGRAM, Caller, Server, wait_for

BESIDE = ("", "-wal", "-shm")


def health(server: Server) -> str:
    return str(Caller(server).get("/health").json()["state"])


class StorePlace(unittest.TestCase):
    def test_a_store_that_must_exist_is_not_made(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = Path(folder) / "not mounted" / "store.db"
            command = [PROGRAM, "serve", "--port", "0", "--store", str(store), "--store-must-exist"]
            run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(b"Is its disk mounted?", run.stderr)
            self.assertFalse(store.parent.exists())
            with Server(store=str(store)) as server:
                server.flags.append("--store-must-exist")
                self.assertEqual(server.stop(), 0)
                server.start()
                self.assertEqual(health(server), "ok")

    def test_an_empty_file_is_no_store_that_exists(self) -> None:
        with Server() as server:
            server.stop()
            store = Path(server.store)
            store.write_bytes(b"")
            command = [PROGRAM, "serve", "--port", "0", "--store", str(store), "--store-must-exist"]
            run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(b"Restore a backup", run.stderr)
            self.assertEqual(store.stat().st_size, 0)

    def test_a_store_moved_away_is_refused_and_taken_up_again(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server), guest(server))
            play_on(seats, OPENING[:2])
            elsewhere = server.folder / "elsewhere"
            elsewhere.mkdir()
            for name in BESIDE:
                Path(server.store + name).rename(elsewhere / ("store.db" + name))
            wait_for(lambda: health(server) == "degraded", "health says so")
            wait_for(lambda: any("store_gone" in line for line in server.log), "the log says so")
            request = seats[0].move(OPENING[2])
            self.assertEqual(seats[0].refusal(request)["code"], "store_unavailable")
            for name in BESIDE:
                (elsewhere / ("store.db" + name)).rename(server.store + name)
            wait_for(lambda: health(server) == "ok", "it is served again", 20)
            wait_for(lambda: any("store_back" in line for line in server.log), "the log says so")
            for seat in seats:
                seat.close()

    def test_what_was_saved_of_a_deleted_store_is_served_in_its_place(self) -> None:
        """As docs/operations.md says it: stopped, the copy put in place, started. Of a killed server the log is left, and in the way."""
        for is_killed in (False, True):
            with self.subTest(is_killed=is_killed), Server() as server:
                first = sit_down(guest(server), guest(server))
                play_on(first, OPENING[:4])
                server.stop()  # what was stored until now is in the file, what follows in its log
                server.start()
                seats = sit_down(guest(server), guest(server))
                play_on(seats, OPENING[:6])
                Path(server.store).unlink()
                wait_for(lambda: any("is saved as" in line for line in server.log), "a copy is made")
                if is_killed:
                    server.kill()
                else:
                    self.assertEqual(server.stop(), 0)
                (saved,) = server.folder.glob("store.db.saved-*")
                saved.rename(server.store)
                if is_killed:
                    command = [PROGRAM, "serve", "--port", "0", "--store", server.store]
                    run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
                    self.assertNotEqual(run.returncode, 0)
                    self.assertIn(b"was written for another file", run.stderr)
                    for name in BESIDE[1:]:
                        Path(server.store + name).unlink()
                server.start()
                for pair, moves in ((first, OPENING[:4]), (seats, OPENING[:6])):
                    for each in pair:
                        each.close()
                    seat = Seat(pair[0].caller, pair[0].match)
                    seat.hear("snapshot")
                    self.assertEqual(seat.moves, moves)
                    seat.close()
                server.stop()
                checked = subprocess.run([PROGRAM, "check", "--store", server.store], capture_output=True, check=False)
                self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_a_store_that_is_written_over_is_refused(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server), guest(server))
            play_on(seats, OPENING[:2])
            for seat in seats:
                seat.close()
            server.stop()  # all that was stored is in the file now
            earlier = Path(server.store).read_bytes()[:8192]
            server.start()
            seat = Seat(seats[0].caller, seats[0].match)
            self.addCleanup(seat.close)
            seat.hear("snapshot")
            Path(server.store).write_bytes(earlier)  # the same file, as `cp` does it
            seat.move(OPENING[2])
            self.assertEqual(seat.hear("refused", "events")["t"], "refused")
            wait_for(lambda: health(server) == "degraded", "health says so")
            wait_for(lambda: any("written over" in line for line in server.log), "the log says so")

    def test_another_file_of_the_same_size_is_refused(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server), guest(server))
            play_on(seats, OPENING[:2])
            for seat in seats:
                seat.close()
            server.stop()
            earlier = Path(server.store).read_bytes()
            server.start()
            seat = Seat(seats[0].caller, seats[0].match)
            self.addCleanup(seat.close)
            seat.hear("snapshot")
            self.assertIn("crownstar_store_degraded 0\n", Caller(server).get("/metrics").body.decode())
            # Of the same size, and with the time that the file had.
            time = Path(server.store).stat().st_mtime_ns
            Path(server.store).write_bytes(earlier[:4096] + bytes(len(earlier) - 4096))
            os.utime(server.store, ns=(time, time))
            wait_for(lambda: health(server) == "degraded", "health says so", 2)
            self.assertIn("crownstar_store_degraded 1\n", Caller(server).get("/metrics").body.decode())
            seat.move(OPENING[2])
            self.assertEqual(seat.hear("refused", "events")["t"], "refused")
            wait_for(lambda: any("written over" in line for line in server.log), "the log says so")

    def test_another_name_of_a_served_file_is_refused(self) -> None:
        with Server() as server:
            for name, link in (("soft", Path.symlink_to), ("hard", Path.hardlink_to)):
                path = server.folder / name
                link(path, Path(server.store))
                command = [PROGRAM, "serve", "--port", "0", "--store", str(path)]
                run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
                self.assertNotEqual(run.returncode, 0, name)
                self.assertIn(b"another server", run.stderr, name)


if __name__ == "__main__":
    unittest.main()
