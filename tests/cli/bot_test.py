"""`crownstar bot` on a site that fails: moves whose answers are lost, seeks that are refused, more games than streams."""

from __future__ import annotations

import http.server
import json
import queue
import subprocess
import threading
import unittest
from typing import Any

from program import PATIENCE, PROGRAM

PLAYER = {"id": "p1", "name": "Bot", "kind": "account"}
LOST = None  # the connection ends without an answer


def error(code: str) -> dict[str, Any]:
    return {"error": {"code": code, "reason": code.replace("_", " ")}}


def info(game: str, opponents: int = 1) -> dict[str, Any]:
    seats = [{"id": f"p{number}", "name": f"Other{number}"} for number in range(2, 2 + opponents)]
    return {"id": game, "gameId": game, "fullId": game, "color": "white", "seat": 0, "fen": "", "hasMoved": False,
            "isMyTurn": True, "opponents": seats, "rated": False, "variant": {"key": "russian", "name": "Russian", "game": "russian"},
            "speed": "correspondence", "perf": "correspondence", "source": "friend", "compat": {"bot": True, "board": True}}


def state(moves: str = "", status: str = "started", turn: int | None = 0, **more: Any) -> dict[str, Any]:
    told = {"type": "gameState", "moves": moves, "wtime": 0, "btime": 0, "winc": 0, "binc": 0, "status": status,
            "wdraw": False, "bdraw": False, "wtakeback": False, "btakeback": False, **more}
    return told if turn is None else {**told, "turn": turn}


def full(game: str, now: dict[str, Any], seats: int = 2) -> dict[str, Any]:
    all_seats = [{"id": f"p{number}", "name": f"Seat{number}"} for number in range(1, seats + 1)]
    return {"type": "gameFull", "id": game, "variant": {"key": "russian", "name": "Russian", "game": "russian"}, "speed": "correspondence",
            "rated": False, "createdAt": 0, "perf": {"name": "Correspondence"}, "white": all_seats[0], "black": all_seats[1],
            "seats": all_seats, "initialFen": "startpos", "state": now}


