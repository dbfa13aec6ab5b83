"""Games of the computer with itself while the server is killed, again and again: what it has played stays played, in order and
once, and it plays on by itself."""

from __future__ import annotations

import random
import subprocess
import time
import unittest

from tables import Seat, guest
from wire_client import PROGRAM, Caller, Server

GAME = "sternhalma:players=3,pieces=10"
KILLS = 8
TABLES = 5


class KilledEngines(unittest.TestCase):
    def left_to_engines(self, person: Caller, level: str) -> Seat:
        """A match whose only person resigns: the two others play on."""
        seats = [{"t": "me"}, {"t": "engine", "engine": level}, {"t": "engine", "engine": level}]
        made = person.post("/api/matches", {"game": GAME, "draw_seats": False, "seats": seats})
        self.assertEqual(made.status, 201, made.body)
        seat = Seat(person, made.json()["match"])
        seat.hear("snapshot")
        seat.do({"t": "resign"})
        return seat

    @staticmethod
    def go_on(seat: Seat, count: int) -> None:
        """So many moves more, or to the end: on a quick machine a game is over before the last kill."""
        wanted = len(seat.moves) + count
        while len(seat.moves) < wanted and seat.status["phase"] == "running":
            seat.hear("events", "snapshot")

    def test_what_they_played_stays_and_they_play_on(self) -> None:
        chance = random.Random(20)
        acknowledged = 0
        with Server("--engine-threads", "2") as server:
            person = guest(server)
            level = person.get(f"/api/engines?game={GAME}").json()["levels"][0]["id"]
            seats = [self.left_to_engines(person, level) for _ in range(TABLES)]
            for kill in range(KILLS):
                # The last of them is killed while it thinks, each time at another moment of its thought.
                for index, seat in enumerate(seats):
                    if seat.status["phase"] != "running":
                        acknowledged += len(seat.moves)
                        seat.close()
                        seats[index] = self.left_to_engines(person, level)
                    self.go_on(seats[index], chance.randint(1, 3))
                time.sleep(chance.random() / 5)
                server.kill()
                known = [seat.moves for seat in seats]
                for seat in seats:
                    seat.close()
                server.start()
                seats = [Seat(person, seat.match) for seat in seats]
                for seat, before in zip(seats, known, strict=True):
                    seat.hear("snapshot")
                    self.assertEqual(seat.moves[: len(before)], before, f"after kill {kill + 1}")
            for seat in seats:
                self.go_on(seat, 2)
                acknowledged += len(seat.moves)
                seat.close()
            self.assertEqual(server.stop(), 0)
            replayed = subprocess.run([PROGRAM, "check", "--store", server.store], capture_output=True, text=True, check=False)
            self.assertEqual(replayed.returncode, 0, replayed.stdout + replayed.stderr)
        self.assertGreaterEqual(acknowledged, KILLS * TABLES)


if __name__ == "__main__":
    unittest.main()
