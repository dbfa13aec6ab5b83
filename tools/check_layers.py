#!/usr/bin/env python3
"""Holds the code to the house's rules of layout: who may include whom, names, sizes, and nothing left unfinished.

Usage: tools/check_layers.py [--table]
The rules that differ from room to room are in tools/layers.toml; --table prints the table that ARCHITECTURE.md repeats.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CODE_SUFFIXES = {".cpp", ".hpp", ".py", ".sh", ".cmake", ".ts", ".tsx", ".css"}
CODE_NAMES = {"CMakeLists.txt", "play", "test", "run"}
SKIPPED_FOLDERS = {".git", ".cache", "node_modules", "__pycache__"}
NAMED_FOLDERS = ("src", "tests", "bench", "tools", "cmake", "web")
TEST_HEADERS = ("gtest/", "gmock/", "rapidcheck")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD_HEADER = re.compile(r"^[a-z0-9_]+(\.h)?$")
ROOM_IN_CMAKE = re.compile(r"^\s*crownstar_room\(\s*(\w+)([^)]*)\)", re.MULTILINE)
# Written in halves, so that this file passes its own check.
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b|\bNO" + r"LINT|GTEST_SK" + r"IP|\bDISA" + r"BLED_")

TABLE_BEGIN = "<!-- layers: printed by tools/check_layers.py --table, and checked -->"
TABLE_END = "<!-- end of layers -->"


@dataclass
class Room:
    """What one folder of src/ may reach."""

    may_use: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)


@dataclass
class Layers:
    """tools/layers.toml as it was read."""

    rooms: dict[str, Room]
    headers: dict[str, list[str]]
    empty_names: set[str]
    lines_aim: int
    lines_most: int


def read_layers(path: Path) -> Layers:
    raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return Layers(
        rooms={name: Room(**row) for name, row in raw["rooms"].items()},
        headers=raw["headers"],
        empty_names=set(raw["empty_names"]),
        lines_aim=raw["lines"]["aim"],
        lines_most=raw["lines"]["most"],
    )


def files_below(root: Path) -> Iterator[Path]:
    """Every file of the checkout that is not built, fetched or git's own."""
    for entry in sorted(root.iterdir()):
        if entry.is_dir():
            if entry.name not in SKIPPED_FOLDERS and not re.fullmatch(r"build(-.*)?", entry.name):
                yield from files_below(entry)
        else:
            yield entry


def is_code(path: Path) -> bool:
    return path.suffix in CODE_SUFFIXES or path.name in CODE_NAMES


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def check_table(layers: Layers) -> Iterator[str]:
    """A room may use only rooms above it in the file, so that no circle can be written down."""
    seen: set[str] = set()
    for name, room in layers.rooms.items():
        for used in room.may_use:
            if used not in seen:
                yield f"tools/layers.toml: {name} may use {used}, which does not stand above it"
        for kind in room.never:
            if kind not in layers.headers:
                yield f"tools/layers.toml: {name} never uses {kind}, which [headers] does not explain"
        seen.add(name)


def refusal_of_ours(source: Path, name: str, room: Room, included: str) -> str | None:
    owner = included.split("/")[0]
    if "/" not in included:
        return f'write it from src, "{name}/{included}"'
    if owner != name and owner not in room.may_use:
        return f"{name} may not use {owner}"
    if not (source / included).is_file():
        return "there is no such file"
    return None


def refusal_of_outside(room: Room, layers: Layers, included: str, is_test: bool) -> str | None:
    if is_test and included.startswith(TEST_HEADERS):
        return None
    if any(included.startswith(prefix) for prefix in room.outside):
        return None
    if not STANDARD_HEADER.match(included):
        return "a header from outside that tools/layers.toml does not grant this room"
    if is_test:
        return None
    for kind in room.never:
        if included in layers.headers[kind]:
            return f"this room never uses a {kind}"
    return None


def check_includes(root: Path, layers: Layers) -> Iterator[str]:
    source = root / "src"
    for path in files_below(source) if source.is_dir() else ():
        name = path.relative_to(source).parts[0]
        if path.suffix not in (".cpp", ".hpp"):
            continue
        if name not in layers.rooms:
            yield f"{path.relative_to(root)}: tools/layers.toml has no room {name}"
            continue
        room = layers.rooms[name]
        for number, line in enumerate(lines_of(path), start=1):
            match = INCLUDE.match(line)
            if match is None:
                continue
            included = match.group(2)
            if match.group(1) == '"':
                refusal = refusal_of_ours(source, name, room, included)
            else:
                refusal = refusal_of_outside(room, layers, included, path.stem.endswith("_test"))
            if refusal is not None:
                yield f"{path.relative_to(root)}:{number}: {included}: {refusal}"


