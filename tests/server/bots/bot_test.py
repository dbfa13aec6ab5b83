"""The API that authors of bots know: a bot plays a whole game by streams of lines and plain posts."""

from __future__ import annotations

import threading
import unittest
from typing import Any

from tables import OPENING, account, guest, make_match, make_token, sit_down
from wire_client import Caller, ServedTest, Stream, wait_for


class Bots(ServedTest):

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        owner = account(cls.server, "Botmaker")
        secret = make_token(owner)["secret"]
        cls.bot = Caller(cls.server, token=secret)
        cls.owner = owner

    def test_a_game_from_start_to_end(self) -> None:
        events = self.bot.stream("/api/stream/event")
        human = guest(self.server, "Human")
        match = make_match(human, self.bot, clocks=[{"kind": "fischer", "main_ms": 300_000, "step_ms": 2000}])
        started = events.until(lambda line: line["type"] == "gameStart" and line["game"]["gameId"] == match)["game"]
        self.assertEqual((started["seat"], started["color"], started["isMyTurn"]), (1, "white", False))
        self.assertEqual(started["opponents"][0]["name"], "Human")

        stream = self.bot.stream(f"/api/bot/game/stream/{match}")
        full = stream.line()
        self.assertEqual((full["type"], full["variant"]["key"], full["initialFen"]), ("gameFull", "american", "startpos"))
        self.assertEqual(full["clock"], {"initial": 300_000, "increment": 2000})
        self.assertEqual((full["white"]["name"], full["black"]["name"]), ("Botmaker", "Human"))
        self.assertEqual(full["state"]["status"], "started")
        self.assertEqual(full["state"]["turn"], 0)

        page = human.open_socket()
        page.send({"t": "watch", "match": match})
        number = page.until("snapshot")["snapshot"]["number"]
        page.send({"t": "command", "request": "a", "match": match, "after": number, "do": {"t": "move", "text": "11-15"}})
        state = stream.until(lambda line: line["type"] == "gameState" and line["moves"])
        self.assertEqual((state["moves"], state["turn"]), ("11-15", 1))
        self.assertGreater(state["wtime"], 0)

        wrong = self.bot.post(f"/api/bot/game/{match}/move/1-2")
        self.assertEqual((wrong.status, wrong.code()), (422, "illegal_move"))
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/23-19").json(), {"ok": True})
        self.assertEqual(stream.until(lambda line: line["type"] == "gameState")["moves"], "11-15 23-19")
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/22-18").code(), "not_your_turn")

        page.until(lambda message: message["t"] == "events" and message["status"]["ply"] == 2)
        said = self.bot.ask(
            "POST",
            f"/api/bot/game/{match}/chat",
            raw=b"room=player&text=good+luck%21",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )
        self.assertEqual(said.json(), {"ok": True})
        line = stream.until(lambda each: each["type"] == "chatLine")
        self.assertEqual((line["room"], line["username"], line["text"]), ("player", "Botmaker", "good luck!"))

        self.assertEqual(self.bot.post(f"/api/board/game/{match}/draw/perhaps").code(), "malformed")
        self.assertEqual(self.bot.post(f"/api/board/game/{match}/draw/yes").json(), {"ok": True})
        self.assertTrue(stream.until(lambda each: each["type"] == "gameState")["wdraw"])
        page.send({"t": "command", "request": "d", "match": match, "after": 99, "do": {"t": "answer_draw", "accept": False}})
        stream.until(lambda each: each["type"] == "gameState" and not each.get("wdraw"))

        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/resign").json(), {"ok": True})
        last = stream.until(lambda each: each["type"] == "gameState" and each["status"] == "resign")
        self.assertEqual((last["winner"], last["winnerSeat"]), ("black", 0))
        finished = events.until(lambda each: each["type"] == "gameFinish")
        self.assertEqual(finished["game"]["gameId"], match)
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/22-18").code(), "over")
        for each in (events, stream, page):
            each.close()

    def test_games_that_run_already_come_first(self) -> None:
        match = make_match(guest(self.server), self.bot)
        events = self.bot.stream("/api/stream/event")
        events.until(lambda line: line["type"] == "gameStart" and line["game"]["gameId"] == match)
        events.close()

    def test_an_opponent_who_goes_and_comes_back(self) -> None:
        red, white = sit_down(guest(self.server), self.bot)
        stream = self.bot.stream(f"/api/bot/game/stream/{red.match}")
        self.assertEqual(stream.line()["type"], "gameFull")
        red.close()
        stream.until(lambda line: line["type"] == "opponentGone" and line["gone"])
        back = red.caller.open_socket()
        back.send({"t": "watch", "match": red.match})
        stream.until(lambda line: line["type"] == "opponentGone" and not line["gone"])
        for each in (back, stream, white):
            each.close()

    def test_refusals(self) -> None:
        self.assertEqual(Caller(self.server).get("/api/stream/event").code(), "not_signed_in")
        self.assertEqual(self.bot.get("/api/bot/game/stream/nothing").code(), "no_such_match")
        self.assertEqual(self.bot.post("/api/bot/game/nothing/resign").code(), "no_such_match")

    def test_a_revoked_token_ends_its_streams(self) -> None:
        made = make_token(self.owner, "short", "read")
        stream = Stream(Caller(self.server, token=made["secret"]), "/api/stream/event")
        self.assertEqual(stream.status, 200)
        ended: list[Any] = []
        reader = threading.Thread(target=lambda: ended.append(read_to_end(stream)))
        reader.start()
        self.owner.ask("DELETE", f"/api/tokens/{made['token']['id']}")
        wait_for(lambda: ended, "the stream ends")
        reader.join()
        stream.close()

    def test_the_lobby_as_a_stream(self) -> None:
        stream = Caller(self.server).stream("/api/lobby/stream")
        self.assertEqual(stream.line()["t"], "lobby")
        seeker = guest(self.server)
        socket = seeker.open_socket()
        made = seeker.post("/api/seeks", {"game": "american", "clock": {"kind": "none"}})
        self.assertEqual(made.status, 201, made.body)
        seek = made.json()["seek"]
        stream.until(lambda line: any(each["id"] == seek for each in line.get("seeks", [])))
        taken = self.bot.post(f"/api/seeks/{seek}/take", {})
        self.assertEqual(taken.status, 200, taken.body)
        self.assertEqual(socket.until("paired")["match"], taken.json()["match"])
        stream.until(lambda line: seek in line.get("seeks_gone", []))
        socket.close()
        stream.close()


def read_to_end(stream: Stream) -> bool:
    while stream.line() is not None:
        continue
    return True


if __name__ == "__main__":
    unittest.main()
