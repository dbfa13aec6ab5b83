"""Makes the kept store of a version of the tables: the program of that version is played with, and what it keeps written down.

Usage, from the root of the checkout: CROWNSTAR=PROGRAM ROOT_OF_CROWNSTAR=$PWD python3 tests/server/support/kept_store.py HOME
       HOME is postgres or sqlite; writes tests/store_schemas/HOME/NNNN.sql, where NNNN is the version of that program's tables
Every table gets rows: rated and unrated games that are over, one that goes on, a star of three, chat, a report, a mute, a token.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import unittest
from pathlib import Path

from service_process import Database
from tables import OPENING, SECRET, Seat, account, guest, make_token, play_on, sit_down
from wire_client import PROGRAM, Caller, Server

KEPT = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "tests" / "store_schemas"
POSTGRES, SQLITE = KEPT / "postgres", KEPT / "sqlite"
NAMES = ("Anna", "Bert")
ENDED, GOING_ON = 3, 1  # games
MOVES_MADE = 4  # in the game that goes on
TABLES_WITH_ROWS = (
    "matches seats events chat players sessions tokens ratings rating_steps reports mutes settings commits".split()
)
# What belongs to whoever reads the dump, and not to the store.
OTHERS_WORDS = re.compile(r"^(--.*|SET .*|SELECT pg_catalog\.set_config.*|\\\w+.*|ALTER (TABLE|SEQUENCE) .* OWNER TO .*|\s*)$")


def play(server: Server) -> None:
    anna, bert = (account(server, name, SECRET) for name in NAMES)
    clock = {"kind": "fischer", "main_ms": 300_000, "step_ms": 2_000}
    seats = sit_down(anna, bert, rated=True, clocks=[clock])
    play_on(seats, OPENING[:6])
    seats[0].socket.send({"t": "say", "request": "s", "match": seats[0].match, "room": "players", "text": "Well played"})
    seats[1].socket.until("chat")
    finish(seats)
    gus = guest(server, "Gus")
    seats = sit_down(gus, anna)
    play_on(seats, OPENING[:2])
    finish(seats)
    three(anna, bert, gus)
    seats = sit_down(anna, bert)
    play_on(seats, OPENING[:MOVES_MADE])
    for seat in seats:
        seat.close()
    make_token(anna, "mine")
    about = {"player": bert.get("/api/me").json()["player"]["id"], "request": "about"}
    with anna.open_socket() as socket:
        for order in ({"t": "mute", "on": True}, {"t": "report", "text": "rude"}):
            socket.send({**about, **order})
            assert socket.until(lambda message: message["t"] in ("done", "refused"))["t"] == "done", order


def finish(seats: tuple[Seat, ...]) -> None:
    seats[1].do({"t": "resign"})
    while seats[0].status["phase"] != "over":
        seats[0].hear("events")
    for seat in seats:
        seat.close()


def three(*people: Caller) -> None:
    made = people[0].post("/api/matches", {"game": "sternhalma:players=3,pieces=10", "draw_seats": False}).json()
    for person in people[1:]:
        assert person.post(f"/api/matches/{made['match']}/join", {"code": made.get("code", "")}).status == 200
    seats = tuple(Seat(person, made["match"]) for person in people)
    for seat in seats:
        seat.hear("snapshot")
    seats[0].do({"t": "resign"})
    for seat in seats:
        seat.until_event("resigned")
    finish(seats)


def goes_on(test: unittest.TestCase, store: str) -> None:
    """What was played is there, the game that was not over goes on, and all of them replay to their results."""
    with Server(store=store) as server:
        people = [Caller(server) for _ in NAMES]
        for person, who in zip(people, NAMES, strict=True):
            test.assertEqual(person.post("/api/session", {"name": who, "password": SECRET}).status, 200)
        mine = people[0].get("/api/me/matches").json()["matches"]
        going_on = [each["match"] for each in mine if each["phase"] == "running"]
        test.assertEqual((len(mine), len(going_on)), (ENDED + GOING_ON, GOING_ON))
        seats = Seat(people[0], going_on[0]), Seat(people[1], going_on[0])
        for seat in seats:
            seat.hear("snapshot")
        test.assertEqual(seats[0].moves, OPENING[:MOVES_MADE])
        play_on(seats, OPENING[MOVES_MADE:])
        for seat in seats:
            seat.close()
        test.assertEqual(server.stop(), 0)
    checked = subprocess.run([PROGRAM, "check", "--store", store], capture_output=True, text=True, check=False)
    test.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
    test.assertIn(f"{len(mine)} matches", checked.stdout)


def dump(database: Database, name: str) -> str:
    host = database.address.rpartition("host=")[2]
    run = subprocess.run(
        ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--schema=public", "-U", "postgres", "-h", host, name],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in run.stdout.splitlines() if not OTHERS_WORDS.match(line) and "SCHEMA public" not in line]
    return "\n".join(lines).replace("public.", "") + "\n"


def head(version: int) -> str:
    return f"-- A store of version {version} with some rows, as the program of that version made it (tests/server/support/kept_store.py).\n"


def make_sqlite() -> None:
    with Server() as server:
        play(server)
        # Cut off, it leaves what it had not brought into its place yet.
        server.kill()
        with sqlite3.connect(server.folder / "store.db") as rows:
            version, mark = (rows.execute(f"PRAGMA {each}").fetchone()[0] for each in ("user_version", "application_id"))
            for table in (name for name in TABLES_WITH_ROWS if name != "commits"):
                assert rows.execute(f"SELECT count(*) FROM {table}").fetchone()[0], f"{table} has no rows"
            marks = f"PRAGMA application_id = {mark};\nPRAGMA user_version = {version};\n"
            SQLITE.mkdir(exist_ok=True)
            file = SQLITE / f"{version:04}.sql"
            file.write_text(head(version) + "\n".join(rows.iterdump()) + "\n" + marks, encoding="utf-8")
            print(f"written: {file}")


def make_postgres() -> None:
    database = Database()
    try:
        with Server(store=database.create("kept")) as server:
            play(server)
            assert server.stop() == 0
        for table in TABLES_WITH_ROWS:
            assert database.ask("kept", f"SELECT count(*) FROM {table}") != "0", f"{table} has no rows"
        version = int(database.ask("kept", "SELECT version FROM crownstar"))
        file = POSTGRES / f"{version:04}.sql"
        file.write_text(head(version) + dump(database, "kept"), encoding="utf-8")
        print(f"written: {file}")
    finally:
        database.close()


if __name__ == "__main__":
    {"postgres": make_postgres, "sqlite": make_sqlite}[sys.argv[1]]()
