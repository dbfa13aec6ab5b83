"""Tests of must_not_compile.py, with the real compiler on small programs."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import must_not_compile

COMPILER = ["clang++-19", "-std=c++23"]


class MustNotCompileTest(unittest.TestCase):
    def complaint(self, text: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "program.cpp"
            source.write_text(text, encoding="utf-8")
            return must_not_compile.complaint(source, COMPILER) or ""

    def test_fails_for_its_reason(self) -> None:
        self.assertEqual(self.complaint('// expect: cannot initialize\n#ifdef OFFENCE\nint a = "x";\n#endif\n'), "")

    def test_fails_for_another_reason(self) -> None:
        said = self.complaint('// expect: no such rule\n#ifdef OFFENCE\nint a = "x";\n#endif\n')
        self.assertIn("does not say `no such rule`", said)
        self.assertIn("cannot initialize", said)

    def test_compiles(self) -> None:
        self.assertEqual(self.complaint("// expect: error\n#ifdef OFFENCE\nint a = 1;\n#endif\n"), "it compiles")

    def test_does_not_compile_without_its_offence(self) -> None:
        said = self.complaint('// expect: cannot initialize\nint b = "x";\n#ifdef OFFENCE\nint a = "x";\n#endif\n')
        self.assertIn("even without its offence", said)

    def test_expects_nothing(self) -> None:
        self.assertIn("first line", self.complaint("#ifdef OFFENCE\n#endif\n"))
        self.assertIn("first line", self.complaint("// expect: \n#ifdef OFFENCE\n#endif\n"))
        self.assertIn("first line", self.complaint(""))

    def test_has_no_offence(self) -> None:
        self.assertIn("no #ifdef OFFENCE", self.complaint("// expect: error\nint a = 1;\n"))


if __name__ == "__main__":
    unittest.main()
