"""A server that stands still, as a machine that sleeps or a process that is stopped does: nobody is charged for that time."""

from __future__ import annotations

import os
import signal
import time
import unittest

from tables import OPENING, guest, play_on, sit_down
from wire_client import Caller, Server, wait_for

STOPPED = 6.0  # seconds
MAIN = 5_000  # of each clock: less


class Frozen(unittest.TestCase):
    def test_a_stopped_server_ends_no_game_by_time(self) -> None:
        clocks = [{"kind": "fischer", "main_ms": MAIN, "step_ms": 1000}]
        with Server() as server:
            ann, ben = guest(server), guest(server)
            seats = sit_down(ann, ben, game="american", clocks=clocks)
            play_on(seats, OPENING[:2])
            os.kill(server.process.pid, signal.SIGSTOP)
            time.sleep(STOPPED)
            os.kill(server.process.pid, signal.SIGCONT)
            # The clocks are heard to stand, then to go on.
            seats[0].until_event("resumed")
            self.assertEqual(seats[0].status["phase"], "running")
            self.assertGreater(seats[0].status["clocks"][0]["left_ms"], MAIN // 2)
            play_on(seats, OPENING[2:4])
            self.assertEqual(seats[1].status["phase"], "running")
            wait_for(lambda: any("nobody is charged" in line for line in server.log), "the log says so")
            # And nobody is kept out for it.
            self.assertEqual(Caller(server).get("/health").json()["state"], "ok")
            for seat in seats:
                seat.close()


if __name__ == "__main__":
    unittest.main()
