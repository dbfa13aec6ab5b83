"""Tests of make_wire.py: that what is committed is fresh, and that a source which cannot be is refused."""

from __future__ import annotations

import json
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any

import make_wire
from wire import cpp as wire_cpp
from wire import openapi as wire_openapi
from wire import typescript as wire_typescript
from wire.model import Wire, WireError, read_wire

LIMITS = "inline constexpr int name_letters = 20;\ninline constexpr std::size_t body_bytes = 16 * 1'024;  // in\n"
CLOCK = '[terms.Clock]\nis = "object; A clock."\n'


def wire_of(source: str) -> Wire:
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "wire.toml", Path(folder) / "limits.hpp"
        for path, text in zip(paths, (source, LIMITS)):
            path.write_text(text, encoding="utf-8")
        return read_wire(*paths)


class FreshnessTest(unittest.TestCase):
    def test_what_is_committed_follows_from_the_source(self) -> None:
        self.assertEqual([str(path) for path in make_wire.stale(make_wire.ROOT)], [])

    def test_an_old_file_is_noticed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            old = Path(folder) / "wire_old.hpp"
            old.write_text(wire_cpp.MARK + "\n", encoding="utf-8")
            self.assertTrue(make_wire.is_left_over(old, {}))
            self.assertFalse(make_wire.is_left_over(old, {old: ""}))
            old.write_text("// Knows something by hand.\n", encoding="utf-8")
            self.assertFalse(make_wire.is_left_over(old, {}))


class SourceTest(unittest.TestCase):
    def refused(self, source: str, reason: str) -> None:
        with self.assertRaisesRegex(WireError, reason):
            wire_of(source)

    def test_limits_by_name(self) -> None:
        wire = wire_of(CLOCK + 'name = "text 1..name_letters; shown"\nsize = "int 0..body_bytes = 3"\n')
        name, size = wire.types["Clock"].members
        self.assertEqual((name.kind.high.value, name.kind.high.name, name.note), (20, "name_letters", "shown"))
        self.assertEqual((size.kind.high.value, size.default, size.is_required), (16384, "3", False))

    def test_a_type_stands_after_those_it_needs(self) -> None:
        wire = wire_of(CLOCK + 'time = "Time"\n[terms.Time]\nis = "object; A time."\nat = "int 0..1"\n')
        self.assertEqual([kind.name for kind in wire.themes["terms"]], ["Time", "Clock"])

    def test_a_list_of_lists(self) -> None:
        wire = wire_of(CLOCK + 'times = "[[int 0..9] 0..3] 0..2 = []"\n')
        self.assertIn("readonly times?: readonly (readonly number[])[];", wire_typescript.typescript(wire))
        self.assertIn("std::vector<std::vector<int>> times", wire_cpp.header(wire, "terms"))

    def test_a_key_with_a_dot(self) -> None:
        wire = wire_of(CLOCK + '"clock.limit" = "int 0..9?"\n')
        self.assertIn('readonly "clock.limit"?: number;', wire_typescript.typescript(wire))
        self.assertIn("std::optional<int> clock_limit", wire_cpp.header(wire, "terms"))

    def test_an_open_object(self) -> None:
        wire = wire_of(CLOCK.replace("object", "open object") + 'size = "int 0..9"\n')
        schema = wire_openapi.type_schema(wire.types["Clock"], 64)
        self.assertTrue(schema["additionalProperties"])
        self.assertIn({"type": "null"}, schema["properties"]["size"]["oneOf"])

    def test_refused_sources(self) -> None:
        self.refused(CLOCK + 'name = "text 1..nobody_letters"\n', "limits.hpp has no nobody_letters")
        self.refused(CLOCK + 'name = "string"\n', "'string' is no type")
        self.refused(CLOCK + 'name = "Time"\n', "there is no type Time")
        self.refused(CLOCK + 'next = "Clock"\n', "contains itself")
        self.refused(CLOCK + "name = \"text 0..9 = 'x'\"\n", "is left out where it is ''")
        self.refused(CLOCK + 'name = "bool? = true"\n', "not both")
        self.refused('[terms.Clock]\nis = "object"\nname = "bool"\n', "what it means")
        self.refused('[terms.Clock]\nis = "record; A clock."\n', "is none of object, enum, variant")
        self.refused(CLOCK + 'time = "Time"\n[table.Time]\nis = "object; A time."\nat = "bool"\n', "in a later theme")

    def test_variants_are_told_apart_by_their_tag(self) -> None:
        wire = wire_of(
            '[terms.Do]\nis = "variant t Do; What to do."\n[terms.Do.take_back]\nis = "Takes back."\n'
            '[terms.Do.move]\nis = "Moves."\ntext = "text 1..name_letters"\n'
        )
        text = wire_cpp.source(wire, "terms")
        self.assertIn('tags_of_do{"take_back", "move"}', text)
        self.assertIn('keys_of_do_move{"t", "text"}', text)
        page = wire_typescript.typescript(wire)
        self.assertIn('export type Do =\n  | DoTakeBack\n  | DoMove;', page)
        self.assertIn('readonly t: "move";\n  readonly text: string;', page)


class DescriptionTest(unittest.TestCase):
    """docs/api/openapi.json: that it holds together; whether the server keeps to it is tested with the server."""

    def setUp(self) -> None:
        text = (make_wire.ROOT / "docs" / "api" / "openapi.json").read_text(encoding="utf-8")
        self.document: dict[str, Any] = json.loads(text)

    def operations(self) -> list[tuple[str, dict[str, Any]]]:
        return [(path, each) for path, methods in self.document["paths"].items() for each in methods.values()]

    def test_every_reference_leads_somewhere(self) -> None:
        schemas = self.document["components"]["schemas"]
        for name in re.findall(r'#/components/schemas/(\w+)"', json.dumps(self.document)):
            self.assertIn(name, schemas)

    def test_every_operation_has_its_own_name_and_its_parameters(self) -> None:
        names = [operation["operationId"] for _, operation in self.operations()]
        self.assertEqual(len(names), len(set(names)))
        for path, operation in self.operations():
            placed = [each["name"] for each in operation.get("parameters", []) if each["in"] == "path"]
            self.assertEqual(placed, re.findall(r"\{(\w+)\}", path), path)

    def test_every_refusal_has_the_one_shape(self) -> None:
        for path, operation in self.operations():
            content = operation["responses"]["default"]["content"]
            self.assertEqual(content["application/json"]["schema"]["$ref"], "#/components/schemas/ErrorAnswer", path)

    def test_a_default_is_one_of_what_may_stand_there(self) -> None:
        schemas = self.document["components"]["schemas"]
        for name, schema in schemas.items():
            for key, member in schema.get("properties", {}).items():
                if "default" in member and "$ref" in member:
                    words = schemas[member["$ref"].rpartition("/")[2]]["enum"]
                    self.assertIn(member["default"], words, f"{name}.{key}")
                if "default" in member and member.get("type") == "integer":
                    self.assertTrue(member["minimum"] <= member["default"] <= member["maximum"], f"{name}.{key}")


if __name__ == "__main__":
    unittest.main()
