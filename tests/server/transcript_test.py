"""What travels in a session of each kind is what travelled before, member by member and in the same order.

What a session says is kept in transcripts/, a file for each listener. Whoever changes what travels changes them on purpose: the
message of the failing test names the command.
"""

from __future__ import annotations

import contextlib
import unittest

from recording import Recorder, Session, Silence
from tables import guest
from wire_client import Server

FISCHER = {"kind": "fischer", "main_ms": 3_600_000, "step_ms": 2000}


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


if __name__ == "__main__":
    unittest.main()
