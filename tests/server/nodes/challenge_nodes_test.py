"""Challenges on two nodes of one site: made at one, seen and answered at the other, and gone with a node."""

from __future__ import annotations

import unittest
from typing import Any

from sites import Site
from tables import account, make_token
from wire_client import Caller, Stream

CLOCK = {"clock.limit": 300, "clock.increment": 3}


def of_kind(kind: str) -> Any:
    return lambda line: line["type"] == kind


class ChallengesOfNodes(unittest.TestCase):
    site: Site

    @classmethod
    def setUpClass(cls) -> None:
        cls.site = Site("challenges", 2)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.site.close()

    def program(self, name: str) -> Any:
        """The same account at each node."""
        owner = account(self.site.nodes[0].server, name)
        secret = make_token(owner)["secret"]
        return [Caller(node.server, token=secret) for node in self.site.nodes]

    def events(self, caller: Caller) -> Stream:
        stream = caller.stream("/api/stream/event")
        self.addCleanup(stream.close)
        return stream

    def test_challenges_go_from_node_to_node(self) -> None:
        one, other = self.program("Here"), self.program("There")
        # Whoever challenges is connected to another node than the one that makes it.
        one_hears, other_hears = self.events(one[1]), self.events(other[1])
        first = one[0].post("/api/challenge/There", CLOCK)
        self.assertEqual(first.status, 200, first.body)
        made = first.json()["id"]
        self.assertEqual(other_hears.until(of_kind("challenge"))["challenge"]["id"], made)
        self.assertEqual(other[1].get("/api/challenge").json()["in"][0]["id"], made)
        self.assertEqual(other[1].post(f"/api/challenge/{made}/accept").json(), {"ok": True})
        for hears in (one_hears, other_hears):
            self.assertEqual(hears.until(of_kind("gameStart"))["game"]["gameId"], made)

        second = one[0].post("/api/challenge/There", CLOCK).json()["id"]
        other_hears.until(of_kind("challenge"))
        self.assertEqual(other[1].post(f"/api/challenge/{second}/decline", {"reason": "later"}).json(), {"ok": True})
        self.assertEqual(one_hears.until(of_kind("challengeDeclined"))["challenge"]["declineReasonKey"], "later")

        third = one[0].post("/api/challenge/There", CLOCK).json()["id"]
        other_hears.until(of_kind("challenge"))
        self.assertEqual(one[1].post(f"/api/challenge/{third}/cancel").json(), {"ok": True})
        self.assertEqual(other_hears.until(of_kind("challengeCanceled"))["challenge"]["id"], third)

        # A node that is gone takes its challenges along.
        fourth = one[0].post("/api/challenge/There", CLOCK).json()["id"]
        other_hears.until(of_kind("challenge"))
        self.site.nodes[0].server.kill()
        self.assertEqual(other_hears.until(of_kind("challengeCanceled"))["challenge"]["id"], fourth)
        self.assertEqual(other[1].get("/api/challenge").json()["in"], [])


if __name__ == "__main__":
    unittest.main()
