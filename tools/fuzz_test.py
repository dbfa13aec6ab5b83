"""What has been fuzzed is added up, docs/reliability.md says the same, and the best of what was found is kept."""

from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fuzz

PAGE = fuzz.ROOT / "docs" / "reliability.md"
CLAIM = re.compile(r"([\d,]+)\s+seconds\s+of\s+processor\s+time\s+and\s+([\d,]+)\s+thousand\s+inputs\s+so\s+far")


class Tally(unittest.TestCase):
    def test_runs_of_a_target_are_added_up(self) -> None:
        tally = fuzz.read(fuzz.HEAD + "wire\t60\t1000\t0\t2026-01-01\n")
        fuzz.add(tally, "wire", fuzz.Run(30, 500, 1, "2026-01-02"))
        fuzz.add(tally, "pdn", fuzz.Run(3600, 7, 0, "2026-01-03"))
        self.assertEqual(fuzz.write(tally), fuzz.HEAD + "pdn\t3600\t7\t0\t2026-01-03\nwire\t90\t1500\t1\t2026-01-02\n")
        self.assertEqual(fuzz.read(fuzz.write(tally)), tally)
        self.assertEqual(fuzz.seconds(tally), 3690)

    def test_libfuzzers_count_is_read(self) -> None:
        found = fuzz.EXECUTED.search("Done 12 runs\nstat::number_of_executed_units: 12345\nstat::average: 1\n")
        assert found
        self.assertEqual(found.group(1), "12345")

    def test_the_page_says_what_has_run(self) -> None:
        tally = fuzz.read(fuzz.TALLY.read_text(encoding="utf-8"))
        self.assertEqual(set(tally), set(fuzz.targets()), "each target has run")
        claim = CLAIM.search(PAGE.read_text(encoding="utf-8"))
        assert claim
        self.assertEqual(claim.group(1), f"{fuzz.seconds(tally):,}")
        self.assertEqual(claim.group(2), f"{sum(run.inputs for run in tally.values()) // 1000:,}")


class Keep(unittest.TestCase):
    def setUp(self) -> None:
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        folder = Path(made.name)
        self.corpus = folder / "corpus" / "one"
        self.found = folder / "one" / "found"
        self.target = folder / "fuzz_one"
        for each in (self.corpus, self.found):
            each.mkdir(parents=True)
        (self.corpus / "seed").write_bytes(b"seed")
        for name, value in (("FUZZ", folder), ("CORPUS", folder / "corpus")):
            patch = mock.patch.object(fuzz, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def merges_by(self, script: str) -> None:
        """Stands in for libFuzzer, whose last two words are the folder that it adds to and the one that it takes from."""
        self.target.write_text(f'#!/bin/bash\nto="${{@: -2:1}}" from="${{@: -1}}"\n{script}\n', encoding="utf-8")
        self.target.chmod(0o755)

    def test_short_inputs_are_offered_and_the_added_ones_counted(self) -> None:
        self.merges_by('cp "$from"/* "$to"')
        (self.found / "short").write_bytes(b"x" * fuzz.KEPT_BYTES)
        (self.found / "long").write_bytes(b"x" * (fuzz.KEPT_BYTES + 1))
        self.assertEqual(fuzz.keep("one"), 1)
        self.assertEqual(sorted(path.name for path in self.corpus.iterdir()), ["seed", "short"])

    def test_a_target_that_fails_says_why(self) -> None:
        self.merges_by("echo broken >&2; exit 1")
        with self.assertRaisesRegex(SystemExit, "one: broken"):
            fuzz.keep("one")


if __name__ == "__main__":
    unittest.main()
