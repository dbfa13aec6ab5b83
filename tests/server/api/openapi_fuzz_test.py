"""The description of the API against random requests made from it: whatever is sent, the answer is one that is described.

What fits the description is never called malformed, what does not is never done, and nothing ends with a status of 500 or more.
A longer run, with another seed:

    CROWNSTAR_FUZZ_COUNT=100000 CROWNSTAR_FUZZ_SEED=7 tools/checks/run_tests.py release server openapi_fuzz
"""

from __future__ import annotations

import http.client
import json
import os
import re
import unittest
from collections import Counter
from datetime import datetime
from random import Random
from typing import Any
from urllib.parse import quote

from described import DescribedTest, operations_of
from schema_values import Values
from stalls import Stalls, Waits
from tables import OPENING, SECRET, account, guest, make_match, make_token
from wire_client import Answer, Caller, Gone, Server, wait_for

COUNT = int(os.environ.get("CROWNSTAR_FUZZ_COUNT", "1500"))
SEED = int(os.environ.get("CROWNSTAR_FUZZ_SEED", "1"))
GENERATION = 100  # requests after which there are new people and matches: the old ones have left, lost and run out of what they may
GAMES = ["american", "russian", "international", "frisian", "turkish", "sternhalma", "sternhalma:players=3", "english", "american:x=1"]
POSITIONS = ["W:W31,32:B1,2", "B:WK5:B9", "W:W99:B1", "?"]
MALFORMED = {400, 413, 415}
BUSY_MOMENT = 2  # seconds, as SiteClock::least_lost has it
FAR_TOO_LARGE = 1_000_000  # bytes, of a body; the server reads 16 KiB


