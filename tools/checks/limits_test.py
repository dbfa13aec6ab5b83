"""What docs/server.md tells people of the limits is what src/base/limits.hpp holds."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "src" / "base" / "limits.hpp"
PAGE = ROOT / "docs" / "server.md"
BEGIN, END = "<!-- limits: ", "<!-- end of limits -->"

CONSTANT = re.compile(r"^inline constexpr ([\w:]+) (\w+)(?: = |\{)([\w:' *(),{}]+?)\}?;", re.MULTILINE)
ROW = re.compile(r"^\| .+ \| (.+) \| `(\w+)` \|$", re.MULTILINE)
NUMBER = re.compile(r"\d[\d,]*")
UNITS = {"KiB": 1024}  # of what is written in bytes there


def limits() -> dict[str, tuple[list[int], str]]:
    """The numbers of each limit, one, or a burst and the time after it; and in which unit a time is."""
    found = {}
    for kind, name, text in CONSTANT.findall(HOME.read_text(encoding="utf-8")):
        numbers = []
        for part in text.replace("'", "").split(","):
            product = 1
            for factor in re.findall(r"\d+", part):
                product *= int(factor)
            numbers.append(product)
        unit = next((unit for word, unit in (("milliseconds", " ms"), ("seconds", " s")) if word in kind + text), "")
        found[name] = numbers, unit
    return found


def rows() -> list[tuple[str, str]]:
    page = PAGE.read_text(encoding="utf-8")
    return list(ROW.findall(page[page.index(BEGIN) : page.index(END)]))


def told(text: str) -> list[int]:
    unit = next((factor for word, factor in UNITS.items() if f" {word}" in text), 1)
    return [int(number.replace(",", "")) * unit for number in NUMBER.findall(text)]


class LimitsTest(unittest.TestCase):
    def test_the_page_tells_what_holds(self) -> None:
        held = limits()
        self.assertGreater(len(rows()), 40)
        for text, name in rows():
            wanted, unit = held[name]
            wanted = wanted + held.get(f"{name}_least", ([], ""))[0]
            self.assertEqual(told(text), wanted, name)
            self.assertTrue(text.endswith(unit), f"{name}: {text} is not in {unit}")

    def test_each_is_written_once(self) -> None:
        names = [name for _, name, _ in CONSTANT.findall(HOME.read_text(encoding="utf-8"))]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreater(len(names), 150)
        listed = [name for _, name in rows()]
        self.assertEqual(len(listed), len(set(listed)))


if __name__ == "__main__":
    unittest.main()
