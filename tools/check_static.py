#!/usr/bin/env python3
"""Runs clang-tidy over the sources that have changed since they last passed.

Usage: tools/check_static.py [FILE...]    all of src/, without files; the checks are those of .clang-tidy
A source is the same as before when its text, every header of ours that it includes, its compile command and the checks
are: their hash names an empty file in build/static/.
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

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
PASSED = ROOT / "build" / "static"
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


def check(source: Path) -> str:
    """What clang-tidy has to say about a source; nothing where it is content."""
    done = subprocess.run(
        [CLANG_TIDY, "--quiet", "-p", str(BUILD), str(source)], capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    return done.stdout or done.stderr or f"{source}: {CLANG_TIDY} failed\n"


def main(arguments: list[str]) -> int:
    commands = compile_commands()
    wanted = [Path(name).resolve() for name in arguments]
    sources = wanted or sorted(path for path in commands if path.is_relative_to(ROOT / "src"))
    included = included_files()
    marks: dict[Path, Path] = {}  # a source that has never been built has none: what it includes is not known
    for source in sources:
        if source not in commands:
            print(f"{source}: no part of the build")
            return 1
        command = commands[source]
        files = included.get(object_file(command))
        if files is not None:
            marks[source] = PASSED / fingerprint(command, [source, *files])
    PASSED.mkdir(parents=True, exist_ok=True)
    changed = [source for source in sources if source not in marks or not marks[source].exists()]

    failures = 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for source, said in zip(changed, pool.map(check, changed)):
            if said:
                failures += 1
                print(said)
            elif source in marks:
                marks[source].touch()
    print(f"{len(sources)} sources, {len(changed)} of them changed, {failures} with something to mend")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
