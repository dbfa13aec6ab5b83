#!/usr/bin/env python3
"""Runs tests of a build with ctest and counts them one by one, those within a program too.

Usage: tools/checks/run_tests.py PRESET [LABEL [NAME]]    LABEL, NAME: regular expressions; without them all tests
The last lines name the tests that have failed or were skipped and say how many there were. What passed with the same programs and
files is not run again (tools/checks/passed.py), and counts.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import passed

ROOT = Path(__file__).resolve().parents[2]
# Most tests of servers wait; those that compute take three (tests/CMakeLists.txt).
AT_ONCE = 3 * (os.cpu_count() or 1)


@dataclass
class Count:
    """Of one entry of ctest: a program with many tests, or a single test."""

    total: int = 1
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def of_report(entry: str, report: dict[str, Any]) -> Count:
    """What a program of Google's test library has written about its tests."""
    count = Count(total=0)
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{entry}: {test['classname']}.{test['name']}"
            if test["status"] != "RUN":
                continue  # another process has it
            count.total += 1
            if test.get("failures"):
                count.failed.append(name)
            elif test["result"] == "SKIPPED":
                count.skipped.append(name)
    return count


def listed(text: str, part: int, parts: int) -> int:
    """How many tests a part of a program has, by its --gtest_list_tests."""
    names = [line for line in text.splitlines() if line.startswith("  ")]
    return len(names[part::parts])


def count_entry(name: str, passed: bool, environment: dict[str, str], command: list[str]) -> Count:
    if "GTEST_OUTPUT" not in environment:
        return Count(failed=[] if passed else [name])
    report = Path(environment["GTEST_OUTPUT"].removeprefix("json:"))
    if report.is_file():
        count = of_report(name, json.loads(report.read_text(encoding="utf-8")))
        if not passed and not count.failed:
            count.failed.append(f"{name}: the program itself, after its tests")
        return count
    # It ended in the middle: none of its tests is known to be good.
    said = subprocess.run([command[0], "--gtest_list_tests"], capture_output=True, text=True, check=False).stdout
    total = max(1, listed(said, int(environment.get("GTEST_SHARD_INDEX", "0")), int(environment.get("GTEST_TOTAL_SHARDS", "1"))))
    return Count(total, [f"{name}: ended in the middle of its tests"] * total)


def properties(test: dict[str, Any]) -> dict[str, str]:
    """The environment that ctest gives it."""
    found = {each["name"]: each["value"] for each in test.get("properties", [])}
    return dict(line.split("=", 1) for line in found.get("ENVIRONMENT", []))


def outcomes(junit: Path) -> dict[str, bool]:
    """Which entries ctest has run, and whether they passed."""
    cases = ElementTree.parse(junit).getroot().iter("testcase")
    return {str(case.get("name")): case.get("status") == "run" for case in cases}


def script_of(test: dict[str, Any]) -> str:
    """The text of a test in Python, or nothing."""
    folder = {each["name"]: each["value"] for each in test.get("properties", [])}.get("WORKING_DIRECTORY", ROOT)
    script = Path(folder) / f"{test.get('command', [''])[-1]}.py"
    return script.read_text(encoding="utf-8") if script.is_file() else ""


def inputs(test: dict[str, Any]) -> list[str]:
    """What of an entry was made from C++: the files of the build that its command or its environment names. One that compiles for
    itself, or looks into sources, reads those."""
    named = [*test.get("command", []), *properties(test).values()]
    build = str((ROOT / "build").resolve()) + os.sep
    resolved = sorted({os.path.realpath(each) for each in named if os.path.isabs(each)})
    made = [each for each in resolved if each.startswith(build) and os.path.isfile(each) and not each.endswith(".address")]
    if not made or '"src/' in script_of(test):
        made.append(passed.SOURCES)
    return made


def may_skip(test: dict[str, Any]) -> bool:
    """What a test in Python skips on this machine, it does not tell: one that speaks of skipping is run again."""
    return "skip" in script_of(test).lower().replace("# fmt: skip", "")


def mark_of(preset: str, test: dict[str, Any]) -> str:
    return passed.mark(json.dumps([preset, test["name"], test.get("command"), sorted(properties(test).items())]), inputs(test))


def is_fixture(test: dict[str, Any]) -> bool:
    """ctest runs it for the sake of others."""
    return any(each["name"] in ("FIXTURES_SETUP", "FIXTURES_CLEANUP") for each in test.get("properties", []))


def regex_of(names: list[str]) -> str:
    return "^(" + "|".join(re.sub(r"([.+])", r"[\1]", name) for name in names) + ")$"


def main(arguments: list[str]) -> int:
    preset, label, name = (arguments + ["", ""])[:3]
    build = ROOT / "build" / preset
    results = build / "tests" / "results"
    results.mkdir(parents=True, exist_ok=True)
    for old in results.iterdir():
        old.unlink()
    junit = results / "ctest.xml"
    chosen = ["ctest", "--preset", preset, "--no-tests=error"]
    chosen += ["--label-regex", label] if label else []
    chosen += ["--tests-regex", name] if name else []
    listing = subprocess.run([*chosen, "--show-only=json-v1"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode != 0:
        print(listing.stdout + listing.stderr)
        return 1
    tests = [test for test in json.loads(listing.stdout)["tests"] if not is_fixture(test)]
    marks = {test["name"]: mark_of(preset, test) for test in tests}
    before = {name: passed.known(mark) for name, mark in marks.items()}
    due = [test for test in tests if not before[test["name"]]]
    status = 0
    ran: dict[str, bool] = {}
    if due:
        command = ["ctest", "--preset", preset, "--tests-regex", regex_of([test["name"] for test in due])]
        command += ["-j", str(AT_ONCE), "--output-junit", str(junit)]
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if not junit.is_file():
            return status or 1
        ran = outcomes(junit)

    counts = []
    passed.look_again()
    for test in due:
        count = count_entry(test["name"], ran.get(test["name"], False), properties(test), test.get("command", [""]))
        counts.append(count)
        is_whole = ran.get(test["name"], False) and not count.failed and not count.skipped and not may_skip(test)
        if is_whole and mark_of(preset, test) == marks[test["name"]]:
            passed.note(marks[test["name"]], count.total)
    failed = [each for count in counts for each in count.failed]
    for title, names in (("skipped", [each for count in counts for each in count.skipped]), ("FAILED", failed)):
        for each in dict.fromkeys(names):
            print(f"{title}: {each}")
    remembered = sum(before.values())
    if remembered:
        print(f"note: {remembered} of these passed before, and nothing that they read has changed since")
    print(f"Of {remembered + sum(count.total for count in counts)} tests {len(failed)} failed")
    return 1 if failed or status != 0 else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
