#!/usr/bin/env python3
"""Remembers which checks passed, by the content of everything that they read, so that ./test repeats none in vain.

Usage: tools/passed.py knows NAME FILE...          prints how many tests passed, where nothing has changed since
       tools/passed.py note NAME COUNT FILE...     remembers it
What a check reads: all files of the checkout but C++, and the FILEs, which were made from C++; with `--sources` as the first
FILE, C++ too. Where CROWNSTAR_AGAIN is set, nothing is known: everything runs again.
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

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "passed"
SOURCES = "--sources"
KEPT_FOR = 30 * 24 * 3600


def is_source(name: str) -> bool:
    return name.endswith((".cpp", ".hpp"))


@cache
def hash_of_file(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


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
            digest.update(f"{name}\0{hash_of_file(path)}\0{os.access(path, os.X_OK)}\0".encode())
    return digest.hexdigest()


def mark(name: str, files: Iterable[str]) -> Path:
    files = list(files)
    digest = hashlib.sha256(f"{name}\0{hash_of_checkout(SOURCES in files)}\0".encode())
    for file in files:
        if file != SOURCES:
            digest.update(f"{file}\0{hash_of_file((ROOT / file).resolve())}\0".encode())
    return FOLDER / digest.hexdigest()


def known(name: str, files: Iterable[str]) -> int:
    """How many tests passed, or 0."""
    if os.environ.get("CROWNSTAR_AGAIN"):
        return 0
    path = mark(name, files)
    try:
        passed = int(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
    path.touch()
    return passed


def note(name: str, passed: int, files: Iterable[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = mark(name, files)
    path.with_suffix(".new").write_text(str(passed), encoding="utf-8")
    path.with_suffix(".new").rename(path)


def forget_old() -> None:
    for path in FOLDER.glob("*"):
        if path.stat().st_mtime < time.time() - KEPT_FOR:
            path.unlink()


def main(arguments: list[str]) -> int:
    match arguments:
        case ["knows", name, *files]:
            passed = known(name, files)
            if passed:
                print(passed)
            return 0 if passed else 1
        case ["note", name, passed, *files]:
            note(name, int(passed), files)
            forget_old()
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
