"""Histories of many clients at once, on one node and on three, while nodes are killed: one order must explain what everybody saw.

    CROWNSTAR_HISTORIES=20 CROWNSTAR_SEED=7 tools/checks/run_tests.py release server history
"""

from __future__ import annotations

import copy
import itertools
import os
import random
import sys
import threading
import time
import unittest
from typing import Any, Protocol

from histories import DONE, REFUSED, UNKNOWN, Command, History, Sight, event_of, faults_of
from sites import Site
from tables import guest, make_match
from wire_client import Caller, Gone, Server, WebSocket, wait_for

SEED = int(os.environ.get("CROWNSTAR_SEED", "1"))
ROUNDS = int(os.environ.get("CROWNSTAR_HISTORIES", "1"))
MATCHES = 4
# A game of chance, in which no move comes twice from the same side.
GAME = (
    "10-14 22-18 7-10 24-19 10-15 19x10 6x22 25x18 1-6 27-24 12-16 29-25 8-12 18-15 11x27 32x23 3-7 23-19 16x23 26x19 "
    "7-11 31-26 9-13 19-15 11x18 26-23 18x27 21-17 14x21 24-20 6-10 25-22 5-9 30-26 2-7 28-24 27-32 22-17 13x31 20-16"
).split()
KILLS = 3
ANSWER_WITHIN = 5.0  # then the answer counts as lost, and another node is asked
BROKEN = (Gone, OSError, ValueError, KeyError)


class Servers(Protocol):
    """Where people play: one server, or several nodes."""

    def servers(self) -> list[Server]: ...


