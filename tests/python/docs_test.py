"""The examples of docs/python.md are run, each in its order, and say what the page says."""

from __future__ import annotations

import doctest
import re
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Examples(unittest.TestCase):
    def test_the_page_says_what_happens(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        names: dict[str, object] = {}
        blocks = list(BLOCK.finditer(text))
        self.assertGreater(len(blocks), 8)
        said: list[str] = []
        for block in blocks:
            line = text.count("\n", 0, block.start(1))
            example = doctest.DocTestParser().get_doctest(block.group(1), names, PAGE.name, str(PAGE), line)
            runner.run(example, out=said.append, clear_globs=False)
            names = example.globs
        self.assertEqual(runner.summarize(verbose=False).failed, 0, "".join(said))


if __name__ == "__main__":
    unittest.main()
