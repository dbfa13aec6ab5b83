"""The types of the Python package: mypy --strict over it and its tests, and the stub against what is compiled."""

from __future__ import annotations

import ast
import subprocess
import sys
import unittest
from pathlib import Path

import crownstar

ROOT = Path(__file__).resolve().parents[2]


class Types(unittest.TestCase):
    def run_module(self, *words: str) -> None:
        cache = f"--cache-dir={ROOT / 'build' / 'python' / 'mypy'}" if words[0] == "mypy" else ""
        ran = subprocess.run(
            [sys.executable, "-m", *words, *([cache] if cache else [])], capture_output=True, text=True, cwd=ROOT / "tests"
        )
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_the_package_and_its_tests_are_typed_strictly(self) -> None:
        config = f"--config-file={ROOT / 'pyproject.toml'}"
        self.run_module("mypy", "--strict", config, str(ROOT / "python" / "crownstar"))
        for folder in ("tests/python", "examples"):
            self.run_module("mypy", "--strict", config, *map(str, sorted((ROOT / folder).glob("*.py"))))

    def test_the_stub_names_what_the_compiled_part_has(self) -> None:
        # mypy's own stubtest does not take nanobind's functions for functions.
        from crownstar import _core

        self.assertIsNotNone(_core.__file__)
        stub = ast.parse((Path(crownstar.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
        in_stub = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(in_stub), {name for name in vars(_core) if not name.startswith("__")})
        for name, node in in_stub.items():
            if isinstance(node, ast.ClassDef):
                described = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                compiled = {each for each in vars(getattr(_core, name)) if not each.startswith("__")}
                self.assertEqual({each for each in described if not each.startswith("__")}, compiled, name)


if __name__ == "__main__":
    unittest.main()
