#!/usr/bin/env python3
"""Runs clang-tidy over the sources that have changed since they last passed.

Usage: tools/checks/check_static.py [FILE...]    without files: all of src/ but tests and what a tool has written; the checks
are those of .clang-tidy
Most of the time goes into the headers: what the build compiles as one is checked as one, and several such pieces of a room together,
where no name stands in the way. A piece is the same as before when its text, every header of ours that it includes, its
compile command and the checks are: their hash names an empty file in build/static/. A source that is named is checked alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "release"
PASSED = ROOT / "build" / "static"
AT_ONCE = 28  # sources: the time of some checks grows with the square of what they see
CLANG_TIDY = "clang-tidy-19"


def compile_commands() -> dict[Path, str]:
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    return {Path(entry["file"]): entry["command"] for entry in entries}


def object_file(command: str) -> str:
    words = shlex.split(command)
    return words[words.index("-o") + 1]


def included_files() -> dict[str, list[Path]]:
    """What each object file was made from, as the build noted it; only what lies in the checkout."""
    listing = subprocess.run(["ninja", "-C", str(BUILD), "-t", "deps"], capture_output=True, text=True, check=True).stdout
    included: dict[str, list[Path]] = {}
    target = ""
    for line in listing.splitlines():
        if line.startswith("    "):
            path = (BUILD / line.strip()).resolve()
            if path.is_relative_to(ROOT) and path.is_file():
                included[target].append(path)
        elif ": #deps" in line:
            target = line.split(": #deps")[0]
            included[target] = []
    return included


def fingerprint(command: str, files: list[Path]) -> str:
    digest = hashlib.sha256(command.encode())
    for path in [ROOT / ".clang-tidy", *sorted(files)]:
        digest.update(str(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources_of(compiled: Path) -> list[Path]:
    """What the build compiles with this file: itself, or what it includes where CMake has put several together."""
    if "Unity" not in compiled.parts:
        return [compiled]
    lines = compiled.read_text(encoding="utf-8").splitlines()
    return [Path(line.split('"')[1]) for line in lines if line.startswith('#include "')]


def flags(command: str) -> list[str]:
    words = shlex.split(command)
    return words[1 : words.index("-o")]


def groups_of(compiled: list[Path], commands: dict[Path, str]) -> list[list[Path]]:
    """What is checked at once: pieces of the same target with the same flags, kernels apart from what is compiled together."""
    alike: dict[tuple[str, bool, str], list[Path]] = {}
    for path in compiled:
        target = object_file(commands[path]).split(".dir/")[0]
        alike.setdefault((target, "Unity" in path.parts, " ".join(flags(commands[path]))), []).append(path)
    return [group for all_alike in alike.values() for group in full_groups(all_alike)]


def full_groups(compiled: list[Path]) -> list[list[Path]]:
    groups: list[list[Path]] = []
    count = 0
    for path in compiled:
        added = len(sources_of(path))
        if not groups or count + added > AT_ONCE:
            groups.append([])
            count = 0
        groups[-1].append(path)
        count += added
    return groups


def check(source: Path, command: str) -> str:
    """What clang-tidy has to say about a source; nothing where it is content."""
    done = subprocess.run(
        [CLANG_TIDY, "--quiet", str(source), "--", *flags(command)], cwd=BUILD, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    return done.stdout or done.stderr or f"{source}: {CLANG_TIDY} failed\n"


def check_group(group: list[Path], commands: dict[Path, str]) -> str:
    """What there is to mend in pieces of the build. Two of them may have the same name for different things: what only stands
    in their being together is nobody's mistake."""
    if len(group) == 1:
        return check(group[0], commands[group[0]])
    includes = "".join(f'#include "{source}"\n' for compiled in group for source in sources_of(compiled))
    together = PASSED / "together" / f"{hashlib.sha256(includes.encode()).hexdigest()[:16]}.cpp"
    together.parent.mkdir(parents=True, exist_ok=True)
    together.write_text(includes, encoding="utf-8")
    said = check(together, commands[group[0]])
    together.unlink()
    return "".join(check(compiled, commands[compiled]) for compiled in group) if said else ""


def is_ours_to_mend(path: Path) -> bool:
    """Tests are read by people and the compiler; what a tool writes is mended in the tool."""
    if not path.is_relative_to(ROOT / "src") or path.stem.endswith("_test") or not path.is_file():
        return False
    with path.open(encoding="utf-8") as text:
        return not text.readline().startswith("// Generated by")


def check_named(commands: dict[Path, str], names: list[str]) -> int:
    command_of = {source: command for compiled, command in commands.items() for source in sources_of(compiled)}
    failures = 0
    for source in (Path(name).resolve() for name in names):
        if source not in command_of:
            print(f"{source}: no part of the build")
            return 1
        said = check(source, command_of[source])
        failures += 1 if said else 0
        print(said, end="")
    return 1 if failures else 0


def main(arguments: list[str]) -> int:
    commands = compile_commands()
    if arguments:
        return check_named(commands, arguments)
    wanted = sorted(path for path in commands if any(map(is_ours_to_mend, sources_of(path))))
    included = included_files()
    groups = groups_of(wanted, commands)
    changed: list[tuple[list[Path], Path | None]] = []  # with the mark of its having passed
    for group in groups:
        of_each = [included.get(object_file(commands[compiled])) for compiled in group]
        mark = None  # what has never been built has none: what it includes is not known
        if None not in of_each:
            files = {path for files in of_each for path in files or []}
            mark = PASSED / fingerprint(commands[group[0]], [*group, *files])
        if mark is None or not mark.exists():
            changed.append((group, mark))

    PASSED.mkdir(parents=True, exist_ok=True)
    failures = 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        said_of = pool.map(lambda each: check_group(each[0], commands), changed)
        for (_, mark), said in zip(changed, said_of):
            if said:
                failures += 1
                print(said)
            elif mark is not None:
                mark.touch()
    print(f"{len(groups)} pieces of the build, {len(changed)} of them changed, {failures} with something to mend")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
