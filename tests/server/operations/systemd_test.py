"""The Debian package under a real systemd: installed, started, killed, hung, its disk gone; backed up, and removed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from own_systemd import OwnSystemd, reason_against
from wire_client import wait_for

ROOT = Path(os.environ["ROOT_OF_CROWNSTAR"])
FOLDER = "/var/lib/crownstar"
BACKUPS = "/var/backups/crownstar"


def build_package(folder: str) -> Path:
    environment = {**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "none"}
    command = [ROOT / "tools" / "package.sh", folder]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.strip())


class Installed(unittest.TestCase):
    machine: OwnSystemd

    def test_from_its_installation_to_its_end(self) -> None:
        if reason := reason_against():
            print(f"the package is not tried under a systemd of its own: {reason}", file=sys.stderr)
            return
        with tempfile.TemporaryDirectory() as folder:
            package = build_package(folder)
            self.machine = OwnSystemd(package)
            self.addCleanup(self.machine.close)
        self.install(package.name)
        self.start()
        self.reload()
        self.end_it("KILL")
        self.end_it("STOP")  # it hangs: the watchdog ends it
        self.lose_the_disk()
        self.back_up()
        self.remove()

    def install(self, package: str) -> None:
        self.machine.ask("dpkg", "--install", f"/opt/{package}")
        self.assertEqual(self.machine.property("crownstar", "ActiveState"), "inactive", "the package starts nothing by itself")

    def health(self) -> str:
        ask = "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:8417/health').read().decode())"
        run = self.machine.run(sys.executable, "-c", ask)
        return str(json.loads(run.stdout)["state"]) if run.returncode == 0 else ""

    def first_process(self) -> str:
        return self.machine.property("crownstar", "MainPID")

    def start(self) -> None:
        self.machine.ask("systemctl", "enable", "--now", "crownstar")
        self.assertEqual(self.health(), "ok", "started means ready")
        owner, mode = self.machine.ask("stat", "--format=%U %a", FOLDER).split()
        self.assertEqual((owner, mode), ("crownstar", "700"))

    def reload(self) -> None:
        before = self.first_process()
        self.machine.ask("systemctl", "reload", "crownstar")
        self.assertEqual(self.health(), "ok")
        self.assertEqual(self.first_process(), before)

    def end_it(self, signal: str) -> None:
        before = self.first_process()
        self.machine.ask("kill", f"-{signal}", before)
        wait_for(lambda: self.first_process() not in (before, "0"), f"another one after {signal}")
        wait_for(lambda: self.health() == "ok", f"it serves again after {signal}")

    def lose_the_disk(self) -> None:
        self.machine.ask("systemctl", "stop", "crownstar")
        self.machine.ask("mv", FOLDER, "/var/lib/elsewhere")
        self.assertNotEqual(self.machine.run("systemctl", "start", "crownstar").returncode, 0, "no store is made anew")
        # More often than systemd would try by its own measure, and it goes on.
        wait_for(lambda: int(self.machine.property("crownstar", "NRestarts")) > 7, "it tries again")
        self.assertEqual(self.machine.ask("ls", FOLDER), "")
        self.machine.ask("sh", "-c", f"mv /var/lib/elsewhere/* {FOLDER}/")
        wait_for(lambda: self.health() == "ok", "the disk is back, and nobody did more")

    def backups(self) -> list[str]:
        return self.machine.ask("ls", BACKUPS).split()

    def back_up(self) -> None:
        self.machine.ask("systemctl", "enable", "--now", "crownstar-backup.timer")
        self.machine.ask("systemctl", "start", "crownstar-backup")
        [good] = self.backups()
        self.machine.ask("crownstar", "check", "--store", f"{BACKUPS}/{good}")
        self.machine.ask("touch", "--date=20 days ago", f"{BACKUPS}/{good}")
        # What cannot be proved deletes nothing, and is seen.
        self.machine.ask("systemctl", "stop", "crownstar")
        self.machine.ask("sh", "-c", f"head --bytes=4000 /dev/urandom | dd of={FOLDER}/crownstar.db seek=20000 bs=1 conv=notrunc")
        self.assertNotEqual(self.machine.run("systemctl", "start", "crownstar-backup").returncode, 0)
        self.assertIn(good, self.backups())
        self.assertIn("crownstar-backup.service", self.machine.ask("systemctl", "list-units", "--failed", "--plain"))
        self.machine.ask("crownstar", "restore", f"{BACKUPS}/{good}", "--store", f"{FOLDER}/restored.db")

    def remove(self) -> None:
        self.machine.ask("dpkg", "--remove", "crownstar")
        left = self.machine.run("systemctl", "list-units", "--all", "--plain", "crownstar*").stdout
        self.assertNotIn("crownstar.service", left)
        self.assertNotIn("crownstar-backup.timer", left, "no backup is due any more")
        self.assertIn("restored.db", self.machine.ask("ls", FOLDER), "the games stay")


if __name__ == "__main__":
    unittest.main()
