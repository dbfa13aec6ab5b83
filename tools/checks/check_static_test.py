from __future__ import annotations

import unittest
from pathlib import Path
from unittest import mock

import check_static

UNITY = Path("/build/CMakeFiles/room.dir/Unity")


class Groups(unittest.TestCase):
    def test_pieces_of_a_room_are_checked_together_and_what_is_compiled_alone_is_not(self) -> None:
        pieces = [UNITY / f"unity_{number}_cxx.cxx" for number in range(4)]
        alone = Path("/src/rules/kernel.cpp")
        commands = {path: f"clang++ -O3 -o {path}.o -c {path}" for path in [*pieces, alone]}
        self.assertEqual(check_static.groups_of([*pieces, alone], commands), [pieces[:3], pieces[3:], [alone]])

    def test_pieces_with_other_flags_are_not_together(self) -> None:
        pieces = [UNITY / "unity_0_cxx.cxx", UNITY / "unity_1_cxx.cxx"]
        commands = {pieces[0]: "clang++ -O3 -o 0.o", pieces[1]: "clang++ -O0 -o 1.o"}
        self.assertEqual(check_static.groups_of(pieces, commands), [[pieces[0]], [pieces[1]]])


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
