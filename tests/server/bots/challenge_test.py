"""Challenges in the shape that bot authors know: made, listed, accepted, declined, canceled, and gone with who made them."""

from __future__ import annotations

import unittest
from typing import Any
from urllib.parse import urlencode

from tables import account, guest, make_token
from wire_client import Answer, Caller, ServedTest, Server, Stream

LETTERS = "abcdefghjk"  # none of which looks like another
CLOCK = {"clock.limit": 300, "clock.increment": 3}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def of_kind(kind: str, name: str = "challenge") -> Any:
    return lambda line: line["type"] == kind and name in line


class Challenges(ServedTest):
    count = 0

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server("--unthrottled", "127.0.0.0/8")  # more accounts than one address makes

    def program(self) -> tuple[Caller, str]:
        """An account that a token speaks for, and its name."""
        Challenges.count += 1
        name = f"Program{LETTERS[Challenges.count // 10]}{LETTERS[Challenges.count % 10]}"
        owner = account(self.server, name)
        return Caller(self.server, token=make_token(owner)["secret"]), name

    def events(self, caller: Caller) -> Stream:
        stream = caller.stream("/api/stream/event")
        self.addCleanup(stream.close)
        return stream

    def form(self, caller: Caller, path: str, **fields: Any) -> Answer:
        return caller.ask("POST", path, raw=urlencode(fields).encode(), headers=FORM)

    def test_one_that_is_accepted(self) -> None:
        (one, one_name), (other, other_name) = self.program(), self.program()
        one_hears, other_hears = self.events(one), self.events(other)
        terms = {"rated": True, **CLOCK, "days": None, "color": "white", "variant": "standard", "fen": None, "rules": "noAbort"}
        made = one.post(f"/api/challenge/{other_name.upper()}", terms)
        self.assertEqual(made.status, 200, made.body)
        challenge = made.json()["challenge"]
        self.assertEqual(made.json()["id"], challenge["id"])
        heard = other_hears.until(of_kind("challenge"))["challenge"]
        self.assertEqual((heard["id"], heard["direction"], heard["rated"]), (challenge["id"], "in", True))
        self.assertEqual((heard["challenger"]["name"], heard["destUser"]["name"]), (one_name, other_name))
        self.assertEqual((heard["variant"]["key"], heard["variant"]["game"]), ("standard", "international"))
        self.assertEqual(heard["timeControl"], {"type": "clock", "limit": 300, "increment": 3, "show": "5+3"})
        self.assertEqual((heard["speed"], heard["perf"]["name"]), ("blitz", "Blitz"))
        self.assertEqual((heard["color"], heard["finalColor"], heard["status"]), ("white", "white", "created"))
        self.assertEqual(one_hears.until(of_kind("challenge"))["challenge"]["direction"], "out")
        self.assertEqual([each["id"] for each in other.get("/api/challenge").json()["in"]], [challenge["id"]])
        self.assertEqual([each["id"] for each in one.get("/api/challenge").json()["out"]], [challenge["id"]])
        self.assertEqual(other.get(f"/api/challenge/{challenge['id']}/show").json()["id"], challenge["id"])

        self.assertEqual(one.post(f"/api/challenge/{challenge['id']}/accept").code(), "forbidden")
        self.assertEqual(other.post(f"/api/challenge/{challenge['id']}/accept").json(), {"ok": True})
        for hears, color in ((one_hears, "white"), (other_hears, "black")):
            game = hears.until(of_kind("gameStart", "game"))["game"]
            self.assertEqual((game["gameId"], game["color"], game["rated"]), (challenge["id"], color, True))
        self.assertEqual(other.get("/api/challenge").json(), {"in": [], "out": []})
        self.assertEqual(other.post(f"/api/challenge/{challenge['id']}/accept").code(), "not_found")
        # The game can be given up by the same id, as long as it has hardly begun.
        self.assertEqual(one.post(f"/api/challenge/{challenge['id']}/cancel").json(), {"ok": True})
        other_hears.until(of_kind("gameFinish", "game"))

    def test_one_that_is_declined(self) -> None:
        (one, _), (other, other_name) = self.program(), self.program()
        hears = self.events(one)
        made = self.form(one, f"/api/challenge/{other_name}", rated="false", color="black", **CLOCK)
        self.assertEqual(made.status, 200, made.body)
        challenge = made.json()["id"]
        self.assertEqual(self.form(other, f"/api/challenge/{challenge}/decline", reason="tooFast").json(), {"ok": True})
        told = hears.until(of_kind("challengeDeclined"))["challenge"]
        self.assertEqual((told["id"], told["status"], told["declineReasonKey"]), (challenge, "declined", "tooFast"))
        self.assertIn("too fast", told["declineReason"])
        again = one.post(f"/api/challenge/{other_name}", CLOCK).json()["id"]
        self.assertEqual(other.post(f"/api/challenge/{again}/decline", {"reason": "a word of its own"}).json(), {"ok": True})
        self.assertEqual(hears.until(of_kind("challengeDeclined"))["challenge"]["declineReasonKey"], "generic")

    def test_one_that_is_canceled(self) -> None:
        (one, _), (other, other_name) = self.program(), self.program()
        self.events(one)
        first = one.post(f"/api/challenge/{other_name}", CLOCK).json()["id"]
        hears = self.events(other)
        self.assertEqual(hears.until(of_kind("challenge"))["challenge"]["id"], first, "open ones come first")
        second = one.post(f"/api/challenge/{other_name}", {"days": 2, "variant": "russian"}).json()["id"]
        canceled = hears.until(of_kind("challengeCanceled"))["challenge"]
        self.assertEqual((canceled["id"], canceled["status"]), (first, "canceled"), "a new one takes its place")
        told = hears.until(of_kind("challenge"))["challenge"]
        self.assertEqual((told["id"], told["timeControl"]), (second, {"type": "correspondence", "daysPerTurn": 2}))
        self.assertEqual(other.post(f"/api/challenge/{second}/cancel").code(), "forbidden")
        self.assertEqual(one.post(f"/api/challenge/{second}/cancel").json(), {"ok": True})
        self.assertEqual(hears.until(of_kind("challengeCanceled"))["challenge"]["id"], second)
        self.assertEqual(one.post(f"/api/challenge/{second}/cancel").code(), "not_found")

    def test_it_goes_with_who_made_it(self) -> None:
        (one, _), (other, other_name) = self.program(), self.program()
        hears = self.events(other)
        there = one.stream("/api/stream/event")
        made = one.post(f"/api/challenge/{other_name}", CLOCK).json()["id"]
        hears.until(of_kind("challenge"))
        there.close()
        self.assertEqual(hears.until(of_kind("challengeCanceled"))["challenge"]["id"], made)
        self.assertEqual(other.get("/api/challenge").json()["in"], [])

    def test_refusals(self) -> None:
        (one, one_name), (_, other_name) = self.program(), self.program()
        self.assertEqual(one.post(f"/api/challenge/{one_name}", CLOCK).code(), "forbidden")
        self.assertEqual(one.post("/api/challenge/Nobody-There", CLOCK).code(), "not_found")
        self.assertEqual(guest(self.server).post(f"/api/challenge/{other_name}", CLOCK).code(), "accounts_only")
        self.assertEqual(Caller(self.server).post(f"/api/challenge/{other_name}", CLOCK).code(), "not_signed_in")
        for terms, code in (
            ({**CLOCK, "variant": "chess"}, "bad_terms"),
            ({"variant": "sternhalma:players=3"}, "bad_seats"),
            ({"rated": True}, "not_ratable"),
            ({**CLOCK, "fen": "nothing"}, "bad_terms"),
            ({"clock.limit": -1}, "malformed"),
            ({"days": "two"}, "malformed"),
        ):
            self.assertEqual(one.post(f"/api/challenge/{other_name}", terms).code(), code, terms)
        self.assertEqual(self.form(one, f"/api/challenge/{other_name}", **{"clock.limit": "x"}).code(), "malformed")
        wrong = one.ask("POST", f"/api/challenge/{other_name}", raw=b"{}", headers={"Content-Type": "text/plain"})
        self.assertEqual(wrong.status, 415)

    def kept_alive(self, caller: Caller, name: str, terms: dict[str, Any]) -> tuple[Stream, str]:
        """The stream of a challenge, and the challenge's id."""
        stream = caller.stream(f"/api/challenge/{name}", "POST", {**terms, "keepAliveStream": True})
        self.addCleanup(stream.close)
        made = stream.line()
        self.assertEqual((made["id"], made["status"]), (made["challenge"]["id"], "created"))
        return stream, made["id"]

    def test_one_that_a_stream_keeps_alive(self) -> None:
        (one, one_name), (other, other_name) = self.program(), self.program()
        for answer, end in (("accept", "accepted"), ("decline", "declined")):
            stream, made = self.kept_alive(one, other_name, CLOCK)
            self.assertEqual(other.post(f"/api/challenge/{made}/{answer}").json(), {"ok": True})
            self.assertEqual((stream.line(), stream.line()), ({"done": end}, None))
        stream, made = self.kept_alive(one, other_name, CLOCK)
        self.assertEqual(one.post(f"/api/challenge/{made}/cancel").json(), {"ok": True})
        self.assertEqual((stream.line(), stream.line()), ({"done": "canceled"}, None))
        # Closing the stream takes the challenge back, also one that would wait for a day.
        hears = self.events(other)
        stream, made = self.kept_alive(one, other_name, {"days": 1})
        hears.until(of_kind("challenge"))
        stream.close()
        self.assertEqual(hears.until(of_kind("challengeCanceled"))["challenge"]["id"], made)
        refused = one.stream(f"/api/challenge/{one_name}", "POST", {**CLOCK, "keepAliveStream": True})
        self.addCleanup(refused.close)
        self.assertEqual((refused.status, refused.line()["error"]["code"]), (403, "forbidden"))

    def test_the_page_is_told_on_its_socket(self) -> None:
        (one, one_name), (other, other_name) = self.program(), self.program()
        with one.open_socket() as ours, other.open_socket() as theirs, guest(self.server).open_socket() as others:
            for socket in (ours, theirs, others):
                socket.until("welcome")
            for answers, how, step in ((other, "accept", "accepted"), (other, "decline", "declined"), (one, "cancel", "canceled")):
                made = one.post(f"/api/challenge/{other_name}", CLOCK).json()["id"]
                self.assertEqual(answers.post(f"/api/challenge/{made}/{how}").json(), {"ok": True})
                for socket in (ours, theirs):
                    for expected in ("made", step):
                        told = socket.until("challenge")
                        self.assertEqual((told["challenge"], told["step"]), (made, expected))
                        self.assertEqual((told["by"]["name"], told["to"]["name"]), (one_name, other_name))
            others.send({"t": "ping", "mark": 1})
            self.assertEqual(others.receive()["t"], "pong", "nobody else hears of it")

    def test_how_many(self) -> None:
        one, _ = self.program()
        self.events(one)
        names = [self.program()[1] for _ in range(11)]
        codes = [one.post(f"/api/challenge/{name}", {"days": 1}) for name in names]
        self.assertEqual([each.status for each in codes], [200] * 10 + [409])
        self.assertEqual(codes[-1].code(), "too_many_seeks")

    def test_a_position_and_a_lot(self) -> None:
        (one, _), (other, other_name) = self.program(), self.program()
        made = one.post(f"/api/challenge/{other_name}", {"fen": "W:W31,32:B19,20", "clock.limit": 600}).json()
        self.assertEqual((made["variant"]["key"], made["initialFen"]), ("fromPosition", "W:W31,32:B19,20"))
        self.assertEqual((made["color"], made.get("finalColor")), ("random", None))
        self.assertEqual(other.post(f"/api/challenge/{made['id']}/accept").status, 200)
        stream = other.stream(f"/api/board/game/stream/{made['id']}")
        self.assertEqual(stream.line()["initialFen"], "W:W31,32:B19,20")
        stream.close()


if __name__ == "__main__":
    unittest.main()
