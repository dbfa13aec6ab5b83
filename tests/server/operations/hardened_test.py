"""What the compiler and the linker have put into the program against misuse of memory."""

from __future__ import annotations

import subprocess
import unittest

from wire_client import PROGRAM


def said(*flags: str) -> str:
    return subprocess.run(["readelf", "--wide", *flags, PROGRAM], capture_output=True, text=True, check=True).stdout


class Hardened(unittest.TestCase):
    def test_how_it_is_linked(self) -> None:
        self.assertIn("Position-Independent Executable", said("--file-header"))
        segments = said("--segments")
        self.assertIn("GNU_RELRO", segments)
        stack = next(line for line in segments.splitlines() if "GNU_STACK" in line)
        self.assertNotIn("E", stack.split()[-2], "nothing on the stack is run")
        self.assertIn("NOW", said("--dynamic"))

    def test_how_it_is_compiled(self) -> None:
        symbols = said("--dyn-syms")
        for symbol in ("__stack_chk_fail", "__memcpy_chk", "__glibcxx_assert_fail"):
            self.assertIn(symbol, symbols)


if __name__ == "__main__":
    unittest.main()
