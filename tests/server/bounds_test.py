"""Bounds that many connections share: what one address may begin and say, and what waits for slow readers."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import time
import unittest
from pathlib import Path

from tables import OPENING, guest, make_match, play_on, sit_down
from wire_client import TEXT, Caller, Gone, Server, frame, wait_for


class OneAddress(unittest.TestCase):
    def test_one_person_does_not_fill_the_house(self) -> None:
        """Guests are free, so what they make is counted by their address too."""
        with Server() as server:
            made, refused = 0, ""
            for _ in range(20):
                caller = guest(server)
                for _ in range(20):
                    answer = caller.post("/api/matches", {"game": "american"})
                    if answer.status == 201:
                        made += 1
                    else:
                        refused = answer.code()
                        self.assertGreater(int(answer.headers["retry-after"]), 0)
                        break
                if refused:
                    break
            self.assertEqual(refused, "too_many")
            self.assertGreaterEqual(made, 300)
            self.assertLess(made, 320)
            # A seek over a socket counts among them.
            with guest(server).open_socket() as sock:
                sock.until("welcome")
                sock.send({"t": "seek", "request": "k", "terms": {"game": "american", "clock": {"kind": "none"}}})
                self.assertEqual(sock.until("refused")["code"], "too_many")

    def test_nobody_has_more_than_thirty_games_at_once(self) -> None:
        with Server() as server:
            busy = guest(server)
            hosts = [guest(server) for _ in range(2)]
            matches = [make_match(hosts[count % 2], busy) for count in range(30)]
            made = hosts[0].post("/api/matches", {"game": "american"}).json()
            joining = f"/api/matches/{made['match']}/join"
            self.assertEqual(busy.post(joining, {"code": made.get("code", "")}).code(), "too_many_matches")
            self.assertEqual(busy.post("/api/matches", {"game": "american"}).code(), "too_many_matches")
            self.assertEqual(busy.post(f"/api/bot/game/{matches[0]}/abort").status, 200)
            self.assertEqual(busy.post(joining, {"code": made.get("code", "")}).status, 200)

    def test_who_asks_without_end_is_told_to_wait(self) -> None:
        request = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
        for flags, is_bounded in (((), True), (("--unthrottled", "127.0.0.1"), False)):
            with Server(*flags) as server:
                answers = server.exchange(request * 1000 + request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
                refused = answers.partition(b"HTTP/1.1 429 ")[2].decode()
                self.assertEqual(bool(refused), is_bounded)
                if is_bounded:
                    self.assertRegex(refused, r"(?i)retry-after: [1-9]")
                    self.assertIn('"code":"too_many"', refused)
                    self.assertGreaterEqual(answers.count(b"HTTP/1.1 200 "), 600)
                else:
                    self.assertEqual(answers.count(b"HTTP/1.1 200 "), 1001)

    def test_an_address_that_somebody_only_claims_escapes_no_bound(self) -> None:
        """And one that a trusted proxy tells of is bounded by itself: neither do others pay for it nor is it the proxy's."""

        def answers(server: Server, claim: str, count: int = 1000) -> bytes:
            """`claim` has a place for a number, another one each time."""
            head = "GET /health HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + claim + "\r\n"
            ends = ["\r\n"] * (count - 1) + ["Connection: close\r\n\r\n"]
            return server.exchange("".join(head.format(i % 250) + end for i, end in enumerate(ends)).encode())

        with Server() as server:
            self.assertIn(b"HTTP/1.1 429 ", answers(server, "192.0.2.{}"))
        with Server("--trusted-proxy", "127.0.0.1") as server:
            # What the caller itself put in front of what the proxy has seen is not looked at.
            self.assertIn(b"HTTP/1.1 429 ", answers(server, "192.0.2.{}, 198.51.100.1"))
            self.assertIn(b"HTTP/1.1 429 ", answers(server, "198.51.100.1", 1))
            self.assertEqual(answers(server, "192.0.2.{}").count(b"HTTP/1.1 200 "), 1000)

    def test_messages_of_an_address_wait_and_nobody_is_cut_off(self) -> None:
        """Sockets that each keep to their bound and together pass that of their address are all answered, only later."""
        with Server() as server:
            caller = guest(server)
            sockets = [guest(server).open_socket() for _ in range(25)]
            each = 99  # as many as one may send at once
            for sock in sockets:
                sock.until("welcome")
            begun = time.monotonic()
            for sock in sockets:
                sock.send_raw(b"".join(frame(TEXT, json.dumps({"t": "ping", "mark": i}).encode()) for i in range(each)))
            for sock in sockets:
                for i in range(each):
                    self.assertEqual(sock.until("pong")["mark"], i)
            # 2,475 messages; 2,000 at once, and then 500 in a second.
            self.assertGreater(time.monotonic() - begun, 0.7)
            self.assertEqual(caller.get("/health").json()["state"], "ok")
            for sock in sockets:
                sock.close()

    def test_frames_that_do_not_end_hold_little_memory(self) -> None:
        """What came together with the beginning of a frame is not kept with it."""
        with Server() as server:

            def memory() -> float:
                pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
                return int(pages) * resource.getpagesize() / 2**20

            sockets = [Caller(server).open_socket() for _ in range(300)]
            for sock in sockets:
                sock.until("welcome")
            before = memory()
            whole = frame(TEXT, b"x" * (16 * 1024))
            for sock in sockets:
                sock.send_raw(whole[:-1])
            for sock in sockets:
                sock.send_raw(whole[-1:] + whole * 4 + whole[:1])
            for sock in sockets:
                for _ in range(5):
                    sock.until("refused")
            # Not more than the one message each, while it came: all that came would be 24 MiB.
            self.assertLess(memory() - before, 15)
            for sock in sockets:
                sock.close()