class Client(threading.Thread):
    def __init__(self, history: History, where: Servers, match: str, cookies: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.history = history
        self.where = where
        self.match = match
        self.cookies = cookies
        self.number = seed
        self.random = random.Random(seed)
        self.is_over = threading.Event()
        self.problem: BaseException | None = None

    def anywhere(self) -> Caller:
        return Caller(self.random.choice(self.where.servers()), dict(self.cookies))

    def run(self) -> None:
        try:
            self.act()
        except BaseException as problem:  # the test says so
            self.problem = problem

    def act(self) -> None:
        raise NotImplementedError


class Mover(Client):
    """Has a seat and makes its moves; now and then out of turn, twice at once, or again although it was answered."""

    def __init__(self, *more: Any, seat: int) -> None:
        super().__init__(*more)
        self.seat = seat
        self.socket: WebSocket | None = None
        self.numbers = itertools.count()

    def act(self) -> None:
        while not self.is_over.is_set():
            seen = self.look()
            if seen is None:
                continue
            made, number = seen
            if made == len(GAME):
                return
            is_mine = made % 2 == self.seat
            if is_mine or self.random.random() < 0.05:
                self.move(made if is_mine else min(made + 1, len(GAME) - 1), number)
            else:
                time.sleep(self.random.uniform(0, 0.01))  # the other one thinks

    def look(self) -> tuple[int, int] | None:
        """How many moves there are, and the number of the last event."""
        asked = time.monotonic()
        try:
            answer = self.anywhere().get(f"/api/matches/{self.match}")
            if answer.status != 200:
                return None
            snapshot = answer.json()["snapshot"]
        except BROKEN:
            return None
        moves = snapshot.get("moves", [])
        events = [event_of(number % 2, move["text"]) for number, move in enumerate(moves)]
        self.history.saw(Sight(self.match, -1, asked, time.monotonic(), 0, events))
        return len(moves), snapshot["number"]

    def move(self, made: int, number: int) -> None:
        """One move by one request, which is sent until it is answered, at whichever node."""
        text = GAME[made]
        request = f"c{self.number}r{next(self.numbers)}"
        command = self.history.asked(self.match, self.seat, text)
        was_cut = False
        order = {"t": "command", "request": request, "match": self.match, "after": number, "do": {"t": "move", "text": text}}
        while not self.is_over.is_set():
            try:
                socket = self.connected()
                for _ in range(2 if self.random.random() < 0.2 else 1):
                    socket.send(order)
                said = socket.until(lambda message: message.get("request") == request)
            except BROKEN:
                self.leave()
                was_cut = True
                continue
            if said["t"] == "done":
                command.outcome, command.answered = DONE, time.monotonic()
                return
            if said["code"] in ("store_unavailable", "busy", "stopping"):
                was_cut = was_cut or said["code"] != "busy"
                continue
            # Refused at another try it may have been done at the one before, of which the answer is lost.
            command.outcome = UNKNOWN if was_cut else REFUSED
            command.answered = time.monotonic()
            return

    def connected(self) -> WebSocket:
        if self.socket is None or self.random.random() < 0.02:
            self.leave()
            self.socket = self.anywhere().open_socket()
            self.socket.sock.settimeout(ANSWER_WITHIN)
        return self.socket

    def leave(self) -> None:
        if self.socket:
            self.socket.close()
        self.socket = None


class Follower(Client):
    """Watches, and goes on where it was after each lost connection, at another node."""

    def __init__(self, *more: Any) -> None:
        super().__init__(*more)
        self.seen = 0

    def act(self) -> None:
        stream, number = self.history.new_stream(), -1
        moves: list[str] = []
        while not self.is_over.is_set():
            try:
                with self.anywhere().open_socket() as socket:
                    socket.sock.settimeout(ANSWER_WITHIN)
                    asked = time.monotonic()
                    socket.send({"t": "watch", "match": self.match, "after": number})
                    while not self.is_over.is_set():
                        message = socket.receive()
                        if message["t"] == "snapshot":
                            shown = [event_of(at % 2, move["text"]) for at, move in enumerate(message["snapshot"].get("moves", []))]
                            number = message["snapshot"]["number"]
                            # One that is sent instead of many events shows what was seen, and goes on from there. Another
                            # node may not have heard of the last events yet: what it shows is a look of its own.
                            if shown[: len(moves)] != moves and len(self.where.servers()) > 1:
                                stream, moves = self.history.new_stream(), []
                            if shown[: len(moves)] != moves:
                                raise AssertionError(f"a snapshot without what was seen before: {shown} after {moves}")
                            fresh = shown[len(moves) :]
                        elif message["t"] == "events":
                            if message["first"] != number + 1:
                                raise AssertionError(f"events from {message['first']} after {number}")
                            number += len(message["events"])
                            fresh = [event_of(each["seat"], each["text"]) for each in message["events"] if each["t"] == "moved"]
                        elif message["t"] == "refused" and message["code"] not in ("busy", "stopping", "store_unavailable"):
                            raise AssertionError(f"who may watch was refused: {message}")
                        else:
                            continue
                        self.history.saw(Sight(self.match, stream, asked, time.monotonic(), len(moves), fresh))
                        moves += fresh
                        self.seen = len(moves)
            except (Gone, OSError):
                continue


class OneServer:
    def __init__(self) -> None:
        self.server = Server("--unthrottled", "127.0.0.0/8", "--engine-threads", "1")

    def servers(self) -> list[Server]:
        return [self.server]


class Nodes:
    def __init__(self, site: Site) -> None:
        self.site = site

    def servers(self) -> list[Server]:
        return [node.server for node in self.site.nodes]


class Histories(unittest.TestCase):
    def play(self, where: Servers, seed: int, kills: int) -> History:
        """Some matches at once to their end, while nodes are killed and started again."""
        history = History()
        chance = random.Random(seed)
        clients: list[Client] = []
        movers: list[Mover] = []
        for number in range(MATCHES):
            people = [guest(chance.choice(where.servers())) for _ in range(3)]
            match = make_match(people[0], Caller(people[0].server, dict(people[1].cookies)))
            # Two tabs of each player act at once.
            for tab in range(4):
                more = (history, where, match, people[tab % 2].cookies, seed * 1000 + 10 * number + tab)
                movers.append(Mover(*more, seat=tab % 2))
            clients += [Follower(history, where, match, people[2].cookies, seed * 1000 + 10 * number + 5 + each) for each in range(2)]
        clients += movers
        for client in clients:
            client.start()
        moves = MATCHES * len(GAME)
        for kill in range(kills):
            while sum(command.outcome == DONE for command in list(history.commands)) < moves * (kill + 1) // (kills + 2):
                self.assertTrue(any(mover.is_alive() for mover in movers))
                time.sleep(0.01)
            server = chance.choice(where.servers())
            server.kill()
            server.start()
        for mover in movers:
            mover.join(300)
            self.assertFalse(mover.is_alive(), "a game is stuck")
        followers = [client for client in clients if isinstance(client, Follower)]
        wait_for(lambda: all(each.seen == len(GAME) or each.problem for each in followers), "every follower sees the whole game")
        for client in clients:
            client.is_over.set()
        for client in clients:
            client.join(60)
            if client.problem:
                raise client.problem
            self.assertFalse(client.is_alive(), "a client is stuck")
        return history

    def check(self, history: History, *, are_looks_fresh: bool) -> None:
        self.assertEqual(faults_of(history, are_looks_fresh=are_looks_fresh), [])
        counts = {each: sum(command.outcome == each for command in history.commands) for each in (DONE, REFUSED, UNKNOWN)}
        print(f"{len(history.sights)} sights, commands {counts}", file=sys.stderr)
        self.assertGreater(counts[DONE], MATCHES * 10)
        self.assertGreater(counts[REFUSED], 0)

    def test_one_node_that_is_killed(self) -> None:
        for number in range(ROUNDS):
            where = OneServer()
            self.addCleanup(where.server.close)
            self.check(self.play(where, SEED + number, KILLS), are_looks_fresh=True)

    def test_three_nodes_of_which_some_are_killed(self) -> None:
        for number in range(ROUNDS):
            site = Site(f"histories{number}")
            self.addCleanup(site.close)
            self.check(self.play(Nodes(site), SEED + number, KILLS), are_looks_fresh=False)


class TheChecker(unittest.TestCase):
    """It finds what it is for."""

    def history(self) -> History:
        history = History()
        history.commands = [
            Command("m", 0, "a", 1.0, 2.0, DONE),
            Command("m", 1, "b", 3.0, 4.0, DONE),
            Command("m", 0, "c", 5.0, 6.0, DONE),
            Command("m", 1, "x", 5.0, 6.0, REFUSED),
        ]
        stream = history.new_stream()
        history.sights = [
            Sight("m", stream, 0.0, 2.1, 0, ["0 a"]),
            Sight("m", stream, 0.0, 6.1, 1, ["1 b", "0 c"]),
            Sight("m", -1, 6.5, 7.0, 0, ["0 a", "1 b", "0 c"]),
        ]
        return history

    def found(self, change: Any) -> str:
        history = copy.deepcopy({"commands": self.history().commands, "sights": self.history().sights})
        whole = History(history["commands"], history["sights"])
        change(whole)
        return "\n".join(faults_of(whole))

    def test_nothing(self) -> None:
        self.assertEqual(self.found(lambda _: None), "")

    def test_each_fault(self) -> None:
        def other(history: History) -> None:
            history.sights[2].events[1] = "1 x"

        def lost(history: History) -> None:
            history.sights[1].events.pop()
            history.sights[2].events.pop()

        def twice(history: History) -> None:
            history.sights[2].events.append("0 c")

        def refused(history: History) -> None:
            history.sights[2].events.append("1 x")

        def unasked(history: History) -> None:
            history.sights[2].events.append("1 y")

        def gap(history: History) -> None:
            history.sights[1].first, history.sights[1].events = 2, ["0 c"]

        def again(history: History) -> None:
            history.sights.insert(1, copy.deepcopy(history.sights[0]))

        def late(history: History) -> None:
            history.commands[0].sent, history.commands[0].answered = 7.0, 8.0

        def behind(history: History) -> None:
            history.sights[2].events.pop()

        for change, words in (
            (other, "for one and"),
            (lost, "was done and is lost"),
            (twice, "is there 2 times"),
            (refused, "is there 1 times, was done 0 times"),
            (unasked, "asked for by nobody"),
            (gap, "where 1 was due"),
            (again, "where 1 was due"),
            (late, "was sent after something later had been answered"),
            (behind, "a look saw 2 events when 3 were known"),
        ):
            with self.subTest(change.__name__):
                self.assertIn(words, self.found(change))


if __name__ == "__main__":
    unittest.main()
