"""A game that is played at one node and watched through another, which has not heard of it before: all of it is there."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
import unittest
from typing import Any

from sites import Site
from tables import OPENING, Seat, account, guest, play_on, request_id, sit_down
from wire_client import Caller, Gone, wait_for


def say(seat: Seat, room: str, text: str) -> None:
    seat.socket.send({"t": "say", "request": request_id(), "match": seat.match, "room": room, "text": text})
    hear(seat, text)


def hear(seat: Seat, text: str) -> Any:
    return seat.socket.until(lambda each: each["t"] == "chat" and each["line"]["text"] == text)["line"]


def chat(snapshot: Any) -> list[tuple[str, str]]:
    return [(line["room"], line["text"]) for line in snapshot["chat"]]


class Watching:
    """Somebody who watches until the end, and comes back when the line breaks, as a page does: who reads nothing is cut off."""

    def __init__(self, caller: Caller, match: str) -> None:
        self._caller = caller
        self._match = match
        self._line: Seat | None = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._is_over.is_set():
            with contextlib.suppress(Gone, OSError):
                self._line = Seat(self._caller, self._match)
                while not self._is_over.is_set():
                    self._line.socket.receive()
            if self._line:
                self._line.close()
            self._is_over.wait(0.1)

    def close(self) -> None:
        self._is_over.set()
        while self._thread.is_alive():
            if self._line:
                with contextlib.suppress(OSError):
                    self._line.socket.sock.shutdown(socket.SHUT_RDWR)  # ends a reading that waits
            self._thread.join(0.1)


class SpectatorsOnNodes(unittest.TestCase):
    def setUp(self) -> None:
        self.site = Site("spectators", 2)
        self.addCleanup(self.site.close)

    def watch(self, *more: Any, seated: Any = None) -> tuple[Seat, Any]:
        """Somebody at the second node, and the first that they hear of the match."""
        seat = Seat(seated or guest(self.site.nodes[1].server), *more)
        self.addCleanup(seat.close)
        return seat, seat.hear("events", "snapshot")

    def test_what_was_played_and_said_before_is_there(self) -> None:
        host, other = account(self.site.nodes[0].server, "Anna"), account(self.site.nodes[0].server, "Ben")
        seats = sit_down(host, other, visibility="lobby")
        match = seats[0].match
        early = Seat(guest(self.site.nodes[0].server), match)
        early.hear("snapshot")
        for seat in (*seats, early):
            self.addCleanup(seat.close)
        play_on(seats, OPENING[:4])
        say(seats[0], "players", "good luck")
        say(early, "spectators", "a fine opening")

        late, first = self.watch(match)
        snapshot = first["snapshot"]
        self.assertEqual([move["text"] for move in snapshot["moves"]], OPENING[:4])
        self.assertEqual(chat(snapshot), [("spectators", "a fine opening")], "those who watch do not hear the players")
        player, first = self.watch(match, seated=self.site.at(host, 1))
        self.assertEqual(chat(first["snapshot"]), [("players", "good luck")])
        shown = late.caller.get(f"/api/matches/{match}").json()["snapshot"]
        self.assertEqual([move["text"] for move in shown["moves"]], OPENING[:4])

        # From then on both nodes tell the same.
        play_on(seats, OPENING[4:6])
        late.until_moves(6)
        self.assertEqual(late.moves, OPENING[:6])
        say(early, "spectators", "and a fine answer")
        hear(late, "and a fine answer")
        say(late, "spectators", "I agree")
        hear(early, "I agree")
        say(seats[1], "players", "thank you")
        hear(player, "thank you")

        # Whoever was cut off has the rest, or all of it; whoever comes after the end too.
        again, first = self.watch(match, late.number - 2)
        self.assertEqual(again.number, late.number)
        self.assertEqual(first["t"], "events")
        seats[0].do({"t": "resign"})
        late.until_event("resigned")
        over, first = self.watch(match)
        self.assertEqual([move["text"] for move in first["snapshot"]["moves"]], OPENING[:6])
        said = ["a fine opening", "and a fine answer", "I agree"]
        self.assertEqual(chat(first["snapshot"]), [("spectators", text) for text in said])
        self.assertEqual(over.status["outcome"]["ending"], "resignation")

    def test_it_is_there_when_the_node_of_the_players_is_gone(self) -> None:
        seats = sit_down(guest(self.site.nodes[0].server), guest(self.site.nodes[0].server), visibility="lobby")
        for seat in seats:
            self.addCleanup(seat.close)
        play_on(seats, OPENING[:3])
        say(seats[0], "players", "good luck")
        self.site.nodes[0].server.kill()
        _, first = self.watch(seats[0].match)
        self.assertEqual([move["text"] for move in first["snapshot"]["moves"]], OPENING[:3])
        _, first = self.watch(seats[0].match, seated=self.site.at(seats[1].caller, 1))
        self.assertEqual(chat(first["snapshot"]), [("players", "good luck")])

    def keep_watching(self, caller: Caller, match: str) -> Watching:
        watching = Watching(caller, match)
        self.addCleanup(watching.close)
        return watching

    def expect(self, match: str, node: int, count: int, why: str) -> None:
        """Until this node says so."""
        asking = guest(self.site.nodes[node].server)

        def is_so() -> bool:
            snapshot = asking.get(f"/api/matches/{match}").json()["snapshot"]
            return int(snapshot.get("spectators", 0)) == count  # nobody is left out

        wait_for(is_so, why)

    def sit_at_first_node(self) -> tuple[Seat, Seat]:
        node = self.site.nodes[0].server
        seats = sit_down(guest(node), guest(node), visibility="lobby")
        for seat in seats:
            self.addCleanup(seat.close)
        return seats

    def test_who_watches_at_a_node_that_stood_still_is_counted_again(self) -> None:
        node = self.site.nodes[0].server
        match = self.sit_at_first_node()[0].match
        self.keep_watching(guest(node), match)
        self.keep_watching(guest(self.site.nodes[1].server), match)
        self.expect(match, 1, 2, "both are counted")
        node.process.send_signal(signal.SIGSTOP)
        self.expect(match, 1, 1, "the node counts as gone")
        node.process.send_signal(signal.SIGCONT)
        self.expect(match, 1, 2, "it is back, and who watches there")
        self.expect(match, 0, 2, "there too")

    def test_who_watches_at_two_nodes_is_one(self) -> None:
        seats = self.sit_at_first_node()
        match, eva = seats[0].match, guest(self.site.nodes[0].server)
        first = self.keep_watching(eva, match)
        self.expect(match, 1, 1, "she is counted")
        self.keep_watching(self.site.at(eva, 1), match)
        self.keep_watching(self.site.at(seats[0].caller, 1), match)
        other = self.keep_watching(guest(self.site.nodes[1].server), match)
        for node in (0, 1):
            self.expect(match, node, 2, "she and another, and no player")
        first.close()
        other.close()
        for node in (0, 1):
            self.expect(match, node, 1, "she watches at the second node")


if __name__ == "__main__":
    unittest.main()
