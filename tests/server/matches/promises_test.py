"""What the server promises, over real sockets: clocks of every kind and with odds, teams by a link, quick pairing, people
who change their password or go for good."""

from __future__ import annotations

import contextlib
import math
import sqlite3
import time
import unittest
from typing import Any

from tables import OPENING, SECRET, Seat, account, guest, make_match, make_token, play_on, sit_down
from wire_client import PONG, Caller, Gone, ServedTest, Server, WebSocket, wait_for



def clock(kind: str, main: int, step: int, **more: int) -> dict[str, Any]:
    return {"kind": kind, "main_ms": main, "step_ms": step, **more}


class FarAway(Caller):
    """Somebody whose pongs come late."""

    def open_socket(self, **more: Any) -> WebSocket:
        return LateSocket(self.server, headers=self.headers(), **more)


class LateSocket(WebSocket):
    def send_raw(self, raw: bytes) -> None:
        if raw[0] & 0x0F == PONG:
            time.sleep(0.3)
        super().send_raw(raw)


class Promises(ServedTest):
    def test_clocks_of_every_kind_and_with_odds(self) -> None:
        for clocks in (
            [clock("fischer", 300_000, 3_000), clock("fischer", 60_000, 0)],
            [clock("delay", 120_000, 5_000), clock("delay", 60_000, 2_000)],
            [clock("byoyomi", 60_000, 10_000, periods=3), clock("byoyomi", 0, 20_000, periods=5)],
            [clock("fischer", 300_000, 0), {"kind": "none"}],
            [clock("days", 0, 3 * 86_400_000)],
        ):
            seats = sit_down(guest(self.server), guest(self.server), clocks=clocks)
            setup = seats[0].caller.get(f"/api/matches/{seats[0].match}").json()["snapshot"]["setup"]
            kept = [each["clock"] for each in setup["seats"]]
            for shown, asked in zip(kept, clocks if len(clocks) == 2 else clocks * 2, strict=True):
                self.assertEqual({name: shown.get(name, 0) for name in asked}, asked)
            # No clock runs before each side has moved once; then that of the one to move does.
            play_on(seats, OPENING[:1])
            self.assertNotIn("running", seats[0].status)
            play_on(seats, OPENING[1:2])
            self.assertEqual(seats[0].status.get("running"), 0)
            for seat in seats:
                seat.close()

    def test_lag_is_measured_and_given_back(self) -> None:
        """To whoever is far away the whole way there and back, and to nobody more than was measured."""
        near, far = guest(self.server), FarAway(self.server)
        self.assertEqual(far.post("/api/guest", {}).status, 201)
        seats = sit_down(far, near, clocks=[clock("fischer", 60_000, 0)])
        play_on(seats, OPENING[:2])
        heard = [time.time()]

        def lag(seat: Seat) -> int:
            seat.socket.send({"t": "ping", "mark": 1})
            return int(seat.socket.until("pong")["lag_ms"])

        before = [lag(seat) for seat in seats]
        self.assertGreaterEqual(before[0], 300)
        for seat, text in zip(seats, OPENING[2:4], strict=True):
            time.sleep(0.5)
            seat.move(text)
            for each in seats:
                each.until_moves(OPENING.index(text) + 1)
            heard.append(time.time())
        after = [lag(seat) for seat in seats]
        moves = near.get(f"/api/matches/{seats[0].match}").json()["snapshot"]["moves"]
        for seat in (0, 1):
            turn = moves[2 + seat]["at"] - moves[1 + seat]["at"]
            given = turn - moves[2 + seat].get("spent_ms", 0)
            # Never more than the turn took, nor than a second; a ping in between may have measured something else.
            bounds = sorted(min(measured, turn, 1000) for measured in (before[seat], after[seat]))
            # A turn begins when it is told, at the latest when it was heard here: what lay before that is nobody's.
            held = max(0, math.ceil(heard[seat] * 1000) - moves[1 + seat]["at"])
            self.assertTrue(bounds[0] <= given <= bounds[1] + held, (seat, given, bounds, held))
        for each in seats:
            each.close()

    def test_the_time_that_the_server_was_down_is_not_charged(self) -> None:
        with Server() as server:
            seats = sit_down(guest(server), guest(server), clocks=[clock("fischer", 60_000, 0)])
            play_on(seats, OPENING[:4])
            before = seats[0].status["clocks"][0]["left_ms"]
            server.kill()
            down = 4.0
            time.sleep(down)
            server.start()
            back = Seat(seats[0].caller, seats[0].match)
            back.hear("snapshot")
            # Whoever comes before the time has been given back is told of it a moment later.
            while back.status["clocks"][0]["left_ms"] < before - 1000 * down / 2:
                back.hear("events")
            back.move(OPENING[4])
            back.until_event("moved")
            self.assertGreater(back.status["clocks"][0]["left_ms"], before - 1000 * down / 2)
            for seat in (back, *seats):
                seat.close()

    def test_teams_by_a_link(self) -> None:
        people = [guest(self.server, f"Mate-{letter}") for letter in "abcd"]
        terms = {"game": "sternhalma:players=4,teams=opposite", "clock": {"kind": "none"}, "by_link": True, "seat": 0}
        host = people[0].open_socket()
        host.until("welcome")
        host.send({"t": "seek", "request": "k", "terms": terms})
        code = host.until("done")["code"]
        self.assertEqual(guest(self.server).post("/api/invitations/guessed", {}).code(), "bad_invitation")
        # The mate sits opposite, the others beside.
        for person, seat in ((people[1], 2), (people[2], 1)):
            self.assertEqual(person.post(f"/api/invitations/{code}", {"seat": seat}).status, 200)
        taken = people[3].post(f"/api/invitations/{code}", {"seat": 2})
        self.assertGreaterEqual(taken.status, 400)
        done = people[3].post(f"/api/invitations/{code}", {"seat": 3})
        self.assertEqual(done.status, 200, done.body)
        match = host.until("paired")["match"]
        self.assertEqual(done.json()["match"], match)
        setup = people[0].get(f"/api/matches/{match}").json()["snapshot"]["setup"]
        self.assertEqual([seat["player"]["name"][-1] for seat in setup["seats"]], ["a", "c", "b", "d"])
        self.assertEqual(guest(self.server).post(f"/api/invitations/{code}", {}).code(), "bad_invitation", "it is used up")
        host.close()

    def test_quick_pairing(self) -> None:
        one, two = guest(self.server), guest(self.server)
        terms = {"game": "frisian", "clock": clock("fischer", 180_000, 2_000), "quick": True}
        with one.open_socket() as waiting, two.open_socket() as coming:
            waiting.until("welcome")
            waiting.send({"t": "seek", "request": "a", "terms": terms})
            waiting.until("done")
            coming.until("welcome")
            coming.send({"t": "seek", "request": "b", "terms": terms})
            match = coming.until(lambda message: message.get("match"))["match"]
            self.assertEqual(waiting.until("paired")["match"], match)

    def test_another_password_ends_the_other_sessions_and_the_tokens(self) -> None:
        here = account(self.server, "Changer", SECRET)
        there = Caller(self.server)
        self.assertEqual(there.post("/api/session", {"name": "Changer", "password": SECRET}).status, 200)
        program = Caller(self.server, token=make_token(there)["secret"])
        self.assertEqual(program.get("/api/me").status, 200)
        with there.open_socket() as sock:
            sock.until("welcome")
            changed = here.post("/api/account/password", {"old_password": SECRET, "new_password": "another long secret"})
            self.assertIn(changed.status, (200, 204), changed.body)
            self.assertEqual(sock.until("goodbye")["reason"], "signed_out")
        self.assertEqual(there.get("/api/me").code(), "not_signed_in")
        self.assertEqual(program.get("/api/me").code(), "not_signed_in", "whoever knew the old password may have made it")
        self.assertEqual(here.get("/api/me").json()["player"]["name"], "Changer")
        refused = Caller(self.server).post("/api/session", {"name": "Changer", "password": SECRET})
        self.assertEqual(refused.code(), "wrong_credentials")

    def test_a_session_that_ends_unused_closes_what_it_has_open(self) -> None:
        left = account(self.server, "Dreamer", SECRET)
        used = Caller(self.server)
        self.assertEqual(used.post("/api/session", {"name": "Dreamer", "password": SECRET}).status, 200)
        sessions = left.get("/api/sessions").json()["sessions"]
        ended = next(each["id"] for each in sessions if each.get("current"))
        with left.open_socket() as tab:
            tab.until("welcome")
            # As the store is when nobody has played by it for as long as the server's setting says.
            with contextlib.closing(sqlite3.connect(self.server.folder / "store.db")) as rows, rows:
                changed = rows.execute("UPDATE sessions SET expires = 1000 WHERE id = ?", (ended,))
                self.assertEqual(changed.rowcount, 1)
            self.assertEqual(tab.until("goodbye")["reason"], "signed_out")
            self.assertRaises(Gone, tab.receive)
        self.assertNotIn(ended, [each["id"] for each in used.get("/api/sessions").json()["sessions"]])
        with used.open_socket() as tab:
            tab.until("welcome")

    def test_a_deleted_account_is_gone(self) -> None:
        anna, bert = account(self.server, "Goer", SECRET), guest(self.server)
        own_id = anna.get("/api/me").json()["player"]["id"]
        seats = sit_down(anna, bert)
        play_on(seats, OPENING[:2])
        program = Caller(self.server, token=make_token(anna)["secret"])
        seats[0].socket.send({"t": "say", "request": "s", "match": seats[0].match, "room": "players", "text": "farewell"})
        seats[1].socket.until("chat")
        self.assertEqual(anna.ask("DELETE", "/api/account", {"password": "not this one"}).code(), "wrong_credentials")
        self.assertEqual(anna.ask("DELETE", "/api/account", {"password": SECRET}).status, 204)
        # The opponent has won, and keeps the game; neither name nor words of the other are left in it.
        seats[1].until_event("ended")
        self.assertEqual(program.get("/api/me").status, 401)
        self.assertEqual(Caller(self.server).post("/api/session", {"name": "Goer", "password": SECRET}).code(), "wrong_credentials")
        wait_for(lambda: b"Goer" not in bert.get(f"/api/matches/{seats[0].match}").body, "the name is gone")
        for person in (bert, guest(self.server)):
            for path in (f"/api/matches/{seats[0].match}", f"/api/matches/{seats[0].match}/export?form=pdn"):
                answer = person.get(path).body
                self.assertNotIn(b"Goer", answer, path)
                self.assertNotIn(b"farewell", answer, path)
                self.assertNotIn(own_id.encode(), answer, path)
        with contextlib.closing(sqlite3.connect(self.server.folder / "store.db")) as rows:
            for table, column in (("matches", "details"), ("seats", "player"), ("chat", "player"), ("events", "body"), ("fresh_batches", "events")):
                found = rows.execute(f"SELECT count(*) FROM {table} WHERE instr(CAST({column} AS TEXT), ?)", (own_id,))
                self.assertEqual(found.fetchone()[0], 0, table)
        self.assertEqual(account(self.server, "Goer").get("/api/me/matches").json()["matches"], [], "the name is free")
        for seat in seats:
            seat.close()

    def test_own_games_are_listed_page_by_page(self) -> None:
        person = guest(self.server)
        made: list[str] = []
        for _ in range(7):
            host = guest(self.server)
            for _ in range(15):
                made.append(make_match(host, person))
                self.assertEqual(host.post(f"/api/bot/game/{made[-1]}/abort").status, 200)
        first = person.get("/api/me/matches").json()
        self.assertEqual([each["match"] for each in first["matches"]], made[:4:-1], "the newest first, a hundred of them")
        second = person.get(f"/api/me/matches?from={first['next']}").json()
        self.assertEqual([each["match"] for each in second["matches"]], made[4::-1])
        self.assertNotIn("next", second)
        self.assertEqual(person.get("/api/me/matches?from=nothing").code(), "malformed")

    def test_only_a_game_that_was_agreed_to_be_rated_moves_ratings(self) -> None:
        anna, bert = account(self.server, "Rated-Anna", SECRET), account(self.server, "Rated-Bert", SECRET)
        clocks = [clock("fischer", 600_000, 0)]

        def ratings(person: Caller) -> list[Any]:
            return list(person.get("/api/me").json().get("ratings", []))

        for rated in (False, True):
            seats = sit_down(anna, bert, rated=rated, clocks=clocks)
            play_on(seats, OPENING[:4])
            seats[0].do({"t": "resign"})
            seats[1].until_event("ended")
            self.assertEqual([len(ratings(person)) for person in (anna, bert)], [int(rated)] * 2)
            for seat in seats:
                seat.close()
        lost, won = (ratings(person)[0] for person in (anna, bert))
        for each in (lost, won):
            self.assertEqual((each["family"], each["games"], each["provisional"]), ("american", 1, True))
        self.assertLess(lost["rating"], 1500)
        self.assertGreater(won["rating"], 1500)
        # Who has no rating is not rated, and neither is a game without a clock.
        rated_terms = {"game": "american", "rated": True, "clocks": clocks}
        self.assertEqual(guest(self.server).post("/api/matches", rated_terms).code(), "accounts_only")
        made = anna.post("/api/matches", rated_terms).json()
        joined = guest(self.server).post(f"/api/matches/{made['match']}/join", {"code": made.get("code", "")})
        self.assertEqual(joined.code(), "accounts_only")
        seek = {"game": "american", "rated": True, "clock": clocks[0]}
        self.assertEqual(guest(self.server).post("/api/seeks", seek).code(), "accounts_only")
        self.assertEqual(anna.post("/api/matches", {"game": "american", "rated": True}).code(), "not_ratable")

    def test_a_player_s_ratings_and_public_games_are_seen_by_everybody(self) -> None:
        one, other = account(self.server, "Seen", SECRET), account(self.server, "Sees", SECRET)
        reader = Caller(self.server)
        nobody = reader.get("/api/players/unseen")
        self.assertEqual((nobody.status, nobody.code()), (404, "not_found"))
        self.assertEqual(reader.get("/api/players/unseen/matches").code(), "not_found")
        found = reader.get("/api/players/seen").json()
        self.assertEqual((found["player"]["name"], found.get("ratings", []), found.get("online", False)), ("Seen", [], False))
        self.assertEqual(reader.get(f"/api/players/{found['player']['id']}").json(), found, "by the id too")
        played = []
        for visibility in ("lobby", "link"):
            seats = sit_down(one, other, rated=True, clocks=[clock("fischer", 600_000, 0)], visibility=visibility)
            play_on(seats, OPENING[:4])
            if not played:
                self.assertTrue(reader.get("/api/players/Seen").json()["online"])
            seats[0].do({"t": "resign"})
            seats[1].until_event("ended")
            played.append(seats[0].match)
            for seat in seats:
                seat.close()
        one.post("/api/matches", {"game": "american", "visibility": "lobby"})  # it waits: no game yet

        rating = wait_for(lambda: next((each for each in reader.get("/api/players/SEEN").json().get("ratings", []) if each["games"] == 2), None), "a rating")
        self.assertEqual((rating["family"], rating["pace"], rating["provisional"]), ("american", "rapid", True))
        self.assertLess(rating["rating"], 1500)

        history = reader.get("/api/players/Seen/ratings/american/rapid").json()["steps"]
        self.assertEqual([(each["games"], each["provisional"]) for each in history], [(1, True), (2, True)])
        self.assertLess(history[1]["rating"], history[0]["rating"])
        self.assertLess(history[0]["rating"], 1500)
        self.assertEqual(history[1]["rating"], rating["rating"])
        self.assertLessEqual(history[0]["at"], history[1]["at"])
        self.assertEqual({*history[0]}, {"at", "games", "rating", "provisional"}, "nothing of a game by link")
        for nothing in ("american/blitz", "russian/rapid"):
            self.assertEqual(reader.get(f"/api/players/seen/ratings/{nothing}").json(), {}, nothing)

        def games(caller: Caller) -> list[tuple[str, Any, str]]:
            listed = caller.get("/api/players/seen/matches").json()["matches"]
            return [(each["match"], each.get("seat"), each["result"]) for each in listed]

        public, by_link = played
        self.assertEqual([match for match, _, _ in games(reader)], [public], "what was played by link is nobody else's")
        self.assertEqual([(match, seat) for match, seat, _ in games(other)], [(by_link, 1), (public, 1)], "but it is their own")
        self.assertEqual({result for _, _, result in games(other)}, {"0-1"})
        self.assertEqual(reader.get("/api/players/seen/matches?from=nothing").code(), "malformed")

    def test_who_is_muted_is_not_heard_by_who_muted_them(self) -> None:
        seats = sit_down(guest(self.server), guest(self.server))
        match = seats[0].match
        loud = seats[1].welcome["you"]["id"]
        watchers = [Seat(guest(self.server), match) for _ in range(2)]
        for watcher in watchers:
            watcher.hear("snapshot")

        def say(seat: Seat, room: str, text: str) -> None:
            seat.socket.send({"t": "say", "request": text.replace(" ", "-"), "match": match, "room": room, "text": text})
            self.assertEqual(seat.socket.until(lambda each: each["t"] in ("done", "refused"))["t"], "done", text)

        seats[0].socket.send({"t": "mute", "request": "m", "player": loud, "on": True})
        self.assertEqual(seats[0].socket.until("done")["request"], "m")
        say(seats[1], "players", "not heard")
        seats[0].socket.send({"t": "mute", "request": "u", "player": loud, "on": False})
        self.assertEqual(seats[0].socket.until(lambda each: each["t"] in ("chat", "done")).get("request"), "u")
        say(seats[1], "players", "heard again")
        self.assertEqual(seats[0].socket.until("chat")["line"]["text"], "heard again")
        # Spectators talk in a room of their own.
        say(watchers[0], "spectators", "among us")
        self.assertEqual(watchers[1].socket.until("chat")["line"]["text"], "among us")
        seats[0].socket.send({"t": "ping", "mark": 1})
        self.assertEqual(seats[0].socket.until(lambda each: each["t"] in ("chat", "pong"))["t"], "pong")
        # Nobody talks without end.
        answers = []
        for count in range(12):
            line = {"t": "say", "request": f"f{count}", "match": match, "room": "spectators", "text": f"line {count}"}
            watchers[1].socket.send(line)
            answers.append(watchers[1].socket.until(lambda each: each["t"] in ("done", "refused")).get("code", "done"))
        self.assertEqual((answers[0], answers[-1]), ("done", "too_many"))
        for seat in (*seats, *watchers):
            seat.close()

    def test_an_engine_takes_the_empty_seats_of_a_seek(self) -> None:
        host = guest(self.server)
        level = host.get("/api/engines?game=sternhalma:players=6").json()["levels"][0]["id"]
        made = host.post("/api/seeks", {"game": "sternhalma:players=6", "clock": {"kind": "none"}, "by_link": True})
        self.assertEqual(made.status, 201, made.body)
        guest(self.server).post(f"/api/invitations/{made.json()['code']}", {})
        filled = host.post(f"/api/seeks/{made.json()['seek']}/fill", {"engine": level})
        self.assertEqual(filled.status, 200, filled.body)
        setup = host.get(f"/api/matches/{filled.json()['match']}").json()["snapshot"]["setup"]
        kinds = [seat["player"].get("kind", "guest") for seat in setup["seats"]]
        self.assertEqual(sorted(kinds), ["engine"] * 4 + ["guest"] * 2)
        wait_for(lambda: host.get("/health").json()["state"] == "ok", "it goes on")


if __name__ == "__main__":
    unittest.main()
