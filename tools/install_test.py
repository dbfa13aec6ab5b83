"""Tests of install.sh, on a machine that is made up: dpkg-query and apt-get are stand-ins that only write down their use."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parent

OPTIONS = "(-o DPkg::[A-Za-z:]+=[a-z0-9-]+ )+"

LIST = """
[play]
cook-1   # cooks
table    # to eat at

[test]
taster   # tastes
"""

# Each says what it was asked; the first knows the packages named in a file, the second fails as often as a file says.
DPKG_QUERY = """#!/bin/bash
for name in "${@:3}"; do
  if grep -qx "$name" "$STATE/installed"; then printf 'installed:%s ' "$name"; else status=1; fi
done
if grep -q . "$STATE/removed"; then printf 'config-files:%s ' "$(cat "$STATE/removed")"; fi
exit "${status:-0}"
"""
APT_GET = """#!/bin/bash
echo "$*" >>"$STATE/asked"
if [[ "$1" == install && -s "$STATE/failures" ]]; then
  sed -i 1d "$STATE/failures"
  echo "E: Unable to locate package"
  exit 100
fi
"""


class InstallTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copy(TOOLS / "install.sh", self.root)
        self.write("packages.txt", LIST)
        for name in ("installed", "removed", "failures", "asked"):
            self.write(name, "")
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET)):
            self.write(name, text).chmod(0o755)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        return path

    def install(self, for_whom: str) -> subprocess.CompletedProcess[str]:
        surroundings = os.environ | {"PATH": f"{self.root}:{os.environ['PATH']}", "STATE": str(self.root)}
        return subprocess.run(
            [str(self.root / "install.sh"), for_whom], env=surroundings, capture_output=True, text=True, check=False
        )

    def asked(self) -> list[str]:
        return (self.root / "asked").read_text(encoding="utf-8").splitlines()

    def expect_missing(self, done: subprocess.CompletedProcess[str], names: str) -> None:
        """Root installs these and nothing else; anyone else is told the one line."""
        if os.geteuid() == 0:
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(self.asked()[-1], f"^install -y --no-install-recommends {OPTIONS}{names}$")
        else:
            self.assertEqual(done.returncode, 1)
            self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout)
            self.assertRegex(done.stdout, f"^apt-get update && apt-get install -y --no-install-recommends {OPTIONS}{names}\n$")
            self.assertEqual(done.stderr, "")
            self.assertEqual(self.asked(), [])

    def test_nothing_missing_is_silent(self) -> None:
        self.write("installed", "cook-1\ntable\ntaster\n")
        done = self.install("test")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.asked(), [])

    def test_playing_needs_no_packages_of_testing(self) -> None:
        self.write("installed", "cook-1\ntable\n")
        self.assertEqual(self.install("play").returncode, 0)
        self.assertEqual(self.asked(), [])

    def test_only_what_is_missing(self) -> None:
        self.write("installed", "cook-1\n")
        self.expect_missing(self.install("play"), "table")

    def test_testing_needs_both_sections(self) -> None:
        self.write("installed", "table\n")
        self.expect_missing(self.install("test"), "cook-1 taster")

    def test_package_that_was_removed_is_missing(self) -> None:
        self.write("installed", "cook-1\n")
        self.write("removed", "table\n")
        self.expect_missing(self.install("play"), "table")

    def test_a_name_within_a_name_is_another_package(self) -> None:
        self.write("packages.txt", "[play]\ncook\n")
        self.write("installed", "cook-1\n")
        self.expect_missing(self.install("play"), "cook")

    def test_a_package_that_stands_in_for_a_program(self) -> None:
        self.write("packages.txt", "[play]\ncook\n[without no-such-program]\nkettle   # boils\n[without bash]\nshell\n")
        self.write("installed", "cook\n")
        self.expect_missing(self.install("play"), "kettle")

    def test_old_lists_are_fetched_again_once(self) -> None:
        self.write("failures", "once\n")
        self.expect_missing(self.install("play"), "cook-1 table")
        self.assertLessEqual(self.asked().count("update"), 1)

    def test_a_failure_is_shown(self) -> None:
        self.write("failures", "once\ntwice\nthrice\n")
        done = self.install("play")
        self.assertEqual(done.returncode, 1)
        shown = done.stderr if os.geteuid() == 0 else done.stdout
        self.assertIn("Unable to locate package" if os.geteuid() == 0 else "apt-get update", shown)


if __name__ == "__main__":
    unittest.main()
