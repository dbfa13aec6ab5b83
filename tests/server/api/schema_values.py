"""Values by a schema of the description: such as fit it, at its bounds and between them, and such as do not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from schema import Schemas

ID_LETTERS = "ABCxyz019_.:-"
# Letters of one to four bytes, such as break quoting, lines, escapes and directions; no surrogates: these are no text.
LETTERS = [*"aZ09 '\"\\/<>&%;{}[]", "\n", "\r", "\t", "\0", "\x1b", "\x7f", "é", "ß", "İ", "\u0301", "\u200b", "\u202e", "\ufeff", "漢", "\U0001f600"]
PRINTABLE = [letter for letter in LETTERS if letter >= " " and letter != "\x7f"]
STRANGE: list[Any] = [None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, -(2**63), 2**64, 1e308, 0.5, "", "null", "\0", [], {}, [[]], [{}], {"t": "me"}]


class Values:
    """`known` gives better words for some members than chance would find: the names of games, moves, ids of matches."""

    def __init__(self, schemas: Schemas, random: Random, known: Callable[[str], list[Any]]) -> None:
        self.schemas = schemas
        self.random = random
        self.known = known

    def fitting(self, schema: dict[str, Any], name: str = "") -> Any:
        if "$ref" in schema:
            return self.fitting(self.schemas.resolve(schema["$ref"]), name)
        if "oneOf" in schema:
            return self.fitting(self.random.choice(schema["oneOf"]), name)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        words = [word for word in self.known(name) if not self.schemas.faults(schema, word)]
        if words and self.random.random() < 0.8:
            return copy.deepcopy(self.random.choice(words))
        return getattr(self, f"_{schema['type']}")(schema)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        required = schema.get("required", [])
        members = schema.get("properties", {})
        return {name: self.fitting(each, name) for name, each in members.items() if name in required or self.random.random() < 0.4}

    def _array(self, schema: dict[str, Any]) -> list[Any]:
        least, most = schema.get("minItems", 0), min(schema.get("maxItems", 8), 8)
        return [self.fitting(schema["items"]) for _ in range(self._between(least, most))]

    def _null(self, _: dict[str, Any]) -> None:
        return None

    def _boolean(self, _: dict[str, Any]) -> bool:
        return self.random.random() < 0.5

    def _integer(self, schema: dict[str, Any]) -> int:
        return self._between(schema.get("minimum", -(2**53)), schema.get("maximum", 2**53))

    def _string(self, schema: dict[str, Any]) -> str:
        pattern = schema.get("pattern", "")
        letters = LETTERS if not pattern else list(ID_LETTERS) if "A-Z" in pattern else PRINTABLE
        count = self._between(schema.get("minLength", 0), min(schema.get("maxLength", 300), 5000))
        return "".join(self.random.choice(letters) for _ in range(count))

    def _between(self, least: int, most: int) -> int:
        return self.random.choice([least, most, self.random.randint(least, most), min(most, least + self.random.randint(0, 12))])

    def unfit(self, schema: dict[str, Any]) -> Any:
        """One that does not fit: a fitting one with something changed, at any depth."""
        for _ in range(50):
            value = self._change(self.fitting(schema))
            if self.schemas.faults(schema, value):
                return value
        return None

    def _change(self, value: Any) -> Any:
        if isinstance(value, dict) and value and self.random.random() < 0.9:
            name = self.random.choice(list(value))
            what = self.random.random()
            if what < 0.2:
                del value[name]
            elif what < 0.35:
                value[self.random.choice(["extra", "", "__proto__", name + "\0", name.upper()])] = value[name]
            else:
                value[name] = self._change(value[name])
            return value
        if isinstance(value, list) and value and self.random.random() < 0.7:
            at = self.random.randrange(len(value))
            value[at] = self._change(value[at])
            return value
        if isinstance(value, str) and self.random.random() < 0.5:
            return self.random.choice(["", value * 2000, value + "\0", value + " ", value.upper(), value + "\u202e"])
        if isinstance(value, int) and not isinstance(value, bool) and self.random.random() < 0.5:
            return self.random.choice([-value - 1, value + 2**40, value * 2**70, float(value) + 0.5, str(value)])
        return copy.deepcopy(self.random.choice(STRANGE))
