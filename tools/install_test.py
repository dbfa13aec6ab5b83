"""Tests of install.sh, on a machine that is made up: dpkg-query and apt-get are stand-ins that only write down their use."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parent

OPTIONS = "(-o [A-Za-z]+::[A-Za-z:-]+=[a-z0-9-]+ )+"

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
  head -n 1 "$STATE/failures"
  sed -i 1d "$STATE/failures"
  exit 100
fi
"""
DPKG = """#!/bin/bash
echo "dpkg $*" >>"$STATE/asked"
"""


class InstallTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "tools").mkdir()
        for name in ("install.sh", "progress.sh"):
            shutil.copy(TOOLS / name, self.root / "tools")
        self.write("tools/packages.txt", LIST)
        for name in ("installed", "removed", "failures", "asked"):
            self.write(name, "")
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET), ("dpkg", DPKG)):
            self.write(name, text).chmod(0o755)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        return path

    def install(self, for_whom: str) -> subprocess.CompletedProcess[str]:
        surroundings = os.environ | {"PATH": f"{self.root}:{os.environ['PATH']}", "STATE": str(self.root)}
        return subprocess.run(
            [str(self.root / "tools" / "install.sh"), for_whom], env=surroundings, capture_output=True, text=True, check=False
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
        self.write("tools/packages.txt", "[play]\ncook\n")
        self.write("installed", "cook-1\n")
        self.expect_missing(self.install("play"), "cook")

    def test_packages_that_a_command_asks_for(self) -> None:
        self.write("tools/packages.txt", "[play]\ncook\n[unless test -e no-such-file]\nkettle   # boils\n[unless test -e tools]\nshell\n")
        self.write("installed", "cook\n")
        self.expect_missing(self.install("play"), "kettle")

    def test_old_lists_are_fetched_again_once(self) -> None:
        self.write("failures", "E: Unable to locate package cook-1\n")
        self.expect_missing(self.install("play"), "cook-1 table")
        self.assertLessEqual(self.asked().count("update"), 1)

    def fail_with(self, message: str) -> str:
        """What is shown to root when apt-get fails with this, again and again."""
        self.write("failures", f"{message}\n" * 9)
        done = self.install("play")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_a_failure_is_shown(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root installs")
        self.assertIn("Unable to locate package", self.fail_with("E: Unable to locate package cook-1"))

    def test_a_failure_that_somebody_can_mend_is_one_line_that_says_how(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root installs")
        for message, advice in (
            ("E: Failed to fetch x  Temporary failure resolving 'deb.example'", "check the network"),
            ("E: Failed to fetch x  Could not connect to deb.example:80, connection timed out", "check the network"),
            ("Certificate verification failed: The certificate is NOT trusted.", "update-ca-certificates"),
            ("E: You don't have enough free space in /var/cache/apt/archives/.", "no room left on the disk"),
            ("dpkg: error: failed to write: No space left on device", "no room left on the disk"),
            ("E: Could not get lock /var/lib/dpkg/lock-frontend.", "wait until it has finished"),
        ):
            with self.subTest(message):
                *begun, failed = self.fail_with(message).splitlines()
                self.assertIn(advice, failed)
                self.assertIn("run the same command again", failed)
                for line in begun:
                    self.assertRegex(line, "^(Installing|Fetching) ")

    def test_what_was_interrupted_is_finished_first(self) -> None:
        self.write("failures", "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.\n")
        self.expect_missing(self.install("play"), "cook-1 table")
        if os.geteuid() == 0:
            self.assertEqual(self.asked()[-2], "dpkg --configure -a")


if __name__ == "__main__":
    unittest.main()
