"""A bot whose requests go to two nodes in turns: the steps of one capture come together, wherever each of them came to."""

from __future__ import annotations

import unittest

from sites import Site
from tables import account, guest, make_match, make_token
from wire_client import Caller, wait_for

POSITION = "W:W28,32,47:B23,14,1,2,3"


class StepsOnNodes(unittest.TestCase):
    def test_steps_of_one_capture_come_to_two_nodes(self) -> None:
        site = Site("steps", 2)
        self.addCleanup(site.close)
        # Before a node is ready it may not have heard of the other, and keeps everything itself.
        wait_for(lambda: all(Caller(node.server).get("/health").status == 200 for node in site.nodes), "both nodes are ready")
        owner = account(site.nodes[0].server, "Botmaker")
        secret = make_token(owner)["secret"]
        bots = [Caller(node.server, token=secret) for node in site.nodes]
        human = guest(site.nodes[0].server)
        # Which node keeps what has come follows from the match: with some of them it is the one, with some the other.
        for count in range(8):
            one, other = bots[count % 2], bots[1 - count % 2]
            match = make_match(bots[0], human, game="international", position=POSITION)
            stream = other.stream(f"/api/bot/game/stream/{match}")
            self.assertEqual(stream.line()["type"], "gameFull")
            self.assertEqual(one.post(f"/api/bot/game/{match}/move/2819").json(), {"ok": True})
            self.assertEqual(other.post(f"/api/bot/game/{match}/move/1910").json(), {"ok": True})
            self.assertEqual(stream.until(lambda line: line["type"] == "gameState")["moves"], "2819 1910")
            self.assertEqual(one.post(f"/api/bot/game/{match}/resign").json(), {"ok": True})
            stream.close()


if __name__ == "__main__":
    unittest.main()
