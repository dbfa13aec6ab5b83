"""Three nodes with one PostgreSQL and one broker: anybody on any node, while nodes, broker, database and lines fail.

CROWNSTAR_FAULTS sets how many faults there are; CROWNSTAR_SEED which ones.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any

from links import Link
from neighbours import Broker, Database
from tables import OPENING, Seat, guest, make_match
from wire_client import Caller, Gone, Server, wait_for

FAULTS = int(os.environ.get("CROWNSTAR_FAULTS", "10"))
SEED = int(os.environ.get("CROWNSTAR_SEED", "1"))
TABLES = 5
SEEKS = 25  # one may have so many matches
MATCHES = 15
ANSWER_WITHIN = 4.0  # then a player asks another node; no promise hangs on it
BLITZ = {"clocks": [{"kind": "fischer", "main_ms": 3_000, "step_ms": 0}]}
BROKEN = (OSError, Gone, AssertionError, ValueError, KeyError)


class Node:
    """A node, with lines of its own to the database and the broker."""

    def __init__(self, database: Database, broker: Broker, name: str) -> None:
        folder = database.address.rpartition("host=")[2]
        self.store_link = Link(Path(folder) / ".s.PGSQL.5432")
        self.bus_link = Link(broker.port)
        store = database.address.replace("/postgres?", f"/{name}?").replace(folder, str(self.store_link.folder))
        self.server = Server("--bus", f"nats://127.0.0.1:{self.bus_link.port}", "--unthrottled", "127.0.0.0/8", store=store)

    def close(self) -> None:
        self.server.close()
        self.store_link.close()
        self.bus_link.close()


class Site:
    def __init__(self, name: str, count: int = 3) -> None:
        self.name = name
        self.database = Database()
        self.broker = Broker()
        self.database.place(name)
        self.nodes = [Node(self.database, self.broker, name) for _ in range(count)]

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        self.broker.close()
        self.database.close()

    def ask(self, sql: str) -> str:
        return self.database.ask(self.name, sql)

    def at(self, person: Caller, index: int) -> Caller:
        """The same person, at this node."""
        return Caller(self.nodes[index].server, dict(person.cookies))


def moves_of(caller: Caller, match: str) -> list[str]:
    snapshot = caller.get(f"/api/matches/{match}").json()["snapshot"]
    return [move["text"] for move in snapshot.get("moves", [])]


class ThreeNodes(unittest.TestCase):
    def test_anybody_on_any_node(self) -> None:
        site = Site("calm")
        self.addCleanup(site.close)
        anna, bert, carl = (guest(site.nodes[index].server) for index in range(3))
        match = make_match(anna, site.at(bert, 1))
        seats = Seat(anna, match), Seat(site.at(bert, 1), match)
        watcher = Seat(site.at(carl, 2), match)
        for each in (*seats, watcher):
            each.hear("snapshot")
        for made, text in enumerate(OPENING):
            seats[made % 2].move(text)
            for each in (*seats, watcher):
                each.until_moves(made + 1)
        self.assertEqual(moves_of(site.at(anna, 2), match), OPENING)
        for each in (*seats, watcher):
            each.close()
        # A session that ends on one node has ended on all.
        elsewhere = site.at(anna, 1)
        self.assertEqual(elsewhere.get("/api/me").status, 200)
        self.assertEqual(anna.ask("DELETE", "/api/session").status, 204)
        wait_for(lambda: elsewhere.get("/api/me").status == 401, "the end of the session on another node")


class Player(threading.Thread):
    """Plays the opening at one table after the other, each move through whichever node, until it is acknowledged."""

    def __init__(self, site: Site, people: tuple[Caller, Caller], seed: int) -> None:
        super().__init__(daemon=True)
        self.site = site
        self.people = people
        self.random = random.Random(seed)
        self.acknowledged: dict[str, list[str]] = {}
        self.is_over = threading.Event()
        self.tries = 0
        self.count = 0
        self.seed = seed

    def run(self) -> None:
        while not self.is_over.is_set():
            match = self._make()
            if not match:
                return
            self.acknowledged[match] = []
            for made, text in enumerate(OPENING):
                self._move(match, made, text)
                self.acknowledged[match].append(text)

    def anywhere(self, person: int) -> Caller:
        return self.site.at(self.people[person], self.random.randrange(len(self.site.nodes)))

    def _make(self) -> str:
        """A match; of new people now and then, for one may have so many."""
        while not self.is_over.is_set():
            try:
                if len(self.acknowledged) % MATCHES == MATCHES - 1:
                    nodes = [self.random.choice(self.site.nodes).server for _ in range(2)]
                    self.people = (guest(nodes[0]), guest(nodes[1]))
                return make_match(self.anywhere(0), self.anywhere(1))
            except BROKEN:
                time.sleep(0.05)
        return ""

    def _move(self, match: str, made: int, text: str) -> None:
        self.count += 1
        request = f"p{self.seed}m{self.count}"
        while not self._try(match, made, text, request):
            self.tries += 1
            time.sleep(0.05)

    def _try(self, match: str, made: int, text: str, request: str) -> bool:
        """True where the move is acknowledged: seen in the match by who made it."""
        seat = None
        try:
            seat = Seat(self.anywhere(made % 2), match)
            seat.socket.sock.settimeout(ANSWER_WITHIN)
            seat.hear("snapshot", "refused")
            if len(seat.moves) <= made:
                seat.move(text, request=request)
                while len(seat.moves) <= made:
                    if seat.hear("events", "snapshot", "refused")["t"] == "refused":
                        return False
            return seat.moves[made] == text
        except BROKEN:
            return False
        finally:
            if seat:
                seat.close()


class Seeker(threading.Thread):
    """Seeks a game, which two others take at the same time at whichever nodes."""

    def __init__(self, site: Site, seed: int) -> None:
        super().__init__(daemon=True)
        self.site = site
        self.random = random.Random(seed)
        self.people = [guest(site.nodes[0].server) for _ in range(3)]
        self.is_over = threading.Event()
        self.attempts = self.made = self.paired = self.twice = 0

    def run(self) -> None:
        while not self.is_over.is_set() and self.paired < SEEKS:
            time.sleep(0.3)  # one may seek only so often
            self.attempts += 1
            try:
                made = self.anywhere(0).post("/api/seeks", {"game": "american", "clock": {"kind": "none"}})
                if made.status != 201:
                    raise Gone(str(made.status))
                seek = made.json()["seek"]
            except BROKEN:
                continue
            self.made += 1
            matches: set[str] = set()
            takers = [threading.Thread(target=self._take, args=(index, seek, matches)) for index in (1, 2)]
            for taker in takers:
                taker.start()
            for taker in takers:
                taker.join()
            self.paired += len(matches) > 0
            self.twice += max(0, len(matches) - 1)

    def anywhere(self, person: int) -> Caller:
        return self.site.at(self.people[person], self.random.randrange(len(self.site.nodes)))

    def _take(self, person: int, seek: str, matches: set[str]) -> None:
        try:
            taken = self.anywhere(person).post(f"/api/seeks/{seek}/take", {})
            if taken.status == 200:
                matches.add(taken.json()["match"])
        except BROKEN:
            pass


class Faults:
    """What may happen to a site, and its end."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site = site
        self.random = random.Random(seed)
        self.kinds = [
            self.kill_node,
            self.kill_node,
            self.kill_broker,
            self.kill_database,
            self.cut_store,
            self.cut_bus,
            self.slow_store,
            self.slow_bus,
        ]
        self.done: dict[str, int] = {}

    def one(self) -> None:
        kind = self.kinds[sum(self.done.values()) % len(self.kinds)]
        self.done[kind.__name__] = self.done.get(kind.__name__, 0) + 1
        kind(self.random.choice(self.site.nodes))
        time.sleep(self.random.uniform(0.1, 0.5))

    def wait(self) -> None:
        time.sleep(self.random.uniform(0.2, 1.0))

    def kill_node(self, node: Node) -> None:
        node.server.kill()
        self.wait()
        node.server.start()

    def kill_broker(self, _: Node) -> None:
        self.site.broker.kill()
        self.wait()
        self.site.broker.start()

    def kill_database(self, _: Node) -> None:
        self.site.database.kill()
        self.wait()
        self.site.database.start()

    def cut_store(self, node: Node) -> None:
        node.store_link.cut()
        self.wait()
        node.store_link.mend()

    def cut_bus(self, node: Node) -> None:
        node.bus_link.cut()
        self.wait()
        node.bus_link.mend()

    def slow_store(self, node: Node) -> None:
        node.store_link.delay = 0.05
        self.wait()
        node.store_link.mend()

    def slow_bus(self, node: Node) -> None:
        node.bus_link.delay = 0.2
        self.wait()
        node.bus_link.mend()


