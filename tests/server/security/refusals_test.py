"""Refusals have the headers of every other answer, and leave a line in the log."""

from __future__ import annotations

import re
import unittest

from tables import account, guest, make_token
from wire_client import Caller, ServedTest, Server, WebSocket, wait_for

HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-resource-policy")


def head_of(answer: bytes) -> tuple[int, dict[str, str]]:
    lines = answer.split(b"\r\n\r\n")[0].decode().split("\r\n")
    return int(lines[0].split()[1]), dict(line.lower().split(": ", 1) for line in lines[1:])


class Headers(ServedTest):
    def test_requests_that_reach_no_handler(self) -> None:
        for name, request, status in (
            ("no request at all", b"nonsense\r\n\r\n", 400),
            ("both lengths", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("no host", b"GET / HTTP/1.1\r\n\r\n", 400),
            ("large headers", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
            ("a large body", b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n" + b"x" * 99999, 413),
            ("a long address", b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
            (
                "a handshake without a key",
                b"GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
                400,
            ),
        ):
            with self.subTest(name):
                got, headers = head_of(self.server.exchange(request))
                self.assertEqual(got, status)
                self.check(headers)

    def check(self, headers: dict[str, str]) -> None:
        for name in HEADERS:
            self.assertIn(name, headers)
        self.assertEqual(headers["x-content-type-options"], "nosniff")
        self.assertEqual(headers["cache-control"], "no-store")

    def test_streams_of_both_versions(self) -> None:
        for version, framing in (("1.0", "connection"), ("1.1", "transfer-encoding")):
            with self.subTest(version), self.server.connect() as sock:
                sock.sendall(f"GET /api/lobby/stream HTTP/{version}\r\nHost: x\r\n\r\n".encode())
                got = b""
                while b"\r\n\r\n" not in got:
                    got += sock.recv(4096)
                status, headers = head_of(got)
                self.assertEqual(status, 200)
                self.check(headers)
                self.assertIn(framing, headers)
                self.assertEqual(headers["content-type"], "application/x-ndjson")
                self.assertIn("date", headers)

    def test_a_full_server(self) -> None:
        with Server("--connections-of-an-address", "1") as server, server.connect():
            status, headers = head_of(server.exchange(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"))
            self.assertEqual(status, 429)
            self.assertEqual(headers["retry-after"], "60")
            self.check(headers)
            wait_for(lambda: any("too many are open" in line for line in server.log), "the log")


class Log(ServedTest):
    def setUp(self) -> None:
        super().setUp()
        self.read = len(self.server.log)

    def line(self, what: str) -> str:
        """The next line of that kind: it may come a moment after the answer that it belongs to."""
        found = re.compile(rf"what={what} ")

        def position() -> int | None:
            lines = enumerate(self.server.log[self.read :], start=self.read + 1)
            return next((after for after, line in lines if found.search(line)), None)

        self.read = int(wait_for(position, f"a line {what}"))
        return str(self.server.log[self.read - 1])

    def events(self, what: str) -> int:
        figures = Caller(self.server).get("/metrics").body.decode()
        found = re.search(rf'crownstar_security_events_total{{what="{what}"}} (\d+)', figures)
        return int(found.group(1)) if found else 0

    def test_wrong_tokens_and_cookies(self) -> None:
        self.assertEqual(Caller(self.server, token="crownstar_" + "A" * 43).get("/api/me").status, 401)
        self.assertRegex(self.line("wrong_token"), r"level=warning what=wrong_token address=127.0.0.1 reason=not_signed_in")
        # A session that has ended may still look at the lobby; it is noted all the same.
        self.assertEqual(Caller(self.server, {"crownstar": "B" * 43}).get("/api/session").status, 204)
        self.assertRegex(self.line("wrong_session"), r"address=127.0.0.1 reason=not_signed_in")
        self.assertNotIn("AAAA", "".join(self.server.log))
        self.assertNotIn("BBBB", "".join(self.server.log))
        before = self.events("wrong_session")
        self.assertEqual(Caller(self.server).get("/api/session").status, 204)
        self.assertEqual(self.events("wrong_session"), before, "somebody new has done nothing wrong")

    def test_refused_access(self) -> None:
        owner = account(self.server, "Refused")
        person = owner.get("/api/me").json()["player"]["id"]
        program = Caller(self.server, token=make_token(owner, scope="read")["secret"])
        self.assertEqual(program.post("/api/matches", {"game": "american"}).code(), "scope_missing")
        self.assertIn("reason=scope_missing", self.line("access_refused"))
        with program.open_socket() as socket:
            socket.until("welcome")
            socket.send({"t": "seek", "request": "k", "terms": {"game": "russian", "clock": {"kind": "none"}}})
            self.assertEqual(socket.until("refused")["code"], "scope_missing")
        self.assertIn(f"address=127.0.0.1 person={person} reason=scope_missing", self.line("access_refused"))
        self.assertEqual(owner.ask("PUT", "/api/me").status, 405)
        self.assertIn("reason=method_not_allowed", self.line("access_refused"))
        other = WebSocket(self.server, {"Origin": "https://elsewhere.example"})
        self.assertEqual(other.status, 403)
        other.close()
        self.assertIn("reason=wrong_origin", self.line("access_refused"))

    def test_too_much_of_anything(self) -> None:
        owner = guest(self.server)
        person = owner.get("/api/me").json()["player"]["id"]
        before = self.events("throttled")
        statuses = [owner.post("/api/matches", {"game": "american"}).status for _ in range(25)]
        self.assertIn(429, statuses, "more games than a player may make")
        self.assertIn(f"address=127.0.0.1 person={person} reason=too_many", self.line("throttled"))
        refused = statuses.count(429)
        with owner.open_socket() as socket:
            socket.until("welcome")
            for _ in range(10):
                socket.send({"t": "report", "request": "r", "player": person, "text": "again"})
                refused += socket.until(lambda each: each["t"] in ("done", "refused")).get("code") == "too_many"
        self.assertEqual(self.events("throttled"), before + refused, "one for each")
        self.assertGreater(refused, statuses.count(429), "of those on the socket too")

    def test_a_refused_sign_in_is_no_second_event(self) -> None:
        owner = account(self.server, "Refused-Often")
        before = self.events("throttled")
        wrong = {"name": "mine", "scope": "read", "password": "not this one"}
        statuses = [owner.post("/api/tokens", wrong).status for _ in range(12)]
        self.assertIn(429, statuses)
        self.assertIn("reason=wrong_credentials", self.line("token_refused"))
        self.assertEqual(self.events("throttled"), before)

    def test_less_of_a_log_has_the_version_and_the_security_events_all_the_same(self) -> None:
        with Server("--log-level", "error") as server:
            self.assertEqual(Caller(server, token="crownstar_" + "A" * 43).get("/api/me").status, 401)
            name = {"name": "Magnus", "password": "a long enough secret"}
            self.assertEqual(Caller(server).post("/api/account", name).status, 201)
            for what in ("starting version=", "wrong_token address=", "account_made address="):
                wait_for(lambda what=what: any(f"what={what}" in line for line in server.log), what)

    def test_what_cannot_be_read(self) -> None:
        self.assertEqual(guest(self.server).post("/api/matches", raw=b"{", headers={"Content-Type": "application/json"}).status, 400)
        self.assertRegex(self.line("malformed_request"), r"person=\S+ reason=malformed")
        before = self.events("transport")
        self.server.exchange(b"nonsense\r\n\r\n")
        self.assertEqual(self.events("transport"), before + 1)
        self.assertIn('address=127.0.0.1 reason="a request was refused with 400 (malformed)"', self.line("transport"))


if __name__ == "__main__":
    unittest.main()
