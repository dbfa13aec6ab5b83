from __future__ import annotations

import unittest
from pathlib import Path
from unittest import mock

import check_static

UNITY = Path("/build/CMakeFiles/room.dir/Unity")


class Groups(unittest.TestCase):
    def groups_of(self, targets: dict[str, str], sources: int = 1) -> list[list[str]]:
        """Of pieces with these targets and flags, each of so many sources."""
        pieces = [UNITY / name for name in targets]
        commands = {piece: f"clang++ {wanted}/{piece.name}.o -c {piece}" for piece, wanted in zip(pieces, targets.values())}
        with mock.patch.object(check_static, "sources_of", lambda path: [path] * sources):
            return [[path.name for path in group] for group in check_static.groups_of(pieces, commands)]

    def test_pieces_of_a_target_are_checked_together(self) -> None:
        wide, deep = "-O3 -o CMakeFiles/wide.dir", "-O3 -o CMakeFiles/deep.dir"
        self.assertEqual(self.groups_of({"1": wide, "2": deep, "3": wide + "/src"}), [["1", "3"], ["2"]])

    def test_what_the_build_leaves_alone_is_not_with_what_it_puts_together(self) -> None:
        self.assertEqual(self.groups_of({"1": "-O3 -o x.dir", "/src/kernel.cpp": "-O3 -o x.dir"}), [["1"], ["kernel.cpp"]])

    def test_there_are_not_too_many_sources_together(self) -> None:
        pieces = {str(number): "-O3 -o CMakeFiles/wide.dir" for number in range(3)}
        self.assertEqual(self.groups_of(pieces, check_static.AT_ONCE // 2), [["0", "1"], ["2"]])
        self.assertEqual(self.groups_of(pieces, check_static.AT_ONCE + 1), [["0"], ["1"], ["2"]])

    def test_pieces_with_other_flags_are_not_together(self) -> None:
        self.assertEqual(self.groups_of({"1": "-O3 -o x.dir", "2": "-O0 -o x.dir"}), [["1"], ["2"]])


class Together(unittest.TestCase):
    def said_of(self, says: dict[str, str]) -> str:
        """With what clang-tidy says of each file by its name; all others are the pieces together."""
        group = [UNITY / "one.cxx", UNITY / "two.cxx"]

        def check(source: Path, _command: str) -> str:
            return says.get(source.name, says["together"])

        with mock.patch.object(check_static, "check", check), mock.patch.object(check_static, "sources_of", lambda path: [path]):
            return check_static.check_group(group, dict.fromkeys(group, "clang++ -o x.o"))

    def test_what_nobody_speaks_of_is_fine(self) -> None:
        self.assertEqual(self.said_of({"together": "", "one.cxx": "x", "two.cxx": "y"}), "")

    def test_where_they_stand_in_each_others_way_each_speaks_for_itself(self) -> None:
        self.assertEqual(self.said_of({"together": "clash", "one.cxx": "", "two.cxx": ""}), "")
        self.assertEqual(self.said_of({"together": "clash", "one.cxx": "", "two.cxx": "mend this"}), "mend this")


if __name__ == "__main__":
    unittest.main()