class Site(http.server.ThreadingHTTPServer):
    """Says what the test puts in: the lines of its streams, and the answers to each command in their order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.streams: queue.Queue[tuple[str, queue.Queue[Any]]] = queue.Queue()
        self.asked: queue.Queue[tuple[str, str, queue.Queue[Any]]] = queue.Queue()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/api/me":
            return self.say(200, {"player": PLAYER, "ratings": []})
        lines: queue.Queue[Any] = queue.Queue()
        self.server.streams.put((self.path.removesuffix("?notation=own"), lines))  # of games, in which it reads our notation
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        while (line := lines.get(timeout=PATIENCE)) is not None:
            self.wfile.write((json.dumps(line) if line else "").encode() + b"\n")
        self.close_connection = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        answers: queue.Queue[Any] = queue.Queue()
        self.server.asked.put((self.command, self.path, answers))
        answer = answers.get(timeout=PATIENCE)
        if answer is LOST:
            self.close_connection = True
        else:
            self.say(*answer)

    do_DELETE = do_POST

    def say(self, status: int, body: Any) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


class BotOnAFailingSite(unittest.TestCase):
    def setUp(self) -> None:
        self.site = Site()
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.addCleanup(self.site.server_close)
        self.addCleanup(self.site.shutdown)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        bot = subprocess.Popen(
            [PROGRAM, "bot", "--server", f"http://127.0.0.1:{self.site.server_port}", "--token", "t", "--engine",
             "nodes=40,tables=none", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.addCleanup(bot.communicate)
        self.addCleanup(bot.kill)
        return bot

    def stream(self, end: str) -> queue.Queue[Any]:
        """The next stream that the bot opens, which is this one."""
        path, lines = self.site.streams.get(timeout=PATIENCE)
        self.assertTrue(path.endswith(end), path)
        return lines

    def answer(self, command: str, status: int | None, body: Any = None) -> str:
        """Answers the bot's next command, which is this one, and gives what it named."""
        method, path, answers = self.site.asked.get(timeout=PATIENCE)
        self.assertIn(command, f"{method} {path}")
        answers.put(LOST if status is None else (status, {} if body is None else body))
        return path.rpartition("/")[2]

    def begin(self, *arguments: str) -> tuple[subprocess.Popen[str], queue.Queue[Any], queue.Queue[Any]]:
        """A bot, its events, and the stream of its game g1."""
        bot = self.start("--games", "1", *arguments)
        events = self.stream("/event")
        events.put({"type": "gameStart", "game": info("g1")})
        return bot, events, self.stream("/g1")

    def end(self, bot: subprocess.Popen[str], events: queue.Queue[Any], said: str) -> str:
        """The game has ended so; gives what was complained of."""
        assert bot.stdout is not None
        for line in bot.stdout:
            if line.startswith("g1: ") and "against" not in line:
                self.assertEqual(line, f"g1: {said}\n")
                break
        events.put("")
        complaints = bot.communicate(timeout=PATIENCE)[1]
        self.assertEqual(bot.returncode, 0, complaints)
        return complaints

    def test_a_move_whose_answer_was_lost_is_not_sent_again(self) -> None:
        bot, events, game = self.begin()
        game.put(full("g1", state()))
        move = self.answer("/move/", None)
        game.put(None)
        game = self.stream("/g1")  # opened anew, to hear whether the move has come: it has
        game.put(full("g1", state(move, turn=1)))
        game.put(state(move, "resign", None, winner="white", winnerSeat=0))
        self.end(bot, events, "won (resign)")
        self.assertTrue(self.site.asked.empty())

    def test_a_move_that_failed_is_tried_again(self) -> None:
        for status, body in ((503, error("busy")), (409, error("stale")), (429, error("too_many"))):
            with self.subTest(status=status):
                bot, events, game = self.begin()
                game.put(full("g1", state()))
                self.answer("/move/", status, body)
                game = self.stream("/g1")
                game.put(full("g1", state()))
                move = self.answer("/move/", 200)
                game.put(state(move, "draw", None))
                self.end(bot, events, "draw")

    def test_it_resigns_only_where_the_move_was_surely_illegal(self) -> None:
        bot, events, game = self.begin()
        game.put(full("g1", state()))
        self.answer("/move/", None)
        game = self.stream("/g1")
        game.put(full("g1", state()))
        self.answer("/move/", 422, error("illegal_move"))  # the first one may have come meanwhile
        game = self.stream("/g1")
        game.put(full("g1", state()))
        self.answer("/move/", 422, error("illegal_move"))  # but it has not
        self.answer("/resign", 200)
        self.end(bot, events, "resigned: the engine's move is illegal")

    def test_it_leaves_a_table_of_three(self) -> None:
        bot, events, game = self.begin()
        game.put(full("g1", state(), seats=3))
        self.answer("/resign", 200)
        self.end(bot, events, "resigned: expected a game of two, and 3 sit at this one")

    def test_an_offer_is_declined_after_the_move(self) -> None:
        bot, events, game = self.begin()
        game.put(full("g1", state(bdraw=True, btakeback=True)))
        move = self.answer("/move/", 200)
        self.answer("/draw/no", 409, error("no_offer"))
        self.answer("/takeback/no", None)
        game.put(state(move, "draw", None))
        self.end(bot, events, "draw")

    def test_a_fourth_game_waits_until_one_is_over(self) -> None:
        bot = self.start("--games", "4")
        events = self.stream("/event")
        for number in range(1, 5):
            events.put({"type": "gameStart", "game": info(f"g{number}")})
        open_streams = dict(self.site.streams.get(timeout=PATIENCE) for _ in range(3))
        self.assertEqual({path[-2:] for path in open_streams}, {"g1", "g2", "g3"})
        events.put("")
        first = open_streams.pop("/api/bot/game/stream/g2")
        first.put(full("g2", state(status="draw", turn=None)))
        path, last = self.site.streams.get(timeout=PATIENCE)
        self.assertTrue(path.endswith("/g4"))
        for name, lines in (*open_streams.items(), (path, last)):
            lines.put(full(name[-2:], state(status="draw", turn=None)))
        assert bot.stdout is not None
        said = [bot.stdout.readline() for _ in range(9)]
        self.assertEqual(sorted(line for line in said if line.endswith(": draw\n")), [f"g{number}: draw\n" for number in range(1, 5)])
        events.put("")
        self.assertEqual(bot.wait(timeout=PATIENCE), 0)

    def test_a_seek_is_posted_until_it_stands_and_withdrawn_before_another(self) -> None:
        self.start("--games", "1", "--seek", "russian")
        events = self.stream("/event")
        for status, body in ((None, None), (503, error("busy"))):
            events.put("")
            self.answer("POST /api/seeks", status, body)
        events.put("")
        self.answer("POST /api/seeks", 201, {"seek": "s1", "code": ""})
        events.put("")
        events.put(None)
        events = self.stream("/event")
        events.put("")
        self.answer("DELETE /api/seeks/s1", 204)
        self.answer("POST /api/seeks", 201, {"seek": "s2", "code": ""})
        events.put(None)
        events = self.stream("/event")
        events.put("")
        self.answer("DELETE /api/seeks/s2", 404, error("no_such_seek"))
        events.put("")  # and no game has begun of it
        self.answer("POST /api/seeks", 201, {"seek": "s3", "code": ""})

    def test_a_game_that_runs_is_known_before_one_is_offered(self) -> None:
        bot, events, game = self.begin("--seek", "russian")
        events.put("")
        game.put(full("g1", state()))
        move = self.answer("/move/", 200)
        game.put(state(move, "draw", None))
        self.end(bot, events, "draw")
        self.assertTrue(self.site.asked.empty())

    def test_a_seek_that_cannot_be_ends_the_program(self) -> None:
        bot = self.start("--seek", "russian", "--rated")
        events = self.stream("/event")
        events.put("")
        self.answer("POST /api/seeks", 422, error("not_ratable"))
        complaints = bot.communicate(timeout=PATIENCE)[1]
        self.assertEqual((bot.returncode, complaints), (1, "crownstar: --seek: not ratable\n"))


if __name__ == "__main__":
    unittest.main()
