"""Matches over the socket: people, the computer, spectators, lines that break, people who come back."""

from __future__ import annotations

import subprocess
import tempfile
import unittest

from tables import OPENING, Seat, account, guest, make_match, play_on, sit_down
from wire_client import PATIENCE, PROGRAM, ServedTest, wait_for


class Playing(ServedTest):
    def test_two_people_and_a_spectator(self) -> None:
        anna, bert = guest(self.server, "Anna"), guest(self.server, "Bert")
        seats = sit_down(anna, bert, clocks=[{"kind": "fischer", "main_ms": 60_000, "step_ms": 1000}])
        watcher = Seat(guest(self.server), seats[0].match)
        snapshot = watcher.hear("snapshot")["snapshot"]
        self.assertNotIn("seat", snapshot)
        self.assertEqual([seat["player"]["name"] for seat in snapshot["setup"]["seats"]], ["Anna", "Bert"])
        play_on(seats, OPENING)
        watcher.until_moves(len(OPENING))
        self.assertEqual(watcher.moves, OPENING)
        # What the players say among themselves stays there.
        seats[0].socket.send({"t": "say", "request": "s", "match": seats[0].match, "room": "players", "text": "good luck"})
        self.assertEqual(seats[1].socket.until("chat")["line"]["text"], "good luck")
        refused = watcher.do({"t": "resign"})
        self.assertEqual(watcher.refusal(refused)["code"], "not_seated")
        seats[1].do({"t": "resign"})
        outcome = seats[0].until_event("ended")["outcome"]
        self.assertEqual([standing["place"] for standing in outcome["standings"]], [1, 2])
        heard = [message["t"] for message in drained(watcher)]
        self.assertNotIn("chat", heard)
        for seat in (*seats, watcher):
            seat.close()

    def test_an_illegal_move_says_its_rule(self) -> None:
        seats = sit_down(guest(self.server), guest(self.server))
        play_on(seats, ["11-15", "22-18"])
        refused = seats[0].refusal(seats[0].move("8-11"))
        self.assertEqual(refused["code"], "illegal_move")
        self.assertRegex(refused["rule"], r"^AM-\d+")
        self.assertIn("15x22", refused["reason"])
        for seat in seats:
            seat.close()

    def test_who_comes_back_gets_what_was_missed(self) -> None:
        anna, bert = guest(self.server), guest(self.server)
        seats = sit_down(anna, bert)
        play_on(seats, OPENING[:4])
        number = seats[0].number
        seats[0].socket.sock.close()
        seats[0].socket = bert.open_socket()  # somebody else's connection, so that only White hears
        seats[0].close()
        play_on_alone = anna.open_socket()
        play_on_alone.send({"t": "command", "request": "m", "match": seats[1].match, "after": number} | {"do": {"t": "move", "text": OPENING[4]}})
        seats[1].until_moves(5)
        back = Seat(anna, seats[1].match, after=number)
        back.moves = OPENING[:4]
        back.number = number
        tail = back.hear("events", "snapshot")
        self.assertEqual((tail["t"], tail["first"]), ("events", number + 1))
        self.assertEqual(back.moves, OPENING[:5])
        fresh = Seat(anna, seats[1].match)
        self.assertEqual(fresh.hear("snapshot")["snapshot"]["number"], back.number)
        for each in (back, fresh, seats[1], play_on_alone):
            each.close()

    def test_a_stale_move(self) -> None:
        seats = sit_down(guest(self.server), guest(self.server))
        before = seats[0].number
        play_on(seats, OPENING[:2])
        refused = seats[0].refusal(seats[0].move("9-13", after=before))
        self.assertEqual(refused["code"], "stale")
        for seat in seats:
            seat.close()

    def test_the_computer_answers(self) -> None:
        for game, first in (("american", "11-15"), ("sternhalma:pieces=10", "d5-e5")):
            person = guest(self.server)
            engines = person.get(f"/api/engines?game={game}").json()["levels"]
            made = person.post(
                "/api/matches",
                {"game": game, "draw_seats": False, "seats": [{"t": "me"}, {"t": "engine", "engine": engines[0]["id"]}]},
            )
            self.assertEqual(made.status, 201, made.body)
            seat = Seat(person, made.json()["match"])
            seat.hear("snapshot")
            seat.move(first)
            seat.until_moves(2)
            self.assertEqual(seat.moves[0], first)
            self.assertEqual(seat.status["turn"], 0, game)
            seat.close()

    def test_a_table_of_three_filled_by_the_computer(self) -> None:
        host = guest(self.server)
        made = host.post("/api/matches", {"game": "sternhalma:players=3", "visibility": "lobby"})
        self.assertEqual(made.status, 201, made.body)
        match = made.json()["match"]
        self.assertIn(match, [each["match"] for each in host.get("/api/matches").json()["matches"]])
        level = host.get("/api/engines?game=sternhalma:players=3").json()["levels"][0]["id"]
        stranger = guest(self.server)
        self.assertEqual(stranger.post(f"/api/matches/{match}/fill", {"engine": level}).code(), "not_host")
        self.assertEqual(host.post(f"/api/matches/{match}/fill", {"engine": level}).status, 204)
        wait_for(lambda: host.get(f"/api/matches/{match}").json()["snapshot"]["status"]["phase"] == "running", "it runs")

    def test_a_seek_is_taken(self) -> None:
        anna, bert = guest(self.server, "Seeker"), guest(self.server)
        one, two = anna.open_socket(), bert.open_socket()
        two.send({"t": "lobby", "on": True})
        two.until("lobby")
        one.send({"t": "seek", "request": "k", "terms": {"game": "russian", "clock": {"kind": "none"}}})
        seek = one.until("done")["seek"]
        two.until(lambda message: any(each["id"] == seek for each in message.get("seeks", [])))
        two.send({"t": "take_seek", "request": "t", "seek": seek})
        match = two.until("paired")["match"]
        self.assertEqual(one.until("paired")["match"], match)
        one.close()
        two.close()

    def test_a_guests_games_go_to_the_account(self) -> None:
        person = guest(self.server)
        match = make_match(person, guest(self.server))
        self.assertEqual(person.post("/api/account", {"name": "Promoted", "password": "a long enough secret"}).status, 201)
        self.assertIn(match, [each["match"] for each in person.get("/api/me/matches").json()["matches"]])
        seat = Seat(person, match)
        self.assertEqual(seat.hear("snapshot")["snapshot"]["seat"], 0)
        seat.move("11-15")
        seat.until_moves(1)
        seat.close()

    def test_another_name_is_known_on_open_sockets(self) -> None:
        anna, bert = guest(self.server, "First-Name"), guest(self.server)
        seats = sit_down(anna, bert)
        self.assertEqual(anna.post("/api/guest", {"name": "Second-Name"}).status, 200)
        seats[0].socket.send({"t": "say", "request": "s", "match": seats[0].match, "room": "players", "text": "it is me"})
        self.assertEqual(seats[1].socket.until("chat")["line"]["name"], "Second-Name")
        # And an account made meanwhile is one on the socket that was open before.
        self.assertEqual(anna.post("/api/account", {"name": "Third-Name", "password": "a long enough secret"}).status, 201)
        with anna.open_socket() as fresh:
            self.assertEqual(fresh.until("welcome")["you"]["kind"], "account")
        for seat in seats:
            seat.close()

    def test_a_line_sent_again_is_said_once(self) -> None:
        seats = sit_down(guest(self.server), guest(self.server))
        line = {"t": "say", "request": "again", "match": seats[0].match, "room": "players", "text": "only once"}
        for _ in range(2):
            seats[0].socket.send(line)
            self.assertEqual(seats[0].socket.until("done")["request"], "again")
        seats[0].socket.send(line | {"request": "other", "text": "the end"})
        said = []
        while not said or said[-1] != "the end":
            said.append(seats[1].socket.until("chat")["line"]["text"])
        self.assertEqual(said, ["only once", "the end"])
        for seat in seats:
            seat.close()

    def test_signing_out_ends_the_socket(self) -> None:
        person = account(self.server, "Leaver")
        socket = person.open_socket()
        socket.until("welcome")
        self.assertEqual(person.ask("DELETE", "/api/session").status, 204)
        self.assertEqual(socket.until("goodbye")["reason"], "signed_out")
        socket.close()

    def test_a_rematch(self) -> None:
        seats = sit_down(guest(self.server), guest(self.server))
        play_on(seats, OPENING[:2])
        seats[0].do({"t": "resign"})
        for seat in seats:
            seat.until_event("ended")
        seats[0].do({"t": "offer_rematch"})
        seats[1].until_event("rematch_offered")
        seats[1].do({"t": "answer_rematch", "accept": True})
        following = [seat.until_event("rematched")["match"] for seat in seats]
        self.assertEqual(following[0], following[1])
        setup = seats[0].caller.get(f"/api/matches/{following[0]}").json()["snapshot"]["setup"]
        # Colours are swapped (AM-11).
        self.assertEqual(setup["seats"][1]["player"]["id"], seats[0].welcome["you"]["id"])
        for seat in seats:
            seat.close()

    def test_exports(self) -> None:
        seats = sit_down(guest(self.server, "Anna"), guest(self.server))
        play_on(seats, OPENING)
        seats[0].do({"t": "resign"})
        seats[0].until_event("ended")
        caller = seats[0].caller
        pdn = caller.get(f"/api/matches/{seats[0].match}/export?form=pdn")
        self.assertIn("1. 11-15", pdn.body.decode())
        self.assertIn("attachment", pdn.headers["content-disposition"])
        self.assertEqual(caller.get(f"/api/matches/{seats[0].match}/export?form=json").status, 200)
        for form in ("gif", "star"):
            self.assertEqual(caller.get(f"/api/matches/{seats[0].match}/export?form={form}").code(), "malformed", form)
        for seat in seats:
            seat.close()

    def test_the_record_of_a_star(self) -> None:
        seats = sit_down(guest(self.server, "Anna"), guest(self.server, "Bert"), game="sternhalma:pieces=10")
        play_on(seats, ["d5-e5"])
        seats[1].do({"t": "resign"})
        seats[0].until_event("ended")
        record = seats[0].caller.get(f"/api/matches/{seats[0].match}/export?form=star")
        self.assertEqual(record.status, 200, record.body)
        self.assertIn(".star.pdn", record.headers["content-disposition"])
        # It is what the program itself reads.
        with tempfile.NamedTemporaryFile(suffix=".pdn") as file:
            file.write(record.body)
            file.flush()
            read = subprocess.run([PROGRAM, "pdn", "check", file.name], capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual(read.returncode, 0, read.stderr)
        for part in ("Anna", "Bert", "d5-e5"):
            self.assertIn(part, record.body.decode())
        for seat in seats:
            seat.close()


def drained(seat: Seat) -> list[dict[str, object]]:
    """All that has come to a watcher up to the answer of a ping."""
    seat.socket.send({"t": "ping", "mark": 1})
    messages = []
    while (message := seat.socket.receive())["t"] != "pong":
        messages.append(message)
    return messages


if __name__ == "__main__":
    unittest.main()
