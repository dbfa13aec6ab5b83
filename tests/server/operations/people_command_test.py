"""What an operator does about accounts with `crownstar people`, while the site is served."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sites import Site
from tables import SECRET, Seat, account, make_token, request_id, sit_down
from wire_client import PATIENCE, PROGRAM, Answer, Caller, Gone, Server, wait_for

INSULT = "you utter scoundrel"


class PeopleCommand(unittest.TestCase):
    def on_each_store(self) -> Iterator[Server]:
        """A server on a file, then one on PostgreSQL."""
        with self.subTest("a file"), Server() as server:
            yield server
        site = Site("people", 1)
        self.addCleanup(site.close)
        with self.subTest("PostgreSQL"):
            yield site.nodes[0].server

    def people(self, server: Server, *words: str, status: int = 0) -> str:
        command = [PROGRAM, "people", *words, "--store", server.store]
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout + run.stderr

    def link(self, server: Server, name: str, *words: str) -> str:
        """The code of a new link."""
        return str(json.loads(self.people(server, "password", name, "--json", *words))["code"])

    def check_link(self, server: Server, other: Server) -> None:
        """A link is made, used at `other`, and ends what is open at `server`."""
        anna = account(server, "Anna")
        program = Caller(server, token=make_token(anna)["secret"])
        with anna.open_socket() as socket:
            socket.until("welcome")
            code = self.link(server, "Anna")
            with self.assertRaises(Gone):
                while True:
                    socket.receive()
        wait_for(lambda: anna.get("/api/me").status == 401, "the session has ended")
        wait_for(lambda: program.get("/api/me").status == 401, "the token has ended")
        old = {"name": "Anna", "password": SECRET}
        self.assertEqual(Caller(server).post("/api/session", old).status, 401)
        body = {"code": code, "new_password": "another long secret"}
        self.assertEqual(Caller(other).post("/api/account/reset", {**body, "new_password": "short"}).code(), "password_unfit")
        done = Caller(other).post("/api/account/reset", body)
        self.assertEqual((done.status, done.json()), (200, {"name": "Anna"}))
        self.assertEqual(Caller(server).post("/api/account/reset", body).code(), "link_used")
        self.assertEqual(Caller(server).post("/api/session", old).status, 401)
        self.assertEqual(Caller(server).post("/api/session", {**old, "password": "another long secret"}).status, 200)
        self.assertEqual(anna.get("/api/me").status, 401)
        for what, log in (("password_reset", other.log), ("person_changed_by_operator", server.log)):
            wait_for(lambda: any(re.search(rf"\b{what}\b", line) for line in log), f"{what} in the log")
        for each in (server, other):
            self.assertFalse(any(code in line or "another long secret" in line for line in each.log))

    def test_a_password_is_chosen_by_a_link(self) -> None:
        with Server() as server:
            self.check_link(server, server)

    def test_a_link_is_good_on_every_node(self) -> None:
        site = Site("reset")
        self.addCleanup(site.close)
        self.check_link(site.nodes[0].server, site.nodes[1].server)

    def test_links_that_open_nothing(self) -> None:
        for server in self.on_each_store():
            account(server, "Anna")
            first, second = self.link(server, "Anna"), self.link(server, "Anna", "--hours", "1")
            self.assertIn("without a password until a link is used", self.people(server, "find", "Anna"))

            def use(code: str) -> Answer:
                return Caller(server).post("/api/account/reset", {"code": code, "new_password": "another long secret"})

            for code, status, refusal in (
                (first, 409, "link_used"),
                (second[:-1], 404, "link_wrong"),
                ("p1." + second.split(".")[1], 404, "link_wrong"),
            ):
                with self.subTest(refusal):
                    answer = use(code)
                    self.assertEqual((answer.status, answer.code()), (status, refusal))
            self.assertIn("--hours", self.people(server, "password", "Anna", "--hours", "0", status=2))
            shown = self.people(server, "password", "Anna", "--site", "https://play.example.org/")
            self.assertRegex(shown, r"\nhttps://play\.example\.org/reset#[a-z0-9]+\.[\w-]{43}\n")
            third = shown.split("#")[1].strip()
            self.people(server, "ban", "Anna")
            self.assertEqual(use(third).code(), "link_used")
            self.assertIn("lift the ban first", self.people(server, "password", "Anna", status=1))
            self.people(server, "ban", "Anna", "--lift")
            self.assertEqual(use(third).status, 200)
            self.people(server, "delete", "Anna", "--yes")
            wait_for(lambda: use(third).code() == "link_wrong", "nobody has this link")

    def test_an_old_link_opens_nothing(self) -> None:
        with Server() as server:
            account(server, "Anna")
            code = self.link(server, "Anna")
            with sqlite3.connect(server.store) as store:  # as the store is when the link's time has come
                store.execute("UPDATE players SET password_hash = 'reset 1000 ' || substr(password_hash, -43)")
            body = {"code": code, "new_password": "another long secret"}
            answer = Caller(server).post("/api/account/reset", body)
            self.assertEqual((answer.status, answer.code()), (409, "link_expired"))

    def test_a_banned_account_cannot_be_opened(self) -> None:
        for server in self.on_each_store():
            anna = account(server, "Anna")
            program = Caller(server, token=make_token(anna)["secret"])
            self.assertEqual(program.get("/api/me").status, 200)
            self.people(server, "ban", "Anna")
            wait_for(lambda: anna.get("/api/me").status == 401, "the session has ended")
            wait_for(lambda: program.get("/api/me").status == 401, "the token has ended")
            words = {"name": "Anna", "password": SECRET}
            self.assertEqual(Caller(server).post("/api/session", words).code(), "wrong_credentials")
            self.assertIn("banned already", self.people(server, "ban", "Anna", status=1))
            self.assertIn(", banned", self.people(server, "find", "Anna"))
            self.people(server, "ban", "Anna", "--lift")
            self.assertEqual(Caller(server).post("/api/session", words).status, 200)
            self.assertEqual(anna.get("/api/me").status, 401, "what has ended stays so")
            self.assertIn("not banned", self.people(server, "ban", "Anna", "--lift", status=1))

    def test_accounts_are_listed_and_renamed(self) -> None:
        for server in self.on_each_store():
            self.assertEqual(self.people(server, "list"), "There are no accounts\n")
            self.assertEqual(self.people(server, "list", "--json"), "")
            anna = account(server, "Anna")
            account(server, "Zoltan")
            self.assertIn("another account", self.people(server, "rename", "Anna", "Zo1tan", status=1))
            self.assertIn("3 to 20 letters", self.people(server, "rename", "Anna", "x", status=1))
            account(server, "Magnus")
            self.assertIn("one like it", self.people(server, "rename", "Anna", "rnagnu5", status=1))
            self.people(server, "delete", "Magnus", "--yes")
            self.people(server, "rename", "Anna", "Yvonne")
            wait_for(lambda: anna.get("/api/me").json()["player"]["name"] == "Yvonne", "the new name")
            listed = [json.loads(line) for line in self.people(server, "list", "--json").splitlines()]
            self.assertEqual([(each["player"]["name"], each["sessions"]) for each in listed], [("Yvonne", 1), ("Zoltan", 1)])
            self.assertEqual(Caller(server).post("/api/session", {"name": "yvonne", "password": SECRET}).status, 200)
            account(server, "Anna")

    def test_an_account_is_deleted(self) -> None:
        for server in self.on_each_store():
            anna = account(server, "Anna")
            self.assertIn("add --yes", self.people(server, "delete", "Anna", status=1))
            self.people(server, "delete", "Anna", "--yes")
            wait_for(lambda: anna.get("/api/me").status == 401, "nobody is signed in with it")
            self.assertRegex(self.people(server, "find", "Anna", status=1), re.escape("nobody is called 'Anna'"))
            account(server, "Anna")

    def test_nobody_waits_for_a_deleted_account(self) -> None:
        for server in self.on_each_store():
            anna, bea = account(server, "Anna"), account(server, "Bea")
            seats = sit_down(anna, bea)
            match = seats[0].match
            self.people(server, "delete", "Anna", "--yes")
            while seats[1].status["phase"] != "over":
                seats[1].hear()
            self.assertEqual(seats[1].status["outcome"]["ending"], "resignation")
            self.assertEqual(seats[1].status["outcome"]["standings"][1]["place"], 1, "Bea has won")
            wait_for(lambda: b"Anna" not in bea.get(f"/api/matches/{match}").body, "the name is gone")

    def test_nobody_waits_for_an_account_that_was_deleted_while_no_server_ran(self) -> None:
        with Server() as server:
            anna, bea = account(server, "Anna"), account(server, "Bea")
            match = sit_down(anna, bea)[0].match
            server.stop()
            self.people(server, "delete", "Anna", "--yes")
            server.start()
            ended = wait_for(lambda: bea.get(f"/api/matches/{match}").json()["snapshot"]["status"].get("outcome"), "the end")
            self.assertEqual(ended["ending"], "resignation")

    def say(self, seat: Seat, text: str) -> None:
        said = {"t": "say", "request": request_id(), "match": seat.match, "room": "players", "text": text}
        seat.socket.send(said)
        seat.socket.until(lambda each: each["t"] == "chat" and each["line"]["text"] == text)

    def check_removed_line(self, server: Server, other: Server) -> Seat:
        """A line that was said at `server` is removed; who watches at `other`, and who comes later, reads a mark."""
        anna, rude = account(server, "Anna"), account(server, "Rude-Boy")
        seats = sit_down(anna, rude)
        match = seats[0].match
        elsewhere = Caller(other, dict(anna.cookies))
        watching = Seat(elsewhere, match)
        watching.hear("snapshot")
        for text in ("first words", INSULT, "last words"):
            self.say(seats[1], text)
        listed = [json.loads(line) for line in self.people(server, "chat", match, "--by", "rude_boy", "--json").splitlines()]
        self.assertEqual([each["text"] for each in listed], ["first words", INSULT, "last words"])
        self.assertIn(f"{listed[1]['number']}  ", self.people(server, "chat", match))
        self.assertIn("Rude-Boy", self.people(server, "unsay", match, str(listed[1]["number"])))

        def marks(seat: Seat) -> list[tuple[str, bool]]:
            whole = seat.hear("snapshot")
            return [(each["text"], each.get("removed", False)) for each in whole["snapshot"]["chat"]]

        expected = [("first words", False), ("[removed]", True), ("last words", False)]
        self.assertEqual(marks(watching), expected, "those who watch now")
        later = Seat(elsewhere, match)
        self.assertEqual(marks(later), expected, "whoever comes later")
        for each in {server, other}:
            wait_for(lambda: any("line_removed_by_operator" in line for line in each.log), "the removal in the log")
            self.assertFalse(any(INSULT in line for line in each.log))
        self.assertIn("removed before", self.people(server, "unsay", match, str(listed[1]["number"]), status=1))
        self.assertIn("has no line 99", self.people(server, "unsay", match, "99", status=1))
        self.assertIn("there is no match", self.people(server, "unsay", "nowhere", "1", status=1))
        self.assertIn("(removed)", self.people(server, "chat", match))
        later.close()
        watching.close()
        seats[1].close()
        return seats[0]

    def test_a_line_of_chat_is_removed(self) -> None:
        with Server() as server:
            seat = self.check_removed_line(server, server)
            copy = f"{server.store}.copy"
            backup = [PROGRAM, "backup", copy, "--store", server.store]
            subprocess.run(backup, check=True, capture_output=True, timeout=PATIENCE)
            self.assertNotIn(INSULT, self.people(server, "chat", seat.match, "--json"))
            seat.close()
            server.stop()
            for path in (copy, server.store):
                self.assertNotIn(INSULT.encode(), Path(path).read_bytes(), "not a letter is left")

    def test_a_line_is_removed_while_nothing_is_served(self) -> None:
        with Server() as server:
            seats = sit_down(account(server, "Anna"), account(server, "Rude-Boy"))
            self.say(seats[1], INSULT)
            for seat in seats:
                seat.close()
            server.stop()
            self.people(server, "unsay", seats[0].match, "1")
            server.start()
            logged = "line_removed_by_operator"
            wait_for(lambda: any(logged in line for line in server.log), "the removal in the log")
            again = Seat(Caller(server, dict(seats[0].caller.cookies)), seats[0].match)
            self.assertEqual([each["text"] for each in again.hear("snapshot")["snapshot"]["chat"]], ["[removed]"])
            again.close()
            server.stop()
            before = sum(logged in line for line in server.log)
            server.start()
            account(server, "Carla")
            self.assertEqual(sum(logged in line for line in server.log), before, "logged once")

    def test_all_that_is_removed_while_nothing_is_served_is_logged(self) -> None:
        with Server() as server:
            seats = sit_down(account(server, "Anna"), account(server, "Rude-Boy"))
            match = seats[0].match
            for text in ("one", "two", "three"):
                self.say(seats[1], text)
            for seat in seats:
                seat.close()
            server.stop()

            def set_to(key: str, value: str) -> None:
                with contextlib.closing(sqlite3.connect(server.store)) as store, store:
                    store.execute("INSERT OR REPLACE INTO settings VALUES(?, ?)", (key, value.encode()))

            # As if these had been removed so; others beside them are not forgotten.
            count = 2_500
            set_to("chat.removed", "".join(f"{number} elsewhere {number}\n" for number in range(1, count + 1)))
            for line in ("1", "2"):
                self.people(server, "unsay", match, line)
            server.start()

            def logged() -> list[tuple[str, str]]:
                return re.findall(r"what=line_removed_by_operator match=(\S+) line=(\d+)", "\n".join(server.log))

            expected = [("elsewhere", str(number)) for number in range(1, count + 1)] + [(match, "1"), (match, "2")]
            wait_for(lambda: logged()[-1:] == expected[-1:], "the last one in the log")
            self.assertEqual(logged(), expected)
            server.stop()
            # So many that none may be added before a server has logged them.
            set_to("chat.removed", "".join(f"{number} elsewhere 1\n" for number in range(1, 20_001)))
            set_to("chat.removed.logged", "0")
            self.assertIn("wait for a server to log them", self.people(server, "unsay", match, "3", status=1))
            self.assertIn("three", self.people(server, "chat", match))
            set_to("chat.removed.logged", "1")
            self.people(server, "unsay", match, "3")
            self.assertNotIn("three", self.people(server, "chat", match))

    def test_a_line_is_removed_on_every_node(self) -> None:
        site = Site("unsay")
        self.addCleanup(site.close)
        self.check_removed_line(site.nodes[0].server, site.nodes[1].server).close()
        self.assertEqual(site.ask(f"SELECT count(*) FROM chat WHERE text LIKE '%{INSULT}%'").strip(), "0")


if __name__ == "__main__":
    unittest.main()
