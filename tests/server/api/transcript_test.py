"""What travels in a session of each kind is what travelled before, member by member and in the same order.

What a session says is kept in transcripts/, a file for each listener. Whoever changes what travels changes them on purpose: the
message of the failing test names the command.
"""

from __future__ import annotations

import contextlib
import unittest

from recording import Recorder, Session, Silence
from tables import SECRET, account, guest, make_token
from wire_client import Caller, Server

FISCHER = {"kind": "fischer", "main_ms": 3_600_000, "step_ms": 2000}
DAYS = {"kind": "days", "step_ms": 86_400_000}


class Transcripts(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.addCleanup(self.server.close)
        self.session = Session()

    def come(self, listener: str, person: str) -> Recorder:
        """A guest of this name, under whose part in the session is kept what they say and hear."""
        recorder = Recorder(self.session, listener, guest(self.server, person))
        self.addCleanup(recorder.close)
        return recorder

    def test_a_match(self) -> None:
        with contextlib.suppress(Silence):
            self.play_a_match()
        self.session.check(self, "match")

    def play_a_match(self) -> None:
        host, other, spectator = self.come("host", "Anna"), self.come("other", "Bert"), self.come("spectator", "Carl")
        host.connect()
        made = host.post("/api/matches", {"game": "american", "draw_seats": False, "clocks": [FISCHER]})
        match = made["match"]
        host.say({"t": "watch", "match": match})
        host.hear("snapshot", "presence")

        other.connect()
        other.post(f"/api/matches/{match}/join", {"code": made["code"]})
        host.hear("setup", "events", "presence")
        other.hear("paired")
        other.say({"t": "watch", "match": match})
        other.hear("snapshot", "presence")
        host.hear("presence")

        def do(recorder: Recorder, request: str, after: int, what: dict[str, object], *listeners: Recorder) -> None:
            recorder.say({"t": "command", "request": request, "match": match, "after": after, "do": what})
            for listener in listeners:
                listener.hear("events")

        number = 3
        for index, text in enumerate(("11-15", "22-18")):
            (host, other)[index % 2].think()
            do((host, other)[index % 2], f"move-{index}", number, {"t": "move", "text": text}, host, other)
            number += 1

        do(host, "refused-1", number, {"t": "move", "text": "8-11"})
        host.hear("refused")
        do(other, "refused-2", number, {"t": "move", "text": "18-14"})
        other.hear("refused")

        spectator.connect()
        spectator.say({"t": "watch", "match": match})
        spectator.hear("snapshot", "presence", "presence")
        host.hear("presence")
        other.hear("presence")
        everybody = (host, other, spectator)

        do(host, "draw-1", number, {"t": "offer_draw"}, *everybody)
        do(other, "draw-2", number + 1, {"t": "answer_draw", "accept": False}, *everybody)
        number += 2

        host.say({"t": "say", "request": "chat-1", "match": match, "room": "players", "text": "good luck, “Bert”"})
        host.hear("chat", "done")
        other.hear("chat")
        spectator.say({"t": "say", "request": "chat-2", "match": match, "room": "spectators", "text": "a fine game"})
        spectator.hear("chat", "done")

        # Who loses the line hears afterwards what happened in the meantime.
        other.close()
        host.hear("presence")
        spectator.hear("presence")
        host.think()
        do(host, "move-2", number, {"t": "move", "text": "15x22"}, host, spectator)
        other.connect()
        other.say({"t": "watch", "match": match, "after": number})
        other.hear("events", "presence")
        host.hear("presence")
        spectator.hear("presence")
        number += 1
        other.think()
        do(other, "move-3", number, {"t": "move", "text": "25x18"}, *everybody)
        number += 1
        do(host, "resign-1", number, {"t": "resign"}, *everybody)
        do(other, "late-1", number, {"t": "offer_draw"})
        other.hear("refused")
        spectator.say({"t": "watch", "match": match, "after": -1})
        spectator.hear("snapshot", "presence", "presence")
        host.hear("presence")
        other.hear("presence")
        for recorder in everybody:
            recorder.hear_the_rest()

    def test_the_lobby(self) -> None:
        with contextlib.suppress(Silence):
            self.meet_in_the_lobby()
        self.session.check(self, "lobby")

    def meet_in_the_lobby(self) -> None:
        viewer, seeker, taker = self.come("viewer", "Carl"), self.come("seeker", "Anna"), self.come("taker", "Bert")
        viewer.connect()
        viewer.say({"t": "lobby", "on": True})
        viewer.hear("lobby", "lobby_change")  # the next second says the same number of people, for nobody looked before
        for recorder in (seeker, taker):
            recorder.connect()
            viewer.hear("lobby_change")  # so many are online
        terms = {"game": "russian", "clock": DAYS, "seat": 1}

        seeker.say({"t": "seek", "request": "seek-1", "terms": terms})
        seek = seeker.hear("done")["seek"]
        viewer.hear("lobby_change")
        seeker.say({"t": "unseek", "request": "seek-2", "seek": seek})
        seeker.hear("done")
        viewer.hear("lobby_change")
        taker.say({"t": "take_seek", "request": "take-1", "seek": seek})
        taker.hear("refused")

        seeker.say({"t": "seek", "request": "seek-3", "terms": terms})
        seek = seeker.hear("done")["seek"]
        viewer.hear("lobby_change")
        seeker.say({"t": "take_seek", "request": "take-2", "seek": seek})
        seeker.hear("refused")
        taker.say({"t": "take_seek", "request": "take-3", "seek": seek})
        match = taker.hear("paired", "paired")["match"]  # as everybody at the table, and as who asked
        seeker.hear("paired")
        viewer.hear("lobby_change", "lobby_change")  # the seek is gone; the match is there

        late = self.come("late", "Dora")
        late.connect()
        viewer.hear("lobby_change")
        late.say({"t": "lobby", "on": True})
        late.hear("lobby")

        taker.say({"t": "command", "request": "abort", "match": match, "after": 3, "do": {"t": "abort"}})
        taker.hear("done")
        viewer.hear("lobby_change")
        late.hear("lobby_change")
        seeker.close()
        viewer.hear("lobby_change")
        late.hear("lobby_change")
        for recorder in (viewer, taker, late):
            recorder.hear_the_rest()

    def test_a_bot(self) -> None:
        with contextlib.suppress(Silence):
            self.play_with_a_bot()
        self.session.check(self, "bot")

    def play_with_a_bot(self) -> None:
        owner = Recorder(self.session, "owner", account(self.server, "Botmaker"))
        made = owner.post("/api/tokens", {"name": "bot", "scope": "play", "password": SECRET})
        token = Caller(self.server, token=made["secret"])
        bot, events, game = (Recorder(self.session, name, token) for name in ("requests", "events", "game"))
        human = self.come("human", "Anna")
        for recorder in (events, game):
            self.addCleanup(recorder.close)

        def begin() -> str:
            terms = {"game": "american", "draw_seats": False, "clocks": [FISCHER]}
            made = human.post("/api/matches", terms)
            match = str(made["match"])
            human.say({"t": "watch", "match": match})
            human.hear("snapshot", "presence")
            bot.post(f"/api/matches/{match}/join", {"code": made["code"]})
            human.hear("setup", "events", "presence")
            return match

        # What runs already is told to a stream that begins, and what begins later when it does.
        human.connect()
        first = begin()
        events.open_stream("/api/stream/event")
        events.hear("gameStart")
        bot.post(f"/api/bot/game/{first}/abort", {})
        human.hear("events")
        events.hear("gameFinish")
        human.say({"t": "leave", "match": first})
        match = begin()
        events.hear("gameStart")
        game.open_stream(f"/api/bot/game/stream/{match}")
        game.hear("gameFull", "opponentGone")
        human.hear("presence")

        def do(request: str, after: int, what: dict[str, object]) -> None:
            human.say({"t": "command", "request": request, "match": match, "after": after, "do": what})
            hear("events", "gameState")

        def hear(by_socket: str, by_stream: str) -> None:
            human.hear(by_socket)
            game.hear(by_stream)

        human.think()
        do("move-1", 3, {"t": "move", "text": "11-15"})
        bot.post(f"/api/bot/game/{match}/move/1-2", {})
        bot.think()
        bot.post(f"/api/bot/game/{match}/move/22-18", {})
        hear("events", "gameState")
        bot.post(f"/api/bot/game/{match}/move/25-22", {})
        human.think()
        do("move-2", 5, {"t": "move", "text": "15x22"})
        bot.think()
        bot.post(f"/api/board/game/{match}/move/25x18", {})
        hear("events", "gameState")

        bot.post(f"/api/bot/game/{match}/chat", {"room": "player", "text": "good luck!"})
        hear("chat", "chatLine")
        do("takeback-1", 7, {"t": "offer_takeback"})
        bot.post(f"/api/bot/game/{match}/takeback/no", {})
        hear("events", "gameState")
        bot.post(f"/api/bot/game/{match}/draw/perhaps", {})
        bot.post(f"/api/bot/game/{match}/draw/yes", {})
        hear("events", "gameState")
        do("draw-1", 10, {"t": "answer_draw", "accept": False})

        human.close()
        game.hear("opponentGone")
        human.connect()
        human.say({"t": "watch", "match": match, "after": 11})
        hear("events", "opponentGone")
        human.hear("presence")

        bot.post(f"/api/bot/game/{match}/resign", {})
        hear("events", "gameState")
        events.hear("gameFinish")
        bot.post(f"/api/bot/game/{match}/move/22-17", {})
        bot.post(f"/api/bot/game/{match}/chat", {"room": "player", "text": "thank you"})
        human.hear("chat")  # the game's stream has ended with it
        human.hear_the_rest()

    def test_programs_of_the_large_sites(self) -> None:
        """What lidraughts-bot and a client of the board API send for one game, in their order and forms."""
        with contextlib.suppress(Silence):
            self.play_by_their_protocol()
        self.session.check(self, "large_sites")

    def play_by_their_protocol(self) -> None:
        def program(name: str, role: str) -> list[Recorder]:
            secret = make_token(account(self.server, name))["secret"]
            recorders = [
                Recorder(self.session, f"{role}_{part}", Caller(self.server, token=secret))
                for part in ("requests", "events", "game")
            ]
            for recorder in recorders:
                self.addCleanup(recorder.close)
            return recorders

        bot, bot_events, bot_game = program("Robin", "bot")
        board, board_events, board_game = program("Boris", "board")
        bot.get("/api/account")
        bot.form("/api/bot/account/upgrade")
        bot_events.open_stream("/api/stream/event")
        bot.get("/api/account/playing")
        board_events.open_stream("/api/stream/event")

        terms = {"rated": False, "clock.limit": 600, "clock.increment": 2, "days": None, "color": "black", "variant": None, "fen": None}
        declined = board.post("/api/challenge/robin", terms)["id"]
        bot_events.hear("challenge")
        board_events.hear("challenge")
        bot.form(f"/api/challenge/{declined}/decline", {"reason": "timeControl"})
        board_events.hear("challengeDeclined")
        bot_events.hear("challengeDeclined")

        game = board.post("/api/challenge/robin", {**terms, "fen": "W:W28,47:B5,14,23"})["id"]
        bot_events.hear("challenge")
        board_events.hear("challenge")
        bot.form(f"/api/challenge/{game}/accept")
        bot_events.hear("gameStart")
        board_events.hear("gameStart")
        bot_game.open_stream(f"/api/bot/game/stream/{game}")
        bot_game.hear("gameFull", "opponentGone")
        board_game.open_stream(f"/api/board/game/stream/{game}")
        board_game.hear("gameFull", "opponentGone")
        bot_game.hear("opponentGone")
        for room in ("player", "spectator"):
            bot.form(f"/api/bot/game/{game}/chat", {"room": room, "text": "Good luck!"})
        for listener in (bot_game, board_game):
            listener.hear("chatLine")

        def tell() -> None:
            for listener in (bot_game, board_game):
                listener.hear("gameState")

        bot.think()
        for step in ("2819", "1910"):
            bot.form(f"/api/bot/game/{game}/move/{step}?offeringDraw=false")
        tell()
        board.think()
        board.form(f"/api/board/game/{game}/move/0514")
        tell()
        bot.think()
        bot.form(f"/api/bot/game/{game}/move/4741?offeringDraw=true")
        tell()  # the move
        tell()  # the offer
        board.form(f"/api/board/game/{game}/draw/no")
        tell()
        bot.form(f"/api/bot/game/{game}/resign")
        tell()
        bot_events.hear("gameFinish")
        board_events.hear("gameFinish")
        for listener in (bot_game, board_game):
            assert listener.stream and listener.stream.line() is None  # it ends with the game
        bot.form(f"/api/bot/game/{game}/chat", {"room": "player", "text": "Good game!"})
        bot.get("/api/account/playing")


if __name__ == "__main__":
    unittest.main()
