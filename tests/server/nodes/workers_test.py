"""Engine workers as processes of their own: they search for a node, die, hang and lose the broker, and the game goes on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import unittest

from service_process import Broker
from tables import Seat, guest
from wire_client import PATIENCE, PROGRAM, Server

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("CROWNSTAR_")}


class Worker:
    def __init__(self, address: str, *flags: str) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "worker", "--bus", address, "--threads", "1", "--tables", "none", *flags],
            env=CLEAN,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


class WorkersTest(unittest.TestCase):
    def setUp(self) -> None:
        self.broker = Broker()
        self.addCleanup(self.broker.close)
        self.server = Server("--bus", self.broker.address, "--engine-threads", "1")
        self.addCleanup(self.server.close)
        self.person = guest(self.server)

    def hire(self) -> Worker:
        worker = Worker(self.broker.address)
        self.addCleanup(worker.close)
        return worker

    def figure(self, name: str) -> int:
        text = self.person.get("/metrics").body.decode()
        found = re.search(rf"^crownstar_{name} (\d+)", text, re.MULTILINE)
        assert found, text
        return int(found.group(1))

    def until_figure(self, name: str, least: int, most: int = 1_000_000) -> None:
        end = time.monotonic() + PATIENCE
        while not least <= self.figure(name) <= most:
            self.assertLess(time.monotonic(), end, f"{name} is {self.figure(name)}")
            time.sleep(0.05)

    def begin(self, level: int) -> Seat:
        """A match's first move; the engine is to answer."""
        levels = self.person.get("/api/engines?game=american").json()["levels"]
        engine = {"t": "engine", "engine": levels[level]["id"]}
        body = {"game": "american", "draw_seats": False, "seats": [{"t": "me"}, engine]}
        made = self.person.post("/api/matches", body)
        self.assertEqual(made.status, 201, made.body)
        seat = Seat(self.person, made.json()["match"])
        seat.hear("snapshot")
        seat.move("11-15")
        seat.until_moves(1)
        return seat

    def end(self, seat: Seat) -> None:
        """After the one answer of the engine."""
        seat.until_moves(2)
        self.assertEqual(seat.status["turn"], 0)
        seat.do({"t": "resign"})
        seat.until_event("ended")
        self.assertEqual(len(seat.moves), 2)
        seat.close()

    def play(self) -> None:
        self.end(self.begin(level=0))

    def play_with_workers(self) -> None:
        """Until a worker has done a search; on a machine with much else to do the node may be the first."""
        done = self.figure("worker_searches_finished_total")
        end = time.monotonic() + PATIENCE
        while self.figure("worker_searches_finished_total") == done:
            self.assertLess(time.monotonic(), end, "no worker has done anything")
            self.play()

    def test_whatever_happens_to_workers_and_the_broker_the_engine_answers_once(self) -> None:
        self.play()
        self.assertEqual(self.figure("worker_searches_finished_total"), 0, "there is no worker yet")

        first = self.hire()
        self.until_figure("workers", 1)
        self.play_with_workers()

        # One that hangs is left for the node itself, and when it goes on nobody wants what it says.
        first.send(signal.SIGSTOP)
        self.play()
        first.send(signal.SIGCONT)
        self.until_figure("workers", 1)
        self.play()

        # One that dies is replaced by another.
        second = self.hire()
        self.until_figure("workers", 2)
        first.send(signal.SIGKILL)
        self.play()
        self.until_figure("workers", 1, 1)
        self.play()

        # One that is told to stop says so.
        self.hire()
        self.until_figure("workers", 2)
        second.send(signal.SIGTERM)
        self.assertEqual(second.process.wait(PATIENCE), 0)
        self.until_figure("workers", 1, 1)
        self.play()

        # Without the broker the node thinks itself, and afterwards the workers do again.
        self.broker.kill()
        self.play()
        self.until_figure("bus_connected", 0, 0)
        self.until_figure("workers", 0, 0)
        self.play()
        self.broker.start()
        self.until_figure("workers", 1)
        self.play_with_workers()

    def test_a_worker_that_dies_in_the_middle_is_replaced_and_the_queue_is_seen(self) -> None:
        first = self.hire()
        self.until_figure("workers", 1)
        # More searches than there are threads: those that wait are counted, and each is answered once.
        seats = [self.begin(level=-1) for _ in range(5)]
        self.until_figure("worker_queue_waiting", 1)
        for seat in seats:
            self.end(seat)
        self.until_figure("worker_queue_waiting", 0, 0)
        # It dies while it has a search; where it was quicker than the blow, once more with another.
        end = time.monotonic() + PATIENCE
        while self.figure("worker_searches_given_again_total") + self.figure("worker_searches_taken_back_total") == 0:
            self.assertLess(time.monotonic(), end, "none has died in the middle")
            seat = self.begin(level=-1)
            while len(seat.moves) < 2 and self.figure("worker_queue_running") == 0:
                time.sleep(0.01)
            first.send(signal.SIGKILL)
            self.end(seat)
            first = self.hire()
            self.until_figure("workers", 1)

    def test_the_command_says_what_it_needs(self) -> None:
        for flags, reason in (
            ([], "--bus is required"),
            (["--bus", "broker:4222"], "expected nats://"),
            (["--bus", self.broker.address, "--threads", "0"], "--threads"),
        ):
            ran = subprocess.run(
                [PROGRAM, "worker", *flags], capture_output=True, text=True, env=CLEAN, timeout=PATIENCE
            )
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(reason, ran.stderr)


if __name__ == "__main__":
    unittest.main()
