"""A new version comes, one node after the other: who plays notices a reconnect and nothing else."""

from __future__ import annotations

import random
import threading
import time
import unittest
from typing import Any

from sites import Node, Site
from tables import OPENING, Seat, guest, make_match
from wire_client import Caller, Gone, wait_for

TABLES = 3
THINKING = 0.1  # seconds before a move: who plays faster may soon begin no further game, and sits nowhere
CLOCK = {"clocks": [{"kind": "fischer", "main_ms": 600_000, "step_ms": 0}]}


class Sitting(threading.Thread):
    """One of two who play on and on, each with a connection that is held as long as it holds."""

    def __init__(self, site: Site, person: Caller, side: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.site = site
        self.person = person
        self.side = side
        self.random = random.Random(seed)
        self.reconnects = 0
        self.moves = 0
        self.goodbyes: list[str] = []
        self.odd: list[Any] = []
        self.heard = ""
        self.table: Table
        self.seat: Seat | None = None

    def run(self) -> None:
        try:
            while match := self.table.match_for(self):
                self.play(match)
        except Exception as problem:  # the test says so
            self.odd.append(problem)
            self.table.barrier.abort()

    def play(self, match: str) -> None:
        for made in range(self.side, len(OPENING), 2):
            request = f"s{self.side}m{made}"
            while not self.moved(match, made, request):
                self.reconnects += 1
        self.until(match, len(OPENING))
        if self.side == 0:
            self.resign(match)
        if self.seat:
            self.seat.close()
        self.seat = None

    def resign(self, match: str) -> None:
        """A player may have so many matches at once and no more."""
        while True:
            try:
                seat = self.sit(match)
                while seat.status["phase"] == "running":
                    seat.do({"t": "resign"}, request="end")
                    seat.hear("events", "snapshot", "refused")
                return
            except (Gone, OSError):
                self.leave()
                self.reconnects += 1

    def moved(self, match: str, made: int, request: str) -> bool:
        """False where the connection ended before the move was seen by who made it."""
        try:
            seat = self.sit(match)
            seat.until_moves(made)
            if len(seat.moves) == made:
                time.sleep(THINKING)
                seat.move(OPENING[made], request=request)
            while len(seat.moves) <= made:
                heard = seat.hear("events", "snapshot", "refused")
                self.heard = str(heard)[:300]
                if heard["t"] == "refused" and heard["code"] != "stopping":
                    self.odd.append(heard)
            self.moves += 1
            return True
        except (Gone, OSError):
            self.leave()
            return False

    def until(self, match: str, count: int) -> None:
        while True:
            try:
                return self.sit(match).until_moves(count)
            except (Gone, OSError):
                self.leave()
                self.reconnects += 1

    def sit(self, match: str) -> Seat:
        while self.seat is None:
            node = self.random.choice(self.site.nodes)
            try:
                self.seat = Seat(Caller(node.server, dict(self.person.cookies)), match)
                self.seat.hear("snapshot")
            except (Gone, OSError):  # a proxy would have asked another
                self.seat = None
                time.sleep(0.01)
        return self.seat

    def is_at(self, node: Node) -> bool:
        seat = self.seat
        return seat is not None and seat.caller.server is node.server

    def standing(self) -> str:
        """For who looks into why somebody goes on no more."""
        seat = self.seat
        there = f"{seat.match} with {len(seat.moves)} moves at port {seat.caller.server.port}" if seat else "nowhere"
        return f"side {self.side} of {self.table.games[-1]}: {there}, heard {self.heard}"

    def leave(self) -> None:
        if self.seat:
            self.goodbyes.append(self.seat.socket.close_reason)
            self.seat.close()
        self.seat = None


class Table:
    """The two of them, and the match they play now."""

    def __init__(self, site: Site, number: int) -> None:
        self.site = site
        self.is_over = threading.Event()
        self.games: list[str] = []
        self.barrier = threading.Barrier(2)
        self.people = [
            Sitting(site, guest(site.nodes[(number + side) % 3].server), side, 10 * number + side) for side in (0, 1)
        ]
        for each in self.people:
            each.table = self

    def match_for(self, person: Sitting) -> str:
        """The next, made by the first of them for both; none where it is over."""
        self.barrier.wait()
        if person.side == 0:
            self.games.append("" if self.is_over.is_set() else self._make())
        self.barrier.wait()
        return self.games[-1]

    def _make(self) -> str:
        while True:
            first, second = (self.site.at(each.person, each.random.randrange(3)) for each in self.people)
            try:
                return make_match(first, second, **CLOCK)
            except OSError:  # the node that was asked is the one that stops
                time.sleep(0.05)
            except AssertionError as problem:
                # Or they play faster than anybody may.
                if not any(code in str(problem) for code in ('"stopping"', '"too_many"')):
                    raise
                time.sleep(0.2)


class Rolling(unittest.TestCase):
    maxDiff = None

    def test_one_node_after_the_other_is_replaced_while_people_play(self) -> None:
        site = Site("rolling")
        self.addCleanup(site.close)
        tables = [Table(site, number) for number in range(TABLES)]
        people = [each for table in tables for each in table.people]
        for person in people:
            person.start()
        for node in site.nodes:
            wait_for(lambda node=node: any(person.is_at(node) for person in people), "somebody who plays there")
            before = [person.moves for person in people]
            self.assertEqual(node.server.stop(), 0, "it has ended by itself, and well")
            node.server.start()
            wait_for(lambda node=node: Caller(node.server).get("/health").json()["state"] == "ok", "the new one")
            # Everybody goes on.
            for person, moves in zip(people, before, strict=True):
                wait_for(lambda person=person, moves=moves: person.moves > moves + 4 or person.odd, "further moves")
        for table in tables:
            table.is_over.set()
        for person in people:
            person.join(60)
        self.assertEqual([person.odd for person in people], [[] for _ in people])
        self.assertEqual([person.standing() for person in people if person.is_alive()], [], "a game is stuck")
        # Each of the three stops cost a person one connection at most, and was announced.
        self.assertLessEqual(max(person.reconnects for person in people), len(site.nodes))
        self.assertGreater(sum(person.reconnects for person in people), 0)
        games = [game for table in tables for game in table.games if game]
        moved = site.ask("SELECT match, count(*) FROM events WHERE kind = 'moved' GROUP BY match").splitlines()
        self.assertEqual(sorted(moved), sorted(f"{game}|{len(OPENING)}" for game in games))

    def test_seeks_invitations_and_waits_outlive_the_node_that_keeps_the_lobby(self) -> None:
        site = Site("heirs")
        self.addCleanup(site.close)
        host, waiting, taker = (guest(site.nodes[2].server) for _ in range(3))
        line = host.open_socket()
        line.until("welcome")
        line.send({"t": "lobby", "on": True})
        terms = {"game": "american", "clock": {"kind": "fischer", "main_ms": 600_000, "step_ms": 0}}
        listed, left = (host.post("/api/seeks", terms).json()["seek"] for _ in range(2))
        self.assertEqual(host.ask("DELETE", f"/api/seeks/{left}").status, 204)
        by_link = {"game": "american", "clock": {"kind": "none"}, "by_link": True}
        code = host.post("/api/seeks", by_link).json()["code"]
        quick = {"game": "frisian", "clock": terms["clock"], "quick": True}
        with waiting.open_socket() as waits:
            waits.until("welcome")
            waits.send({"t": "seek", "request": "a", "terms": quick})
            waits.until("done")
            # Two leaders go, one after the other, each to come back as the youngest.
            for node in site.nodes[:2]:
                self.assertEqual(node.server.stop(), 0)
                node.server.start()
                wait_for(lambda node=node: Caller(node.server).get("/health").json()["state"] == "ok", "the new one")
                wait_for(lambda: self.seeks_of(taker) == [listed], "the lobby of the next one")
            with site.at(taker, 0).open_socket() as there:  # whoever has no line is waited for only some seconds
                there.until("welcome")
                self.assertEqual(site.at(taker, 0).post("/api/seeks", quick).status, 201)
                match = waits.until("paired")["match"]
            setup = site.at(taker, 0).get(f"/api/matches/{match}").json()["snapshot"]["setup"]
            ids = {person.get("/api/me").json()["player"]["id"] for person in (waiting, taker)}
            self.assertEqual({seat["player"]["id"] for seat in setup["seats"]}, ids)
        taken = site.at(taker, 1).post(f"/api/seeks/{listed}/take", {})
        self.assertEqual(taken.status, 200, taken.body)
        self.assertEqual(line.until("paired")["match"], taken.json()["match"])
        accepted = site.at(taker, 0).post(f"/api/invitations/{code}", {})
        self.assertEqual(accepted.status, 200, accepted.body)
        line.close()

    @staticmethod
    def seeks_of(person: Caller) -> list[str]:
        with person.open_socket() as sock:
            sock.until("welcome")
            sock.send({"t": "lobby", "on": True})
            return [seek["id"] for seek in sock.until("lobby")["seeks"]]


if __name__ == "__main__":
    unittest.main()
