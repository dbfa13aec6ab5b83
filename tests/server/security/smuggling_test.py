"""What could be read in two ways is refused, and the connection is closed: no second request is ever read out of the first."""

from __future__ import annotations

import unittest

from smuggling_cases import REFUSED, TAKEN
from wire_client import Caller, Server, ServedTest


class Smuggling(ServedTest):
    def test_what_is_ambiguous_is_refused_and_the_connection_closed(self) -> None:
        for name, request in REFUSED.items():
            for cut in (0, len(request) // 2):  # in one piece, and in two
                with self.subTest(name, cut=cut), self.server.connect() as sock:
                    if cut:
                        sock.sendall(request[:cut])
                    sock.sendall(request[cut:])
                    answer = b""
                    while piece := sock.recv(65536):
                        answer += piece
                    self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), answer)
                    self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
                    self.assertIn(b"Connection: close", answer)

    def test_what_is_plain_is_answered_twice(self) -> None:
        for name, request in TAKEN.items():
            with self.subTest(name):
                with self.server.connect() as sock:  # a byte at a time, to the end of the first head
                    end = request.index(b"\r\n\r\n") + 4
                    for index in range(end):
                        sock.sendall(request[index : index + 1])
                    sock.sendall(request[end:] + b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    answers = b"".join(iter(lambda sock=sock: sock.recv(65536), b""))
                    self.assertEqual(answers.count(b"HTTP/1.1 "), 3, answers)
                last = request + b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                self.assertEqual(self.server.exchange(last).count(b"HTTP/1.1 "), 3)

    def test_other_hosts_are_refused_where_names_are_set(self) -> None:
        with Server("--host", "play.example", "--host", "127.0.0.1") as server:
            self.assertEqual(Caller(server).get("/health").status, 200)
            for host, status in (("play.example", 200), ("PLAY.example:443", 200), ("evil.example", 421), ("127.0.0.1.evil.example", 421)):
                answer = Caller(server).get("/health", headers={"Host": host})
                self.assertEqual(answer.status, status, host)


if __name__ == "__main__":
    unittest.main()
