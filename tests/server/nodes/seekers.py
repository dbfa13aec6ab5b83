"""Who looks for a game on a site while it fails: by invitation, and with whoever else waits."""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Any

from crowd import BROKEN, MATCHES, Person
from sites import Site
from tables import guest
from wire_client import Caller, Gone, WebSocket

QUICK = {"game": "american", "quick": True, "clock": {"kind": "fischer", "main_ms": 3_600_000, "step_ms": 0}}
BY_LINK = {"game": "american", "by_link": True, "clock": {"kind": "none"}}
LOOK_EVERY = 0.5


class Inviter(Person):
    """Makes a link, which two people open at the same moment, each at another node."""

    def __init__(self, site: Site, seed: int) -> None:
        super().__init__(site, seed)
        self.made = 0
        self.begun: dict[str, str] = {}  # the match of each code
        self.twice = 0
        self.heard: list[str] = []
        self.problem = ""
        self.gone: list[float] = []  # when a link that was given was found to lead nowhere
        self.invite(3)

    def run(self) -> None:
        while not self.is_over.is_set():
            if self.made % MATCHES == MATCHES - 1:
                self.invite(3)
            try:
                answer = self.anywhere(0).post("/api/seeks", BY_LINK)
                code = answer.json()["code"] if answer.status == 201 else ""
            except BROKEN:
                continue
            if not code:
                self.refusals[answer.code()] += 1
                if answer.code() in ("too_many_seeks", "too_many_matches", "too_many"):
                    self.invite(3)
                time.sleep(0.1)
                continue
            self.made += 1
            time.sleep(self.random.uniform(0, 1.0))
            self.open_link(str(code))

    def open_link(self, code: str) -> None:
        """Until somebody sits, or all are told that it leads nowhere."""
        while not self.is_over.is_set():
            heard: list[str] = []
            threads = [threading.Thread(target=self.accept, args=(person, code, heard)) for person in (1, 2)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            self.heard = heard
            if code in self.begun:
                return
            if "bad_invitation" in heard and "broken" not in heard and not set(heard) - {"bad_invitation"}:
                self.gone.append(time.time())
                return
            time.sleep(0.05)

    def accept(self, person: int, code: str, heard: list[str]) -> None:
        try:
            answer = self.anywhere(person).post(f"/api/invitations/{code}", {})
            if answer.status == 200:
                match = answer.json()["match"]
                self.twice += self.begun.setdefault(code, match) != match
                heard.append("sits")
            else:
                heard.append(answer.code())
                self.refusals[answer.code()] += 1
        except BROKEN as problem:
            heard.append("broken")
            self.problem = repr(problem)


class Waiter(threading.Thread):
    """Waits for any opponent on a connection that is held, as the page does: on a new one it asks again."""

    def __init__(self, site: Site, seed: int, random: Any) -> None:
        super().__init__(daemon=True)
        self.site = site
        self.seed = seed
        self.random = random
        self.is_over = threading.Event()
        self.is_last = threading.Event()  # the wait of now is the last
        self.refusals: Counter[str] = Counter()
        self.matches: list[str] = []
        self.waits = 0
        self.longest = 0.0
        self.person: Caller | None = None
        self.people: list[str] = []
        self.is_waiting = False
        self.begun = 0.0
        self.node = -1
        self.heard = ""

    def standing(self) -> str:
        """For who looks into why somebody waits for ever."""
        return f"waiter {self.seed} for {time.monotonic() - self.begun:.1f} s at node {self.node}, heard {self.heard}, {dict(self.refusals)}"

    def run(self) -> None:
        while not self.is_over.is_set() and not self.is_last.is_set():
            if self.person is None or self.waits % MATCHES == 0:
                self.come()
            self.waits += 1
            self.begun = time.monotonic()
            self.is_waiting = True
            request = f"w{self.seed}n{self.waits}"
            while not self.is_over.is_set() and not self.is_paired(request):
                time.sleep(0.05)
            self.is_waiting = self.is_over.is_set()
            self.longest = max(self.longest, time.monotonic() - self.begun)

    def come(self) -> None:
        while not self.is_over.is_set():
            try:
                self.person = guest(self.random.choice(self.site.nodes).server)
                self.people.append(self.person.get("/api/me").json()["player"]["id"])
                return
            except BROKEN:
                time.sleep(0.05)

    def is_paired(self, request: str) -> bool:
        """False where the connection broke."""
        line: WebSocket | None = None
        try:
            assert self.person is not None
            self.node = self.random.randrange(len(self.site.nodes))
            line = self.site.at(self.person, self.node).open_socket()
            line.until("welcome")
            self.heard = f"{self.heard[-300:]} | {self.waits}: asks"
            line.send({"t": "seek", "request": request, "terms": QUICK})
            while not self.is_over.is_set():
                line.sock.settimeout(LOOK_EVERY)
                try:
                    message = line.receive()
                except TimeoutError:
                    continue
                if message["t"] in ("paired", "done", "refused", "goodbye"):
                    self.heard = f"{self.heard[-300:]} | {self.waits}: {str(message)[:80]}"
                if message["t"] == "paired":
                    # A node that hears late of the game before tells of it too. The page would go there, and be told that it
                    # is over; whoever still wants another asks again.
                    if message["match"] in self.matches:
                        line.send({"t": "seek", "request": request, "terms": QUICK})
                        continue
                    self.matches.append(message["match"])
                    return True
                if message["t"] == "refused":
                    self.refusals[message["code"]] += 1
                    time.sleep(0.2)
                    line.send({"t": "seek", "request": request, "terms": QUICK})
            return False
        except (*BROKEN, Gone):
            return False
        finally:
            if line:
                line.close()
