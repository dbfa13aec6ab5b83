"""Every address is described, and whom the description lets use it is whom the server lets use it."""

from __future__ import annotations

import os
import re
import unittest
from pathlib import Path
from typing import Any

from described import DescribedTest, operations_of
from tables import account, make_token
from wire_client import Caller

ROUTES = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "src/site/server/api"
ROUTE = re.compile(r'add\(\s*Method::(\w+),\s*(begin \+ )?"([^"]+)"')
GAMES = ("/api/bot", "/api/board")  # what `begin` may be
PAGES = "/match/"  # documents for browsers and messengers, which are no part of the API

# A program gives its own token back, also one that only reads.
END_OF_TOKEN = ("delete", "/api/token")


def routes() -> set[tuple[str, str]]:
    """Every route of the sources: its method, and its path as the description writes it."""
    found = set()
    for file in ROUTES.rglob("*.cpp"):
        for method, begins, path in ROUTE.findall(file.read_text(encoding="utf-8")):
            for begin in GAMES if begins else ("",):
                found.add(({"remove": "delete"}.get(method, method), begin + path))
    return found


class Access(DescribedTest):
    def test_every_route_is_described_and_nothing_else(self) -> None:
        described = {(method, path) for method, path, _ in operations_of(self.description)}
        self.assertEqual({route for route in routes() if not route[1].startswith(PAGES)}, described)

    def code(self, caller: Caller, method: str, path: str, operation: dict[str, Any]) -> str:
        """The code of the refusal, or nothing. Each parameter is a word of which there is nothing."""
        place = re.sub(r"\{\w+\}", "none", path)
        lines = any("application/x-ndjson" in answer.get("content", {}) for answer in operation["responses"].values())
        if lines:
            stream = caller.stream(place, method.upper())
            status, body = stream.status, b"" if stream.status == 200 else stream.response.read()
            stream.close()
        else:
            answer = caller.ask(method.upper(), place)
            status, body = answer.status, answer.body
        found = re.search(rb'"error":\s*\{\s*"code":\s*"(\w+)"', body) if status >= 400 else None
        return found[1].decode() if found else ""

    def test_without_session_and_token(self) -> None:
        for method, path, operation in operations_of(self.description):
            with self.subTest(address=f"{method} {path}"):
                code = self.code(Caller(self.server), method, path, operation)
                self.assertEqual(code == "not_signed_in", {} not in operation["security"], code)

    def test_with_a_token_that_only_reads(self) -> None:
        reader = Caller(self.server, token=make_token(account(self.server, "Owner"), scope="read")["secret"])
        for method, path, operation in operations_of(self.description):
            if {} in operation["security"] or (method, path) == END_OF_TOKEN:
                continue
            with self.subTest(address=f"{method} {path}"):
                code = self.code(reader, method, path, operation)
                is_refused = {"token": []} not in operation["security"] or method != "get"
                self.assertEqual(code == "scope_missing", is_refused, code)
        self.assertEqual(reader.ask("DELETE", "/api/token").status, 204)


if __name__ == "__main__":
    unittest.main()