def check_oracle(root: Path, layers: Layers) -> Iterator[str]:
    """What tests/oracle/ says is worth something only while it shares no code with what it judges."""
    oracle = root / "tests" / "oracle"
    for path in files_below(oracle) if oracle.is_dir() else ():
        if path.stem.endswith("_test"):
            continue
        for number, line in enumerate(lines_of(path), start=1):
            match = INCLUDE.match(line)
            if match is not None and match.group(1) == '"' and match.group(2).split("/")[0] in layers.rooms:
                yield f"{path.relative_to(root)}:{number}: {match.group(2)}: the oracle shares nothing with src"


def check_cmake(root: Path, layers: Layers) -> Iterator[str]:
    """The libraries link as the table says, so that a header cannot arrive by a neighbour's link."""
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    for match in ROOM_IN_CMAKE.finditer(text):
        name = match.group(1)
        ours = match.group(2).partition("LINKS")[0]  # what follows is the libraries of others
        uses = [word for word in ours.split() if word.islower()]
        if name not in layers.rooms:
            yield f"CMakeLists.txt: tools/layers.toml has no room {name}"
            continue
        for used in uses:
            if used not in layers.rooms[name].may_use:
                yield f"CMakeLists.txt: {name} may not use {used}"


def check_names(root: Path, layers: Layers) -> Iterator[str]:
    for path in files_below(root):
        parts = path.relative_to(root).parts
        if parts[0] not in NAMED_FOLDERS:
            continue
        empty = layers.empty_names & {word for part in parts for word in re.split(r"[._-]", part)}
        if empty:
            yield f"{path.relative_to(root)}: {', '.join(sorted(empty))} does not say what the file knows"


def check_code(root: Path, layers: Layers) -> Iterator[str]:
    for path in files_below(root):
        if not is_code(path):
            continue
        name, lines = path.relative_to(root), lines_of(path)
        if len(lines) > layers.lines_most:
            yield f"{name}: {len(lines)} lines; no file has more than {layers.lines_most}"
        if path.suffix == ".hpp":
            if not lines or not lines[0].startswith("// "):
                yield f"{name}:1: a header opens with a sentence: what it knows and what it refuses to know"
            if "#pragma once" not in lines:
                yield f"{name}: a header says #pragma once"
        for number, line in enumerate(lines, start=1):
            match = UNFINISHED.search(line)
            if match is not None:
                yield f"{name}:{number}: {match.group(0)} marks something unfinished or switched off"


def long_files(root: Path, layers: Layers) -> Iterator[str]:
    """Files past the aim: said, and let pass."""
    for path in files_below(root):
        if is_code(path):
            count = len(lines_of(path))
            if layers.lines_aim < count <= layers.lines_most:
                yield f"note: {path.relative_to(root)} has {count} lines; the aim is {layers.lines_aim}"


def built_rooms(root: Path, layers: Layers) -> list[str]:
    source = root / "src"
    return [name for name in layers.rooms if (source / name).is_dir() and any(files_below(source / name))]


def table(root: Path, layers: Layers) -> list[str]:
    """The rows of the rooms that exist, lowest first."""
    rows = [TABLE_BEGIN, "| room | may include | never uses a |", "| --- | --- | --- |"]
    built = built_rooms(root, layers)
    for name in built:
        room = layers.rooms[name]
        may_use = ", ".join(f"`{used}`" for used in room.may_use if used in built) or "nothing of ours"
        rows.append(f"| `{name}` | {may_use} | {', '.join(room.never) or '-'} |")
    return [*rows, TABLE_END]


def check_architecture(root: Path, layers: Layers) -> Iterator[str]:
    page = root / "ARCHITECTURE.md"
    lines = lines_of(page) if page.is_file() else []
    if TABLE_BEGIN not in lines or TABLE_END not in lines:
        yield "ARCHITECTURE.md: lacks the table of layers that tools/check_layers.py --table prints"
        return
    shown = lines[lines.index(TABLE_BEGIN) : lines.index(TABLE_END) + 1]
    if shown != table(root, layers):
        yield "ARCHITECTURE.md: its table of layers is not what tools/check_layers.py --table prints"


def complaints(root: Path) -> list[str]:
    layers = read_layers(root / "tools" / "layers.toml")
    return [
        *check_table(layers),
        *check_includes(root, layers),
        *check_oracle(root, layers),
        *check_cmake(root, layers),
        *check_names(root, layers),
        *check_code(root, layers),
        *check_architecture(root, layers),
    ]


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    layers = read_layers(root / "tools" / "layers.toml")
    if arguments == ["--table"]:
        print("\n".join(table(root, layers)))
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for note in long_files(root, layers):
        print(note)
    found = complaints(root)
    for complaint in found:
        print(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
