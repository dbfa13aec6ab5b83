"""Three nodes with one PostgreSQL and one broker: anybody on any node, while nodes, broker, database and lines fail.

CROWNSTAR_FAULTS sets how many faults there are; CROWNSTAR_SEED which ones.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
import unittest
from collections import Counter
from collections.abc import Callable
from typing import Any

from crowd import BROKEN, Flagger, Person, Player, Seeker
from faults import Faults
from seekers import Inviter, Waiter
from sites import Site
from stalls import Stalls, waited_for_a_processor
from tables import OPENING, Seat, guest, make_match
from wire_client import PROGRAM, Caller, wait_for

FAULTS = int(os.environ.get("CROWNSTAR_FAULTS", "13"))
SEED = int(os.environ.get("CROWNSTAR_SEED", "1"))
TABLES = 4
SEEKERS = 3
INVITERS = 2
WAITERS = 5  # an odd number: one of them is left over at the end
PAIRED = 10  # seeks that are taken at least, faults or not
# docs/operations.md: how long after its time a flag falls at most, once nothing fails any more.
LATEST_FLAG = 8.0
LATEST_PAIRED = 30.0  # once nothing fails any more, whoever waits for anybody
LAG = 1.0  # after a clock is used up: as much may be credited for the way
# What a player may be told while something fails: each means that nothing happened, and to wait a moment.
WAIT = {"store_unavailable", "busy", "stopping", "too_many"}


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


class Failing(unittest.TestCase):
    """One run of many faults under load; then all that was said is compared with what is stored."""

    site: Site

    def test_what_was_acknowledged_is_stored_once_whatever_fails(self) -> None:
        self.site = Site("failing")
        self.addCleanup(self.site.close)
        players = [Player(self.site, SEED * 1000 + index) for index in range(TABLES)]
        seekers = [Seeker(self.site, SEED * 1000 + 100 + index) for index in range(SEEKERS)]
        inviters = [Inviter(self.site, SEED * 1000 + 300 + index) for index in range(INVITERS)]
        waiters = [Waiter(self.site, index, random.Random(SEED * 1000 + 400 + index)) for index in range(WAITERS)]
        flagger = Flagger(self.site, SEED * 1000 + 200)
        crowd: list[Person] = [*players, *seekers, *inviters, flagger]
        with Stalls() as stalls:
            for person in (*crowd, *waiters):
                person.start()
            faults = Faults(self.site, SEED)
            while len(faults.times) < FAULTS:
                faults.one()
                # After each round of all kinds nothing happens for a while, so that what is late is seen to be.
                is_round = len(faults.times) % len(faults.kinds) == 0
                time.sleep(LATEST_FLAG + 2 if is_round else faults.random.uniform(0.1, 0.5))
            wait_for(lambda: sum(len(seeker.paired) for seeker in seekers) >= PAIRED, "seeks that are taken")
            self.check_waits(waiters)
            for person in crowd:
                person.is_over.set()
            for person in crowd:
                person.join(120)
                self.assertFalse(person.is_alive(), "a game is stuck")
            print(f"faults {sum(faults.done.values())} {dict(faults.done)}", file=sys.stderr)
            self.check_moves(players)
            self.check_seeks(seekers)
            self.check_invitations(inviters)
            self.check_flags(flagger.matches, faults, stalls)
        self.check_refusals([*crowd, *waiters])
        self.check_store()

    def check_moves(self, players: list[Player]) -> None:
        acknowledged = lost = doubled = games = 0
        events = self.events()
        for player in players:
            for match, moves in player.acknowledged.items():
                stored = self.patiently(player.hosts[match], match, len(moves))
                games += 1
                acknowledged += len(moves)
                lost += sum(1 for index, text in enumerate(moves) if stored[index : index + 1] != [text])
                doubled += max(0, len(stored) - len(moves))
                rows = events[match]
                self.assertEqual(sum(row["t"] == "moved" for row in rows), len(stored))
                self.assertEqual([row["t"] for row in rows][-2:], ["resigned", "ended"])
                self.check_clocks(rows)
        tries = sum(player.tries for player in players)
        print(
            f"games {games}, moves acknowledged {acknowledged}, lost {lost}, doubled {doubled}, tried again {tries}",
            file=sys.stderr,
        )
        self.assertEqual((lost, doubled), (0, 0))

    def check_clocks(self, rows: list[dict[str, Any]]) -> None:
        """Each move is charged what went by since the one before, less what was nobody's time, to the millisecond."""
        begun = 0
        for row in rows:
            begun += row["held_ms"]  # a turn begins when it is told
            if row["t"] == "resumed":
                begun += row["at"] - max(row["down_since_at"], begun)
            if row["t"] in ("started", "moved"):
                if row["t"] == "moved":
                    # A first move is told and not charged; nothing is credited to it.
                    self.assertEqual(row.get("spent_ms", 0) + row["credit_ms"], row["at"] - begun, rows)
                begun = row["at"]

    def check_seeks(self, seekers: list[Seeker]) -> None:
        made = sum(len(seeker.made) for seeker in seekers)
        gone = sum(seeker.gone for seeker in seekers)
        paired = twice = 0
        seated = Counter(self.site.ask("SELECT match FROM seats WHERE player <> ''").split())
        for seeker in seekers:
            for seek, match in seeker.paired.items():
                paired += 1
                twice += seeker.told[seek] - 1
                # The key of matches is made of the seek's name: there is no other match of it.
                self.assertEqual((match, seated[match]), ("m" + seek, 2))
        print(f"seeks {made}, taken {paired}, gone with their leader {gone}, paired twice {twice}", file=sys.stderr)
        self.assertEqual(twice, 0)
        # Told to be gone to all who look at the lobby; taken in truth, where only the taker's answer was lost.
        self.assertLessEqual(gone, 3 * FAULTS + made // 10)
        self.assertGreaterEqual(paired, PAIRED)

    def check_invitations(self, inviters: list[Inviter]) -> None:
        made, begun, twice, gone = (
            sum(each) for each in zip(*((one.made, len(one.begun), one.twice, len(one.gone)) for one in inviters), strict=True)
        )
        print(f"invitations {made}, begun {begun}, gone {gone}, begun twice {twice}", file=sys.stderr)
        self.assertEqual(twice, 0)
        # Whoever opens the link is told; it is gone where nobody had heard of it yet but a node that died, or two lobbies met.
        self.assertLessEqual(gone, FAULTS)
        self.assertGreater(begun, 0, [(each.heard, each.problem, each.refusals) for each in inviters])

    def check_waits(self, waiters: list[Waiter]) -> None:
        """Nothing fails any more: whoever waits is paired, but for one who is left over, and that one with who comes next."""
        for waiter in waiters:
            waiter.is_last.set()
        self.wait_for_pairs(lambda: sum(waiter.is_waiting for waiter in waiters) <= 1)
        self.assertLessEqual(sum(waiter.is_waiting for waiter in waiters), 1, [each.standing() for each in waiters])
        left = [waiter for waiter in waiters if waiter.is_waiting]
        for waiter in left:
            newcomer = Waiter(self.site, WAITERS, random.Random(SEED))
            newcomer.start()
            self.wait_for_pairs(lambda waiter=waiter: not waiter.is_waiting)
            self.assertFalse(waiter.is_waiting, "who was left over is paired")
            newcomer.is_over.set()
        for waiter in waiters:
            waiter.is_over.set()
            waiter.join(60)
            self.assertFalse(waiter.is_alive())
        games = further = 0
        for waiter in waiters:
            names = ", ".join(f"'{person}'" for person in waiter.people)
            seated = set(self.site.ask(f"SELECT match FROM seats WHERE player IN ({names})").split())
            self.assertLessEqual(set(waiter.matches), seated)
            games += len(seated)
            # Whose connection broke at that moment has not heard of the game, and asks for another.
            further += len(seated) - len(waiter.matches)
        waits = sum(waiter.waits for waiter in waiters)
        longest = max(waiter.longest for waiter in waiters)
        print(
            f"waits {waits}, games of them {games}, that nobody was told of {further}, longest wait {longest:.1f} s",
            file=sys.stderr,
        )

    def wait_for_pairs(self, holds: Callable[[], bool]) -> None:
        """For as long as it may take, not counting what the nodes and we waited for a processor that others had."""
        processes = [os.getpid(), *(node.server.process.pid for node in self.site.nodes)]
        begun = time.monotonic() - waited_for_a_processor(processes)
        while not holds() and time.monotonic() - waited_for_a_processor(processes) - begun < LATEST_PAIRED:
            time.sleep(0.05)

    def check_flags(self, matches: list[str], faults: Faults, stalls: Stalls) -> None:
        lateness = []
        wait_for(lambda: set(matches) <= self.over(), "the end of all whose time runs")
        events = self.events()
        for match in matches:
            rows = events[match]
            kinds = Counter(row["t"] for row in rows)
            if kinds["flagged"] == 0:
                self.assertLess(kinds["moved"], 3, "no clock ran: nobody began")
                continue
            self.assertEqual((kinds["flagged"], kinds["ended"]), (1, 1))
            fallen = next(row["at"] for row in rows if row["t"] == "flagged") / 1000
            due = self.flag_due(rows)
            self.assertGreaterEqual(fallen, due, f"{match} flagged before its time")
            due += LAG
            calm = max([due] + [end for begin, end in faults.times if begin < fallen])
            lateness.append(fallen - due)
            self.assertLessEqual(fallen - calm, LATEST_FLAG + stalls.between(calm, fallen), f"{match} flagged late")
        self.assertTrue(lateness)
        print(
            f"flags {len(lateness)}, late by {statistics.median(lateness):.2f} s in the median, "
            f"{max(lateness):.2f} s at most; the machine's own pauses {stalls.between(0, time.time()):.1f} s",
            file=sys.stderr,
        )

    def flag_due(self, rows: list[dict[str, Any]]) -> float:
        """When the clock that runs at the end of these events is used up, in seconds."""
        left = {0: 2000, 1: 2000}
        begun, turn = 0, 0
        for row in rows:
            begun += row["held_ms"]
            if row["t"] == "started":
                begun = row["at"]
            elif row["t"] == "resumed":
                begun += row["at"] - max(row["down_since_at"], begun)
            elif row["t"] == "moved":
                left[row["seat"]] = row.get("left_ms", left[row["seat"]])
                begun, turn = row["at"], 1 - row["seat"]
        return (begun + left[turn]) / 1000

    def check_refusals(self, crowd: list[Person | Waiter]) -> None:
        told = sum((person.refusals for person in crowd), Counter())
        # The others had it; and of whom several answers were lost, the seeks may stand, as many as one can have.
        for code in ("no_such_seek", "bad_invitation", "too_many_seeks"):
            told.pop(code, None)
        print(f"refused {dict(told)}", file=sys.stderr)
        self.assertLessEqual(set(told), WAIT)

    def check_store(self) -> None:
        gaps = "SELECT match FROM events GROUP BY match HAVING count(*) <> max(number) + 1"
        self.assertEqual(self.site.ask(gaps), "")
        checked = subprocess.run([PROGRAM, "check", "--store", self.site.store], capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def events(self) -> dict[str, list[dict[str, Any]]]:
        """As they are stored, of each match."""
        found: dict[str, list[dict[str, Any]]] = {}
        for line in self.site.ask("SELECT match, convert_from(body, 'UTF8') FROM events ORDER BY match, number").splitlines():
            match, _, body = line.partition("|")
            row = json.loads(body)
            found.setdefault(match, []).append({**row["event"], "credit_ms": row.get("credit_ms", 0), "held_ms": row.get("held_ms", 0)})
        return found

    def over(self) -> set[str]:
        return set(self.site.ask("SELECT id FROM matches WHERE state = 2").split())

    def patiently(self, person: Caller, match: str, count: int) -> list[str]:
        """From each node, when it has it all."""
        seen: list[list[str]] = []

        def is_there(index: int) -> Any:
            try:
                moves = moves_of(self.site.at(person, index), match)
            except BROKEN:
                return None
            return moves if len(moves) >= count else None

        for index in range(len(self.site.nodes)):
            seen.append(wait_for(lambda index=index: is_there(index), f"{match} on node {index}"))
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])
        return seen[0]


if __name__ == "__main__":
    unittest.main()
