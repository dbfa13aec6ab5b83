"""Games with anybody, in the shape that bot authors know: with the computer, with whoever has a link, and from the lobby."""

from __future__ import annotations

import unittest
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tables import account, guest, make_token
from wire_client import Answer, Caller, ServedTest, Server, Stream

LETTERS = "abcdefghjk"  # none of which looks like another
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class NewGames(ServedTest):
    count = 0

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server("--unthrottled", "127.0.0.0/8")  # more accounts than one address makes

    def program(self) -> Caller:
        NewGames.count += 1
        owner = account(self.server, f"Beginner{LETTERS[NewGames.count // 10]}{LETTERS[NewGames.count % 10]}")
        return Caller(self.server, token=make_token(owner)["secret"])

    def stream(self, caller: Caller, path: str, **body: Any) -> Stream:
        stream = caller.stream(path, "POST", body) if body else caller.stream(path)
        self.addCleanup(stream.close)
        return stream

    def form(self, caller: Caller, path: str, **fields: Any) -> Answer:
        return caller.ask("POST", path, raw=urlencode(fields).encode(), headers=FORM)

    def begins(self, events: Stream) -> Any:
        return events.until(lambda line: line["type"] == "gameStart")["game"]

    def seeks(self) -> list[Any]:
        """What the lobby shows."""
        with guest(self.server).open_socket() as socket:
            socket.send({"t": "lobby", "on": True})
            return list(socket.until("lobby").get("seeks", []))

    # ---- The computer

    def test_a_game_against_the_computer(self) -> None:
        one = self.program()
        events = self.stream(one, "/api/stream/event")
        made = self.form(one, "/api/challenge/ai", level=3, color="white", variant="russian", **{"clock.limit": 300, "clock.increment": 2})
        self.assertEqual(made.status, 201, made.body)
        game = made.json()
        self.assertEqual((game["color"], game["isMyTurn"], game["rated"], game["source"]), ("white", True, False, "ai"))
        self.assertEqual((game["variant"]["key"], game["speed"], game["secondsLeft"]), ("russian", "blitz", 300))
        self.assertEqual(self.begins(events)["gameId"], game["id"])
        stream = self.stream(one, f"/api/board/game/stream/{game['id']}")
        self.assertEqual(one.post(f"/api/board/game/{game['id']}/move/c3-d4").json(), {"ok": True})
        answered = stream.until(lambda line: line["type"] == "gameState" and " " in line["moves"])
        self.assertEqual(answered["turn"], game["seat"], "the computer has moved")

    def test_which_level_plays(self) -> None:
        one, other = self.program(), self.program()  # nobody begins so many at once
        levels = [each["id"] for each in one.get("/api/engines?game=international").json()["levels"]]

        def opponent(of: Caller, **body: Any) -> str:
            made = of.post("/api/challenge/ai", {"color": "white", **body})
            self.assertEqual(made.status, 201, made.body)
            of.post(f"/api/board/game/{made.json()['id']}/resign")
            return str(made.json()["opponent"]["username"])

        names = [opponent(one, level=level) for level in range(1, 9)]
        own = [opponent(other, engine=level) for level in levels]
        self.assertEqual((names[0], names[-1]), (own[0], own[-1]), "the weakest and the strongest")
        places = [own.index(name) for name in names]
        self.assertEqual(places, sorted(set(places)), "each stronger than the one before")

    def test_a_position_and_a_star(self) -> None:
        one = self.program()
        made = one.post("/api/challenge/ai", {"level": 1, "fen": "W:W31,32:B19,20", "color": "black"}).json()
        self.assertEqual((made["variant"]["key"], made["color"]), ("fromPosition", "black"))
        star = one.post("/api/challenge/ai", {"level": 1, "variant": "sternhalma:players=3"}).json()
        self.assertEqual((star["variant"]["game"], len(star["opponents"])), ("sternhalma:players=3", 2))

    def test_what_the_computer_does_not_play(self) -> None:
        one = self.program()
        for body, code in (
            ({}, "bad_terms"),
            ({"level": 9}, "malformed"),
            ({"level": "two"}, "malformed"),
            ({"level": 1, "variant": "chess"}, "bad_terms"),
            ({"level": 1, "fen": "nothing"}, "bad_terms"),
            ({"engine": "nobody"}, "no_such_engine"),
        ):
            self.assertEqual(one.post("/api/challenge/ai", body).code(), code, body)
        self.assertEqual(self.form(one, "/api/challenge/ai", level=0).code(), "malformed")
        self.assertEqual(one.ask("POST", "/api/challenge/ai", raw=b"{}", headers={"Content-Type": "text/plain"}).status, 415)
        self.assertEqual(Caller(self.server).post("/api/challenge/ai", {"level": 1}).code(), "not_signed_in")
        reader = Caller(self.server, token=make_token(account(self.server, "Onlooker"), "r", "read")["secret"])
        for path in ("/api/challenge/ai", "/api/challenge/open", "/api/board/seek"):
            self.assertEqual(reader.post(path, {"level": 1, "days": 1}).code(), "scope_missing")

    # ---- Whoever has the link

    def test_an_open_challenge(self) -> None:
        one = self.program()
        made = one.post("/api/challenge/open", {"clock.limit": 300, "clock.increment": 3, "rated": False, "name": "of the club"})
        self.assertEqual(made.status, 200, made.body)
        challenge = made.json()
        self.assertEqual((challenge["status"], challenge["variant"]["key"], challenge["speed"]), ("created", "standard", "blitz"))
        address = urlsplit(challenge["url"])
        self.assertEqual((address.netloc, address.path), (f"127.0.0.1:{self.server.port}", f"/match/{challenge['id']}"))
        white, black = (parse_qs(urlsplit(challenge[name]).query) for name in ("urlWhite", "urlBlack"))
        self.assertEqual([white["code"], black["code"]], [[challenge["code"]]] * 2)
        # As the page does for whoever opens the links; the second is a program.
        first, second = guest(self.server), self.program()
        events = self.stream(second, "/api/stream/event")
        join = f"/api/matches/{challenge['id']}/join"
        self.assertEqual(first.post(join, {"code": white["code"][0], "seat": int(white["seat"][0])}).status, 200)
        self.assertEqual(guest(self.server).post(join, {"code": white["code"][0], "seat": int(white["seat"][0])}).status, 409)
        self.assertEqual(second.post(join, {"code": challenge["code"]}).status, 200)
        game = self.begins(events)
        self.assertEqual((game["gameId"], game["color"]), (challenge["id"], "black"))
        self.assertEqual(guest(self.server).post(join, {"code": challenge["code"]}).code(), "match_full")

    def test_an_open_challenge_is_taken_back_by_who_made_it(self) -> None:
        one, other = self.program(), self.program()
        made = one.post("/api/challenge/open", {}).json()
        cancel = f"/api/challenge/{made['id']}/cancel"
        join = f"/api/matches/{made['id']}/join"
        self.assertEqual(other.post(cancel).status, 403)
        self.assertEqual(other.post(join, {"code": made["code"]}).status, 200)
        self.assertEqual(other.post(cancel).status, 409, "who waits there has a seat, and no more")
        self.assertEqual(one.post(cancel).json(), {"ok": True})
        self.assertEqual(one.post(cancel).code(), "over")
        self.assertEqual(guest(self.server).post(join, {"code": made["code"]}).code(), "match_full")
        # Once it is played it is the players'.
        made = one.post("/api/challenge/open", {}).json()
        for each in (other, guest(self.server)):
            self.assertEqual(each.post(f"/api/matches/{made['id']}/join", {"code": made["code"]}).status, 200)
        self.assertEqual(one.post(f"/api/challenge/{made['id']}/cancel").code(), "already_started")

    def test_an_open_challenge_for_two_who_are_named(self) -> None:
        one, white, black = self.program(), self.program(), self.program()
        names = [each.get("/api/account").json()["username"] for each in (white, black)]
        for game in ("standard", "american"):
            made = self.form(one, "/api/challenge/open", users=f"{names[0].lower()}, {names[1]}", variant=game)
            self.assertEqual(made.status, 200, made.body)
            challenge = made.json()
            join = f"/api/matches/{challenge['id']}/join"
            for other in (one, guest(self.server), self.program()):
                self.assertEqual(other.post(join, {"code": challenge["code"]}).code(), "not_invited")
            events = self.stream(white, "/api/stream/event")
            # The side is theirs, whichever link they open.
            asked = int(parse_qs(urlsplit(challenge["urlWhite"]).query)["seat"][0])
            self.assertEqual(black.post(join, {"code": challenge["code"], "seat": asked}).status, 200)
            self.assertEqual(white.post(join, {"code": challenge["code"]}).status, 200)
            begun = events.until(lambda line, game=challenge["id"]: line["type"] == "gameStart" and line["game"]["gameId"] == game)
            self.assertEqual(begun["game"]["color"], "white")
            events.close()

    def test_what_is_no_open_challenge(self) -> None:
        one = self.program()
        mine = one.get("/api/account").json()["username"]
        for users, reason in (("Ann,Ben", "Ann"), (mine, "2 seats"), (f"{mine},{mine}", "themselves"), (f"{mine},", "2 seats"), (f",{mine}", "no account")):
            for named in (one.post("/api/challenge/open", {"users": users}), self.form(one, "/api/challenge/open", users=users)):
                self.assertEqual(named.code(), "bad_terms", users)
                self.assertIn(reason, named.json()["error"]["reason"])
        self.assertEqual(one.post("/api/challenge/open", {"variant": "chess"}).code(), "bad_terms")
        self.assertEqual(one.post("/api/challenge/open", {"rated": True}).code(), "not_ratable")
        self.assertEqual(Caller(self.server).post("/api/challenge/open", {}).code(), "not_signed_in")

    # ---- Whoever waits in the lobby

    def test_a_seek_is_shown_and_answered(self) -> None:
        one, other = self.program(), self.program()
        events = self.stream(one, "/api/stream/event")
        seek = self.stream(one, "/api/board/seek", time=5, increment=3, variant="russian", color="black")
        self.assertEqual(seek.status, 200)
        shown = next(each for each in self.seeks() if each["game"] == "russian")
        self.assertEqual(shown["clocks"][0], {"kind": "fischer", "main_ms": 300_000, "step_ms": 3000})
        taken = other.post(f"/api/seeks/{shown['id']}/take", {})
        self.assertEqual(taken.status, 200, taken.body)
        self.assertIsNone(seek.line(), "it ends when it is answered")
        game = self.begins(events)
        self.assertEqual((game["gameId"], game["color"]), (taken.json()["match"], "black"))

    def test_two_seeks_that_fit(self) -> None:
        one, other = self.program(), self.program()
        heard = [self.stream(each, "/api/stream/event") for each in (one, other)]
        terms = {"time": 3, "increment": 2, "variant": "frisian"}
        first = self.stream(one, "/api/board/seek", **terms)
        self.assertEqual(first.status, 200)
        second = self.stream(other, "/api/board/seek", **terms)
        self.assertEqual((first.line(), second.line()), (None, None))
        self.assertEqual(self.begins(heard[0])["gameId"], self.begins(heard[1])["gameId"])

    def test_closing_the_stream_withdraws_the_seek(self) -> None:
        one = self.program()
        with guest(self.server).open_socket() as lobby:
            lobby.send({"t": "lobby", "on": True})
            lobby.until("lobby")
            events = self.stream(one, "/api/stream/event")  # who is still connected
            seek = self.stream(one, "/api/board/seek", time=1, variant="brazilian")
            shown = lobby.until(lambda message: any(each["game"] == "brazilian" for each in message.get("seeks", [])))
            made = next(each["id"] for each in shown["seeks"] if each["game"] == "brazilian")
            seek.close()
            lobby.until(lambda message: made in message.get("seeks_gone", []))
            # And the other way round: a seek that is withdrawn elsewhere ends its stream.
            seek = self.stream(one, "/api/board/seek", time=1, variant="brazilian")
            shown = lobby.until(lambda message: any(each["game"] == "brazilian" for each in message.get("seeks", [])))
            made = next(each["id"] for each in shown["seeks"] if each["game"] == "brazilian")
            self.assertEqual(one.ask("DELETE", f"/api/seeks/{made}").status, 204)
            self.assertIsNone(seek.line())
            events.close()

    def test_days_a_move(self) -> None:
        one = self.program()
        made = self.form(one, "/api/board/seek", days=2, variant="frysk", rated="true", ratingRange="1200-1900")
        self.assertEqual(made.status, 200, made.body)
        shown = next(each for each in self.seeks() if each["id"] == made.json()["id"])
        self.assertEqual((shown["game"], shown["rated"], shown["rating_least"], shown["rating_most"]), ("frysk", True, 1200, 1900))

    def test_what_nobody_can_seek(self) -> None:
        one = self.program()
        for terms, code in (
            ({}, "bad_terms"),
            ({"increment": 5}, "bad_terms"),
            ({"time": 5, "variant": "chess"}, "bad_terms"),
            ({"time": 5, "ratingRange": "strong"}, "bad_terms"),
            ({"time": 5, "ratingRange": "1800-1500"}, "bad_terms"),
            ({"time": "five"}, "malformed"),
            ({"time": 100_000}, "malformed"),
        ):
            self.assertEqual(one.post("/api/board/seek", terms).code(), code, terms)
        for fields in ({"time": "nan"}, {"time": "-1"}, {"time": "1e9"}, {"days": "x"}):
            self.assertEqual(self.form(one, "/api/board/seek", **fields).code(), "malformed", fields)
        self.assertEqual(one.ask("POST", "/api/board/seek", raw=b"{}", headers={"Content-Type": "text/plain"}).status, 415)
        self.assertEqual(Caller(self.server).post("/api/board/seek", {"days": 1}).code(), "not_signed_in")
        # As many as one can have: a seek of half a minute counts as any other.
        for _ in range(5):
            self.assertEqual(self.form(one, "/api/board/seek", days=1).status, 200)
        self.assertEqual(self.form(one, "/api/board/seek", time="0.5").code(), "too_many_seeks")


if __name__ == "__main__":
    unittest.main()
