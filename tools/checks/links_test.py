"""What the documents link to or name exists: files, headings, source files, benchmark programs."""

from __future__ import annotations

import fnmatch
import os
import re
import unittest
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED_FOLDERS = {".git", ".cache", "build", "dist", "node_modules", "pictures", "__pycache__"}
KEPT_FOLDERS = {"docs/pictures"}
BUILT = ("web/dist", "web/pictures", "web/node_modules")  # made by the build, so not in a fresh checkout

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
TOP = "bench cmake docs examples nets packaging puzzles python src tests tools web".split()
PATH = re.compile(rf"(?<![\w/.~-])(?:{'|'.join(TOP)})/[\w./*-]+")
SOURCE = re.compile(r"^[\w./*-]+\.(?:cpp|hpp|py|ts|tsx|toml|sh|md|cmake)$")
BENCHMARK = re.compile(r"build/release/bench/(\w+)")
PLACEHOLDER = re.compile(r"[A-Z]{3,}")


@cache
def tree() -> tuple[frozenset[str], frozenset[str]]:
    """Every file and every folder of the checkout, relative to its root."""
    files, folders = set(), set()
    for here, below, names in os.walk(ROOT):
        place = Path(here).relative_to(ROOT)
        below[:] = [name for name in below if name not in SKIPPED_FOLDERS or (place / name).as_posix() in KEPT_FOLDERS]
        folders.add(place.as_posix())
        files.update((place / name).as_posix() for name in names)
    return frozenset(files), frozenset(folders)


def documents() -> list[str]:
    return sorted(name for name in tree()[0] if name.endswith(".md"))


def anchor(heading: str) -> str:
    """The name by which a heading is linked to, as the usual sites make it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w -]", "", plain).replace(" ", "-")


def anchors(name: str) -> set[str]:
    text = FENCE.sub("", (ROOT / name).read_text(encoding="utf-8"))
    return {anchor(heading) for heading in HEADING.findall(text)}


def named(path: str) -> bool:
    """Whether this path from the root is there; a word in capitals stands for any text."""
    path = path.rstrip(".").rstrip("/")
    files, folders = tree()
    if path.startswith(BUILT) or path in files or path in folders:
        return True
    pattern = PLACEHOLDER.sub("*", path)
    return pattern != path and bool(fnmatch.filter(files | folders, pattern)) or "*" in path and bool(fnmatch.filter(files, path))


def known_source(token: str) -> bool:
    """Whether a file is called so, or its path ends so: documents leave the folder out where the sentence says it."""
    pattern = PLACEHOLDER.sub("*", token)
    return any(fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(name, "*/" + pattern) for name in tree()[0])


def faults(name: str, text: str) -> list[str]:
    found = []
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"^[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        place = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if place not in tree()[0] | tree()[1]:
            found.append(f"{name}: links to {target}, which is not there")
        elif fragment and fragment not in anchors(place):
            found.append(f"{name}: links to {target}, and {place} has no such heading")
    for path in PATH.findall(LINK.sub("]", text)):
        if not named(path) and not named(f"web/{path}"):  # or a command that is run in web/
            found.append(f"{name}: names {path}, which is not there")
    for token in CODE.findall(FENCE.sub("", text)):
        if SOURCE.match(token) and token.split("/")[0] not in TOP and not known_source(token):
            found.append(f"{name}: names `{token}`, and no file is called so")
    for program in BENCHMARK.findall(text):
        if not PLACEHOLDER.search(program) and f"bench/{program}.cpp" not in tree()[0]:
            found.append(f"{name}: runs build/release/bench/{program}, and there is no bench/{program}.cpp")
    return found


class LinksTest(unittest.TestCase):
    def test_what_documents_name_exists(self) -> None:
        self.assertGreater(len(documents()), 60)
        found = [fault for name in documents() for fault in faults(name, (ROOT / name).read_text(encoding="utf-8"))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_a_fault_of_each_kind_is_found(self) -> None:
        for text in (
            "[gone](docs/gone.md)",
            "[no heading](README.md#no-such-heading)",
            "see `src/gone/nothing.cpp` there",
            "`nothing_of_this_name.hpp` knows",
            "build/release/bench/nothing_moves --seconds 1",
        ):
            self.assertEqual(len(faults("README.md", text)), 1, text)

    def test_what_is_right_passes(self) -> None:
        for text in (
            "[a page](docs/server.md#limits) and [here](#the-games)",
            "`src/base/limits.hpp`, `limits.hpp`, `base/limits.hpp`",
            "`docs/rules/GAME.md`, `tests/fuzz/fuzz_NAME.cpp`, `src/rules/draughts/*.hpp`",
            "[elsewhere](https://example.org/x.md), `web/dist`",
        ):
            self.assertEqual(faults("README.md", text), [], text)


if __name__ == "__main__":
    unittest.main()
