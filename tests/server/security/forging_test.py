"""Playing somebody else, one test each: with another's session, token, seat, invitation or password, or with words of
theirs sent again."""

from __future__ import annotations

import unittest

from attacked import AttackedTest
from tables import OPENING, Seat, account, guest, make_match, make_token, play_on, sit_down
from wire_client import Caller, WebSocket


class Forging(AttackedTest):

    def test_forged_and_ended_sessions(self) -> None:
        own = next(iter(self.caller.cookies.values()))
        near = ("B" if own[0] == "A" else "A") + own[1:]
        for cookie in ("x", "A" * 43, "A" * 4000, "../../etc", "%00", near):
            forged = Caller(self.server, cookies={"crownstar": cookie})
            self.assertEqual(forged.get("/api/me").code(), "not_signed_in", cookie)
            with WebSocket(self.server, forged.headers()) as sock:
                self.assertNotIn("you", sock.until("welcome"))
        ended = guest(self.server)
        kept = dict(ended.cookies)
        self.assertEqual(ended.ask("DELETE", "/api/session").status, 204)
        self.assertEqual(Caller(self.server, cookies=kept).get("/api/me").code(), "not_signed_in")

    def test_forged_and_revoked_tokens(self) -> None:
        owner = account(self.server, "Tokenholder")
        made = make_token(owner)
        program = Caller(self.server, token=made["secret"])
        self.assertEqual(program.get("/api/me").json()["player"]["name"], "Tokenholder")
        for token in ("x", made["secret"][:-1], made["secret"] + "A", "crownstar_" + "A" * 43, "A" * 3000):
            answer = Caller(self.server, token=token).get("/api/me")
            self.assertEqual(answer.status, 401, token)
        # A token is for playing: it cannot make another one, change the password or end sessions.
        for method, path in (("POST", "/api/tokens"), ("POST", "/api/account/password"), ("DELETE", "/api/account")):
            self.assertEqual(program.ask(method, path, {}).code(), "scope_missing", path)
        reader = Caller(self.server, token=make_token(owner, scope="read")["secret"])
        self.assertEqual(reader.get("/api/me").status, 200)
        self.assertEqual(reader.post("/api/matches", {"game": "american"}).code(), "scope_missing")
        with program.open_socket() as sock:
            sock.until("welcome")
            self.assertEqual(owner.ask("DELETE", f"/api/tokens/{made['token']['id']}").status, 204)
            self.assertEqual(sock.until("goodbye")["reason"], "signed_out")
        self.assertEqual(program.get("/api/me").status, 401)

    def test_a_move_for_another_seat(self) -> None:
        anna, bert, eve = self.caller, guest(self.server), guest(self.server)
        red, white = sit_down(anna, bert)
        # White's player moves when it is Red's turn, and says that the seat is Red's.
        for extra in ({}, {"seat": 0}):
            request = "x" + str(len(extra))
            white.socket.send(
                {"t": "command", "request": request, "match": red.match, "after": white.number, **extra}
                | {"do": {"t": "move", "text": "11-15"}}
            )
            self.assertIn(white.refusal(request)["code"], ("not_your_turn", "not_seated", "forbidden"))
        # Somebody without a seat, and somebody without a session.
        for stranger, code in ((eve, "not_seated"), (Caller(self.server), "not_signed_in")):
            with stranger.open_socket() as sock:
                sock.send(
                    {"t": "command", "request": "s", "match": red.match, "after": red.number}
                    | {"do": {"t": "resign"}}
                )
                self.assertEqual(sock.until("refused")["code"], code)
            for seat in ({"seat": 0}, {"seat": 1}):
                with stranger.open_socket() as sock:
                    sock.send(
                        {"t": "command", "request": "s", "match": red.match, "after": red.number, **seat}
                        | {"do": {"t": "move", "text": "11-15"}}
                    )
                    self.assertIn(sock.until("refused")["code"], (code, "forbidden"))
        self.assertEqual(eve.post(f"/api/bot/game/{red.match}/resign").code(), "not_seated")
        play_on((red, white), OPENING[:2])
        red.close()
        white.close()

    def test_a_request_sent_again_is_played_once(self) -> None:
        seats = sit_down(self.caller, guest(self.server))
        red = seats[0]
        after = red.number
        for _ in range(3):
            red.move("11-15", request="once", after=after)
        red.until_moves(1)
        # On another connection too, and with another move under the same name.
        again = self.caller.open_socket()
        again.until("welcome")
        for text in ("11-15", "12-16"):
            again.send(
                {"t": "command", "request": "once", "match": red.match, "after": after}
                | {"do": {"t": "move", "text": text}}
            )
            again.until(lambda message: message["t"] in ("done", "refused") and message["request"] == "once")
        snapshot = self.caller.get(f"/api/matches/{red.match}").json()["snapshot"]
        self.assertEqual([move["text"] for move in snapshot["moves"]], ["11-15"])
        again.close()
        for seat in seats:
            seat.close()

    def test_requests_of_http_that_are_sent_again(self) -> None:
        """Somebody has seen the very bytes and sends them again: at once, and when the board is another one."""
        token = make_token(account(self.server, "Replayed"))["secret"]
        program, other = Caller(self.server, token=token), guest(self.server)
        match = make_match(program, other)
        post = f"POST /api/bot/game/{match}/move/11-15 HTTP/1.1\nHost: x\nAuthorization: Bearer {token}\nContent-Length: 0"
        self.assertEqual(self.request(post + "\nConnection: close").split(b" ")[1], b"200")
        self.assertIn(b'"not_your_turn"', self.request(post + "\nConnection: close"))
        seat = Seat(other, match)
        seat.hear("snapshot")
        seat.move("23-19")
        seat.until_moves(2)
        self.assertIn(b'"illegal_move"', self.request(post + "\nConnection: close"))
        self.assertEqual(program.get(f"/api/matches/{match}").json()["snapshot"]["moves"][0]["text"], "11-15")
        self.assertEqual(seat.moves, ["11-15", "23-19"])
        seat.close()
        # An invitation is used once.
        made = self.caller.post("/api/matches", {"game": "american"}).json()
        codes = [guest(self.server).post(f"/api/matches/{made['match']}/join", {"code": made["code"]}) for _ in range(2)]
        self.assertEqual(codes[0].status, 200)
        self.assertIn(codes[1].code(), ("match_full", "already_started", "bad_invitation"))

    def test_a_guessed_invitation(self) -> None:
        made = self.caller.post("/api/matches", {"game": "american"}).json()
        thief = guest(self.server)
        for code in ("", "x", made["match"], made["code"][:-1]):
            answer = thief.post(f"/api/matches/{made['match']}/join", {"code": code})
            self.assertIn(answer.status, (400, 403), answer.body)

    def test_passwords_cannot_be_tried_at_will(self) -> None:
        account(self.server, "Guarded")
        thief = Caller(self.server)
        codes = [thief.post("/api/session", {"name": "Guarded", "password": f"guess {i} of many"}).code() for i in range(12)]
        self.assertEqual(codes[0], "wrong_credentials")
        self.assertEqual(codes[-1], "too_many")
        answer = thief.post("/api/session", {"name": "Guarded", "password": "another"})
        self.assertGreater(int(answer.headers["retry-after"]), 0)


if __name__ == "__main__":
    unittest.main()
