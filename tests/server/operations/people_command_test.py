"""What an operator does about accounts with `crownstar people`, while the site is served."""

from __future__ import annotations

import json
import re
import subprocess
import unittest

from tables import SECRET, account, make_token
from wire_client import PATIENCE, PROGRAM, Caller, Gone, Server, wait_for


class PeopleCommand(unittest.TestCase):
    def people(self, server: Server, *words: str, status: int = 0) -> str:
        command = [PROGRAM, "people", *words, "--store", server.store]
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout + run.stderr

    def test_a_new_password_ends_all_sessions(self) -> None:
        with Server() as server:
            anna = account(server, "Anna")
            found = json.loads(self.people(server, "find", "anna", "--json"))
            self.assertEqual((found["player"]["name"], found["account"], found["sessions"]), ("Anna", True, 1))
            with anna.open_socket() as socket:
                socket.until("welcome")
                password = self.people(server, "password", "Anna").split("\n")[1]
                with self.assertRaises(Gone):
                    while True:
                        socket.receive()
            wait_for(lambda: anna.get("/api/me").status == 401, "the session has ended")
            old = {"name": "Anna", "password": "a long enough secret"}
            self.assertEqual(Caller(server).post("/api/session", old).status, 401)
            self.assertEqual(Caller(server).post("/api/session", {**old, "password": password}).status, 200)
            self.assertTrue(any("person_changed_by_operator" in line for line in server.log))
            self.assertFalse(any(password in line for line in server.log))

    def test_a_banned_account_cannot_be_opened(self) -> None:
        with Server() as server:
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
        with Server() as server:
            anna = account(server, "Anna")
            account(server, "Zoltan")
            self.assertIn("another account", self.people(server, "rename", "Anna", "Zo1tan", status=1))
            self.assertIn("3 to 20 letters", self.people(server, "rename", "Anna", "x", status=1))
            self.people(server, "rename", "Anna", "Yvonne")
            wait_for(lambda: anna.get("/api/me").json()["player"]["name"] == "Yvonne", "the new name")
            listed = [json.loads(line) for line in self.people(server, "list", "--json").splitlines()]
            self.assertEqual([(each["player"]["name"], each["sessions"]) for each in listed], [("Yvonne", 1), ("Zoltan", 1)])
            self.assertEqual(Caller(server).post("/api/session", {"name": "yvonne", "password": SECRET}).status, 200)
            account(server, "Anna")

    def test_an_account_is_deleted(self) -> None:
        with Server() as server:
            anna = account(server, "Anna")
            self.assertIn("say --yes too", self.people(server, "delete", "Anna", status=1))
            self.people(server, "delete", "Anna", "--yes")
            wait_for(lambda: anna.get("/api/me").status == 401, "nobody is signed in with it")
            self.assertRegex(self.people(server, "find", "Anna", status=1), re.escape("nobody is called 'Anna'"))
            account(server, "Anna")


if __name__ == "__main__":
    unittest.main()
