#!/usr/bin/env python3
"""Writes everything that follows from src/site/wire/wire.toml: C++, TypeScript and the description of the API.

Usage: tools/make_wire.py [--check]    --check: writes nothing, and names what is not fresh
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from wire import cpp as wire_cpp
from wire import openapi as wire_openapi
from wire import samples as wire_samples
from wire import typescript as wire_typescript
from wire.model import WireError, read_wire

ROOT = Path(__file__).resolve().parent.parent


def version_of(root: Path) -> str:
    """The program's version, as the build has it."""
    match = re.search(r"project\(crownstar VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))
    if match is None:
        raise WireError("CMakeLists.txt does not say the version")
    return match[1]


def generated(root: Path) -> dict[Path, str]:
    """Each generated file and the text that it should have."""
    room = root / "src" / "site" / "wire"
    wire = read_wire(room / "wire.toml", root / "src" / "base" / "limits.hpp")
    cpp = {**wire_cpp.cpp_files(wire), "wire_samples_test.hpp": wire_samples.samples(wire)}
    code = room / "generated"
    files = {code / name: wire_cpp.formatted(text, str(code / name)) for name, text in cpp.items()}
    files[root / "web" / "src" / "wire.ts"] = wire_typescript.typescript(wire.for_clients())
    files[root / "docs" / "api" / "openapi.json"] = wire_openapi.openapi(
        wire.for_clients(), room / "openapi_paths.toml", version_of(root)
    )
    return files


def stale(root: Path) -> list[Path]:
    """What differs from what the source says, and what no longer follows from it."""
    files = generated(root)
    different = [path for path, text in files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    left_over = [path for path in (root / "src" / "site" / "wire" / "generated").glob("wire_*.?pp") if is_left_over(path, files)]
    return different + left_over


def is_left_over(path: Path, files: dict[Path, str]) -> bool:
    return path not in files and path.read_text(encoding="utf-8").startswith(wire_cpp.MARK)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        found = stale(ROOT)
        texts = generated(ROOT)
    except WireError as error:
        print(f"src/site/wire/wire.toml: {error}", file=sys.stderr)
        return 1
    for path in found:
        print(f"{path.relative_to(ROOT)} {'is not fresh' if arguments else 'written'}")
        if arguments:
            continue
        if path in texts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
        else:
            path.unlink()
    return 1 if arguments and found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
