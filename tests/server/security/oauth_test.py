"""OAuth 2 with PKCE: a program gets a token when its user agrees, and nobody else does, whatever is sent."""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tables import SECRET, account, guest, make_token
from wire_client import Answer, Caller, ServedTest, Server, wait_for

REDIRECT = "https://program.example/back?from=here"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Program:
    """A third-party program before it has a token."""

    def __init__(self, redirect: str = REDIRECT, client: str = "program.example") -> None:
        self.redirect = redirect
        self.client = client
        self.verifier = secrets.token_urlsafe(48)

    def consent(self, scope: str = "bot:play challenge:write", **others: Any) -> dict[str, Any]:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).decode().rstrip("=")
        return {
            "response_type": "code", "client_id": self.client, "redirect_uri": self.redirect, "code_challenge": challenge,
            "code_challenge_method": "S256", "scope": scope, "state": "an own word & more", "password": SECRET, **others,
        }

    def fields(self, code: str, **others: str) -> dict[str, str]:
        return {
            "grant_type": "authorization_code", "code": code, "code_verifier": self.verifier, "redirect_uri": self.redirect,
            "client_id": self.client, **others,
        }


class OAuth(ServedTest):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server("--unthrottled", "127.0.0.0/8")
        cls.owner = account(cls.server, "Owner")

    def code(self, program: Program, **others: Any) -> str:
        answer = self.owner.post("/api/oauth/authorize", program.consent(**others))
        self.assertEqual(answer.status, 200, answer.body)
        redirect = answer.json()["redirect"]
        self.assertTrue(redirect.startswith(program.redirect), redirect)
        query = parse_qs(urlsplit(redirect).query)
        self.assertEqual(query["state"], ["an own word & more"])
        return query["code"][0]

    def take(self, fields: dict[str, str]) -> Answer:
        return Caller(self.server).ask("POST", "/api/token", raw=urlencode(fields).encode(), headers=FORM)

    def refused(self, fields: dict[str, str], word: str = "invalid_grant") -> None:
        answer = self.take(fields)
        self.assertEqual((answer.status, answer.json()["error"]), (400, word), answer.body)

    def events(self, what: str) -> int:
        return sum(f"what={what} " in line for line in self.server.log)

    def test_a_program_plays(self) -> None:
        program = Program()
        answer = self.take(program.fields(self.code(program)))
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.headers["cache-control"], "no-store")
        token = answer.json()
        self.assertEqual((token["token_type"], token["expires_in"]), ("Bearer", 365 * 86_400))
        caller = Caller(self.server, token=token["access_token"])
        self.assertEqual(caller.get("/api/account").json()["username"], "Owner")
        self.assertEqual(caller.post("/api/seeks", {"game": "american", "clock": {"kind": "none"}}).status, 201)
        listed = self.owner.get("/api/tokens").json()["tokens"]
        self.assertIn(("program.example", "play"), [(each["name"], each["scope"]) for each in listed])
        # It may not do what no token may.
        self.assertEqual(caller.get("/api/tokens").code(), "scope_missing")
        self.assertEqual(caller.post("/api/oauth/authorize", program.consent()).code(), "scope_missing")
        self.assertEqual(caller.ask("DELETE", "/api/token").status, 204)
        self.assertEqual(caller.get("/api/account").code(), "not_signed_in")

    def test_json_and_reading_only(self) -> None:
        program = Program("http://localhost:8080/back")
        code = self.code(program, scope="challenge:read")
        answer = Caller(self.server).post("/api/token", program.fields(code))
        self.assertEqual(answer.status, 200, answer.body)
        caller = Caller(self.server, token=answer.json()["access_token"])
        self.assertEqual(caller.get("/api/me").status, 200)
        self.assertEqual(caller.post("/api/seeks", {"game": "american", "clock": {"kind": "none"}}).code(), "scope_missing")
        self.assertEqual(caller.ask("DELETE", "/api/token").status, 204)

    def test_a_program_in_a_page(self) -> None:
        """A browser lets the page of another site read an answer only if the answer says so."""
        page = {"Origin": "https://program.example", "Sec-Fetch-Site": "cross-site"}
        program = Program()
        form = urlencode(program.fields(self.code(program))).encode()
        taken = Caller(self.server).ask("POST", "/api/token", raw=form, headers={**FORM, **page})
        self.assertEqual((taken.status, taken.headers.get("access-control-allow-origin")), (200, "*"), taken.body)
        wrong = Caller(self.server).post("/api/token", {"grant_type": "none"}, headers=page)
        self.assertEqual((wrong.status, wrong.headers.get("access-control-allow-origin")), (400, "*"))
        caller = Caller(self.server, token=taken.json()["access_token"])
        terms = {"game": "american", "clock": {"kind": "none"}}
        for method, path, body, status in (
            ("GET", "/api/account", None, 200),
            ("GET", "/api/users/status?ids=owner", None, 200),
            ("POST", "/api/seeks", terms, 201),
            ("POST", "/api/seeks", {}, 400),
            ("DELETE", "/api/token", None, 204),
            ("GET", "/api/account", None, 401),
        ):
            with self.subTest(f"{method} {path} {status}"):
                asked = self.preflight(method, path)
                self.assertEqual((asked.status, asked.body), (204, b""))
                self.assertEqual(asked.headers["access-control-allow-origin"], "*")
                self.assertIn(method, asked.headers["access-control-allow-methods"].split(", "))
                self.assertEqual(asked.headers["access-control-allow-headers"], "Authorization, Content-Type")
                answer = caller.ask(method, path, body, headers=page)
                self.assertEqual(answer.status, status, answer.body)
                self.assertEqual(answer.headers.get("access-control-allow-origin"), "*")
                self.assertNotIn("access-control-allow-credentials", answer.headers)

    def preflight(self, method: str, path: str) -> Answer:
        headers = {
            "Origin": "https://program.example", "Sec-Fetch-Site": "cross-site", "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "authorization,content-type",
        }
        return Caller(self.server).ask("OPTIONS", path, headers=headers)

    def test_what_pages_of_other_sites_may_not(self) -> None:
        program = Program()
        token = self.take(program.fields(self.code(program))).json()["access_token"]
        page = {"Origin": "https://program.example", "Sec-Fetch-Site": "cross-site"}
        for method, path in (
            ("POST", "/api/session"),
            ("DELETE", "/api/session"),
            ("POST", "/api/guest"),
            ("POST", "/api/account"),
            ("POST", "/api/account/reset"),
            ("POST", "/api/oauth/authorize"),
            ("GET", "/api/tokens"),
            ("GET", "/api/nothing"),
            ("GET", "/api/games"),
            ("GET", "/metrics"),
            ("POST", "/api/games"),
        ):
            with self.subTest(f"{method} {path}"):
                asked = self.preflight(method, path)
                self.assertEqual((asked.status, asked.code()), (403, "wrong_origin"))
                self.assertNotIn("access-control-allow-origin", asked.headers)
                if method == "GET":
                    continue
                # Whether a token comes along or not.
                for each in (Caller(self.server, token=token), Caller(self.server, dict(self.owner.cookies))):
                    answer = each.ask(method, path, {}, headers=page)
                    self.assertEqual((answer.status, answer.code()), (403, "wrong_origin"))
                    self.assertNotIn("access-control-allow-origin", answer.headers)
        # Nobody's answer is told to a page that shows no token, and a cookie is no token.
        for path in ("/api/games", "/api/me"):
            answer = Caller(self.server, dict(self.owner.cookies)).get(path, headers=page)
            self.assertNotIn("access-control-allow-origin", answer.headers)
        # Nor to one that shows a wrong token where nobody looks at it: the server may be in a private network.
        wrong = Caller(self.server, token="no token")
        for path in ("/api/games", "/metrics", "/health", "/"):
            self.assertNotIn("access-control-allow-origin", wrong.get(path, headers=page).headers, path)
        for path in ("/api/matches", "/api/users/status?ids=owner", "/api/bot/online"):
            self.assertEqual(wrong.get(path, headers=page).code(), "not_signed_in")
        # A token that is none opens nothing that the cookie beside it would.
        both = Caller(self.server, dict(self.owner.cookies), token="no token")
        answer = both.ask("POST", "/api/seeks", {"game": "american", "clock": {"kind": "none"}}, headers=page)
        self.assertEqual((answer.status, answer.code()), (401, "not_signed_in"))

    def test_what_a_token_is_good_for(self) -> None:
        program = Program()
        play = self.take(program.fields(self.code(program))).json()["access_token"]
        read = make_token(self.owner, "reader", "read")
        unknown = "crownstar_" + "A" * 43
        owner = self.owner.get("/api/me").json()["player"]["id"]

        def test(text: str, **headers: str) -> Answer:
            return Caller(self.server).ask("POST", "/api/token/test", raw=text.encode(), headers=headers)

        answer = test(f"{play}, {read['secret']},{unknown},nonsense,{play}", Origin="https://program.example")
        self.assertEqual((answer.status, answer.headers.get("access-control-allow-origin")), (200, "*"), answer.body)
        found = answer.json()
        self.assertEqual(set(found), {play, read["secret"], unknown, "nonsense"})
        self.assertEqual((found[unknown], found["nonsense"]), (None, None))
        self.assertEqual([found[each]["userId"] for each in (play, read["secret"])], [owner, owner])
        self.assertIn("bot:play", found[play]["scopes"].split(","))
        self.assertNotIn("bot:play", found[read["secret"]]["scopes"].split(","))
        year = 365 * 86_400_000
        self.assertLess(abs(found[play]["expires"] / 1000 - time.time() - year / 1000), 86_400)
        self.assertIsNone(found[read["secret"]]["expires"])
        self.assertEqual(Caller(self.server, token=play).ask("DELETE", "/api/token").status, 204)
        self.assertEqual(test(play).json(), {play: None})
        self.assertEqual((test("").json(), test(" ,,").json()), ({}, {}))
        many = test(",".join(f"x{number}" for number in range(101)))
        self.assertEqual((many.status, many.code()), (413, "too_large"))
        broken = Caller(self.server).ask("POST", "/api/token/test", raw=b"\xff")
        self.assertEqual((broken.status, broken.code()), (400, "malformed"))
        text = "\n".join(self.server.log)
        for secret in (play, read["secret"], unknown):
            self.assertNotIn(secret, text)

    def test_codes_in_wrong_hands(self) -> None:
        wrong: list[dict[str, str]] = [
            {"code_verifier": secrets.token_urlsafe(48)},
            {"code_verifier": ""},
            {"client_id": "another.example"},
            {"redirect_uri": "https://program.example/back"},
            {"redirect_uri": "https://another.example/back?from=here"},
        ]
        for others in wrong:
            with self.subTest(others):
                program = Program()
                code = self.code(program)
                self.refused(program.fields(code, **others))
                self.refused(program.fields(code))  # a code is good once, whatever was wrong with it
        program = Program()
        self.refused(program.fields("n" + "a" * 12 + "." + "A" * 43))
        self.refused(program.fields("another node.x"))
        self.refused(program.fields(""))
        self.refused(program.fields(self.code(program), grant_type="password"), "unsupported_grant_type")

    def test_the_challenge_is_no_verifier(self) -> None:
        program = Program()
        self.refused(program.fields(self.code(program), code_verifier=program.consent()["code_challenge"]))

    def test_a_code_that_is_used_twice_ends_what_came_of_it(self) -> None:
        program = Program()
        code = self.code(program)
        caller = Caller(self.server, token=self.take(program.fields(code)).json()["access_token"])
        self.assertEqual(caller.get("/api/me").status, 200)
        self.refused(program.fields(code))
        while (answer := caller.get("/api/me")).status == 200:  # it is revoked beside the refusal, and not before it
            pass
        self.assertEqual(answer.code(), "not_signed_in")
        wait_for(lambda: self.events("oauth_code_reused"), "a line of it")

    def test_a_code_that_is_used_twice_at_once_leaves_no_token(self) -> None:
        """The second use may come before the token of the first is stored."""
        for _ in range(20):
            program = Program(client="twice.example")
            fields = program.fields(self.code(program))
            with ThreadPoolExecutor(max_workers=2) as pool:
                answers = list(pool.map(self.take, [fields] * 2))
            self.assertIn(sorted(answer.status for answer in answers), ([200, 400], [400, 400]))
            for answer in answers:
                if answer.status != 200:
                    self.assertEqual(answer.json()["error"], "invalid_grant")
                    continue
                caller = Caller(self.server, token=answer.json()["access_token"])
                wait_for(lambda: caller.get("/api/me").status == 401, "the token's end", patience=30)
        names = [each["name"] for each in self.owner.get("/api/tokens").json()["tokens"]]
        self.assertNotIn("twice.example", names, "nothing is left behind")

    def test_what_may_not_be_asked_for(self) -> None:
        for others in (
            {"response_type": "token"},
            {"code_challenge_method": "plain"},
            {"code_challenge": "short"},
            {"client_id": "with blanks"},
            {"scope": "bot:play email:read"},
            {"redirect_uri": "http://program.example/back"},
            {"redirect_uri": "http://localhost.example/back"},
            {"redirect_uri": "https://user@program.example/"},
            {"redirect_uri": "https://program.example/#part"},
            {"redirect_uri": "https:///back"},
            {"redirect_uri": "javascript:alert(1)"},
            {"redirect_uri": "data:text/html,x"},
            {"redirect_uri": "//program.example/"},
            {"redirect_uri": "https://program.example\\@other.example/"},
        ):
            answer = self.owner.post("/api/oauth/authorize", Program().consent(**others))
            self.assertEqual(answer.code(), "forbidden", others)
            # Nor may it be told of a refusal: nobody knows whose address that is.
            answer = self.owner.post("/api/oauth/authorize", Program().consent(**others, deny=True))
            self.assertEqual(answer.code(), "forbidden", others)
        for redirect in ("org.example.program:/back", "http://127.0.0.1:1234/", "http://[::1]/back"):
            self.assertEqual(self.owner.post("/api/oauth/authorize", Program(redirect).consent()).status, 200, redirect)

    def test_who_may_agree(self) -> None:
        consent = Program().consent()
        self.assertEqual(Caller(self.server).post("/api/oauth/authorize", consent).code(), "not_signed_in")
        self.assertEqual(guest(self.server).post("/api/oauth/authorize", consent).code(), "accounts_only")
        wrong = self.owner.post("/api/oauth/authorize", {**consent, "password": "not the password"})
        self.assertEqual(wrong.code(), "wrong_credentials")
        elsewhere = self.owner.ask("POST", "/api/oauth/authorize", consent, headers={"Origin": "https://program.example"})
        self.assertEqual(elsewhere.code(), "wrong_origin")
        denied = self.owner.post("/api/oauth/authorize", {**consent, "password": "", "deny": True}).json()["redirect"]
        self.assertEqual(denied, f"{REDIRECT}&error=access_denied&state=an%20own%20word%20%26%20more")

    def test_a_new_password_ends_what_programs_have(self) -> None:
        person = account(self.server, "Changing")
        program = Program()
        answer = person.post("/api/oauth/authorize", program.consent())
        code = parse_qs(urlsplit(answer.json()["redirect"]).query)["code"][0]
        token = self.take(program.fields(code)).json()["access_token"]
        waiting = Program()
        answer = person.post("/api/oauth/authorize", waiting.consent())
        code = parse_qs(urlsplit(answer.json()["redirect"]).query)["code"][0]
        changed = person.post("/api/account/password", {"old_password": SECRET, "new_password": "another long secret"})
        self.assertEqual(changed.status, 200, changed.body)
        self.assertEqual(Caller(self.server, token=token).get("/api/me").code(), "not_signed_in")
        self.refused(waiting.fields(code))

    def test_nothing_secret_is_in_the_log(self) -> None:
        program = Program()
        code = self.code(program)
        before = self.events("oauth_token")
        token = self.take(program.fields(code)).json()["access_token"]
        wait_for(lambda: self.events("oauth_token") > before, "its line")
        text = "\n".join(self.server.log)
        for secret in (code, token, program.verifier, SECRET):
            self.assertNotIn(secret, text)


if __name__ == "__main__":
    unittest.main()
