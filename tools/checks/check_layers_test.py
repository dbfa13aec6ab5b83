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
[rooms."rules/board"]
may_use = []
never = ["print"]
[rooms."rules/game"]
may_use = ["rules/board"]
outside = ["fmt/"]
"""

HEADER = "// Knows points. Refuses to know pieces.\n#pragma once\n"
BASIS = {  # makes use of every permission of the table
    "tools/checks/layers.toml": LAYERS,
    "CMakeLists.txt": "crownstar_room(rules/board)\n",
    "src/rules/board/point.hpp": HEADER,
    "src/rules/game/play.cpp": '\n#include "rules/board/point.hpp"\n#include <fmt/core.h>\n',
}


@contextlib.contextmanager
def checkout(files: dict[str, str], layers: str = LAYERS) -> Iterator[Path]:
    """A folder with these files, the table above, and an ARCHITECTURE.md that repeats it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        whole = {**BASIS, "tools/checks/layers.toml": layers, **files}
        for name, text in whole.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if "ARCHITECTURE.md" not in files:
            rows = check_layers.table(root, check_layers.read_layers(root / "tools" / "checks" / "layers.toml"))
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
            "src/rules/game/game.cpp": '#include "rules/board/point.hpp"\n#include <fmt/core.h>\n#include <iostream>\n',
            "src/rules/board/point_test.cpp": '#include <gtest/gtest.h>\n#include <iostream>\n#include "rules/board/point.hpp"\n',
            "CMakeLists.txt": "crownstar_room(rules/board)\ncrownstar_room(rules/game USES rules/board)\n",
        }
        self.assertEqual(self.complaints(files), [])

    def test_include_from_a_higher_room(self) -> None:
        files = {"src/rules/game/game.hpp": HEADER, "src/rules/board/star.cpp": '\n#include "rules/game/game.hpp"\n'}
        self.expect(files, "src/rules/board/star.cpp:2", "board may not use rules/game")

    def test_test_beside_the_code_keeps_the_layers_too(self) -> None:
        files = {"src/rules/game/game.hpp": HEADER, "src/rules/board/star_test.cpp": '#include "rules/game/game.hpp"\n'}
        self.expect(files, "board may not use rules/game")

    def test_test_may_use_what_its_library_links(self) -> None:
        files = {
            "src/rules/game/game.hpp": HEADER,
            "src/rules/game/odds/odds_test.cpp": '#include "rules/game/game.hpp"\n#include "rules/board/point.hpp"\n',
            "CMakeLists.txt": "crownstar_room(rules/board)\ncrownstar_room(rules/game USES rules/board)\n",
        }
        nested = LAYERS + '[rooms."rules/game/odds"]\nmay_use = []\n'
        self.assertEqual(self.complaints(files, nested), [])

    def test_permission_that_nobody_uses(self) -> None:
        found = self.complaints({"src/rules/game/play.cpp": "\n"})
        self.assertEqual(len(found), 2, found)
        self.assertIn("rules/game does not use rules/board", found[0])
        self.assertIn("rules/game does not use fmt/", found[1])

    def test_room_that_is_gone(self) -> None:
        gone = LAYERS + '[rooms."rules/attic"]\nmay_use = []\n'
        self.expect({}, "rules/attic has no code", layers=gone)

    def test_nested_room_is_a_room(self) -> None:
        nested = LAYERS + '[rooms."rules/board/star"]\nmay_use = []\n'
        files = {"src/rules/board/star/holes.cpp": '\n#include "rules/board/point.hpp"\n'}
        self.expect(files, "rules/board/star may not use rules/board", layers=nested)

    def test_include_that_is_not_from_src(self) -> None:
        self.expect({"src/rules/board/star.cpp": '#include "point.hpp"\n'}, '"rules/board/point.hpp"')

    def test_include_of_nothing(self) -> None:
        self.expect({"src/rules/board/star.cpp": '#  include "rules/board/gone.hpp"\n'}, "there is no such file")

    def test_standard_header_that_prints(self) -> None:
        self.expect({"src/rules/board/star.cpp": "#include <iostream>\n"}, "star.cpp:1", "never uses a print")

    def test_header_from_outside(self) -> None:
        self.expect({"src/rules/board/star.cpp": "#include <fmt/core.h>\n"}, "from outside")
        self.expect({"src/rules/board/star.cpp": "#include <gtest/gtest.h>\n"}, "from outside")

    def test_room_without_a_row(self) -> None:
        self.expect({"src/attic/box.cpp": "\n"}, "no room attic")

    def test_table_with_a_circle(self) -> None:
        circle = LAYERS.replace("may_use = []", 'may_use = ["rules/game"]')
        files = {"src/rules/game/game.hpp": HEADER, "src/rules/board/star.cpp": '\n#include "rules/game/game.hpp"\n'}
        self.expect(files, "board may use rules/game, which does not stand above it", layers=circle)

    def test_link_from_a_higher_room(self) -> None:
        files = {"CMakeLists.txt": "crownstar_room(rules/board USES rules/game)\n"}
        self.expect(files, "CMakeLists.txt", "board may not use rules/game")

    def test_oracle_that_shares_code(self) -> None:
        files = {"tests/oracle/plain.cpp": '#include "oracle/plain.hpp"\n#include "rules/board/point.hpp"\n'}
        self.expect(files, "plain.cpp:2", "the oracle shares nothing")

    def test_test_of_the_oracle_may_use_rooms(self) -> None:
        self.assertEqual(self.complaints({"tests/oracle/plain_test.cpp": '#include "rules/board/point.hpp"\n'}), [])

    def test_name_that_says_nothing(self) -> None:
        self.expect({"src/rules/board/point_util.cpp": "\n"}, "point_util.cpp", "util does not say")
        self.expect({"tests/util/points.cpp": "\n"}, "util does not say")

    def test_word_within_a_name_is_another_word(self) -> None:
        self.assertEqual(self.complaints({"src/rules/board/utility.cpp": "\n"}), [])

    def test_long_file(self) -> None:
        self.expect({"src/rules/board/star.cpp": "\n" * 9}, "9 lines")
        with checkout({"src/rules/board/star.cpp": "\n" * 7}) as root:
            layers = check_layers.read_layers(root / "tools" / "checks" / "layers.toml")
            self.assertEqual(check_layers.complaints(root), [])
            self.assertIn("star.cpp has 7 lines", "".join(check_layers.long_files(root, layers)))

    def test_long_file_that_nobody_wrote(self) -> None:
        text = "// Generated by tools/make_star.py\n" + "\n" * 9
        with checkout({"src/rules/board/star.cpp": text}) as root:
            layers = check_layers.read_layers(root / "tools" / "checks" / "layers.toml")
            self.assertEqual(check_layers.complaints(root), [])
            self.assertEqual(list(check_layers.long_files(root, layers)), [])

    def test_header_without_its_sentence(self) -> None:
        self.expect({"src/rules/board/star.hpp": "#pragma once\n"}, "opens with a sentence")

    def test_header_without_pragma_once(self) -> None:
        self.expect({"src/rules/board/star.hpp": "// Knows the star.\n"}, "#pragma once")

    def test_unfinished_work(self) -> None:
        for mark in ("// TO" + "DO: more", "// NO" + "LINT(all)", "GTEST_SK" + "IP();", "TEST(A, DISA" + "BLED_b)"):
            self.expect({"src/rules/board/star.cpp": f"\n{mark}\n"}, "star.cpp:2", "unfinished")

    def test_built_files_are_not_looked_at(self) -> None:
        self.assertEqual(self.complaints({"build/x.cpp": "\n" * 99, "build-y/x.cpp": "\n" * 99}), [])

    def test_architecture_that_lacks_the_table(self) -> None:
        self.expect({"ARCHITECTURE.md": "# How it stands\n"}, "lacks the table")

    def test_architecture_with_another_table(self) -> None:
        lines = [check_layers.TABLE_BEGIN, "| room |", check_layers.TABLE_END]
        self.expect({"ARCHITECTURE.md": "\n".join(lines)}, "is not what")

    def test_the_table_lists_each_library_with_what_it_may_use(self) -> None:
        with checkout({}) as root:
            rows = check_layers.table(root, check_layers.read_layers(root / "tools" / "checks" / "layers.toml"))
            self.assertEqual(rows[3:-1], ["| `rules/board` | nothing of ours |", "| `rules/game` | `rules/board` |"])


if __name__ == "__main__":
    unittest.main()
