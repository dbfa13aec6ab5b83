"""Every example of the description does what it says, when it is sent to a server."""

from __future__ import annotations

import copy
import unittest
from typing import Any
from urllib.parse import parse_qs, urlsplit

from authenticator import Authenticator
from described import DescribedTest, operations_of
from tables import account, guest, make_match, reset_code
from wire_client import Caller, Server

PASSWORD = "correct horse battery"  # as the examples have it


class Examples(DescribedTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.server.close()
        cls.server = Server("--unthrottled", "127.0.0.0/8")  # more accounts than one address makes

    def setUp(self) -> None:
        self.number = 0

    def test_each(self) -> None:
        count = 0
        for method, path, operation in operations_of(self.description):
            for media, content in operation.get("requestBody", {}).get("content", {}).items():
                for name, example in content["examples"].items():
                    with self.subTest(f"{method.upper()} {path}: {name}"):
                        self.assertEqual(self.schemas.faults(content["schema"], example["value"]), [])
                        self.send(method.upper(), path, operation, media, copy.deepcopy(example["value"]))
                    count += 1
        self.assertGreater(count, 15)

    def send(self, method: str, path: str, operation: dict[str, Any], media: str, body: Any) -> None:
        caller, place = self.ready(method, path)
        if media == "text/plain":
            answer = self.check(method, place, caller.ask(method, place, raw=body.encode(), headers={"Content-Type": media}))
            return self.assertEqual(answer.status, 200, answer.body)
        if (method, path) == ("POST", "/api/session"):
            body["name"] = self.account_name()  # the example's account is there once
        if path == "/api/account/reset":
            body["code"] = reset_code(self.server, self.account_name())
        if path == "/api/token":
            body["code"] = self.code()
        if path == "/api/account/second-factor/confirm":
            body["code"] = Authenticator(caller, PASSWORD).code()
        if (method, path) == ("DELETE", "/api/account/second-factor"):
            body["code"] = Authenticator(caller, PASSWORD).turn_on(caller)[0]
        answer = self.check(method, place, caller.ask(method, place, body))
        wanted = [status for status in operation["responses"] if status.startswith("2")]
        self.assertIn(str(answer.status), wanted, answer.body)

    def code(self) -> str:
        """For the program of the example."""
        asked = self.description["paths"]["/api/oauth/authorize"]["post"]["requestBody"]["content"]["application/json"]["examples"]
        answer = self.member().post("/api/oauth/authorize", asked["a bot"]["value"])
        return str(parse_qs(urlsplit(answer.json()["redirect"]).query)["code"][0])

    def account_name(self) -> str:
        letters = "abcdefghjkpqrstuvxyz"  # none looks like another
        return f"Magnus{letters[self.number // len(letters)]}{letters[self.number % len(letters)]}"

    def member(self) -> Caller:
        self.number += 1
        return account(self.server, self.account_name(), PASSWORD)

    def ready(self, method: str, path: str) -> tuple[Caller, str]:
        """Somebody who may send it, and the path with what it is about."""
        server = self.server
        if path in ("/api/guest", "/api/session", "/api/account") and method == "POST":
            if path == "/api/session":
                self.member()
            return Caller(server), path
        if path in ("/api/token", "/api/token/test"):
            return Caller(server), path
        if path.startswith("/api/account") or path in ("/api/tokens", "/api/oauth/authorize"):
            return self.member(), path
        if path.startswith("/api/challenge"):
            challenger, challenged = self.member(), self.member()
            place = f"/api/challenge/{self.account_name()}"
            if "{username}" in path:
                return challenger, place
            return challenged, path.replace("{challenge}", challenger.post(place, {"days": 1}).json()["id"])
        person, other = guest(server), guest(server)
        if "{match}" in path:
            match = person.post("/api/matches", {"game": "american", "draw_seats": False, "visibility": "lobby"}).json()["match"]
            return person if path.endswith("fill") else other, path.replace("{match}", match)
        if "{game}" in path:
            return person, path.replace("{game}", make_match(person, other))
        terms = {"game": "american", "clock": {"kind": "fischer", "main_ms": 300_000}}
        for each in (person, other):
            self.addCleanup(each.open_socket().close)  # who is not there has no seeks
        if "{seek}" in path:
            seek = person.post("/api/seeks", terms).json()["seek"]
            return person if path.endswith("fill") else other, path.replace("{seek}", seek)
        if "{code}" in path:
            return other, path.replace("{code}", person.post("/api/seeks", {**terms, "by_link": True}).json()["code"])
        return person, path


if __name__ == "__main__":
    unittest.main()
