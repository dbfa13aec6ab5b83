#!/usr/bin/env python3
"""Checks that a program does not compile, and for the reason that it gives.

Usage: must_not_compile.py SOURCE COMPILER [FLAG...]
The first line of SOURCE is `// expect: TEXT`, a piece of the compiler's message. The lines that must not compile stand
between `#ifdef OFFENCE` and `#endif`; without them the program must compile, or the test would prove nothing.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PREFIX = "// expect: "


def compile_messages(command: list[str]) -> tuple[bool, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr


def complaint(source: Path, compiler: list[str]) -> str | None:
    text = source.read_text(encoding="utf-8")
    first = text.splitlines()[0] if text else ""
    expected = first.removeprefix(PREFIX).strip()
    if not first.startswith(PREFIX) or not expected:
        return f"its first line is not `{PREFIX}TEXT`"
    if "#ifdef OFFENCE" not in text:
        return "it has no #ifdef OFFENCE"
    command = [*compiler, "-fsyntax-only", str(source)]
    compiles, messages = compile_messages(command)
    if not compiles:
        return f"it does not compile even without its offence:\n{messages}"
    compiles, messages = compile_messages([*command, "-DOFFENCE"])
    if compiles:
        return "it compiles"
    if expected not in messages:
        return f"it fails to compile, but does not say `{expected}`:\n{messages}"
    return None


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    found = complaint(Path(arguments[0]), arguments[1:])
    if found is not None:
        print(f"{arguments[0]}: {found}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
