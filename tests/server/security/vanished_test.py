"""Callers that vanish without a word, as when a cable is pulled out: the server ends their connections, counts them, and goes on.

Where a network of the test's own cannot be made (no root), they are there and never read nor answer, which is as near as one gets.
"""

from __future__ import annotations

import subprocess
import sys
import time
import unittest
from collections.abc import Callable

from rooms import ADDRESSES, Room, make_room
from tables import account, guest, make_token
from wire_client import PATIENCE, Caller, Server, Stream, WebSocket

SOCKETS, STREAMS, REQUESTS = 5, 3, 4
# The server waits for half a minute before it gives somebody up.
WAIT = PATIENCE + 60

READ_METRICS = """
import sys, urllib.request
print(urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/metrics").read().decode())
"""


class Vanished(unittest.TestCase):
    room: Room | None
    server: Server

    def setUp(self) -> None:
        self.room = make_room()
        if self.room:
            self.addCleanup(self.room.close)
            place = {"host": self.room.host, "started_by": self.room.enter()}
            self.server = Server("--address", "0.0.0.0", "--unthrottled", ADDRESSES, **place)  # type: ignore[arg-type]
        else:
            self.server = Server("--unthrottled", "127.0.0.1")
        self.addCleanup(self.server.close)

    def figure(self, name: str) -> int:
        """As the server's own machine sees it, which can be reached all the time."""
        enter = self.room.enter() if self.room else []
        command = [*enter, sys.executable, "-c", READ_METRICS, str(self.server.port)]
        text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith(f"crownstar_{name} ")))

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + WAIT
        while not holds():
            self.assertLess(time.monotonic(), end, f"in vain: {what}")
            time.sleep(0.5)

    def test_sockets_streams_and_requests_of_somebody_who_vanished(self) -> None:
        before = self.figure("silent_total")
        caller = guest(self.server)
        owner = account(self.server, "Program")
        secret = make_token(owner)["secret"]
        sockets = [WebSocket(self.server, caller.headers(), answers_pings=False) for _ in range(SOCKETS)]
        for sock in sockets:
            sock.until("welcome")
        requests = [self.server.connect() for _ in range(REQUESTS)]
        for number, sock in enumerate(requests):
            # Nothing yet, half a head, a head and half a body, and one whole request after which no other comes.
            sock.sendall(
                (
                    b"",
                    b"GET /health HTTP/1.1\r\nHos",
                    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
                    b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n",
                )[number]
            )
        # A stream's client sends nothing in any case: only one that is really gone is known by its silence.
        program = Caller(self.server, token=secret)
        streams = [Stream(program, "/api/stream/event") for _ in range(STREAMS if self.room else 0)]
        for stream in streams:
            self.assertEqual(stream.status, 200)
        self.wait_until(lambda: self.figure("sockets") == SOCKETS, "the sockets")
        self.wait_until(lambda: self.figure("streams") == len(streams), "the streams")
        if self.room:
            self.room.silence("callers")
        everybody = SOCKETS + REQUESTS + len(streams)
        self.wait_until(lambda: self.figure("silent_total") >= before + everybody, "all are ended and counted")
        for name in ("sockets", "streams"):
            self.assertEqual(self.figure(name), 0, name)
        self.assertIsNone(self.server.process.poll())
        if self.room:
            self.room.mend("callers")
        # Whoever comes back is served as ever.
        with caller.open_socket() as back:
            self.assertIn("you", back.until("welcome"))
        for each in (*sockets, *requests, *streams):
            each.close()


if __name__ == "__main__":
    unittest.main()
