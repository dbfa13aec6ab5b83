"""As much of JSON Schema as the description of the API uses, and every keyword that it does not know is a failure."""

from __future__ import annotations

import re
from typing import Any

KINDS: dict[str, Any] = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None)}
UNCHECKED = {"description", "title", "default", "examples", "example", "discriminator", "format"}


class Schemas:
    """The named schemas of a description."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description

    def resolve(self, reference: str) -> dict[str, Any]:
        found: Any = self.description
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return dict(found)

    def faults(self, schema: dict[str, Any], value: Any, place: str = "$") -> list[str]:
        """What is wrong with the value, a line each."""
        if "$ref" in schema:
            return self.faults(self.resolve(schema["$ref"]), value, place)
        found: list[str] = []
        for keyword, wanted in schema.items():
            if keyword in UNCHECKED or keyword in ("properties", "additionalProperties"):
                continue
            check = getattr(self, f"_{keyword}", None)
            if check is None:
                raise AssertionError(f"schema.py does not know the keyword {keyword}")
            found += check(schema, wanted, value, place)
        if isinstance(value, dict) and not found:
            found += self._members(schema, value, place)
        return found

    def _type(self, _: dict[str, Any], wanted: str, value: Any, place: str) -> list[str]:
        fits = isinstance(value, KINDS[wanted]) and (wanted == "boolean" or not isinstance(value, bool))
        return [] if fits else [f"{place}: expected {wanted}, not {value!r}"]

    def _members(self, schema: dict[str, Any], value: dict[str, Any], place: str) -> list[str]:
        found = []
        known = schema.get("properties", {})
        for name, member in value.items():
            if name in known:
                found += self.faults(known[name], member, f"{place}.{name}")
            elif schema.get("additionalProperties") is False:
                found.append(f"{place}: the member {name} is not described")
            elif isinstance(schema.get("additionalProperties"), dict):
                found += self.faults(schema["additionalProperties"], member, f"{place}.{name}")
        return found

    def _required(self, _: dict[str, Any], wanted: list[str], value: Any, place: str) -> list[str]:
        return [f"{place}: lacks {name}" for name in wanted if isinstance(value, dict) and name not in value]

    def _items(self, _: dict[str, Any], wanted: dict[str, Any], value: Any, place: str) -> list[str]:
        if not isinstance(value, list):
            return []
        return [fault for i, item in enumerate(value) for fault in self.faults(wanted, item, f"{place}[{i}]")]

    def _enum(self, _: dict[str, Any], wanted: list[Any], value: Any, place: str) -> list[str]:
        return [] if value in wanted else [f"{place}: {value!r} is none of {wanted}"]

    def _const(self, _: dict[str, Any], wanted: Any, value: Any, place: str) -> list[str]:
        return [] if value == wanted else [f"{place}: {value!r} is not {wanted!r}"]

    def _oneOf(self, schema: dict[str, Any], wanted: list[dict[str, Any]], value: Any, place: str) -> list[str]:
        fits = [each for each in wanted if not self.faults(each, value, place)]
        if len(fits) == 1:
            return []
        key = schema.get("discriminator", {}).get("propertyName")
        for each in wanted if key and isinstance(value, dict) else ():
            whole = self.resolve(each["$ref"]) if "$ref" in each else each
            if whole.get("properties", {}).get(key, {}).get("enum") == [value.get(key)]:
                return self.faults(each, value, place)
        return [f"{place}: fits {len(fits)} of {len(wanted)}: {value!r}"]

    def _minimum(self, _: dict[str, Any], wanted: float, value: Any, place: str) -> list[str]:
        return [f"{place}: {value} is below {wanted}"] if isinstance(value, (int, float)) and value < wanted else []

    def _maximum(self, _: dict[str, Any], wanted: float, value: Any, place: str) -> list[str]:
        return [f"{place}: {value} is above {wanted}"] if isinstance(value, (int, float)) and value > wanted else []

    def _minLength(self, _: dict[str, Any], wanted: int, value: Any, place: str) -> list[str]:
        return [f"{place}: too short"] if isinstance(value, str) and len(value) < wanted else []

    def _maxLength(self, _: dict[str, Any], wanted: int, value: Any, place: str) -> list[str]:
        return [f"{place}: too long"] if isinstance(value, str) and len(value) > wanted else []

    def _minItems(self, _: dict[str, Any], wanted: int, value: Any, place: str) -> list[str]:
        return [f"{place}: too few"] if isinstance(value, list) and len(value) < wanted else []

    def _maxItems(self, _: dict[str, Any], wanted: int, value: Any, place: str) -> list[str]:
        return [f"{place}: too many"] if isinstance(value, list) and len(value) > wanted else []

    def _pattern(self, _: dict[str, Any], wanted: str, value: Any, place: str) -> list[str]:
        wanted = wanted.removesuffix("$") + r"\Z"  # in JavaScript no line end may follow
        return [] if not isinstance(value, str) or re.search(wanted, value) else [f"{place}: {value!r} does not fit {wanted}"]
