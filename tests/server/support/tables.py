"""People at tables, for tests: guests with sockets, a match between two of them, moves until something happens."""

from __future__ import annotations

import itertools
import json
import secrets
import subprocess
from typing import Any

from wire_client import PROGRAM, Caller, Server, WebSocket

_numbers = itertools.count(1)
# A kept store has requests of the run that made it: with the same name, a move of today would be taken for one of them, sent again.
_RUN = secrets.token_hex(4)

# Moves of American checkers, one side and the other in turns.
OPENING = ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13", "15-18", "24-20", "11-15", "28-24"]


SECRET = "a long enough secret"


def guest(server: Server, name: str = "") -> Caller:
    caller = Caller(server)
    answer = caller.post("/api/guest", {"name": name} if name else {})
    assert answer.status == 201, answer
    return caller


def account(server: Server, name: str, password: str = SECRET) -> Caller:
    caller = Caller(server)
    answer = caller.post("/api/account", {"name": name, "password": password})
    assert answer.status == 201, answer
    return caller


def make_token(owner: Caller, name: str = "bot", scope: str = "play", password: str = SECRET) -> Any:
    """What is said of a new token of this account, its secret too."""
    made = owner.post("/api/tokens", {"name": name, "scope": scope, "password": password})
    assert made.status == 201, made.body
    return made.json()


def reset_code(server: Server, name: str) -> str:
    """The code of a link with which this account gets a new password."""
    command = [PROGRAM, "people", "password", name, "--json", "--store", server.store]
    return str(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["code"])


def request_id() -> str:
    return f"{_RUN}-{next(_numbers)}"


class Seat:
    """One person's socket at one match, which has seen the events up to `number`."""

    def __init__(self, caller: Caller, match: str, after: int = -1) -> None:
        self.caller = caller
        self.match = match
        self.socket: WebSocket = caller.open_socket()
        self.welcome = self.socket.until("welcome")
        self.number = after
        self.status: Any = None
        self.moves: list[str] = []
        self.socket.send({"t": "watch", "match": match, "after": after})

    def hear(self, *kinds: str) -> Any:
        """The next message of this match of one of these kinds; keeps what it says of the match."""
        wanted = kinds or ("events", "snapshot")
        while True:
            message = self.socket.receive()
            if message["t"] == "snapshot":
                snapshot = message["snapshot"]
                self.number, self.status = snapshot["number"], snapshot["status"]
                self.moves = [move["text"] for move in snapshot["moves"]] if "moves" in snapshot else []
            elif message["t"] == "events" and message["match"] == self.match:
                first = message["first"]
                assert first == self.number + 1, f"a gap: {first} after {self.number}"
                self.number, self.status = first + len(message["events"]) - 1, message["status"]
                self.moves += [event["text"] for event in message["events"] if event["t"] == "moved"]
            if message["t"] in wanted:
                return message

    def until_event(self, kind: str) -> Any:
        while True:
            for event in self.hear("events")["events"]:
                if event["t"] == kind:
                    return event

    def until_moves(self, count: int) -> None:
        while len(self.moves) < count:
            self.hear("events", "snapshot")

    def do(self, what: dict[str, Any], request: str | None = None, after: int | None = None) -> str:
        request = request or request_id()
        self.socket.send(
            {
                "t": "command",
                "request": request,
                "match": self.match,
                "after": self.number if after is None else after,
                "do": what,
            }
        )
        return request

    def move(self, text: str, **more: Any) -> str:
        return self.do({"t": "move", "text": text}, **more)

    def refusal(self, request: str) -> Any:
        message = self.hear("refused")
        assert message.get("request") == request, message
        return message

    def close(self) -> None:
        self.socket.close()


def make_match(host: Caller, other: Caller, **terms: Any) -> str:
    """A match of american between two people, in these seats; its id."""
    request: dict[str, Any] = {"game": "american", "draw_seats": False, **terms}
    made = host.post("/api/matches", request)
    assert made.status == 201, made.body
    joined = other.post(f"/api/matches/{made.json()['match']}/join", {"code": made.json().get("code", "")})
    assert joined.status == 200, joined.body
    return str(made.json()["match"])


def sit_down(host: Caller, other: Caller, **terms: Any) -> tuple[Seat, Seat]:
    match = make_match(host, other, **terms)
    seats = Seat(host, match), Seat(other, match)
    for seat in seats:
        seat.hear("snapshot")
    return seats


def play_on(seats: tuple[Seat, Seat], moves: list[str]) -> None:
    """Plays these moves in turns, each after both have seen the one before."""
    for text in moves:
        made = len(seats[0].moves)
        seats[made % 2].move(text)
        for seat in seats:
            seat.until_moves(made + 1)
