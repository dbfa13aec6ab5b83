"""The API that authors of bots know: a bot plays a whole game by streams of lines and plain posts."""

from __future__ import annotations

import json
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
        self.assertEqual((state["moves"], state["turn"]), ("1115", 1))
        self.assertGreater(state["wtime"], 0)

        wrong = self.bot.post(f"/api/bot/game/{match}/move/1-2")
        self.assertEqual((wrong.status, wrong.code()), (422, "illegal_move"))
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/23-19").json(), {"ok": True})
        self.assertEqual(stream.until(lambda line: line["type"] == "gameState")["moves"], "1115 2319")
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
        watcher = guest(self.server).open_socket()
        watcher.send({"t": "watch", "match": match})
        watcher.until("snapshot")
        greeting = self.bot.post(f"/api/bot/game/{match}/chat", {"room": "spectator", "text": "hello, all who watch"})
        self.assertEqual(greeting.json(), {"ok": True})
        self.assertEqual(watcher.until("chat")["line"]["text"], "hello, all who watch")
        watcher.close()
        for reader, text in ((self.bot, "good luck!"), (human, "good luck!"), (guest(self.server), "hello, all who watch")):
            said = reader.get(f"/api/bot/game/{match}/chat")
            self.assertEqual(said.json(), [{"user": "Botmaker", "text": text}], "of the reader's own room")
        self.assertEqual(self.bot.get("/api/board/game/nothing/chat").code(), "no_such_match")
        self.assertEqual(Caller(self.server).get(f"/api/board/game/{match}/chat").code(), "not_signed_in")

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
        self.assertIsNone(stream.line(), "it ends with the game")
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/22-18").code(), "over")
        for each in (events, stream, page):
            each.close()

    def test_a_capture_is_sent_in_steps(self) -> None:
        """As lidraughts' clients send it: each jump by itself, in numbers of two digits."""
        human = guest(self.server)
        position = "W:W28,32,47:B23,14,1,2,3"
        match = make_match(self.bot, human, game="international", position=position)
        stream = self.bot.stream(f"/api/bot/game/stream/{match}")
        full = stream.line()
        self.assertEqual((full["variant"]["key"], full["variant"]["name"]), ("fromPosition", "From Position"))
        self.assertEqual((full["variant"]["game"], full["initialFen"]), ("international", "W:W28,32,47:B1,2,3,14,23"))
        self.assertEqual(full["state"]["wtime"], 2**31 - 1)
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/2819").json(), {"ok": True})
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/1911").code(), "illegal_move")
        for step in ("2819", "1910"):
            answer = self.bot.post(f"/api/bot/game/{match}/move/{step}?offeringDraw=false")
            self.assertEqual(answer.json(), {"ok": True}, answer.body)
        state = stream.until(lambda line: line["type"] == "gameState")
        self.assertEqual(state["moves"], "2819 1910")
        own = self.bot.stream(f"/api/bot/game/stream/{match}?notation=own")
        self.assertEqual(own.line()["state"]["moves"], "28x10")
        for each in (own, stream):
            each.close()

    def test_a_draw_is_offered_with_a_move(self) -> None:
        match = make_match(self.bot, guest(self.server))
        stream = self.bot.stream(f"/api/bot/game/stream/{match}")
        self.assertEqual(self.bot.post(f"/api/bot/game/{match}/move/1115?offeringDraw=true").json(), {"ok": True})
        stream.until(lambda line: line["type"] == "gameState" and line["moves"] == "1115")
        stream.close()

    def test_an_account(self) -> None:
        me = self.bot.get("/api/account").json()
        self.assertEqual((me["username"], me.get("title")), ("Botmaker", None))
        playing = make_match(self.bot, guest(self.server))
        listed = self.bot.get("/api/account/playing").json()["nowPlaying"]
        game = next(each for each in listed if each["gameId"] == playing)
        self.assertEqual((game["perf"], game["isMyTurn"], game["hasMoved"]), ("correspondence", True, False))
        self.assertEqual(len(self.bot.get("/api/account/playing?nb=0").json()["nowPlaying"]), 0)
        record = Caller(self.server).get(f"/game/export/{playing}?literate=true")
        self.assertIn("[GameType ", record.body.decode())

    def test_an_account_becomes_a_bot_s(self) -> None:
        self.assertEqual(guest(self.server).post("/api/bot/account/upgrade").code(), "accounts_only")
        owner = account(self.server, "Automaton")
        token = Caller(self.server, token=make_token(owner)["secret"])
        reader = Caller(self.server, token=make_token(owner, "reads", "read")["secret"])
        self.assertEqual(reader.post("/api/bot/account/upgrade").code(), "scope_missing")
        self.assertEqual(token.post("/api/bot/account/upgrade").json(), {"ok": True})
        for caller in (token, reader, owner):
            self.assertEqual(caller.get("/api/account").json()["title"], "BOT")
        self.assertEqual(token.post("/api/bot/account/upgrade").json(), {"ok": True}, "it is one already")
        self.assertEqual(Caller(self.server).get("/api/bot/online").body, b"")
        events = token.stream("/api/stream/event")
        wait_for(lambda: Caller(self.server).get("/api/bot/online").body, "it is online")
        me = token.get("/api/account").json()
        line = Caller(self.server).get("/api/bot/online?nb=5").body.decode()
        self.assertEqual(json.loads(line), {"id": me["id"], "username": "Automaton", "title": "BOT"})
        self.assertEqual(Caller(self.server).get("/api/bot/online?nb=0").body, b"")
        status = Caller(self.server).get(f"/api/users/status?ids={me['id']},nobody,botmaker").json()
        self.assertEqual(status[0], {"id": me["id"], "name": "Automaton", "title": "BOT", "online": True})
        self.assertEqual([each["name"] for each in status], ["Automaton", "Botmaker"])
        many = ",".join(["a"] * 51)
        self.assertEqual(Caller(self.server).get(f"/api/users/status?ids={many}").code(), "malformed")
        events.close()

    def test_who_has_played_is_a_person(self) -> None:
        person = account(self.server, "Player")
        make_match(person, guest(self.server))
        self.assertEqual(person.post("/api/bot/account/upgrade").code(), "forbidden")
        self.assertNotIn("title", person.get("/api/account").json())

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