class SlowReader(unittest.TestCase):
    def test_what_waits_for_all_of_them_together_has_a_bound(self) -> None:
        with Server("--unthrottled", "127.0.0.1", "--waiting-mebibytes", "1") as server:
            anna = guest(server)
            seats = sit_down(anna, guest(server))
            play_on(seats, OPENING)
            match = seats[0].match
            watch = frame(TEXT, json.dumps({"t": "watch", "match": match}).encode())
            slow = [guest(server).open_socket() for _ in range(6)]
            for sock in slow:
                sock.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

            def figure(name: str) -> int:
                text = Caller(server).get("/metrics").body.decode()
                return int(next(line.split()[1] for line in text.splitlines() if line.startswith(f"crownstar_{name} ")))

            def is_cut_off() -> bool:
                for sock in slow:
                    with contextlib.suppress(Gone):
                        sock.send_raw(watch * 20)
                self.assertLess(figure("waiting_bytes"), 3 * 1024 * 1024)
                return figure("slow_readers_total") >= 1

            wait_for(is_cut_off, "the slowest is cut off, though none has a megabyte alone")
            play_on(seats, ["8-11"])
            for sock in (*slow, *(seat.socket for seat in seats)):
                sock.close()

    def test_it_is_cut_off_and_may_come_back(self) -> None:
        # Not throttled, so that its queue fills before its messages are too many.
        with Server("--unthrottled", "127.0.0.1") as server:
            anna = guest(server)
            seats = sit_down(anna, guest(server))
            play_on(seats, OPENING)
            match = seats[0].match
            slow = anna.open_socket()
            slow.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            watch = frame(TEXT, json.dumps({"t": "watch", "match": match}).encode())

            def is_cut_off() -> bool:
                with contextlib.suppress(Gone):
                    slow.send_raw(watch * 100)
                return "crownstar_slow_readers_total 1\n" in Caller(server).get("/metrics").body.decode()

            wait_for(is_cut_off, "it is cut off")
            slow.close()
            # The others at the table have noticed nothing, and it may come back.
            play_on(seats, ["8-11"])
            with anna.open_socket() as back:
                back.send({"t": "watch", "match": match})
                self.assertEqual(len(back.until("snapshot")["snapshot"]["moves"]), len(OPENING) + 1)


if __name__ == "__main__":
    unittest.main()
