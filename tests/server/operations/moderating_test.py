"""Reports and silence: what those who run the server do beside it, on the store that it serves."""

from __future__ import annotations

import json
import subprocess
import time
import unittest

from tables import account, guest, sit_down
from wire_client import PATIENCE, PROGRAM, Server, wait_for


class Moderating(unittest.TestCase):
    def run_beside(self, server: Server, *arguments: str, status: int = 0) -> str:
        done = subprocess.run(
            [PROGRAM, *arguments, "--store", str(server.folder / "store.db")],
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        self.assertEqual(done.returncode, status, done.stderr)
        return (done.stdout if status == 0 else done.stderr).decode()

    def test_from_the_report_to_the_silence_and_back(self) -> None:
        with Server() as server:
            anna, rude = account(server, "Anna"), account(server, "Rude-Boy")
            seats = sit_down(anna, rude)
            match = seats[0].match
            self.assertEqual(json.loads(self.run_beside(server, "reports", "--json")), [])
            self.assertIn("no open reports", self.run_beside(server, "reports"))
            accused = rude.get("/api/me").json()["player"]["id"]
            seats[0].socket.send({"t": "report", "request": "r", "match": match, "player": accused, "text": "he swears"})
            seats[0].socket.until("done")
            reporter = anna.get("/api/me").json()["player"]["id"]
            reported = f"level=info what=player_reported address=127.0.0.1 person={reporter} accused={accused} match={match}"
            wait_for(lambda: any(line.endswith(reported) for line in server.log), "the report in the log")
            self.assertFalse(any("he swears" in line for line in server.log))
            reports = json.loads(self.run_beside(server, "reports", "--json"))
            self.assertEqual(len(reports), 1)
            self.assertEqual(reports[0]["accused"], {"id": accused, "name": "Rude-Boy"})
            self.assertEqual(reports[0]["reporter"]["name"], "Anna")
            self.assertEqual((reports[0]["match"], reports[0]["text"]), (match, "he swears"))
            self.assertIn("Rude-Boy", self.run_beside(server, "reports"))

            self.assertIn("Rude-Boy", self.run_beside(server, "silence", "rude_boy", "--days", "7"))
            silenced = json.loads(self.run_beside(server, "silence", "--json"))
            self.assertEqual([each["player"]["name"] for each in silenced], ["Rude-Boy"])
            number = iter(range(1000))

            def answer_to_a_line() -> str:
                time.sleep(0.2)
                count = next(number)
                say = {"t": "say", "request": f"s{count}", "match": match, "room": "players", "text": f"line {count}"}
                seats[1].socket.send(say)
                message = seats[1].socket.until(lambda each: each["t"] in ("done", "refused"))
                return str(message.get("code", "said"))

            wait_for(lambda: answer_to_a_line() == "muted", "the running server knows")
            self.run_beside(server, "silence", accused, "--lift")
            self.assertEqual(json.loads(self.run_beside(server, "silence", "--json")), [])
            wait_for(lambda: answer_to_a_line() != "muted", "the running server knows that it is over")

            done = self.run_beside(server, "reports", "done", str(reports[0]["number"]), "--verdict", "a week")
            self.assertIn("is resolved", done)
            self.assertEqual(json.loads(self.run_beside(server, "reports", "--json")), [])
            for what in (
                f"person_changed_by_operator person={accused} action=silenced until={silenced[0]['until']}",
                f"person_changed_by_operator person={accused} action=silence_lifted",
                f"report_settled_by_operator report={reports[0]['number']}",
            ):
                wait_for(lambda what=what: any(line.endswith(f"what={what}") for line in server.log), what)
            counted = 'crownstar_security_events_total{what="report_settled_by_operator"} 1\n'
            self.assertIn(counted, anna.get("/metrics").body.decode())
            for seat in seats:
                seat.close()

    def test_what_is_done_while_nothing_is_served_is_logged_at_the_start(self) -> None:
        with Server() as server:
            rude = account(server, "Rude-Boy").get("/api/me").json()["player"]["id"]
            server.stop()
            self.run_beside(server, "silence", "rude_boy", "--days", "7")
            self.run_beside(server, "people", "ban", "rude_boy")
            server.start()
            for action in ("silenced", "banned"):
                found = f"what=person_changed_by_operator person={rude} action={action}"
                wait_for(lambda found=found: any(found in line for line in server.log), action)
            server.stop()
            server.start()
            self.run_beside(server, "people", "ban", "rude_boy", "--lift")
            wait_for(lambda: any("action=ban_lifted" in line for line in server.log), "the ban is lifted")
            self.assertEqual(sum("action=banned" in line for line in server.log), 1, "logged once")

    def test_what_is_wrong_is_said(self) -> None:
        with Server() as server:
            guest(server)
            self.assertIn("nobody is called", self.run_beside(server, "silence", "Nobody", "--days", "1", status=1))
            self.assertIn("--days", self.run_beside(server, "silence", "Nobody", status=2))
            self.assertIn("--days", self.run_beside(server, "silence", "Nobody", "--days", "0", status=2))
            self.assertIn("no open report 99", self.run_beside(server, "reports", "done", "99", status=1))
            self.assertIn("N", self.run_beside(server, "reports", "done", "x", status=2))


if __name__ == "__main__":
    unittest.main()
