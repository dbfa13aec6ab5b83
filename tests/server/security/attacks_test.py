"""What somebody who means harm may try over a real socket, one test each. The server goes on for everybody else."""

from __future__ import annotations

import contextlib
import socket
import struct
import time
import unittest

from attacked import AttackedTest
from tables import guest, sit_down
from wire_client import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    Gone,
    WebSocket,
    frame,
    read_to_end,
    wait_for,
)

ELSEWHERE = "https://evil.example"


class Attacks(AttackedTest):

    # ---- Other sites

    def test_a_socket_from_another_site(self) -> None:
        for origin in (ELSEWHERE, "null", f"http://127.0.0.1:{self.server.port}.evil.example", "http://127.0.0.1"):
            refused = WebSocket(self.server, {**self.caller.headers(), "Origin": origin})
            self.assertEqual((refused.status, refused.refusal["error"]["code"]), (403, "wrong_origin"), origin)
            refused.close()
        own = WebSocket(self.server, {**self.caller.headers(), "Origin": f"http://127.0.0.1:{self.server.port}"})
        self.assertEqual(own.until("welcome")["you"]["name"], "Anna")
        own.close()

    def test_a_post_from_another_site(self) -> None:
        for headers in (
            {"Origin": ELSEWHERE},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            answer = self.caller.post("/api/matches", {"game": "american"}, headers=headers)
            self.assertEqual((answer.status, answer.code()), (403, "wrong_origin"), headers)
        answer = self.caller.post("/api/matches", {"game": "american"}, headers={"Sec-Fetch-Site": "same-origin"})
        self.assertEqual(answer.status, 201)

    def test_a_form_of_another_site(self) -> None:
        # A form can send these types without asking; none of them is read.
        for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = self.caller.ask("POST", "/api/matches", raw=b'{"game":"american"}', headers={"Content-Type": media})
            self.assertEqual(answer.status, 415, media)

    # ---- Frames

    def open(self) -> WebSocket:
        sock = self.caller.open_socket()
        sock.until("welcome")
        return sock

    def ends(self, sock: WebSocket, *codes: int | None) -> None:
        for _ in sock.rest():
            pass
        self.assertIn(sock.close_code, codes)
        sock.close()

    def test_frames_that_are_none(self) -> None:
        for raw, codes in (
            (frame(TEXT, b"{}", masked=False), (1002,)),
            (frame(3, b"reserved"), (1002,)),
            (b"\xf1\x80abcd", (1002,)),
            (frame(0, b"continues nothing"), (1002,)),
            (frame(PING, b"x" * 126), (1002,)),
            (frame(CLOSE, b"\x01"), (1002,)),
            (frame(CLOSE, struct.pack(">H", 1005)), (1002,)),
            (frame(TEXT, b"\xff\xfe"), (1007,)),
            (frame(BINARY, b"bytes"), (1007,)),
            (frame(TEXT, b"x" * 20_000), (1009,)),
            (b"\x81\xff" + struct.pack(">Q", 1 << 62) + b"abcd", (1009, 1002)),
            (b"\x81\xff" + b"\xff" * 8 + b"abcd", (1009, 1002)),
        ):
            sock = self.open()
            sock.send_raw(raw)
            self.ends(sock, *codes)

    def test_a_message_in_very_many_pieces(self) -> None:
        sock = self.open()
        try:
            sock.send_raw(frame(TEXT, b"x", final=False))
            for _ in range(40_000):
                sock.send_raw(frame(0, b"x" * 10, final=False))
        except Gone:
            pass
        # Whoever goes on sending may lose the reason to a reset.
        self.ends(sock, 1009, 1002, None)

    def test_messages_that_are_none(self) -> None:
        sock = self.open()
        for text in (
            "",
            "{",
            "null",
            "[]",
            '"t"',
            "{}",
            '{"t":"nothing"}',
            '{"t":"watch"}',
            '{"t":"watch","match":5}',
            '{"t":"watch","match":"../../etc/passwd"}',
            '{"t":"watch","match":"m","after":1e9}',
            '{"t":"watch","match":"m","after":99999999999999999999999}',
            '{"t":"watch","match":"m","surplus":1}',
            '{"t":"lobby","on":"yes"}',
            '{"t":"ping","mark":-1}',
            "[" * 8000,
            '{"t":' * 3000,
            '{"t":"\\u0000"}',
            '{"t":"say","request":"q","match":"m","room":"players","text":"' + "x" * 5000 + '"}',
        ):
            sock.send_text(text)
            refused = sock.until("refused")
            self.assertEqual(refused["code"], "malformed", text[:60])
            self.assertTrue(refused["reason"])
        sock.send_text('{"t":"say","request":"named","match":"m","room":"nowhere","text":"x"}')
        self.assertEqual(sock.until("refused")["request"], "named")
        sock.send({"t": "ping", "mark": 7})
        self.assertEqual(sock.until("pong")["mark"], 7)
        sock.close()

    def test_too_many_messages(self) -> None:
        sock = self.open()
        try:
            for i in range(2000):
                sock.send({"t": "ping", "mark": i})
        except Gone:
            pass
        messages = list(sock.rest())
        self.assertEqual(messages[-1], {"t": "goodbye", "reason": "too_many_messages"})
        self.assertLess(len(messages), 300)
        self.assertEqual(sock.close_code, 1008)
        sock.close()

    def test_a_flood_of_pings_and_unasked_pongs(self) -> None:
        # A few are nobody's harm.
        sock = self.open()
        for _ in range(8):
            sock.send_raw(frame(PING, b"are you there"))
            sock.send_raw(frame(PONG, struct.pack("<Q", 1)))
        sock.send({"t": "ping", "mark": 1})
        self.assertEqual(sock.until("pong")["mark"], 1)
        sock.close()
        for flood in (frame(PING, b"are you there"), frame(PONG, struct.pack("<Q", 1))):
            sock = self.open()
            with contextlib.suppress(Gone):
                for _ in range(500):
                    sock.send_raw(flood)
            messages = list(sock.rest())
            # Whoever goes on sending may lose the reason to a reset.
            self.assertIn(messages[-1:], ([], [{"t": "goodbye", "reason": "too_many_messages"}]))
            self.assertIn(sock.close_code, (1008, None))
            sock.close()

    def test_frames_with_nothing_in_them(self) -> None:
        """A message that begins and never ends, with nothing in between: no bound on messages ever sees it."""
        sock = self.open()
        sock.send_raw(frame(TEXT, b"x", final=False))
        empty = frame(0, b"", final=False) * 10_000
        sent = 0
        with contextlib.suppress(Gone, TimeoutError):
            while sent < 64 * 1024 * 1024:
                sock.send_raw(empty)
                sent += len(empty)
        self.assertLess(sent, 64 * 1024 * 1024)
        sock.close()

    def test_handshakes_that_are_none(self) -> None:
        start = f"GET /socket HTTP/1.1\nHost: 127.0.0.1:{self.server.port}\nConnection: Upgrade, close\nUpgrade: websocket"
        for extra in (
            "",
            "\nSec-WebSocket-Version: 13",
            "\nSec-WebSocket-Key: x\nSec-WebSocket-Version: 13",
            "\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 8",
            "\nSec-WebSocket-Key: " + "A" * 500 + "\nSec-WebSocket-Version: 13",
        ):
            answer = self.request(start + extra)
            self.assertRegex(answer.split(b"\r\n")[0], rb"^HTTP/1.1 4\d\d ", extra)
            self.assertNotIn(b"101 Switching", answer)
            # Whoever speaks another version is told which one is spoken here.
            self.assertIn(b"\r\nSec-WebSocket-Version: 13\r\n", answer)

    # ---- Requests

    def test_requests_that_are_none(self) -> None:
        for text, status in (
            ("nonsense", b"400"),
            ("GET /\x00 HTTP/1.1\nHost: x", b"400"),
            ("GET / HTTP/9.9\nHost: x", b"400"),
            ("GET / HTTP/1.1", b"400"),
            ("GET / HTTP/1.1\nHost: a\nHost: b", b"400"),
            ("GET / HTTP/1.1\nHost: a b<script>", b"400"),
            ("GET / HTTP/1.1\nHost : x", b"400"),
            ("GET / HTTP/1.1\nHost: x\n folded: y", b"400"),
            ("GET http://elsewhere/ HTTP/1.1\nHost: x", b"400"),
            ("CONNECT elsewhere:443 HTTP/1.1\nHost: x", b"400"),
            ("OPTIONS * HTTP/1.1\nHost: x", b"400"),
            ("POST /api/guest HTTP/1.1\nHost: x\nContent-Length: 5\nContent-Length: 6\nConnection: close", b"400"),
            ("POST /api/guest HTTP/1.1\nHost: x\nContent-Length: -1", b"400"),
            ("POST /api/guest HTTP/1.1\nHost: x\nContent-Length: 99999999999999999999999", b"400"),
            ("POST /api/guest HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked\nConnection: close", b"400"),
            ("POST /api/guest HTTP/1.1\nHost: x\nContent-Length: 50000", b"413"),
            ("GET /" + "a" * 3000 + " HTTP/1.1\nHost: x\nConnection: close", b"414"),
            ("GET / HTTP/1.1\nHost: x\nX: " + "a" * 9000, b"431"),
            ("GET / HTTP/1.1\nHost: x" + "".join(f"\nX{i}: {i}" for i in range(2000)), b"431"),
            ("BREW / HTTP/1.1\nHost: x\nConnection: close", b"405"),
        ):
            answer = self.request(text)
            self.assertEqual(answer.split(b" ")[1:2], [status], (text[:80], answer[:200]))
            self.assertIn(b'{"error":{"code":', answer, text[:80])

    def test_a_body_that_is_too_large(self) -> None:
        for chunked in (False, True):
            length = "Transfer-Encoding: chunked" if chunked else "Content-Length: 100000"
            with self.server.connect() as sock:
                head = f"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
                sock.sendall(head.encode())
                try:
                    for _ in range(50):
                        sock.sendall(b"7d0\r\n" + b" " * 2000 + b"\r\n" if chunked else b" " * 2000)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                self.assertIn(b"413", read_to_end(sock)[:20])

    def test_tricks_with_paths(self) -> None:
        for path in (
            "/../etc/passwd",
            "/assets/../../etc/passwd",
            "/assets/%2e%2e/%2e%2e/etc/passwd",
            "/assets%2f..%2f..%2fetc%2fpasswd",
            "/%2e%2e/x",
            "/a%00b",
            "/a%",
            "/a%zz",
            "/%ff%fe",
            "/%c0%ae%c0%ae/x",
            "/a\\..\\b",
            "/a%5c..%5cb",
            "/%0d%0aSet-Cookie:%20x=y",
        ):
            answer = self.request(f"GET {path} HTTP/1.1\nHost: x\nConnection: close")
            self.assertEqual(answer.split(b" ")[1], b"400", path)
            self.assertNotIn(b"root:", answer)
            self.assertNotIn(b"\r\nSet-Cookie", answer)

    def test_json_that_is_none(self) -> None:
        for raw in (
            b"{",
            b"null",
            b"[]",
            b'{"game":5}',
            b'{"game":"american","game":"russian"}',
            b'{"game":"american","surplus":1}',
            b'{"game":"' + b"x" * 500 + b'"}',
            b'{"game":"\xff"}',
            b'{"game":"american","clocks":[{"kind":"fischer","main_ms":-1}]}',
            b"[" * 5000,
        ):
            answer = self.caller.ask("POST", "/api/matches", raw=raw, headers={"Content-Type": "application/json"})
            self.assertEqual((answer.status, answer.code()), (400, "malformed"), raw[:60])
        for body, code in (({"game": "chess"}, "bad_terms"), ({"game": "american", "position": "W:W1:B99"}, "bad_terms")):
            answer = self.caller.post("/api/matches", body)
            self.assertEqual((answer.status, answer.code()), (422, code), body)

    def test_a_name_that_leads_here_does_not_open_the_figures(self) -> None:
        """A page whose own name was made to lead to this machine asks from this machine."""
        for host in ("evil.example", f"evil.example:{self.server.port}", "localhost.evil.example", "127.0.0.1.evil.example"):
            answer = self.caller.get("/metrics", headers={"Host": host})
            self.assertEqual((answer.status, answer.code()), (403, "forbidden"), host)
        for host in ("localhost", f"LOCALHOST:{self.server.port}", "127.0.0.1", "[::1]:80"):
            self.assertEqual(self.caller.get("/metrics", headers={"Host": host}).status, 200, host)

    def test_chat_and_names_come_as_text(self) -> None:
        """What somebody writes is a string of JSON wherever it appears, whole and with nothing else in its answer."""
        nasty = "</script><img src=x onerror=alert(1)>\"&amp;'{}"
        anna, bert = guest(self.server), guest(self.server)
        seats = sit_down(anna, bert)
        seats[0].socket.send({"t": "say", "request": "n", "match": seats[0].match, "room": "players", "text": nasty})
        self.assertEqual(seats[1].socket.until("chat")["line"]["text"], nasty)
        answer = bert.get(f"/api/matches/{seats[0].match}")
        self.assertEqual(answer.headers["content-type"], "application/json")
        self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
        self.assertEqual([line["text"] for line in answer.json()["snapshot"]["chat"]], [nasty])
        for name in (nasty, "<b>Anna</b>", "Anna<", 'An"na', "An&na"):
            self.assertIn(guest(self.server).post("/api/guest", {"name": name}).status, (400, 422), name)
        for form in ("pdn", "json"):
            export = anna.get(f"/api/matches/{seats[0].match}/export?form={form}")
            self.assertNotIn(b"onerror", export.body)
            self.assertIn("attachment", export.headers["content-disposition"])
        for seat in seats:
            seat.close()

    def test_text_of_somebody_goes_through_as_text(self) -> None:
        nasty = "</script><img src=x>"
        answer = guest(self.server).post("/api/guest", {"name": nasty})
        # Whether such a name is taken or not, it comes back as JSON and is never a page.
        self.assertEqual(answer.headers["content-type"], "application/json")
        answer = self.caller.get("/api/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
        self.assertEqual(answer.headers["content-type"], "application/json")

    # ---- Those who say nothing

    def test_slow_headers(self) -> None:
        """A byte now and then is not enough: the whole head has a time."""
        before = self.figure("silent_total")
        begun = time.monotonic()
        socks = [self.server.connect() for _ in range(20)]
        for i in range(60):
            alive = 0
            for sock in socks:
                try:
                    sock.sendall(b"GET / HTTP/1.1\r\n"[i % 16 : i % 16 + 1])
                    alive += 1
                except (BrokenPipeError, ConnectionResetError):
                    pass
            if alive == 0:
                break
            # Meanwhile others are served as ever.
            self.assertEqual(self.caller.get("/health").status, 200)
            time.sleep(0.5)
        wait_for(lambda: self.figure("silent_total") >= before + 20, "all of them are cut off")
        self.assertGreater(time.monotonic() - begun, 5)
        for sock in socks:
            sock.close()

    def test_a_body_that_never_comes(self) -> None:
        with self.server.connect() as sock:
            sock.sendall(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
            self.assertEqual(read_to_end(sock), b"")

    def test_nobody_answers_the_pings(self) -> None:
        """A half-open socket: the other side is gone and has not said so."""
        sock = WebSocket(self.server, self.caller.headers(), answers_pings=False)
        sock.until("welcome")
        for _ in sock.rest():
            pass
        sock.close()
        wait_for(lambda: self.figure("sockets") == 0, "the socket is given up")


if __name__ == "__main__":
    unittest.main()
