"""The description of the API against real answers: every address that it names is asked, and answers as it says."""

from __future__ import annotations

import os
import re
import time
import unittest
from pathlib import Path
from typing import Any

from authenticator import code_at
from described import DescribedTest, operations_of
from tables import OPENING, Seat, account, guest, make_token, play_on, reset_code, sit_down
from wire_client import Answer, Caller

ROOT = Path(os.environ["ROOT_OF_CROWNSTAR"])


class Description(DescribedTest):
    def ask(self, caller: Caller, method: str, path: str, body: Any = None, status: int = 200) -> Answer:
        if body is not None:
            _, operation = self.described(method, path)
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            self.assertEqual(self.schemas.faults(schema, body), [], f"the request of {method} {path}")
        answer = self.check(method, path, caller.ask(method, path, body))
        self.assertEqual(answer.status, status, f"{method} {path}: {answer.body!r}")
        return answer

    def lines(self, caller: Caller, path: str, count: int, method: str = "GET", body: Any = None) -> list[Any]:
        """The first lines of a stream."""
        template, operation = self.described(method, path)
        schema = operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
        stream = caller.stream(path, method, body)
        self.assertEqual(stream.status, 200)
        found = [stream.line() for _ in range(count)]
        for line in found:
            self.assertEqual(self.schemas.faults(schema, line), [], path)
        stream.close()
        self.checked.add((method, template))
        return found

    def test_every_address(self) -> None:
        self.of_the_server()
        self.of_people()
        self.of_matches()
        self.of_the_lobby()
        self.of_bots()
        self.of_the_socket()
        described = {(method.upper(), path) for method, path, _ in operations_of(self.description)}
        self.assertEqual(described - self.checked, set(), "described and never asked")

    def of_the_server(self) -> None:
        reader = Caller(self.server)
        for path in ("/api/openapi.json", "/api/games", "/api/engines", "/api/engines?game=russian", "/health", "/metrics"):
            self.ask(reader, "GET", path)
        self.assertEqual(self.ask(reader, "GET", "/api/collections").json(), {})  # of this site; collections_api_test.py has some
        for path in ("games", "games/1", "moves"):
            self.ask(reader, "GET", f"/api/collections/none/{path}", status=404)
        self.assertEqual(self.ask(reader, "GET", "/api/open-data").json(), {})  # likewise; downloads_test.py has some
        self.ask(reader, "GET", "/open-data/games.csv", status=404)

    def of_people(self) -> None:
        person = Caller(self.server)
        self.ask(person, "GET", "/api/me", status=401)
        self.ask(person, "GET", "/api/session", status=204)
        self.ask(person, "POST", "/api/guest", {}, 201)
        self.assertEqual(self.ask(person, "GET", "/api/session").json(), self.ask(person, "GET", "/api/me").json())
        self.ask(person, "POST", "/api/guest", {"name": "Somebody"}, 200)
        self.ask(person, "POST", "/api/guest", {"name": "\u202e"}, 422)
        self.ask(person, "GET", "/api/me")
        self.ask(person, "POST", "/api/account", {"name": "Described", "password": "a long enough secret"}, 201)
        self.ask(person, "POST", "/api/account", {"name": "Other", "password": "a long enough secret"}, 403)
        self.ask(Caller(self.server), "POST", "/api/account", {"name": "described", "password": "a long enough secret"}, 409)
        other = Caller(self.server)
        for path in ("", "/matches", "/ratings/american/blitz"):
            self.ask(other, "GET", f"/api/players/described{path}")
            self.ask(other, "GET", f"/api/players/nobody{path}", status=404)
        self.ask(other, "GET", "/api/players/described/ratings/american/leisurely", status=400)
        self.ask(other, "POST", "/api/session", {"name": "Described", "password": "wrong and wrong"}, 401)
        self.ask(other, "POST", "/api/session", {"name": "Described", "password": "a long enough secret"})
        sessions = self.ask(person, "GET", "/api/sessions").json()["sessions"]
        self.assertEqual(len(sessions), 2)
        ended = next(each["id"] for each in sessions if not each.get("current"))
        self.ask(person, "DELETE", f"/api/sessions/{ended}", status=204)
        self.ask(other, "GET", "/api/me", status=401)
        self.ask(person, "DELETE", "/api/sessions", status=204)
        self.ask(
            person,
            "POST",
            "/api/account/password",
            {"old_password": "a long enough secret", "new_password": "another long secret"},
        )
        self.ask(person, "POST", "/api/tokens", {"name": "program", "password": "not the password"}, 401)
        made = self.ask(person, "POST", "/api/tokens", {"name": "program", "password": "another long secret"}, 201).json()
        self.ask(Caller(self.server, token=made["secret"]), "GET", "/api/me")
        self.ask(person, "GET", "/api/tokens")
        self.ask(person, "GET", "/api/account/data")
        self.ask(person, "GET", "/api/account/notices")
        self.ask(person, "DELETE", "/api/account/notices/n0", status=404)
        self.ask(person, "DELETE", f"/api/tokens/{made['token']['id']}", status=204)
        self.of_second_factors(person)
        self.of_programs(person)
        leaving = guest(self.server)
        self.ask(leaving, "DELETE", "/api/session", status=204)
        link = {"code": reset_code(self.server, "Described"), "new_password": "a third long secret"}
        self.ask(Caller(self.server), "POST", "/api/account/reset", {**link, "code": "no link"}, 404)
        self.ask(Caller(self.server), "POST", "/api/account/reset", link)
        self.ask(Caller(self.server), "POST", "/api/account/reset", link, 409)
        self.ask(person, "POST", "/api/session", {"name": "Described", "password": "a third long secret"})
        self.ask(person, "DELETE", "/api/account", {"password": "a third long secret"}, 204)
        self.ask(person, "GET", "/api/me", status=401)

    def of_second_factors(self, person: Caller) -> None:
        place = "/api/account/second-factor"
        password = {"password": "another long secret"}
        self.ask(person, "GET", place)
        self.ask(person, "POST", place, {"password": "not the password"}, 401)
        self.ask(person, "POST", f"{place}/confirm", {"code": "123456"}, 409)
        key = self.ask(person, "POST", place, password, 201).json()["key"]
        codes = self.ask(person, "POST", f"{place}/confirm", {"code": code_at(key, time.time())}).json()["codes"]
        self.assertEqual(self.ask(person, "GET", place).json(), {"on": True, "recovery_codes": 10})
        self.ask(person, "POST", place, password, 409)
        name = {"name": "Described", **password}
        self.ask(Caller(self.server), "POST", "/api/session", name, 401)
        self.ask(Caller(self.server), "POST", "/api/session", {**name, "code": codes[0]})
        self.ask(person, "DELETE", place, {**password, "code": "not a code"}, 401)
        self.ask(person, "DELETE", place, {**password, "code": codes[1]}, 204)

    def of_programs(self, person: Caller) -> None:
        verifier, challenge = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        place = {"client_id": "program", "redirect_uri": "http://localhost/back"}
        asked = {
            "response_type": "code", **place, "code_challenge": challenge, "code_challenge_method": "S256",
            "scope": "bot:play", "password": "another long secret",
        }
        self.ask(person, "POST", "/api/oauth/authorize", {**asked, "response_type": "token"}, 403)
        redirect = self.ask(person, "POST", "/api/oauth/authorize", asked).json()["redirect"]
        use = {"grant_type": "authorization_code", "code": redirect.split("code=")[1], "code_verifier": verifier, **place}
        program = Caller(self.server)
        token = self.ask(program, "POST", "/api/token", use).json()["access_token"]
        self.ask(program, "POST", "/api/token", use, 400)
        self.ask(person, "POST", "/api/oauth/authorize", asked)
        self.ask(Caller(self.server, token=token), "DELETE", "/api/token", status=401)
        tested = Caller(self.server).ask("POST", "/api/token/test", raw=token.encode())
        self.assertEqual(self.check("POST", "/api/token/test", tested).json(), {token: None})
        self.ask(person, "DELETE", "/api/token", status=403)

    def of_matches(self) -> None:
        host, other = guest(self.server), guest(self.server)
        level = host.get("/api/engines?game=american").json()["levels"][0]["id"]
        request = {
            "game": "american",
            "clocks": [{"kind": "byoyomi", "main_ms": 60_000, "step_ms": 10_000, "periods": 3}],
            "seats": [{"t": "me"}, {"t": "open"}],
            "draw_seats": False,
            "visibility": "lobby",
        }
        match = self.ask(host, "POST", "/api/matches", request, 201).json()["match"]
        self.ask(host, "POST", "/api/matches", {"game": "chess"}, 422)
        self.ask(host, "GET", "/api/matches")
        self.ask(host, "GET", "/api/matches?game=american")
        self.ask(Caller(self.server), "GET", f"/api/matches/{match}")
        self.ask(other, "POST", f"/api/matches/{match}/join", {})
        self.ask(guest(self.server), "POST", f"/api/matches/{match}/join", {}, 409)
        self.ask(host, "GET", "/api/matches/nothing", status=404)
        seats = Seat(host, match), Seat(other, match)
        for seat in seats:
            seat.hear("snapshot")
        play_on(seats, OPENING[:3])
        self.ask(host, "GET", f"/api/matches/{match}")
        seats[1].do({"t": "resign"})
        seats[0].until_event("ended")
        self.ask(host, "GET", f"/api/matches/{match}")
        self.ask(host, "GET", "/api/me/matches")
        for form in ("pdn", "json"):
            self.check("GET", f"/api/matches/{match}/export", host.get(f"/api/matches/{match}/export?form={form}"))
        waiting = self.ask(host, "POST", "/api/matches", {"game": "american"}, 201).json()["match"]
        self.ask(host, "POST", f"/api/matches/{waiting}/fill", {"engine": level}, 204)
        leaving = self.ask(host, "POST", "/api/matches", {"game": "american"}, 201).json()["match"]
        self.ask(host, "POST", f"/api/matches/{leaving}/leave", status=204)
        for seat in seats:
            seat.close()

    def of_the_lobby(self) -> None:
        host, other = guest(self.server), guest(self.server)
        sockets = [host.open_socket(), other.open_socket()]
        terms = {"game": "american", "clock": {"kind": "fischer", "main_ms": 60_000}}
        level = host.get("/api/engines?game=american").json()["levels"][0]["id"]
        seek = self.ask(host, "POST", "/api/seeks", terms, 201).json()["seek"]
        self.lines(other, "/api/lobby/stream", 1)
        self.ask(other, "POST", f"/api/seeks/{seek}/take", {})
        gone = self.ask(host, "POST", "/api/seeks", terms, 201).json()["seek"]
        self.ask(host, "DELETE", f"/api/seeks/{gone}", status=204)
        filled = self.ask(host, "POST", "/api/seeks", terms, 201).json()["seek"]
        self.ask(host, "POST", f"/api/seeks/{filled}/fill", {"engine": level})
        code = self.ask(host, "POST", "/api/seeks", {**terms, "by_link": True}, 201).json()["code"]
        self.ask(other, "POST", f"/api/invitations/{code}", {})
        self.ask(other, "POST", "/api/seeks/nothing/take", {}, 404)
        for socket in sockets:
            socket.close()

    def of_bots(self) -> None:
        owner = account(self.server, "Describer")
        bot = Caller(self.server, token=make_token(owner)["secret"])
        person = guest(self.server)
        self.ask(bot, "GET", "/api/account")
        self.ask(bot, "POST", "/api/bot/account/upgrade")
        events = bot.stream("/api/stream/event")
        self.lines(bot, "/api/bot/online", 1)
        events.close()
        self.ask(bot, "GET", "/api/users/status?ids=describer")
        self.of_challenges(bot)
        for kind in ("bot", "board"):
            seats = sit_down(bot, person)
            game = f"/api/{kind}/game/{seats[0].match}"
            self.lines(bot, f"/api/{kind}/game/stream/{seats[0].match}", 1)
            self.lines(bot, "/api/stream/event", 1)
            self.ask(bot, "GET", "/api/account/playing")
            self.ask(bot, "GET", f"/game/export/{seats[0].match}")
            self.ask(bot, "POST", f"{game}/move/11-15")
            self.ask(bot, "POST", f"{game}/move/11-15", status=409)
            seats[1].until_moves(1)
            seats[1].move("23-19")
            seats[0].until_moves(2)
            self.ask(bot, "POST", f"{game}/move/1-32", status=422)
            self.ask(bot, "POST", f"{game}/draw/yes")
            self.ask(bot, "POST", f"{game}/claim-victory", status=409)
            self.ask(bot, "POST", f"{game}/takeback/yes")
            self.ask(bot, "POST", f"{game}/chat", {"room": "player", "text": f"hello {kind}"})
            self.assertEqual(self.ask(bot, "GET", f"{game}/chat").json(), [{"user": "Describer", "text": f"hello {kind}"}])
            self.ask(bot, "POST", f"{game}/resign")
            early = sit_down(bot, person)
            self.ask(bot, "POST", f"/api/{kind}/game/{early[0].match}/abort")
            for seat in (*seats, *early):
                seat.close()

    def of_challenges(self, bot: Caller) -> None:
        challenged = account(self.server, "Challenged")
        terms = {"clock.limit": 300, "clock.increment": 3, "color": "white", "variant": "standard"}

        def make() -> str:
            return str(self.ask(bot, "POST", "/api/challenge/Challenged", terms).json()["id"])

        declined = make()
        self.ask(challenged, "GET", "/api/challenge")
        self.ask(challenged, "GET", f"/api/challenge/{declined}/show")
        self.lines(challenged, "/api/stream/event", 1)
        self.ask(challenged, "POST", f"/api/challenge/{declined}/decline", {"reason": "tooFast"})
        self.ask(bot, "POST", f"/api/challenge/{make()}/cancel")
        self.ask(bot, "POST", "/api/challenge/ai", {"level": 1, "clock.limit": 600, "color": "white"}, 201)
        self.ask(bot, "POST", "/api/challenge/ai", {}, 422)
        self.ask(bot, "POST", "/api/challenge/open", {"clock.limit": 300, "clock.increment": 3})
        self.ask(bot, "POST", "/api/board/seek", {"days": 2})
        self.ask(bot, "POST", "/api/board/seek", {}, 422)
        self.lines(bot, "/api/challenge/Challenged", 1, "POST", {**terms, "keepAliveStream": True})
        accepted = make()
        self.ask(challenged, "POST", f"/api/challenge/{accepted}/accept")
        self.ask(bot, "POST", f"/api/challenge/{accepted}/cancel")
        self.ask(bot, "POST", "/api/challenge/nothing/accept", status=404)

    def of_the_socket(self) -> None:
        """Each message that comes on a socket is one of those described."""
        said: list[Any] = []
        host, other = guest(self.server), guest(self.server)
        seats = sit_down(host, other, clocks=[{"kind": "fischer", "main_ms": 60_000}])
        play_on(seats, OPENING)
        seats[0].close()
        with host.open_socket() as socket:

            def hear_until(*kinds: str) -> None:
                while not set(kinds) <= {each["t"] for each in said}:
                    said.append(socket.receive())

            match = seats[1].match
            for message in (
                {"t": "lobby", "on": True},
                {"t": "watch", "match": match},
                {"t": "watch", "match": "nothing"},
                {"t": "seek", "request": "k", "terms": {"game": "russian", "clock": {"kind": "none"}}},
                {"t": "ping", "mark": 5},
            ):
                socket.send(message)
            hear_until("welcome", "lobby", "snapshot", "refused", "done", "pong")
            # Whatever is done before the snapshot has come may be in there, and is then not told again.
            socket.send({"t": "say", "request": "s", "match": match, "room": "players", "text": "well played"})
            socket.send({"t": "command", "request": "c", "match": match, "after": 99, "do": {"t": "resign"}})
            hear_until("chat", "events")
        schema = self.description["components"]["schemas"]["ServerMessage"]
        for message in said:
            self.assertEqual(self.schemas.faults(schema, message), [], message)
        seats[1].close()
        self.check("GET", "/socket", Caller(self.server).get("/socket"))

    def test_every_handler_is_described(self) -> None:
        """The patterns in the code, read from it, are those of the description."""
        patterns = set()
        for file in sorted((ROOT / "src/site/server/api").rglob("*routes.cpp")):
            text = file.read_text()
            for method, pattern in re.findall(r'add\(Method::(\w+), "([^"]+)"', text):
                patterns.add(("delete" if method == "remove" else method, pattern))
            for method, pattern in re.findall(r'add\(Method::(\w+), begin \+ "([^"]+)"', text):
                patterns |= {(method, f"/api/{kind}{pattern}") for kind in ("bot", "board")}
        # The page of a match and its picture are for browsers and messengers, no part of what programs call.
        patterns -= {("get", "/match/{match}"), ("get", "/match/{match}/picture.png")}
        described = {(method, path) for method, path, _ in operations_of(self.description)}
        self.assertEqual(patterns, described)


if __name__ == "__main__":
    unittest.main()
