import json
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import passed
import run_tests


def test(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "classname": "Suite", "status": "RUN", "result": "COMPLETED", **more}


def report(*tests: dict[str, Any]) -> dict[str, Any]:
    return {"testsuites": [{"name": "Suite", "testsuite": list(tests)}]}


class OfReport(unittest.TestCase):
    def test_each_that_ran_counts_and_each_that_failed_is_named(self) -> None:
        wrong = test("Wrong", failures=[{"failure": "1 is not 2"}])
        elsewhere = test("OfAnotherPart", status="NOTRUN", result="SUPPRESSED")
        count = run_tests.of_report("room_tests.1", report(test("Right"), wrong, elsewhere, test("Absent", result="SKIPPED")))
        self.assertEqual(count.total, 3)
        self.assertEqual(count.failed, ["room_tests.1: Suite.Wrong"])
        self.assertEqual(count.skipped, ["room_tests.1: Suite.Absent"])


class CountEntry(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.report = Path(folder.name) / "report.json"
        self.program = Path(folder.name) / "program"
        self.environment = {"GTEST_OUTPUT": f"json:{self.report}"}

    def count(self, passed: bool, **environment: str) -> run_tests.Count:
        return run_tests.count_entry("room_tests", passed, {**self.environment, **environment}, [str(self.program)])

    def test_what_has_no_tests_within_is_one(self) -> None:
        for passed in (True, False):
            count = run_tests.count_entry("cli.play_test", passed, {}, ["python3"])
            self.assertEqual((count.total, count.failed), (1, [] if passed else ["cli.play_test"]))

    def test_a_program_that_fails_after_its_tests_has_failed(self) -> None:
        self.report.write_text(json.dumps(report(test("Right"))), encoding="utf-8")
        self.assertEqual(self.count(passed=True).failed, [])
        self.assertEqual(len(self.count(passed=False).failed), 1)

    def test_of_one_that_ended_in_the_middle_no_test_has_passed(self) -> None:
        self.program.write_text("#!/bin/sh\nprintf 'Suite.\\n  A\\n  B\\n  C\\n  D\\n'\n", encoding="utf-8")
        self.program.chmod(0o755)
        for passed in (True, False):
            count = self.count(passed)
            self.assertEqual((count.total, len(count.failed)), (4, 4))
        part = self.count(False, GTEST_TOTAL_SHARDS="2", GTEST_SHARD_INDEX="1")
        self.assertEqual((part.total, len(part.failed)), (2, 2))


class Inputs(unittest.TestCase):
    def test_the_files_of_the_build_that_an_entry_names(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        build = Path(folder.name).resolve() / "build"
        build.mkdir()
        (build / "crownstar").touch()
        (build / "postgres.address").touch()
        environment = [f"CROWNSTAR={build}/crownstar", f"ADDRESS={build}/postgres.address", f"GTEST_OUTPUT=json:{build}/one.json"]
        with mock.patch.object(run_tests, "ROOT", build.parent):
            entry = {"command": ["python3", "one_test.py"], "properties": [{"name": "ENVIRONMENT", "value": environment}]}
            self.assertEqual(run_tests.inputs(entry), [f"{build}/crownstar"])
            self.assertEqual(run_tests.inputs({"command": ["python3", "one_test.py"]}), [passed.SOURCES])

    def test_a_test_that_looks_into_sources_reads_them_too(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = Path(folder.name).resolve()
        (root / "build").mkdir()
        (root / "build/crownstar").touch()
        (root / "routes_test.py").write_text('ROOT / "src/site"\n', encoding="utf-8")
        entry = {
            "command": ["python3", "-m", "unittest", "routes_test"],
            "properties": [
                {"name": "ENVIRONMENT", "value": [f"CROWNSTAR={root}/build/crownstar"]},
                {"name": "WORKING_DIRECTORY", "value": str(root)},
            ],
        }
        with mock.patch.object(run_tests, "ROOT", root):
            self.assertEqual(run_tests.inputs(entry), [f"{root}/build/crownstar", passed.SOURCES])


class MaySkip(unittest.TestCase):
    def test_one_that_speaks_of_skipping_may_and_a_mark_for_the_formatter_is_none(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for text, may in (('self.skipTest("no disk")', True), ("@unittest.skipUnless(ROOT)", True), ("f(  1)  # fmt: skip", False)):
            (Path(folder.name) / "one_test.py").write_text(text, encoding="utf-8")
            entry = {"command": ["python3", "one_test"], "properties": [{"name": "WORKING_DIRECTORY", "value": folder.name}]}
            self.assertEqual(run_tests.may_skip(entry), may, text)


class RegexOf(unittest.TestCase):
    def test_it_fits_the_names_and_no_others(self) -> None:
        regex = run_tests.regex_of(["cli.play_test", "room_tests.1"])
        for name, fits in {"cli.play_test": True, "room_tests.1": True, "cli-play_test": False, "room_tests.12": False}.items():
            self.assertEqual(bool(re.search(regex, name)), fits, name)


if __name__ == "__main__":
    unittest.main()
