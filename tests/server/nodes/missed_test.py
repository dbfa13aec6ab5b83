"""Two nodes, one of which did not hear the broker for a while: what the other one did meanwhile is found out afterwards."""

from __future__ import annotations

import socket
import threading
import unittest
from collections.abc import Callable
from typing import Any

from sites import Site
from tables import SECRET, Seat, account, guest, make_match, make_token, request_id
from wire_client import Caller, wait_for

SOON = 30  # seconds: what is found out at all is found out in a few


def soon(sock: socket.socket, hears: Callable[[], Any]) -> Any:
    """What is heard on this line, which is ended where that takes too long: a line that stays open is pinged for ever."""
    alarm = threading.Timer(SOON, sock.shutdown, [socket.SHUT_RDWR])
    alarm.start()
    try:
        heard = hears()
        assert not alarm.finished.is_set(), "it was ended here"
        return heard
    finally:
        alarm.cancel()


class Missed(unittest.TestCase):
    site: Site

    @classmethod
    def setUpClass(cls) -> None:
        cls.site = Site("missed", 2)
        cls.addClassCleanup(cls.site.close)

    def cut(self) -> None:
        """Node 1 hears nothing any more, and knows it."""
        self.site.nodes[1].bus_link.cut()
        wait_for(lambda: not self.is_connected(), "the end of the line")

    def mend(self) -> None:
        self.site.nodes[1].mend()
        wait_for(self.is_connected, "the line")

    def is_connected(self) -> bool:
        return "\ncrownstar_bus_connected 1\n" in Caller(self.site.nodes[1].server).get("/metrics").body.decode()

    def test_what_was_opened_with_a_session_token_or_account_that_is_gone_is_closed(self) -> None:
        site = self.site
        carl = guest(site.nodes[1].server)
        stays = guest(site.nodes[1].server)
        anna = account(site.nodes[0].server, "Annabel")
        dora = account(site.nodes[0].server, "Doreen")
        token = make_token(dora)
        stream = Caller(site.nodes[1].server, token=token["secret"]).stream("/api/stream/event")
        self.assertEqual(stream.status, 200)
        lines = {name: site.at(person, 1).open_socket() for name, person in (("carl", carl), ("anna", anna), ("dora", dora), ("stays", stays))}
        for line in lines.values():
            line.until("welcome")
        self.cut()
        self.assertEqual(site.at(carl, 0).ask("DELETE", "/api/session").status, 204)
        self.assertEqual(site.at(anna, 0).ask("DELETE", "/api/account", {"password": SECRET}).status, 204)
        self.assertEqual(site.at(dora, 0).ask("DELETE", f"/api/tokens/{token['token']['id']}").status, 204)
        self.mend()
        for name in ("carl", "anna"):
            line = lines[name]
            self.assertEqual(soon(line.sock, lambda line=line: line.until("goodbye"))["reason"], "signed_out")
        self.assertIsNone(soon(stream.connection.sock, stream.line))
        for name in ("dora", "stays"):  # their sessions hold
            lines[name].send({"t": "ping", "mark": 1})
            lines[name].until("pong")
            lines[name].close()
        stream.close()
        for name in ("carl", "anna"):
            lines[name].close()

    def test_what_was_said_is_heard_and_who_has_gone_is_named_no_more(self) -> None:
        site = self.site
        anna = account(site.nodes[0].server, "Annadeleted")
        bert = guest(site.nodes[1].server)
        match = make_match(anna, site.at(bert, 0))
        over = make_match(anna, site.at(bert, 0))
        seats = Seat(anna, match), Seat(bert, match), Seat(anna, over), Seat(bert, over)
        for seat in seats:
            seat.hear("snapshot")
        self.say(seats[2], "my secret words")
        self.hears(seats[3], "my secret words")
        seats[2].do({"t": "resign"})
        wait_for(lambda: seats[3].caller.get(f"/api/matches/{over}").json()["snapshot"]["status"]["phase"] == "over", "the end")
        self.cut()
        self.say(seats[0], "while you were away")
        seats[0].socket.until("done")
        self.mend()
        heard = soon(seats[1].socket.sock, lambda: seats[1].hear("chat"))
        self.assertEqual(heard["line"]["text"], "while you were away")
        self.cut()
        self.assertEqual(site.at(anna, 0).ask("DELETE", "/api/account", {"password": SECRET}).status, 204)
        self.mend()
        there = site.at(bert, 1)
        for id in (match, over):
            wait_for(lambda id=id: b"Annadeleted" not in there.get(f"/api/matches/{id}").body, "a match without the name", SOON)
            wait_for(lambda id=id: b'"chat"' not in there.get(f"/api/matches/{id}").body, "a match without the words", SOON)
        for seat in seats:
            seat.close()

    def test_who_is_muted_is_muted_on_all_devices_of_a_person(self) -> None:
        anna, bert = guest(self.site.nodes[0].server), guest(self.site.nodes[1].server)
        match = make_match(anna, self.site.at(bert, 0))
        one, other, opponent = Seat(anna, match), Seat(self.site.at(anna, 1), match), Seat(bert, match)
        for seat in (one, other, opponent):
            seat.hear("snapshot")
        muted = bert.get("/api/me").json()["player"]["id"]
        self.say(opponent, "first words")
        for seat in (other, opponent):
            self.hears(seat, "first words")
        for is_on, text in ((True, "rude words"), (False, "kind words")):
            one.socket.send({"t": "mute", "request": request_id(), "player": muted, "on": is_on})
            one.socket.until("done")
            # The other node has heard of it when it shows what was said before as it should.
            wait_for(lambda is_on=is_on: self.reads_anything(other) != is_on, "the mute on the other node", SOON)
            self.say(opponent, text)
            opponent.hear("chat")
        self.assertEqual(soon(other.socket.sock, lambda: other.hear("chat"))["line"]["text"], "kind words")
        for seat in (one, other, opponent):
            seat.close()

    @staticmethod
    def reads_anything(seat: Seat) -> bool:
        return bool(seat.caller.get(f"/api/matches/{seat.match}").json()["snapshot"].get("chat"))

    @staticmethod
    def hears(seat: Seat, text: str) -> None:
        """As a line, or in the whole match, which a node sends again where it had not read the chat yet."""
        while True:
            message = seat.hear("chat", "snapshot")
            lines = [message["line"]] if message["t"] == "chat" else message["snapshot"].get("chat", [])
            if any(line["text"] == text for line in lines):
                return

    @staticmethod
    def say(seat: Seat, text: str) -> None:
        seat.socket.send({"t": "say", "request": request_id(), "match": seat.match, "room": "players", "text": text})


if __name__ == "__main__":
    unittest.main()
