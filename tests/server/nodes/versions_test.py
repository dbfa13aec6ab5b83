"""Nodes of two versions for a while, as when one after the other is replaced: a store that is ahead, and words of the bus that are others."""

from __future__ import annotations

import json
import socket
import unittest

import rolling_test
from sites import Site
from tables import OPENING, Seat, guest, make_match, play_on
from wire_client import PATIENCE, Caller, wait_for

ALL = "crownstar."  # before every subject, at a broker that others use too
# What a step may do by docs/operations.md: it adds, and whoever does not know of it writes as before.
EXPANDING = """
BEGIN;
ALTER TABLE matches ADD COLUMN later text NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN later integer;
ALTER TABLE events ADD COLUMN later integer NOT NULL DEFAULT 0;
ALTER TABLE chat ADD COLUMN later text;
ALTER TABLE players ADD COLUMN later text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN later bigint;
ALTER TABLE ratings ADD COLUMN later double precision NOT NULL DEFAULT 0;
ALTER TABLE commits ADD COLUMN later integer;
CREATE TABLE later_things(id text PRIMARY KEY);
UPDATE crownstar SET version = version + 1;
COMMIT
"""


class Broker:
    """Speaks to a NATS as little as is needed: says what nodes might say, and hears what they do."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.lines = self.sock.makefile("rb")
        self.subscriptions = 0
        self.lines.readline()
        self.sock.sendall(b'CONNECT {"verbose":false,"pedantic":false}\r\n')

    def say(self, subject: str, text: str, reply: str = "") -> None:
        reply += " " if reply else ""
        self.sock.sendall(f"PUB {subject} {reply}{len(text)}\r\n{text}\r\n".encode())

    def listen(self, subject: str) -> None:
        self.subscriptions += 1
        self.sock.sendall(f"SUB {subject} {self.subscriptions}\r\n".encode())

    def hear(self) -> str:
        while True:
            head = self.lines.readline().split()
            if head[:1] == [b"PING"]:
                self.sock.sendall(b"PONG\r\n")
            if head[:1] == [b"MSG"]:
                text = self.lines.read(int(head[-1]) + 2)
                return text[:-2].decode()

    def close(self) -> None:
        self.lines.close()
        self.sock.close()


class Versions(unittest.TestCase):
    def test_a_store_that_is_ahead_is_served_by_the_nodes_that_run(self) -> None:
        site = Site("ahead")
        self.addCleanup(site.close)
        anna, bert = (guest(site.nodes[index].server) for index in range(2))
        match = make_match(anna, site.at(bert, 1))
        seats = Seat(anna, match), Seat(site.at(bert, 1), match)
        for seat in seats:
            seat.hear("snapshot")
        play_on(seats, OPENING[:4])
        site.ask(EXPANDING)
        play_on(seats, OPENING[4:6])
        # New lines to the store are as good as the old ones.
        site.nodes[0].store_link.cut()
        site.nodes[0].mend()
        site.database.kill()
        site.database.start()
        wait_for(lambda: all(Caller(node.server).get("/health").json()["store"] == "ok" for node in site.nodes), "the store")
        for made, text in enumerate(OPENING[6:], 6):
            while len(seats[made % 2].moves) == made:
                seats[made % 2].move(text)
                seats[made % 2].hear("events", "refused")
            for seat in seats:
                seat.until_moves(made + 1)
        carl = guest(site.nodes[2].server)
        self.assertTrue(make_match(carl, site.at(anna, 2)))
        for seat in seats:
            seat.close()
        # Whoever stops now comes back as the new version only.
        self.assertEqual(site.nodes[2].server.stop(), 0)
        with self.assertRaisesRegex(AssertionError, "written by a newer program"):
            site.nodes[2].server.start()
        moved = site.ask(f"SELECT count(*) FROM events WHERE match = '{match}' AND kind = 'moved'")
        self.assertEqual(int(moved), len(OPENING))

    def test_words_of_another_version_are_left_alone(self) -> None:
        site = Site("words", 2)
        self.addCleanup(site.close)
        broker = Broker(site.broker.port)
        self.addCleanup(broker.close)
        anna, bert = guest(site.nodes[0].server), guest(site.nodes[1].server)
        match = make_match(anna, bert)
        seats = Seat(anna, match), Seat(bert, match)
        for seat in seats:
            seat.hear("snapshot")
        broker.listen(f"{ALL}nodes")
        mark, _, message = broker.hear().partition(" ")
        sign = json.loads(message)
        self.assertEqual((mark, sign["t"]), ("8.4", "here"))
        leader = sign["node"]

        def speak() -> None:
            for subject, text in (
                ("nodes", '{"t":"here","node":"nolderthanall","online":7,"since":1}'),  # it would lead the lobby
                ("nodes", json.dumps({"t": "leaves", "node": leader})),
                (f"match.{match}", '{"t":"events","node":"nother","first":3}\n{"event":{"t":"moved"}}'),
                ("lobby", json.dumps({"t": "whole", "node": leader, "seeks": []})),
                ("heirs", json.dumps({"t": "copy", "node": leader, "portion": True})),
                ("people", '{"t":"sessions_ended","node":"nother","handles":["everybody"]}'),
            ):
                broker.say(f"{ALL}{subject}", f"9.9 {text}")
                broker.say(f"{ALL}{subject}", text)  # and of before there were versions

        for made in range(len(OPENING)):
            speak()
            play_on(seats, OPENING[made : made + 1])
        # The lobby has the same leader as before.
        seek = site.at(anna, 1).post("/api/seeks", {"game": "american", "clock": {"kind": "none"}}).json()["seek"]
        speak()
        wait_for(lambda: seek in rolling_test.Rolling.seeks_of(bert), "the seek on the other node")
        self.assertEqual(site.at(bert, 0).post(f"/api/seeks/{seek}/take", {}).status, 200)
        # A question of another form is answered at once: nobody understands it.
        broker.listen("crownstar.answers")
        broker.say(f"{ALL}keeper.{leader}", "9.9 5", reply="crownstar.answers")
        while broker.hear() != "-":
            pass
        for node in site.nodes:
            figures = Caller(node.server).get("/metrics").body.decode()
            count = next(line for line in figures.splitlines() if line.startswith("crownstar_bus_not_understood_total"))
            self.assertGreater(int(count.split()[1]), 2 * len(OPENING))
            self.assertIn("\ncrownstar_bus_connected 1\n", figures)
        for seat in seats:
            seat.close()


if __name__ == "__main__":
    unittest.main()
