#!/usr/bin/env python3
"""Writes src/site/people/names/confusables.cpp from Unicode's list of characters that look alike.

Usage: tools/make_confusables.py CONFUSABLES    confusables.txt of https://www.unicode.org/Public/security/latest/

Of each letter that a name may have it keeps what Unicode writes in its place (UTS #39, "skeleton"), without accents.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

from wire.cpp import formatted

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "site" / "people" / "names" / "confusables.cpp"
ROW = re.compile(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t", re.MULTILINE)
VERSION = re.compile(r"^# Version: ([\d.]+)$", re.MULTILINE)

# As `script_of` in names.cpp; names_test.cpp compares.
NAME_LETTERS = [
    *map(ord, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
    *(letter for letter in range(0xC0, 0x180) if letter not in (0xD7, 0xF7, 0x149)),
    *(letter for letter in range(0x386, 0x3CF) if letter not in (0x387, 0x38B, 0x38D, 0x3A2)),
    *range(0x400, 0x460),
    0x490,
    0x491,
]

TOP = """\
// Written by tools/make_confusables.py from confusables.txt of Unicode {version}: change that, not this.
//
// The list is Unicode's, cut down to the letters of names and without accents. It is used under this licence:
//
// UNICODE LICENSE V3
//
// COPYRIGHT AND PERMISSION NOTICE
//
// Copyright (c) 1991-2025 Unicode, Inc.
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of data files and any associated
// documentation (the "Data Files") or software and any associated documentation (the "Software") to deal in the Data
// Files or Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
// distribute, and/or sell copies of the Data Files or Software, and to permit persons to whom the Data Files or
// Software are furnished to do so, provided that either (a) this copyright and permission notice appear with all copies
// of the Data Files or Software, or (b) this copyright and permission notice appear in associated Documentation.
//
// THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
// LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY
// RIGHTS.
//
// IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL
// INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
// AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
// PERFORMANCE OF THE DATA FILES OR SOFTWARE.
//
// Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to
// promote the sale, use or other dealings in these Data Files or Software without prior written authorization of the
// copyright holder.
#include "site/people/names/confusables.hpp"

#include <algorithm>
#include <array>

namespace crownstar::people {{
namespace {{

struct Confusable {{
  char32_t letter;
  std::u32string_view looks_like;
}};

// In the order of the letters.
constexpr auto confusables = std::to_array<Confusable>({{
"""

BOTTOM = """\
});
static_assert(std::ranges::is_sorted(confusables, {}, &Confusable::letter));

}  // namespace

std::u32string_view confusable_with(char32_t letter) {
  const auto* const found = std::ranges::lower_bound(confusables, letter, {}, &Confusable::letter);
  return found != confusables.end() && found->letter == letter ? found->looks_like : std::u32string_view();
}

}  // namespace crownstar::people
"""


def without_accents(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def skeletons(listed: str) -> dict[int, str]:
    """What each letter of names looks like, where that is another one, or several."""
    alike = {chr(int(letter, 16)): "".join(chr(int(each, 16)) for each in like.split()) for letter, like in ROW.findall(listed)}
    found = {}
    for number in NAME_LETTERS:
        like = without_accents("".join(alike.get(each, each) for each in without_accents(chr(number))))
        if like != without_accents(chr(number)):
            found[number] = like
    return found


def source(listed: str) -> str:
    version = VERSION.search(listed)
    if version is None:
        raise ValueError("this is not Unicode's confusables.txt: it does not say its version")
    found = skeletons(listed)
    rows = []
    for number, like in sorted(found.items()):
        written = "".join(each if each.isascii() else f"\\u{ord(each):04X}" for each in like)
        rows.append(f'    {{0x{number:03X}, U"{written}"}},  // {unicodedata.name(chr(number)).lower()}\n')
    return TOP.format(version=version[1]) + "".join(rows) + BOTTOM


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    text = source(Path(arguments[0]).read_text(encoding="utf-8-sig"))
    TARGET.write_text(formatted(text, str(TARGET)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
