"""The tally of what has been fuzzed: how it is added up, and that docs/reliability.md says what it says."""

from __future__ import annotations

import re
import unittest

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


if __name__ == "__main__":
    unittest.main()