class Fuzz(DescribedTest):
    generation = 0
    waits: Waits
    stalls: Stalls

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.server.close()
        cls.server = Server("--unthrottled", "127.0.0.0/8", "--engine-threads", "1")
        cls.waits = Waits(cls.server.process.pid)
        cls.stalls = Stalls().__enter__()
        cls.addClassCleanup(cls.stalls.__exit__)
        cls.addClassCleanup(cls.waits.close)

    def setUp(self) -> None:
        self.random = Random(SEED)
        self.values = Values(self.schemas, self.random, self.words)
        self.ids: dict[str, list[str]] = {}
        self.callers: list[Caller] = []

    def words(self, name: str) -> list[Any]:
        """What may stand for a member or a parameter of this name."""
        fixed: dict[str, list[Any]] = {
            "game": GAMES + self.ids["match"],
            "engine": ["casual", "full", "nobody"],
            "position": ["", *POSITIONS],
            "text": ["hello", *OPENING],
            "move": [*OPENING, "1-32", "a3b4", "a1-b2-c3"],
            "from": [""],
            "form": ["pdn", "json"],
            "password": [SECRET, "another long secret"],
            "old_password": [SECRET],
            "new_password": [SECRET, "short"],
            "name": ["Anna", "a", "Ännchen", "admin", "bot"],
            "clocks": [[], [{"kind": "fischer", "main_ms": 60_000}], [{"kind": "none"}]],
            "clock": [{"kind": "fischer", "main_ms": 60_000}, {"kind": "days", "step_ms": 86_400_000}],
            "after": [-1, 0, 1],
            "player": self.ids.get("player", []),
            "code": self.ids["code"],
            "fen": POSITIONS,
            "variant": ["standard", "frysk", "fromPosition", *GAMES],
        }
        return fixed.get(name, self.ids.get(name, []))

    def begin_generation(self) -> None:
        Fuzz.generation += 1
        server = self.server
        host, other = guest(server), guest(server)
        member = account(server, "Fuzz" + "".join(chr(ord("a") + int(digit)) for digit in str(self.generation)))
        tokens = [make_token(member, "bot", scope) for scope in ("play", "read")]
        programs = [Caller(server, token=token["secret"]) for token in tokens]
        self.callers = [host, other, member, *programs, Caller(server), Caller(server, {"crownstar": "A" * 43}), Caller(server, token="x")]
        running = make_match(host, other, clocks=[{"kind": "fischer", "main_ms": 600_000}])
        mixed = make_match(programs[0], host)
        waiting = member.post("/api/matches", {"game": "russian", "visibility": "lobby"}).json()["match"]
        terms = {"game": "american", "clock": {"kind": "days", "step_ms": 86_400_000}}  # nobody has to be there
        seek = host.post("/api/seeks", terms).json()["seek"]
        code = host.post("/api/seeks", {**terms, "by_link": True}).json()["code"]
        rival = account(server, "Rival" + "".join(chr(ord("a") + int(digit)) for digit in str(self.generation)))
        self.callers.append(rival)
        challenges = [one.post(f"/api/challenge/{other.get('/api/account').json()['id']}", {"days": 1}).json()["id"]
                      for one, other in ((member, rival), (rival, member))]
        self.ids = {
            "challenge": [*challenges, "nothing"],
            "username": [rival.get("/api/account").json()["username"], "nobody"],
            "match": [running, mixed, waiting, "nothing"],
            "seek": [seek, "nothing"],
            "code": [code, "nothing", ""],
            "session": [member.get("/api/sessions").json()["sessions"][0]["id"], "nothing"],
            "token": [token["token"]["id"] for token in tokens],
            "player": [each.get("/api/me").json()["player"]["id"] for each in (host, other, member)],
        }

    def place(self, path: str, operation: dict[str, Any]) -> tuple[str, bool]:
        """The path with its parameters; whether they are as described."""
        fits = True
        query = []
        for parameter in operation.get("parameters", []):
            value = self.values.fitting(parameter["schema"], parameter["name"])
            if self.random.random() < 0.1:
                value, fits = "".join(self.random.choice(["%", "..", "é", "\0", " ", "x" * 90]) for _ in range(3)), False
            if parameter["in"] == "path":
                fits = fits and value not in (".", "..") and not set(value) & {"/", "\\"}  # in a path these mean something else
                path = path.replace(f"{{{parameter['name']}}}", quote(str(value), safe="") or "-")
            elif self.random.random() < 0.7:
                fits = fits and value in self.words(parameter["name"])  # what else it may be is said in words only
                query.append(f"{quote(parameter['name'])}={quote(str(value))}")
        return path + ("?" + "&".join(query) if query else ""), fits

    def send(self, caller: Caller, method: str, place: str, body: bytes | None, media: str) -> Answer | None:
        """None: a stream, of which the head and one line have come, or a body that was too large to be read."""
        if "stream" in place or b"keepAliveStream" in (body or b"") or place == "/api/board/seek":
            sock = http.client.HTTPConnection(self.server.host, self.server.port, timeout=300)
            sock.request(method, place, body, caller.headers({"Content-Type": media} if body is not None else {}))
            response = sock.getresponse()
            is_stream = response.getheader("content-type") == "application/x-ndjson"
            answer = None if is_stream else Answer(response.status, {n.lower(): v for n, v in response.getheaders()}, response.read())
            response.close()
            sock.close()
            return answer
        headers = {"Content-Type": media} if body is not None else {}
        try:
            return caller.ask(method, place, headers=headers, raw=body)
        except (BrokenPipeError, ConnectionResetError):
            # What is far too large is refused before it is read, and who is still sending it may not read the answer.
            self.assertGreater(len(body or b""), FAR_TOO_LARGE)
            return None

    def test_requests(self) -> None:
        operations = list(operations_of(self.description))
        seen: Counter[int] = Counter()
        for number in range(COUNT):
            if number % GENERATION == 0:
                self.begin_generation()
            method, path, operation = self.random.choice(operations)
            place, is_place_fit = self.place(path, operation)
            caller = self.random.choice(self.callers)
            schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            is_fit, body, media = True, None, "application/json"
            if schema:
                is_fit = self.random.random() < 0.6
                value = self.values.fitting(schema) if is_fit else self.values.unfit(schema)
                body = json.dumps(value, ensure_ascii=self.random.random() < 0.5).encode(errors="surrogatepass")
                if self.random.random() < 0.05:
                    is_fit = False
                    body = self.random.choice([body[:-1], b"\xff" + body, b"[" * 5000, body + body, b"{}" * 9000])
                elif self.random.random() < 0.05:
                    is_fit, media = False, self.random.choice(["text/plain", "multipart/form-data", "x"])
            answer = self.send(caller, method.upper(), place, body, media)
            seen[answer.status if answer else 200] += 1
            if not answer:
                continue
            told = f"request {number} of seed {SEED}: {method.upper()} {place} {(body or b'')[:2000]!r}: {answer.status} {answer.body[:300]!r}"
            with self.subTest(told):
                self.assertLess(answer.status, 500, told)
                self.check(method.upper(), place if is_place_fit else path, answer)
                if body is not None and body != b"{}" and not is_fit:
                    self.assertGreaterEqual(answer.status, 400, told)
                if is_fit and is_place_fit and answer.status in MALFORMED:
                    self.assertNotEqual(answer.code(), "malformed", told)
        self.check_still_well()
        # It went everywhere: done, not understood, without rights, not there, in conflict, against the rules.
        for status in (200, 201, 204, 400, 401, 403, 404, 409, 422):
            self.assertGreater(seen[status], 0, seen)

    def test_messages(self) -> None:
        """The same on the socket: each message is answered, and the connection stays."""
        schema = self.description["components"]["schemas"]["ClientMessage"]
        answers = self.description["components"]["schemas"]["ServerMessage"]
        socket = None
        for number in range(COUNT):
            if number % GENERATION == 0:
                self.begin_generation()
                if socket:
                    socket.close()
                socket = self.random.choice(self.callers[:6]).open_socket()
            is_fit = self.random.random() < 0.6
            value = self.values.fitting(schema) if is_fit else self.values.unfit(schema)
            text = json.dumps(value, ensure_ascii=self.random.random() < 0.5)
            if self.random.random() < 0.05:
                is_fit, text = False, self.random.choice([text[:-1], text + text, "[" * 5000, "", "\0"])
            if len(text.encode()) > 16 * 1024:
                continue  # more than a message may have ends the connection, as bounds_test.py says
            told = f"message {number} of seed {SEED}: {text[:2000]!r}"
            assert socket
            socket.send_text(text)
            socket.send({"t": "ping", "mark": number})
            said = []
            try:
                while not said or said[-1].get("mark") != number:
                    said.append(socket.receive())
            except Gone as end:
                self.fail(f"{told}: {end} {socket.close_code}")
            for each in said:
                self.assertEqual(self.schemas.faults(answers, each), [], told)
                self.assertNotIn(each.get("code"), ("internal", "bad_event"), told)
            malformed = [each for each in said if each.get("code") == "malformed"]
            self.assertEqual(bool(malformed), not is_fit, f"{told}: {said}")
        if socket:
            socket.close()
        self.check_still_well()

    def check_still_well(self) -> None:
        self.assertIsNone(self.server.process.poll())
        health = Caller(self.server).get("/health").json()
        self.assertEqual((health["state"], health["store"]), ("ok", "ok"))
        self.assertEqual([line for line in self.server.log if "level=error" in line and not self.is_of_others(line)], [])
        wait_for(lambda: Caller(self.server).get("/health").status == 200, "it answers")


    def is_of_others(self, line: str) -> bool:
        """The server stood still since others had the processor: without them it would have been no longer than a busy moment."""
        found = re.match(r"(\S+) .*the server stood still, or its clock jumped, for (\d+) s:", line)
        if not found:
            return False
        end = datetime.fromisoformat(found[1]).timestamp()
        lasted = int(found[2])  # rounded up
        begin = end - lasted
        return lasted - max(self.waits.between(begin, end), self.stalls.between(begin, end)) < BUSY_MOMENT


if __name__ == "__main__":
    unittest.main()
