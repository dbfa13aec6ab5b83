"""People who play on a site while it fails: whatever is refused they try again, at any node, until it is done."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from typing import Any

from sites import Site
from tables import OPENING, Seat, guest, make_match
from wire_client import Caller, Gone

MATCHES = 10  # then new people come: one makes only so many at once
TAKERS = 3
ANSWER_WITHIN = 4.0  # then a player asks another node; no promise depends on it
LONG = {"clocks": [{"kind": "fischer", "main_ms": 3_600_000, "step_ms": 1_000}]}
SHORT = {"clocks": [{"kind": "fischer", "main_ms": 2_000, "step_ms": 0}]}
BROKEN = (OSError, Gone, AssertionError, ValueError, KeyError)


class Person(threading.Thread):
    """Goes on until told to stop, at whichever nodes."""

    def __init__(self, site: Site, seed: int) -> None:
        super().__init__(daemon=True)
        self.site = site
        self.seed = seed
        self.random = random.Random(seed)
        self.is_over = threading.Event()
        self.refusals: Counter[str] = Counter()
        self.people: list[Caller] = []
        self.count = 0

    def anywhere(self, person: int) -> Caller:
        return self.site.at(self.people[person], self.random.randrange(len(self.site.nodes)))

    def invite(self, count: int) -> None:
        """New people, in place of those who were there."""
        while not self.is_over.is_set():
            try:
                self.people = [guest(self.random.choice(self.site.nodes).server) for _ in range(count)]
                return
            except BROKEN:
                time.sleep(0.05)

    def make(self, **terms: Any) -> str:
        while not self.is_over.is_set():
            try:
                return make_match(self.anywhere(0), self.anywhere(1), **terms)
            except BROKEN as problem:
                # What was made, and the answer was lost, is somebody's match all the same.
                if "too_many_matches" in str(problem):
                    self.invite(2)
                time.sleep(0.05)
        return ""

    def request(self) -> str:
        self.count += 1
        return f"p{self.seed}m{self.count}"

    def try_to(self, person: int, match: str, what: dict[str, Any], request: str, made: int) -> str:
        """`done` where the move is seen in the match by who made it, `over` where the match has ended; else nothing."""
        seat = None
        try:
            seat = Seat(self.anywhere(person), match)
            seat.socket.sock.settimeout(ANSWER_WITHIN)
            if seat.hear("snapshot", "refused")["t"] == "refused":
                return ""
            # A board that is behind is not played on.
            while len(seat.moves) < made and seat.status["phase"] != "over":
                seat.hear("events", "snapshot")
            while len(seat.moves) <= made:
                if seat.status["phase"] == "over":
                    return "over"
                if seat.number >= 0 and request:
                    seat.do(what, request=request)
                    request = ""
                heard = seat.hear("events", "snapshot", "refused")
                if heard["t"] == "refused":
                    self.refusals[heard["code"]] += 1
                    return ""
            return "done" if seat.moves[made : made + 1] == [what.get("text")] else ""
        except BROKEN:
            return ""
        finally:
            if seat:
                seat.close()


class Player(Person):
    """Plays one game after the other to its end, each move through whichever node, until it is acknowledged."""

    def __init__(self, site: Site, seed: int) -> None:
        super().__init__(site, seed)
        self.acknowledged: dict[str, list[str]] = {}
        self.hosts: dict[str, Caller] = {}
        self.tries = 0
        self.invite(2)

    def run(self) -> None:
        while not self.is_over.is_set():
            if len(self.acknowledged) % MATCHES == MATCHES - 1:
                self.invite(2)
            match = self.make(**LONG)
            if not match:
                return
            self.acknowledged[match] = []
            self.hosts[match] = self.people[0]
            for made, text in enumerate(OPENING):
                self.insist(made % 2, match, {"t": "move", "text": text}, made, "done")
                self.acknowledged[match].append(text)
            self.insist(0, match, {"t": "resign"}, len(OPENING), "over")

    def insist(self, person: int, match: str, what: dict[str, Any], made: int, until: str) -> None:
        request = self.request()
        while self.try_to(person, match, what, request, made) != until:
            self.tries += 1
            time.sleep(0.05)


class Flagger(Person):
    """Begins games that nobody goes on with: whoever is to move runs out of time."""

    def __init__(self, site: Site, seed: int) -> None:
        super().__init__(site, seed)
        self.matches: list[str] = []
        self.invite(2)

    def run(self) -> None:
        while not self.is_over.is_set():
            if len(self.matches) % MATCHES == MATCHES - 1:
                self.invite(2)
            match = self.make(**SHORT)
            if not match:
                return
            self.matches.append(match)
            for made, text in enumerate(OPENING[:3]):
                request = self.request()
                for _ in range(20):
                    if self.try_to(made % 2, match, {"t": "move", "text": text}, request, made):
                        break
                    time.sleep(0.1)
            time.sleep(self.random.uniform(0.2, 1.5))


class Seeker(Person):
    """Seeks a game, which several others take at the same time, each at another node, until one of them has it."""

    def __init__(self, site: Site, seed: int) -> None:
        super().__init__(site, seed)
        self.made: list[str] = []
        self.paired: dict[str, str] = {}  # the match of each seek
        self.told: Counter[str] = Counter()  # how many were told that they have it
        self.gone = 0  # with the node that kept it
        self.invite(1 + TAKERS)

    def run(self) -> None:
        while not self.is_over.is_set():
            if len(self.made) % MATCHES == MATCHES - 1:
                self.invite(1 + TAKERS)
            seek = self.seek()
            if not seek:
                time.sleep(0.1)
                continue
            self.made.append(seek)
            while not self.is_over.is_set() and seek not in self.paired:
                answers = self.take_at_once(seek)
                if "no_such_seek" in answers and seek not in self.paired:
                    self.gone += 1
                    break

    def seek(self) -> str:
        try:
            made = self.anywhere(0).post("/api/seeks", {"game": "american", "clock": {"kind": "none"}})
            if made.status == 201:
                return str(made.json()["seek"])
            self.refusals[made.code()] += 1
            if made.code() in ("too_many_seeks", "too_many_matches", "too_many"):
                self.invite(1 + TAKERS)
        except BROKEN:
            pass
        return ""

    def take_at_once(self, seek: str) -> list[str]:
        """All of them in the same moment; what each was told."""
        answers: list[str] = []
        nodes = [self.random.randrange(len(self.site.nodes)) for _ in range(TAKERS)]
        barrier = threading.Barrier(TAKERS)

        def take(person: int) -> None:
            barrier.wait()
            try:
                taken = self.site.at(self.people[person], nodes[person - 1]).post(f"/api/seeks/{seek}/take", {})
                if taken.status == 200:
                    self.paired[seek] = taken.json()["match"]
                    self.told[seek] += 1
                    answers.append("taken")
                else:
                    answers.append(taken.code())
            except BROKEN:
                answers.append("broken")

        takers = [threading.Thread(target=take, args=(1 + index,)) for index in range(TAKERS)]
        for taker in takers:
            taker.start()
        for taker in takers:
            taker.join()
        self.refusals.update(answer for answer in answers if answer not in ("taken", "broken"))
        return answers
