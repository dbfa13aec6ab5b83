"""What somebody may take along: all that is kept about them, page by page, and nothing of others that is private."""

from __future__ import annotations

import json
import unittest
from typing import Any

from sites import Site
from tables import Seat, account, guest, make_match, make_token, play_on, request_id, sit_down
from wire_client import Caller, Server

GAMES = 23  # more than a page has
LINES = 4


class OwnData(unittest.TestCase):
    def pages(self, caller: Caller) -> list[Any]:
        pages = []
        mark = ""
        while mark or not pages:
            answer = caller.get(f"/api/account/data?from={mark.replace(' ', '%20')}")
            self.assertEqual(answer.status, 200, answer.body)
            pages.append(answer.json())
            mark = pages[-1].get("next", "")
        return pages

    def say(self, seat: Seat, room: str, text: str) -> None:
        seat.socket.send({"t": "say", "request": request_id(), "match": seat.match, "room": room, "text": text})
        seat.socket.until(lambda each: each["t"] == "chat" and each["line"]["text"] == text)

    def check(self, server: Server) -> None:
        anna, ben, carla = account(server, "Anna"), account(server, "Ben"), account(server, "Carla")
        token = make_token(anna, "my bot")
        make_token(ben, "bens bot")
        ids = {name: caller.get("/api/me").json()["player"]["id"] for name, caller in (("Anna", anna), ("Ben", ben))}
        games = [make_match(guest(server), anna) for _ in range(GAMES - 1)]  # each host may only make a few
        seats = sit_down(anna, ben)
        games.append(seats[0].match)
        play_on(seats, ["11-15", "22-18"])
        for number in range(LINES):
            self.say(seats[0], "players", f"mine {number}")
            self.say(seats[1], "players", f"not mine {number}")
        others = make_match(ben, carla)
        watching = Seat(anna, others)
        watching.hear("snapshot")
        self.say(watching, "spectators", "from outside")
        watching.socket.send({"t": "mute", "request": "mute", "player": ids["Ben"], "on": True})
        watching.socket.until(lambda each: each["t"] == "done" and each["request"] == "mute")
        pages = self.pages(anna)
        whole = pages[0]["account"]
        self.assertEqual(whole["player"]["id"], ids["Anna"])
        self.assertEqual([each["current"] for each in whole["sessions"]], [True])
        self.assertEqual([each["name"] for each in whole["tokens"]], ["my bot"])
        self.assertEqual(whole["muted"], [ids["Ben"]])
        found = [game for page in pages for game in page.get("games", [])]
        self.assertEqual([game["match"] for game in found], games[::-1], "each once, the newest first")
        for game in found:
            own_seat = 0 if game["match"] == seats[0].match else 1
            self.assertEqual((game["path"], game["seat"]), (f"/match/{game['match']}", own_seat))
            exported = anna.get(f"/api/matches/{game['match']}/export?form=pdn").body.decode()
            self.assertEqual(game["record"], exported.splitlines())
        self.assertTrue(any("11-15" in line for line in found[0]["record"]))
        lines = [(each["match"], each["room"], each["text"]) for page in pages for each in page.get("lines", [])]
        mine = [(seats[0].match, "players", f"mine {number}") for number in range(LINES)]
        self.assertCountEqual(lines, [*mine, (others, "spectators", "from outside")])
        text = json.dumps(pages)
        for secret in (token["secret"], *anna.cookies.values(), "bens bot", "not mine", others + "/"):
            self.assertNotIn(secret, text)
        for page in pages:
            self.assertLessEqual(len(page.get("games", [])), 20)
        for each in (watching, *seats):
            each.close()

    def test_all_of_ones_own(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            self.check(server)

    def test_the_same_from_a_database(self) -> None:
        site = Site("own_data", 1)
        self.addCleanup(site.close)
        self.check(site.nodes[0].server)

    def test_who_may_ask(self) -> None:
        with Server() as server:
            self.assertEqual(Caller(server).get("/api/account/data").status, 401)
            anna = account(server, "Anna")
            program = Caller(server, token=make_token(anna)["secret"])
            self.assertEqual(program.get("/api/account/data").status, 403)
            self.assertEqual(self.pages(guest(server))[0]["account"]["player"]["kind"], "guest")
            for mark in ("x", "g?", "cnowhere%201", "c1"):
                self.assertEqual(anna.get(f"/api/account/data?from={mark}").status, 400, mark)


if __name__ == "__main__":
    unittest.main()
