"""Accounts that ask for a code of an authenticator app beside the password."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from authenticator import STEP, Authenticator, code_at
from sites import Site
from tables import SECRET, account, make_token
from wire_client import PATIENCE, PROGRAM, Answer, Caller, Server, wait_for

FACTOR = "/api/account/second-factor"


class SecondFactor(unittest.TestCase):
    def sign_in(self, server: Server, code: str = "", password: str = SECRET) -> Answer:
        return Caller(server).post("/api/session", {"name": "Anna", "password": password, "code": code})

    def refused(self, answer: Answer, code: str, status: int = 401) -> None:
        self.assertEqual((answer.status, answer.code()), (status, code), answer.body)

    def kinds(self, caller: Caller) -> list[str]:
        return sorted(each["kind"] for each in caller.get("/api/account/notices").json()["notices"])

    def check(self, server: Server, other: Server) -> None:
        """Set up at `server`, asked for at `other`, and the other way round."""
        anna = account(server, "Anna")
        elsewhere = Caller(other, dict(anna.cookies))
        self.assertEqual(anna.get(FACTOR).json(), {"on": False})
        self.refused(anna.post(FACTOR, {"password": "not the password"}), "wrong_credentials")
        app = Authenticator(anna)
        self.refused(anna.post(f"{FACTOR}/confirm", {"code": code_at(app.key, time.time() + 20 * STEP)}), "second_factor_wrong")
        self.assertEqual(self.sign_in(server).status, 200, "it is not on before a code came back")
        recovery = app.turn_on(anna)
        self.assertEqual((len(recovery), len(set(recovery))), (10, 10))
        self.assertEqual(elsewhere.get(FACTOR).json(), {"on": True, "recovery_codes": 10})

        self.refused(self.sign_in(other), "second_factor_needed")
        self.refused(self.sign_in(other, password="not the password"), "wrong_credentials")
        self.refused(self.sign_in(other, code_at(app.key, time.time() - 20 * STEP)), "second_factor_wrong")
        code = app.code()
        self.assertEqual(self.sign_in(other, code).status, 200)
        self.refused(self.sign_in(server, code), "second_factor_used")
        self.assertEqual(self.sign_in(server, recovery[0].upper().replace("-", " ")).status, 200)
        self.refused(self.sign_in(other, recovery[0]), "second_factor_wrong")
        wait_for(lambda: "recovery_code_used" in self.kinds(elsewhere), "the notice")
        self.assertEqual(anna.get(FACTOR).json()["recovery_codes"], 9)
        self.assertTrue(anna.get("/api/account/data").json()["account"]["second_factor"])

        body = {"password": SECRET, "code": recovery[1]}
        self.refused(elsewhere.ask("DELETE", FACTOR, {**body, "code": "000000"}), "second_factor_wrong")
        self.refused(elsewhere.ask("DELETE", FACTOR, {**body, "password": "not the password"}), "wrong_credentials")
        self.assertEqual(elsewhere.ask("DELETE", FACTOR, body).status, 204)
        self.assertEqual(anna.get(FACTOR).json(), {"on": False})
        self.assertEqual(self.sign_in(server).status, 200)
        self.check_log([server, other], [SECRET, app.key, *recovery])

    def check_log(self, servers: list[Server], secrets: list[str]) -> None:
        def said() -> list[str]:
            return [line for server in servers for line in server.log]

        patterns = [rf"\b{what}\b" for what in ("second_factor_begun", "second_factor_on", "second_factor_off", "second_factor_asked")]
        patterns += [rf"sign_in_refused.* reason={reason}" for reason in ("second_factor_wrong", "second_factor_used")]
        for pattern in patterns:
            wait_for(lambda pattern=pattern: any(re.search(pattern, line) for line in said()), pattern)
        lines = said()
        self.assertFalse([line for line in lines if "sign_in_refused" in line and "second_factor_needed" in line])
        for secret in secrets:
            self.assertFalse([line for line in lines if secret in line])

    def test_a_password_alone_does_not_sign_in(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            self.check(server, server)
            server.stop()
            self.assertNotIn(SECRET.encode(), Path(server.store).read_bytes())

    def test_the_same_on_several_nodes(self) -> None:
        site = Site("factor", 2)
        self.addCleanup(site.close)
        self.check(site.nodes[0].server, site.nodes[1].server)

    def test_a_key_file_encrypts_the_keys(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            first, second = folder / "first.key", folder / "second.key"
            first.write_bytes(os.urandom(32))
            second.write_text("a passphrase that is long enough for a key\n")

            def run(*more: str) -> Server:
                return Server("--unthrottled", "127.0.0.0/8", *more, folder=folder)

            with run("--second-factor-key", str(first)) as server:
                anna = account(server, "Anna")
                app = Authenticator(anna)
                recovery = app.turn_on(anna)
                self.assertEqual(self.sign_in(server, app.code()).status, 200)
            stored = b"".join(each.read_bytes() for each in folder.glob("store.db*"))
            self.assertNotIn(base64.b32decode(app.key).hex().encode(), stored)
            for others in ([], ["--second-factor-key", str(second)]):
                with run(*others) as server:
                    self.refused(self.sign_in(server, code_at(app.key, time.time())), "second_factor_locked")
                    self.assertEqual(self.sign_in(server, recovery.pop()).status, 200)
                    wait_for(lambda server=server: any("factor-off NAME" in line for line in server.log), "what the operator is told")
            with run("--second-factor-key", str(first)) as server:
                self.assertEqual(self.sign_in(server, app.code()).status, 200, "nothing was lost")

    def test_nodes_with_the_same_key_file_read_each_others_keys(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            key = Path(name) / "factor.key"
            key.write_bytes(os.urandom(32))
            site = Site("factorkey", 2, "--second-factor-key", str(key))
            self.addCleanup(site.close)
            one, other = (node.server for node in site.nodes)
            anna = account(one, "Anna")
            app = Authenticator(anna)
            app.turn_on(anna)
            self.assertEqual(self.sign_in(other, app.code()).status, 200)
            stored = site.ask("SELECT convert_from(value, 'UTF8') FROM settings WHERE key LIKE 'second_factor.%'")
            self.assertGreater(len(stored), 40)
            self.assertNotIn(base64.b32decode(app.key).hex(), stored)
            # A node that was set up without the file can't read it, says so, and spoils nothing.
            lacking = Server("--bus", f"nats://127.0.0.1:{site.broker.port}", "--unthrottled", "127.0.0.0/8", store=site.store)
            self.addCleanup(lacking.close)
            self.refused(self.sign_in(lacking, code_at(app.key, time.time())), "second_factor_locked")
            self.assertEqual(self.sign_in(one, app.code()).status, 200)

    def test_guessing_codes_is_throttled(self) -> None:
        with Server("--trusted-proxy", "127.0.0.1") as server:
            anna = account(server, "Anna")
            app = Authenticator(anna)
            app.turn_on(anna)
            wrong = code_at(app.key, time.time() + 100 * STEP)

            def guess(number: int, code: str) -> str:
                words = {"name": "Anna", "password": SECRET, "code": code}
                return Caller(server).post("/api/session", words, headers={"X-Forwarded-For": f"198.51.100.{number}"}).code()

            said = [guess(number, wrong) for number in range(12)]
            self.assertEqual(said, ["second_factor_wrong"] * 8 + ["too_many"] * 4)
            self.assertEqual(guess(90, app.code()), "too_many", "not even a right one")

    def test_the_operator_turns_it_off(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            anna = account(server, "Anna")

            def people(*words: str, status: int = 0) -> str:
                command = [PROGRAM, "people", *words, "--store", server.store]
                run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
                self.assertEqual(run.returncode, status, run.stderr)
                return run.stdout + run.stderr

            self.assertIn("has no second factor", people("factor-off", "Anna", status=1))
            Authenticator(anna).turn_on(anna)
            self.assertIn("with a second factor", people("find", "Anna"))
            self.refused(self.sign_in(server), "second_factor_needed")
            self.assertIn("with the password alone", people("factor-off", "Anna"))
            self.assertEqual(self.kinds(anna), ["second_factor_off"], "the owner is told")
            self.assertEqual(self.sign_in(server).status, 200)
            self.assertNotIn("with a second factor", people("list"))
            wait_for(lambda: any("person_changed_by_operator" in line for line in server.log), "the log")
            self.assertIn("has no second factor", people("factor-off", "Anna", status=1))

    def test_no_token_may_touch_it(self) -> None:
        with Server() as server:
            program = Caller(server, token=make_token(account(server, "Anna"))["secret"])
            for answer in (
                program.get(FACTOR),
                program.post(FACTOR, {"password": SECRET}),
                program.post(f"{FACTOR}/confirm", {"code": "123456"}),
                program.ask("DELETE", FACTOR, {"password": SECRET, "code": "123456"}),
            ):
                self.assertEqual(answer.status, 403)
            self.assertEqual(Caller(server).get(FACTOR).status, 401)


if __name__ == "__main__":
    unittest.main()
