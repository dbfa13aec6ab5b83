"""Programs of others that are seated by the settings file and speak Hub: they play, and hold nobody up."""

from __future__ import annotations

import os
import sys
import tempfile
import unittest
from pathlib import Path

from tables import OPENING, Seat, guest, play_on, sit_down
from wire_client import Caller, Server, wait_for

PROGRAM_OF_OTHERS = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "tests/hub/fake_engine.py"
ENGINES = (
    ("Good One", "good", "32-28 28x19x23"),
    ("Deaf", "deaf", ""),
    ("Gone", "dies", ""),
    ("Leaver", "leaver", ""),
    ("Mute", "mute", ""),
)


def settings(folder: Path) -> Path:
    """Nothing is loaded that they do not need: an engine has five seconds to say a word, however slow the machine is."""
    file = folder / "engines.toml"
    tables = [
        f"[[engine]]\nname = \"{name}\"\ncommand = '\"{sys.executable}\" -I -S \"{PROGRAM_OF_OTHERS}\" {how} \"{moves}\"'\n"
        'games = "international"\n'
        for name, how, moves in ENGINES
    ]
    file.write_text("\n".join(tables))
    return file


class ExternalEngines(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory(prefix="crownstar-engines-")
        cls.server = Server("--settings", str(settings(Path(cls.folder.name))), "--engine-threads", "1")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()
        cls.folder.cleanup()

    def levels(self, game: str) -> dict[str, str]:
        listed = Caller(self.server).get(f"/api/engines?game={game}").json()["levels"]
        return {each["name"]: each["id"] for each in listed}

    def against(self, person: Caller, engine: str) -> Seat:
        """A match in which this engine is White and so begins."""
        seats = [{"t": "engine", "engine": engine}, {"t": "me"}]
        made = person.post("/api/matches", {"game": "international", "draw_seats": False, "seats": seats})
        self.assertEqual(made.status, 201, made.body)
        seat = Seat(person, made.json()["match"])
        seat.hear("snapshot")
        return seat

    @staticmethod
    def said_to_the_end(seat: Seat) -> list[str]:
        said = []
        while seat.status["phase"] != "over":
            message = seat.hear("events", "snapshot", "chat")
            if message["t"] == "chat":
                said.append(message["line"]["text"])
        return said

    def test_it_plays_the_games_that_it_was_named_for(self) -> None:
        self.assertLessEqual({"Good One", "Deaf", "Gone"}, set(self.levels("international")))
        self.assertEqual({"Good One", "Deaf", "Gone"} & set(self.levels("american")), set())
        seat = self.against(guest(self.server), self.levels("international")["Good One"])
        seat.until_moves(1)
        seat.move("19-23")
        seat.until_moves(3)
        self.assertEqual(seat.moves, ["32-28", "19-23", "28x19"])
        seat.close()

    def test_those_that_never_answer_or_die_hold_up_nobody(self) -> None:
        bad = [self.against(guest(self.server), self.levels("international")[name]) for name in ("Deaf", "Deaf", "Gone")]
        # People beside it, and the server's own levels, which have one thread here.
        seats = sit_down(guest(self.server), guest(self.server))
        play_on(seats, OPENING)
        self.assertEqual(seats[1].moves, OPENING)
        own = next(iter(self.levels("american").values()))
        places = [{"t": "engine", "engine": own}, {"t": "me"}]
        person = guest(self.server)
        made = person.post("/api/matches", {"game": "american", "draw_seats": False, "seats": places})
        computer = Seat(person, made.json()["match"])
        computer.until_moves(1)
        for seat in bad:
            self.assertEqual(seat.moves, [])
        self.assertEqual(Caller(self.server).get("/health").json()["state"], "ok")
        for seat in (*bad, *seats, computer):
            seat.close()

    def test_one_that_dies_at_once_gives_up_its_seat_and_says_so(self) -> None:
        """Also where something that it started lives on: nobody sits before an engine that is gone, whoever asks it next."""
        seats = [self.against(guest(self.server), self.levels("international")[name]) for name in ("Gone", "Leaver", "Leaver", "Mute")]
        for seat, name in zip(seats, ("Gone", "Leaver", "Leaver", "Mute"), strict=True):
            self.assertIn(f"{name} cannot go on and gives up its seat", self.said_to_the_end(seat))
            self.assertEqual(seat.status["outcome"]["ending"], "resignation")
            seat.close()
        # Each was asked three times, and what it did is in the log; none was waited for as long as one that loads much.
        for told in ("Leaver ended while it was starting", "Mute failed several times"):
            wait_for(lambda told=told: any("did not answer (" in line and told in line for line in self.server.log), told)

    def test_one_that_the_settings_no_longer_name_gives_up_its_seat_too(self) -> None:
        """Who was in the middle of a game with it is not left waiting when the server comes back without it."""
        with tempfile.TemporaryDirectory(prefix="crownstar-engines-") as folder:
            file = settings(Path(folder))
            with Server("--settings", str(file)) as server:
                person = guest(server)
                seat = self.against(person, self.levels("international")["Good One"])
                seat.until_moves(1)
                seat.close()
                server.stop()
                file.write_text("")
                server.start()
                seat = Seat(Caller(server, person.cookies), seat.match)
                seat.hear("snapshot")
                seat.move("19-23")
                self.assertIn("Good One cannot go on and gives up its seat", self.said_to_the_end(seat))
                self.assertEqual(seat.status["outcome"]["ending"], "resignation")
                seat.close()


if __name__ == "__main__":
    unittest.main()
