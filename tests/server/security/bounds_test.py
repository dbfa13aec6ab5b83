"""Bounds that many connections share: what one address may begin and say, and what waits for slow readers."""

from __future__ import annotations

import contextlib
import json
import resource
import select
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tables import OPENING, guest, make_match, play_on, sit_down
from wire_client import TEXT, Caller, Gone, Server, WebSocket, frame, wait_for

# Of docs/server.md: how many at once, and after how many seconds there is one more.
GAMES = 300, 10.0
REQUESTS = 600, 0.02
MESSAGES = 2000, 0.002
CHAT = 120, 0.5
LINES_A_SECOND = 20


class Bound:
    """How many pass a bound that began just now: never more, however fast they come; and on a slow machine all may."""

    def __init__(self, burst: int, each: float) -> None:
        self.burst = burst
        self.each = each
        self.begun = time.monotonic()

    def most(self) -> int:
        return self.burst + int((time.monotonic() - self.begun) / self.each) + 1


def figure(server: Server, name: str) -> int:
    text = Caller(server).get("/metrics").body.decode()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith(f"crownstar_{name} ")))


class AnsweredPings(threading.Thread):
    """Of sockets to which nothing else comes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.sockets: list[WebSocket] = []
        self._is_over = threading.Event()

    def run(self) -> None:
        while not self._is_over.wait(0.05):
            known = {each.sock.fileno(): each for each in self.sockets}
            for ready in select.select(list(known), [], [], 0)[0]:
                known[ready].answer_ping()

    def __enter__(self) -> AnsweredPings:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()


def flood(server: Server, heads: list[str]) -> bytes:
    """The answers to as many requests in a row on one connection, each with its line in the head."""
    ends = ["\r\n"] * (len(heads) - 1) + ["Connection: close\r\n\r\n"]
    request = "GET /health HTTP/1.1\r\nHost: x\r\n"
    return server.exchange("".join(request + head + end for head, end in zip(heads, ends, strict=True)).encode())


class OneAddress(unittest.TestCase):
    def test_one_person_does_not_fill_the_server(self) -> None:
        """Guests are free, so what they make is counted by their address too."""
        with Server() as server:
            bound = Bound(*GAMES)
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
            self.assertGreaterEqual(made, bound.burst)
            self.assertLessEqual(made, bound.most())
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
        with Server() as server:
            refused = self.until_refused(server, [""] * 1000).decode()
            self.assertRegex(refused, r"(?i)retry-after: [1-9]")
            self.assertIn('"code":"too_many"', refused)
        with Server("--unthrottled", "127.0.0.1") as server:
            self.assertEqual(flood(server, [""] * 1001).count(b"HTTP/1.1 200 "), 1001)

    def test_an_address_that_somebody_only_claims_escapes_no_bound(self) -> None:
        """And one that a trusted proxy tells of is bounded by itself: neither do others pay for it nor is it the proxy's."""

        def claims(claim: str, count: int = 1000) -> list[str]:
            """`claim` has a place for a number, another one each time."""
            return ["X-Forwarded-For: " + claim.format(i % 250) + "\r\n" for i in range(count)]

        with Server() as server:
            self.until_refused(server, claims("192.0.2.{}"))
        with Server("--trusted-proxy", "127.0.0.1") as server:
            # What the caller itself put in front of what the proxy has seen is not looked at: both are the same address.
            both = zip(claims("192.0.2.{}, 198.51.100.1"), claims("198.51.100.1"), strict=True)
            self.until_refused(server, [claim for pair in both for claim in pair])
            self.assertEqual(flood(server, claims("192.0.2.{}")).count(b"HTTP/1.1 200 "), 1000)

    def test_sockets_behind_a_proxy_are_counted_by_who_asked(self) -> None:
        """And by the network, for whoever has addresses of IPv6 has many."""
        with Server("--trusted-proxy", "127.0.0.1", "--connections-of-an-address", "3") as server:

            def opened(address: str) -> WebSocket | None:
                sock = WebSocket(server, {"X-Forwarded-For": address})
                if sock.status == 101:
                    return sock
                self.assertEqual((sock.status, sock.refusal["error"]["code"]), (429, "too_many"))
                return None

            held = [opened("203.0.113.7") for _ in range(3)]
            self.assertNotIn(None, held)
            self.assertIsNone(opened("203.0.113.7"))
            held.append(opened("203.0.113.8"))
            self.assertIsNotNone(held[-1], "another address has its own")
            first = held[0]
            assert first is not None
            first.close()
            held[0] = wait_for(lambda: opened("203.0.113.7"), "there is room again")
            networks = [opened(f"2001:db8:0:1{number:02x}::1") for number in range(13)]
            self.assertEqual(networks.count(None), 1, "twelve for a /56")
            for sock in held + networks:
                if sock is not None:
                    sock.close()

    def test_a_network_of_ipv6_is_bounded_as_a_whole(self) -> None:
        heads = [f"X-Forwarded-For: 2001:db8:0:1{number % 200:02x}::1\r\n" for number in range(1000)]
        bound = Bound(4 * REQUESTS[0], REQUESTS[1] / 4)
        with Server("--trusted-proxy", "127.0.0.1") as server:
            passed = 0
            for _ in range(20):
                passed += flood(server, heads).count(b"HTTP/1.1 200 ")
                self.assertLessEqual(passed, bound.most())
            self.assertGreaterEqual(passed, bound.burst)

    def test_guests_of_one_address_say_no_more_than_one_address_may(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server), guest(server))
            speakers = [guest(server) for _ in range(25)]
            bound = Bound(*CHAT)
            said = 0
            for number, speaker in enumerate(speakers):
                for line in range(6):
                    answer = speaker.post(
                        f"/api/bot/game/{seats[0].match}/chat", {"room": "spectator", "text": f"{number} says {line}"}
                    )
                    said += answer.status == 200
                    if answer.status != 200:
                        self.assertEqual(answer.code(), "too_many")
            self.assertGreaterEqual(said, bound.burst)
            self.assertLessEqual(said, bound.most())
            for seat in seats:
                seat.close()

    def test_refusals_do_not_fill_the_log(self) -> None:
        with Server("--unthrottled", "127.0.0.1") as server:
            begun = time.monotonic()
            wrong = "DELETE /health HTTP/1.1\r\nHost: x\r\n"
            for _ in range(10):
                server.exchange(((wrong + "\r\n") * 99 + wrong + "Connection: close\r\n\r\n").encode())
            text = Caller(server).get("/metrics").body.decode()
            self.assertIn('crownstar_security_events_total{what="access_refused"} 1000\n', text)

            def logged() -> int:
                return sum("what=access_refused" in line for line in server.log)

            wait_for(lambda: logged() >= LINES_A_SECOND, "some are logged")
            self.assertLessEqual(logged(), LINES_A_SECOND * (2 + time.monotonic() - begun))

    def until_refused(self, server: Server, heads: list[str]) -> bytes:
        """Asks again and again with these lines in the head, until one is refused; gives that answer and what came after it."""
        bound = Bound(*REQUESTS)
        passed = 0

        def refused() -> bytes:
            nonlocal passed
            answers = flood(server, heads)
            passed += answers.count(b"HTTP/1.1 200 ")
            self.assertLessEqual(passed, bound.most())
            return answers.partition(b"HTTP/1.1 429 ")[2]

        answer = bytes(wait_for(refused, "a refusal"))
        self.assertGreaterEqual(passed, bound.burst)
        return answer

    def test_messages_of_an_address_wait_and_nobody_is_cut_off(self) -> None:
        """Sockets that each keep to their bound and together pass that of their address are all answered, only later."""
        with Server() as server:
            caller = guest(server)
            sockets = [guest(server).open_socket() for _ in range(25)]
            each = 99  # as many as one may send at once
            for sock in sockets:
                sock.until("welcome")

            def answered(sock: WebSocket) -> list[int]:
                return [sock.until("pong")["mark"] for _ in range(each)]

            bound = Bound(*MESSAGES)
            for sock in sockets:
                sock.send_raw(b"".join(frame(TEXT, json.dumps({"t": "ping", "mark": i}).encode()) for i in range(each)))
            # Each is read all the time: who answers no ping of the server's is cut off.
            with ThreadPoolExecutor(len(sockets)) as readers:
                for marks in readers.map(answered, sockets):
                    self.assertEqual(marks, list(range(each)))
            self.assertGreaterEqual(bound.most(), each * len(sockets))
            self.assertEqual(caller.get("/health").json()["state"], "ok")
            for sock in sockets:
                sock.close()

    def test_frames_that_do_not_end_hold_little_memory(self) -> None:
        """What came together with the beginning of a frame is not kept with it."""
        with Server() as server:

            def memory() -> float:
                pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
                return int(pages) * resource.getpagesize() / 2**20

            # While the last of them come, the first are pinged; who has begun a frame can answer no more.
            with AnsweredPings() as quiet:
                for _ in range(300):
                    sock = Caller(server).open_socket()
                    sock.until("welcome")
                    quiet.sockets.append(sock)
            sockets = quiet.sockets
            before = memory()
            whole = frame(TEXT, b"x" * (16 * 1024))
            for sock in sockets:
                sock.send_raw(whole[:-1])
            for sock in sockets:
                sock.send_raw(whole[-1:] + whole * 4 + whole[:1])
            wait_for(lambda: figure(server, "messages_received_total") == 5 * len(sockets), "the messages of each")
            # Not more than the one message each, while it came: all that came would be 24 MiB.
            self.assertLess(memory() - before, 15)
            for sock in sockets:
                sock.close()


