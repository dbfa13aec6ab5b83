"""Tests of check_layers.py, each on a small checkout of its own."""

from __future__ import annotations

import contextlib
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

import check_layers

LAYERS = """
empty_names = ["util"]
[lines]
aim = 5
most = 8
[headers]
print = ["iostream"]
[rooms.board]
may_use = []
never = ["print"]
[rooms.game]
may_use = ["board"]
outside = ["fmt/"]
"""

HEADER = "// Knows points. Refuses to know pieces.\n#pragma once\n"


@contextlib.contextmanager
def checkout(files: dict[str, str], layers: str = LAYERS) -> Iterator[Path]:
    """A folder with these files, the table above, and an ARCHITECTURE.md that repeats it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        whole = {"tools/layers.toml": layers, "CMakeLists.txt": "", "src/board/point.hpp": HEADER, **files}
        for name, text in whole.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if "ARCHITECTURE.md" not in files:
            rows = check_layers.table(root, check_layers.read_layers(root / "tools" / "layers.toml"))
            (root / "ARCHITECTURE.md").write_text("\n".join(["# How it stands", *rows, ""]), encoding="utf-8")
        yield root


class LayersTest(unittest.TestCase):
    def complaints(self, files: dict[str, str], layers: str = LAYERS) -> list[str]:
        with checkout(files, layers) as root:
            return check_layers.complaints(root)

    def expect(self, files: dict[str, str], *pieces: str, layers: str = LAYERS) -> None:
        """One complaint, which has all the pieces."""
        found = self.complaints(files, layers)
        self.assertEqual(len(found), 1, found)
        for piece in pieces:
            self.assertIn(piece, found[0])

    def test_good_code_is_silent(self) -> None:
        files = {
            "src/game/game.cpp": '#include "board/point.hpp"\n#include <fmt/core.h>\n#include <iostream>\n',
            "src/board/point_test.cpp": '#include <gtest/gtest.h>\n#include <iostream>\n#include "board/point.hpp"\n',
            "CMakeLists.txt": "crownstar_room(board)\ncrownstar_room(game USES board)\n",
        }
        self.assertEqual(self.complaints(files), [])

    def test_include_from_a_higher_room(self) -> None:
        files = {"src/game/game.hpp": HEADER, "src/board/star.cpp": '\n#include "game/game.hpp"\n'}
        self.expect(files, "src/board/star.cpp:2", "board may not use game")

    def test_test_beside_the_code_keeps_the_layers_too(self) -> None:
        files = {"src/game/game.hpp": HEADER, "src/board/star_test.cpp": '#include "game/game.hpp"\n'}
        self.expect(files, "board may not use game")

    def test_include_that_is_not_from_src(self) -> None:
        self.expect({"src/board/star.cpp": '#include "point.hpp"\n'}, '"board/point.hpp"')

    def test_include_of_nothing(self) -> None:
        self.expect({"src/board/star.cpp": '#  include "board/gone.hpp"\n'}, "there is no such file")

    def test_standard_header_that_prints(self) -> None:
        self.expect({"src/board/star.cpp": "#include <iostream>\n"}, "star.cpp:1", "never uses a print")

    def test_header_from_outside(self) -> None:
        self.expect({"src/board/star.cpp": "#include <fmt/core.h>\n"}, "from outside")
        self.expect({"src/board/star.cpp": "#include <gtest/gtest.h>\n"}, "from outside")

    def test_room_without_a_row(self) -> None:
        self.expect({"src/attic/box.cpp": "\n"}, "no room attic")

    def test_table_with_a_circle(self) -> None:
        circle = LAYERS.replace("may_use = []", 'may_use = ["game"]')
        self.expect({}, "board may use game, which does not stand above it", layers=circle)

    def test_link_from_a_higher_room(self) -> None:
        files = {"CMakeLists.txt": "crownstar_room(board USES game)\n"}
        self.expect(files, "CMakeLists.txt", "board may not use game")

    def test_oracle_that_shares_code(self) -> None:
        files = {"tests/oracle/plain.cpp": '#include "oracle/plain.hpp"\n#include "board/point.hpp"\n'}
        self.expect(files, "plain.cpp:2", "the oracle shares nothing")

    def test_test_of_the_oracle_may_use_rooms(self) -> None:
        self.assertEqual(self.complaints({"tests/oracle/plain_test.cpp": '#include "board/point.hpp"\n'}), [])

    def test_name_that_says_nothing(self) -> None:
        self.expect({"src/board/point_util.cpp": "\n"}, "point_util.cpp", "util does not say")
        self.expect({"tests/util/points.cpp": "\n"}, "util does not say")

    def test_word_within_a_name_is_another_word(self) -> None:
        self.assertEqual(self.complaints({"src/board/utility.cpp": "\n"}), [])

    def test_long_file(self) -> None:
        self.expect({"src/board/star.cpp": "\n" * 9}, "9 lines")
        with checkout({"src/board/star.cpp": "\n" * 7}) as root:
            layers = check_layers.read_layers(root / "tools" / "layers.toml")
            self.assertEqual(check_layers.complaints(root), [])
            self.assertIn("star.cpp has 7 lines", "".join(check_layers.long_files(root, layers)))

    def test_long_file_that_nobody_wrote(self) -> None:
        text = "// Generated by tools/make_star.py\n" + "\n" * 9
        with checkout({"src/board/star.cpp": text}) as root:
            layers = check_layers.read_layers(root / "tools" / "layers.toml")
            self.assertEqual(check_layers.complaints(root), [])
            self.assertEqual(list(check_layers.long_files(root, layers)), [])

    def test_header_without_its_sentence(self) -> None:
        self.expect({"src/board/star.hpp": "#pragma once\n"}, "opens with a sentence")

    def test_header_without_pragma_once(self) -> None:
        self.expect({"src/board/star.hpp": "// Knows the star.\n"}, "#pragma once")

    def test_unfinished_work(self) -> None:
        for mark in ("// TO" + "DO: more", "// NO" + "LINT(all)", "GTEST_SK" + "IP();", "TEST(A, DISA" + "BLED_b)"):
            self.expect({"src/board/star.cpp": f"\n{mark}\n"}, "star.cpp:2", "unfinished")

    def test_built_files_are_not_looked_at(self) -> None:
        self.assertEqual(self.complaints({"build/x.cpp": "\n" * 99, "build-y/x.cpp": "\n" * 99}), [])

    def test_architecture_that_lacks_the_table(self) -> None:
        self.expect({"ARCHITECTURE.md": "# How it stands\n"}, "lacks the table")

    def test_architecture_with_another_table(self) -> None:
        lines = [check_layers.TABLE_BEGIN, "| room |", check_layers.TABLE_END]
        self.expect({"ARCHITECTURE.md": "\n".join(lines)}, "is not what")

    def test_the_table_lists_the_rooms_that_exist(self) -> None:
        with checkout({}) as root:
            rows = check_layers.table(root, check_layers.read_layers(root / "tools" / "layers.toml"))
            self.assertIn("| `board` | nothing of ours | print |", rows)
            self.assertFalse(any("game" in row for row in rows))


if __name__ == "__main__":
    unittest.main()
