"""The description of the API, as the server gives it, and whether an answer is one that it describes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from schema import Schemas
from wire_client import Answer, Caller, ServedTest

METHODS = ("get", "post", "put", "patch", "delete")


def operations_of(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each method, as the description writes it, with its path and its operation."""
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                yield method, path, operation


class DescribedTest(ServedTest):
    description: dict[str, Any]
    checked: set[tuple[str, str]]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.description = Caller(cls.server).get("/api/openapi.json").json()
        cls.schemas = Schemas(cls.description)
        cls.checked = set()

    def described(self, method: str, path: str) -> tuple[str, dict[str, Any]]:
        """The template that fits a path best, and its operation."""
        parts = path.split("?")[0].split("/")
        fits = []
        for template, operations in self.description["paths"].items():
            names = template.split("/")
            if len(names) == len(parts) and all(n.startswith("{") or n == p for n, p in zip(names, parts)):
                fits.append((template.count("{"), template, operations))
        self.assertTrue(fits, f"{path} is not described")
        _, template, operations = min(fits, key=lambda each: each[0])
        self.assertIn(method.lower(), operations, template)
        return template, operations[method.lower()]

    def check(self, method: str, path: str, answer: Answer) -> Answer:
        template, operation = self.described(method, path)
        self.checked.add((method, template))
        status = str(answer.status)
        responses = operation["responses"]
        response = responses.get(status, responses.get(f"{status[0]}XX", responses.get("default")))
        self.assertIsNotNone(response, f"{method} {path}: {status} is not described: {answer.body!r}")
        if "$ref" in response:
            response = self.schemas.resolve(response["$ref"])
        content = response.get("content", {})
        if not content:
            self.assertEqual(answer.body, b"", path)
            return answer
        media = answer.headers["content-type"].split(";")[0]
        self.assertIn(media, content, path)
        if media == "application/json" and content[media].get("schema"):
            self.assertEqual(self.schemas.faults(content[media]["schema"], answer.json()), [], f"{method} {path}")
        return answer