class Streams(unittest.TestCase):
    def test_who_sends_without_end_into_a_stream_is_cut_off(self) -> None:
        """It has asked for lines, and has nothing more to say."""
        with Server() as server, server.connect() as sock:
            sock.sendall(b"GET /api/lobby/stream HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b"200 OK", sock.recv(4096))
            wait_for(lambda: figure(server, "streams") == 1, "it is open")
            sent = 0
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                while sent < 64 * 1024 * 1024:
                    sent += sock.send(bytes(65536))
            self.assertLess(sent, 64 * 1024 * 1024, "all of it was taken")
            wait_for(lambda: figure(server, "streams") == 0, "it is over")
            self.assertEqual(Caller(server).get("/health").json()["state"], "ok")


class SlowReader(unittest.TestCase):
    def test_what_waits_for_all_of_them_together_has_a_bound(self) -> None:
        with Server("--unthrottled", "127.0.0.1", "--waiting-mebibytes", "1") as server:
            anna = guest(server)
            seats = sit_down(anna, guest(server))
            play_on(seats, OPENING)
            match = seats[0].match
            watch = frame(TEXT, json.dumps({"t": "watch", "match": match}).encode())
            slow = [guest(server).open_socket(is_narrow=True) for _ in range(6)]

            def is_cut_off() -> bool:
                for sock in slow:
                    with contextlib.suppress(Gone):
                        sock.send_raw(watch * 20)
                self.assertLess(figure(server, "waiting_bytes"), 3 * 1024 * 1024)
                return figure(server, "slow_readers_total") >= 1

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
            slow = anna.open_socket(is_narrow=True)
            watch = frame(TEXT, json.dumps({"t": "watch", "match": match}).encode())

            def is_cut_off() -> bool:
                with contextlib.suppress(Gone):
                    slow.send_raw(watch * 100)
                return figure(server, "slow_readers_total") == 1

            wait_for(is_cut_off, "it is cut off")
            slow.close()
            # The others at the table have noticed nothing, and it may come back.
            play_on(seats, ["8-11"])
            with anna.open_socket() as back:
                back.send({"t": "watch", "match": match})
                self.assertEqual(len(back.until("snapshot")["snapshot"]["moves"]), len(OPENING) + 1)


if __name__ == "__main__":
    unittest.main()
