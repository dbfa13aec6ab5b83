"""Collections of games over HTTP: what is listed, found, opened and explored, and what happens where it cannot be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from described import DescribedTest
from wire_client import PROGRAM, Answer, Caller, Server, wait_for

BOOKS = Path(__file__).resolve().parents[2] / "support" / "collections"
GAMES, AGAIN, STAR = ((BOOKS / f"{name}.pdn").read_text(encoding="utf-8") for name in ("games", "again", "star"))


def index(database: Path, text: str) -> None:
    subprocess.run(
        [PROGRAM, "pdn", "index", "-", "--database", str(database)], input=text.encode(), check=True, capture_output=True
    )


class CollectionsApi(DescribedTest):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.server.close()
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        index(cls.folder / "club.db", GAMES + "\n" + AGAIN)
        index(cls.folder / "mixed.db", GAMES + "\n" + STAR)
        cls.server = Server("--unthrottled", "127.0.0.0/8", "--collections", str(cls.folder))

    def setUp(self) -> None:
        self.caller = Caller(self.server)

    def ask(self, path: str, status: int = 200) -> Answer:
        answer = self.check("GET", path, self.caller.get(path))
        self.assertEqual(answer.status, status, answer.body)
        return answer

    def search(self, status: int = 200, collection: str = "club", what: str = "games", **terms: Any) -> Any:
        asked = urlencode({name.rstrip("_"): value for name, value in terms.items()}, doseq=True, quote_via=quote)
        return self.ask(f"/api/collections/{collection}/{what}?{asked}", status).json()

    def numbers(self, **terms: Any) -> list[int]:
        return [game["number"] for game in self.search(**terms).get("games", [])]

    def reason(self, status: int = 400, **terms: Any) -> str:
        error = self.search(status, **terms)["error"]
        self.assertEqual(error["code"], "malformed" if status == 400 else error["code"])
        return str(error["reason"])

    def told(self, what: str, name: str, least: int) -> int:
        """How often the log has told it of a collection: a line is written while its answer is on the way, or after it."""

        def times() -> int:
            return sum(f"what={what}" in line and f"{name}.db" in line for line in self.server.log)

        wait_for(lambda: times() >= least, f"{what} of {name}, {least} times")
        return times()

    def test_collections_are_listed(self) -> None:
        club, mixed = self.ask("/api/collections").json()["collections"][:2]
        kinds = [{"game": "american", "games": 5}]
        self.assertEqual(club, {"name": "club", "games": 5, "kinds": kinds, "first_year": 1931, "last_year": 1950})
        self.assertEqual(mixed["kinds"], [*kinds, {"game": "sternhalma:players=3", "games": 1}])

    def test_games_are_found(self) -> None:
        self.assertEqual(self.numbers(), [1, 2, 3, 4, 5])
        self.assertEqual(self.numbers(player="ann"), [1, 2, 3, 4])
        self.assertEqual(self.numbers(player=["ann", "BEN"]), [1, 2])
        self.assertEqual(self.numbers(white="c\u00c9cile"), [3])
        self.assertEqual(self.numbers(black="ann", winner="draw"), [2])
        self.assertEqual(self.numbers(event="city", year="1932-"), [2])
        self.assertEqual(self.numbers(plies="5-"), [1])
        self.assertEqual(self.numbers(opening="11-15 23-19"), [1, 2])
        self.assertEqual(self.numbers(moves="11-15 23-19 8-11", game="american"), [1, 2])
        turned = "B:WK26,K27:BK10,K11,K15"
        self.assertEqual(self.numbers(position=turned), [5])
        self.assertEqual(self.numbers(position=turned, turned="yes"), [4, 5])
        self.assertEqual(self.numbers(material="W3K:B2K", turned="no"), [4])
        self.assertEqual(self.numbers(player="%"), [])
        self.assertEqual(self.numbers(event="", year="", turned=""), [1, 2, 3, 4, 5])  # a form that is left empty

    def test_a_game_is_told_as_it_is(self) -> None:
        (game,) = self.search(event="city", winner="black")["games"]
        self.assertEqual(
            game,
            {
                "number": 1, "game": "american", "event": "City match", "date": "1931.05.02", "players": ["Ben Old", "Ann Lee"],
                "result": "1-0", "plies": 5, "file": "-", "line": 1,
            },
        )  # fmt: skip
        (again,) = self.search(duplicates="yes")["games"]
        self.assertEqual((again["number"], again["duplicate_of"]), (6, 1))

    def test_pages_follow_each_other(self) -> None:
        first = self.search(limit=2)
        self.assertEqual(([game["number"] for game in first["games"]], first["next"], first["found"]), ([1, 2], 2, 5))
        second = self.search(limit=2, from_=2)
        self.assertEqual(([game["number"] for game in second["games"]], second["next"]), ([3, 4], 4))
        last = self.search(limit=2, from_=4)
        self.assertEqual(([game["number"] for game in last["games"]], "next" in last, "found" in last), ([5], False, False))
        self.assertEqual(self.search(event="nowhere"), {"found": 0})

    def test_a_record_is_given_as_pdn(self) -> None:
        answer = self.ask("/api/collections/club/games/3")
        self.assertEqual(answer.headers["content-type"], "text/plain; charset=utf-8")
        self.assertIn('[White "C\u00e9cile"]', answer.body.decode())
        self.assertIn("1. 11-15 22-18 2. 15x22 25x18", answer.body.decode())
        for number in ("7", "0", "-1", "x", "99999999999999999999"):
            self.ask(f"/api/collections/club/games/{number}", 404)

    def test_moves_are_counted_among_the_found_games(self) -> None:
        start = self.search(what="moves")
        self.assertEqual(start["moves"], [{"move": "11-15", "games": 3, "wins": [1, 1], "draws": 1}])
        after = self.search(what="moves", moves="11-15")["position"]
        found = self.search(what="moves", at=after, player="ben")
        self.assertEqual(found["moves"], [{"move": "23-19", "games": 2, "wins": [1, 0], "draws": 1}])
        self.assertEqual(found["position"], after)
        stars = self.search(what="moves", collection="mixed", game="sternhalma:players=3")
        self.assertEqual(stars["moves"], [{"move": "d5-e6", "games": 1}])

    def test_what_cannot_be_asked_is_refused_by_name(self) -> None:
        for terms, told in (
            ({"year": "x"}, "year: expected a number"), ({"year": "1950-1940"}, "year: "), ({"plies": "1-2-3"}, "plies: "),
            ({"winner": "me"}, "winner: expected white, black, draw"), ({"material": "3K"}, "material: expected the men and kings"),
            ({"game": "chess"}, "game: "), ({"position": "W:W99:B1"}, "position: "), ({"opening": "11-15 1-2"}, "opening: 1-2: "),
            ({"turned": "yes"}, "turned: goes with"), ({"turned": "maybe"}, "turned: expected yes or no"), ({"limit": 0}, "limit: expected a whole number from 1 to 100"),
            ({"limit": 101}, "limit: "), ({"from_": "x"}, "from: "), ({"plaer": "ann"}, "there is no 'plaer' in a search: expected player"),
            ({"at": "W:W18:B15"}, "there is no 'at'"), ({"year": ["1931", "1932"]}, "year: given twice"),
        ):  # fmt: skip
            self.assertIn(told, self.reason(**terms))
        self.assertIn("at: ", self.reason(what="moves", at="W:W99:B1"))
        self.assertIn("there is no 'limit'", self.reason(what="moves", limit=1))
        self.assertIn("game: the index has 2 games", self.reason(collection="mixed", position="W:W18:B15"))
        for name in ("none", "..", "%2e%2e%2fclub", "club.db", "a" * 65):
            self.assertIn(self.caller.get(f"/api/collections/{name}/games").status, (400, 404), name)

    def test_whatever_is_asked_is_answered(self) -> None:
        random = Random(1)
        names = ["player", "white", "event", "year", "winner", "game", "plies", "opening", "position", "moves", "material", "turned", "at", "from", "x"]
        values = ["", "ann", "1931", "1-", "-", "white", "american", "W:W18:B15", "11-15", "W3K", "yes", "%", "\u00e9\u0301", "'", "\"--", "9" * 40, "*", "(" * 300]
        for _ in range(300):
            asked = urlencode([(random.choice(names), random.choice(values)) for _ in range(random.randrange(6))])
            for what in ("games", "moves"):
                answer = self.caller.get(f"/api/collections/club/{what}?{asked}")
                self.assertIn(answer.status, (200, 400, 414), f"{asked}: {answer.body!r}")
        self.assertEqual(self.numbers(player=["ann"] * 45), [1, 2, 3, 4])

    def test_new_and_broken_files_are_seen_without_a_restart(self) -> None:
        index(self.folder / "new.db", AGAIN)
        (self.folder / "broken.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 8000)
        (self.folder / "other.db").write_bytes(b"")
        with sqlite3.connect(self.folder / "other.db") as file:
            file.execute("CREATE TABLE t(a)")
        file.close()
        names = [each["name"] for each in self.ask("/api/collections").json()["collections"]]
        self.assertEqual(names, ["club", "mixed", "new"])
        for name in ("broken", "other"):
            self.ask(f"/api/collections/{name}/games", 404)
            self.assertEqual(self.told("collection_left_out", name, 1), 1)
        self.assertEqual(self.numbers(collection="new"), [1])
        for name in ("new", "broken", "other"):
            os.unlink(self.folder / f"{name}.db")
        self.assertEqual(len(self.ask("/api/collections").json()["collections"]), 2)

    def test_games_are_added_while_the_site_is_served(self) -> None:
        database = self.folder / "growing.db"
        index(database, AGAIN)
        self.assertEqual(self.numbers(collection="growing"), [1])
        with sqlite3.connect(database) as file:
            file.execute("BEGIN EXCLUSIVE")
            self.assertEqual(self.search(503, collection="growing")["error"]["code"], "busy")
            file.execute("ROLLBACK")
        file.close()
        index(database, GAMES)
        self.assertEqual(len(self.numbers(collection="growing")), 5)
        os.unlink(database)

    def test_a_hangup_has_everything_looked_at_anew(self) -> None:
        self.ask("/api/collections")
        count = self.told("collection_found", "club", 1)
        self.server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: any("what=reloaded" in line for line in self.server.log), "the server has heard it")
        self.ask("/api/collections")
        self.assertEqual(self.told("collection_found", "club", count + 1), count + 1)


class Setting(unittest.TestCase):
    def test_a_folder_that_is_not_there_is_refused(self) -> None:
        done = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--store", "/nowhere/x.db", "--collections", "/no/such/folder"],
            capture_output=True, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"collections: there is no folder '/no/such/folder'", done.stderr)

    def test_an_address_searches_only_so_often(self) -> None:
        with Server() as server:
            caller = Caller(server)
            answer = caller.get("/api/collections/none/games")
            self.assertEqual(answer.status, 404)
            for _ in range(1000):
                if answer.status == 404:
                    answer = caller.get("/api/collections/none/games")
        self.assertEqual((answer.status, answer.code()), (429, "too_many"))


if __name__ == "__main__":
    unittest.main()