class Failing(unittest.TestCase):
    def flagging(self, site: Site, people: tuple[Caller, Caller]) -> str:
        """A match with a clock that nobody goes on with."""
        match = make_match(*people, **BLITZ)
        for made in range(3):
            seat = Seat(people[made % 2], match)
            seat.hear("snapshot")
            seat.move(OPENING[made])
            seat.until_moves(made + 1)
            seat.close()
        return match

    def test_what_was_acknowledged_is_stored_once_whatever_fails(self) -> None:
        site = Site("failing")
        self.addCleanup(site.close)
        server = site.nodes[0].server
        pairs = [(guest(server), guest(server)) for _ in range(TABLES + 1)]
        flagging = [self.flagging(site, pairs[-1]) for _ in range(3)]
        players = [Player(site, pair, SEED * 1000 + index) for index, pair in enumerate(pairs[:-1])]
        for player in players:
            player.start()
        seeker = Seeker(site, SEED)
        seeker.start()
        faults = Faults(site, SEED)
        for _ in range(FAULTS):
            faults.one()
        for player in players:
            player.is_over.set()
        for player in players:
            player.join(120)
            self.assertFalse(player.is_alive(), "a game is stuck")
        seeker.is_over.set()
        seeker.join(120)
        self.check(site, players, flagging, faults)
        host = json.loads(site.at(seeker.people[0], 0).get("/api/me").body)
        seats = site.ask(f"SELECT count(*) FROM seats WHERE player = '{host['player']['id']}'")
        print(f"seeks {seeker.made}, taken {seeker.paired}, paired twice {seeker.twice}", file=sys.stderr)
        self.assertEqual(seeker.twice, 0)
        self.assertLessEqual(int(seats), seeker.attempts)

    def check(self, site: Site, players: list[Player], flagging: list[str], faults: Faults) -> None:
        acknowledged = lost = doubled = 0
        for player in players:
            for match, moves in player.acknowledged.items():
                stored = self.patiently(site, player.people[0], match, len(moves))
                acknowledged += len(moves)
                lost += sum(1 for index, text in enumerate(moves) if stored[index : index + 1] != [text])
                doubled += max(0, len(stored) - len(moves))
                rows = site.ask(f"SELECT count(*) FROM events WHERE match = '{match}' AND kind = 'moved'")
                self.assertEqual(int(rows), len(stored))
        tries = sum(player.tries for player in players)
        print(
            f"faults {sum(faults.done.values())} {faults.done}, moves acknowledged {acknowledged}, "
            f"lost {lost}, doubled {doubled}, tried again {tries}",
            file=sys.stderr,
        )
        self.assertEqual((lost, doubled), (0, 0))
        gaps = "SELECT match FROM events GROUP BY match HAVING count(*) <> max(number) + 1"
        self.assertEqual(site.ask(gaps), "")
        for match in flagging:
            flags = f"SELECT count(*) FROM events WHERE match = '{match}' AND kind = 'flagged'"
            wait_for(lambda flags=flags: int(site.ask(flags)) > 0, "the flag")
            self.assertEqual(int(site.ask(flags)), 1)

    def patiently(self, site: Site, person: Caller, match: str, count: int) -> list[str]:
        """From each node, when it has it all."""
        seen: list[list[str]] = []

        def is_there(index: int) -> Any:
            try:
                moves = moves_of(site.at(person, index), match)
            except BROKEN:
                return None
            return moves if len(moves) >= count else None

        for index in range(len(site.nodes)):
            seen.append(wait_for(lambda index=index: is_there(index), f"{match} on node {index}"))
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])
        return seen[0]


if __name__ == "__main__":
    unittest.main()
