#!/usr/bin/env python3
"""Remembers which checks passed, by the content of everything that they read, so that ./test repeats none in vain.

Usage: tools/checks/passed.py mark NAME FILE...    prints the name of all that the check reads, as it is now
       tools/checks/passed.py knows MARK           prints how many tests passed with just that
       tools/checks/passed.py note MARK COUNT      remembers it
A check takes its mark before it runs and again afterwards, and is remembered if they are the same: nobody has written in between.
What a check reads: all files of the checkout but C++, the FILEs, which were made from C++, what Debian has installed, who runs it
and what the environment asks of tests; with `--sources` among the FILEs, C++ too. Where CROWNSTAR_AGAIN is set, nothing is
known: everything runs again.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Iterable

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "passed"
SOURCES = "--sources"
AGAIN = "CROWNSTAR_AGAIN"
KEPT_FOR = 30 * 24 * 3600


def is_source(name: str) -> bool:
    return name.endswith((".cpp", ".hpp"))


@cache
def hash_of_file(path: Path) -> str:
    try:
        with path.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError:
        return os.urandom(16).hex()  # gone again, or not to be read: then nothing is known


def files_of_checkout() -> Iterable[str]:
    """All but what .gitignore names: there may be no git here."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    ignored = [line.strip("/") if line.startswith("/") else f"*{line.strip('/')}" for line in lines]
    for folder, folders, files in os.walk(ROOT):
        inside = os.path.relpath(folder, ROOT).removeprefix(".").removeprefix("/")
        prefix = f"{inside}/" if inside else ""
        folders[:] = sorted(
            name for name in folders if name != ".git" and not any(fnmatchcase(prefix + name, each) for each in ignored)
        )
        yield from (prefix + name for name in sorted(files))


@cache
def hash_of_checkout(with_sources: bool) -> str:
    digest = hashlib.sha256()
    for name in files_of_checkout():
        path = ROOT / name
        if path.is_file() and (with_sources or not is_source(name)):
            digest.update(os.fsencode(name) + f"\0{hash_of_file(path)}\0{os.access(path, os.X_OK)}\0".encode())
    return digest.hexdigest()


def surroundings() -> str:
    asked = sorted((name, value) for name, value in os.environ.items() if name.startswith(("CROWNSTAR_", "GTEST_")) and name != AGAIN)
    installed = Path("/var/lib/dpkg/status")
    return repr((asked, os.geteuid(), hash_of_file(installed) if installed.is_file() else ""))


def mark(name: str, files: Iterable[str]) -> str:
    files = list(files)
    digest = hashlib.sha256(f"{name}\0{surroundings()}\0{hash_of_checkout(SOURCES in files)}\0".encode())
    for file in files:
        if file != SOURCES:
            digest.update(f"{file}\0{hash_of_file((ROOT / file).resolve())}\0".encode())
    return digest.hexdigest()


def look_again() -> None:
    """Files may have changed since they were last read."""
    hash_of_file.cache_clear()
    hash_of_checkout.cache_clear()


def known(mark: str) -> int:
    """How many tests passed, or 0."""
    if os.environ.get(AGAIN):
        return 0
    path = FOLDER / mark
    try:
        passed = int(path.read_text(encoding="utf-8"))
        path.touch()
    except (OSError, ValueError):
        return 0
    return passed


def note(mark: str, passed: int) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    unfinished = FOLDER / f"{mark}.{os.getpid()}"
    unfinished.write_text(str(passed), encoding="utf-8")
    unfinished.rename(FOLDER / mark)


def forget_old() -> None:
    for path in FOLDER.glob("*"):
        if path.stat().st_mtime < time.time() - KEPT_FOR:
            path.unlink()


def main(arguments: list[str]) -> int:
    match arguments:
        case ["mark", name, *files]:
            print(mark(name, files))
            return 0
        case ["knows", of_check]:
            passed = known(of_check)
            if passed:
                print(passed)
            return 0 if passed else 1
        case ["note", of_check, passed]:
            note(of_check, int(passed))
            forget_old()
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
