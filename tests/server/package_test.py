"""The Debian package: built in one command, it has what it should, and what is in it works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

PROGRAM = os.environ["CROWNSTAR"]
ROOT = Path(os.environ["CROWNSTAR_ROOT"])


class Package(unittest.TestCase):
    def run_ok(self, *command: str | Path) -> str:
        # Pressed together it would take long, and be the same.
        environment = {**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "none"}
        run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_it_is_built_and_works(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            package = self.run_ok(ROOT / "tools" / "package.sh", scratch).strip()
            fields = self.run_ok("dpkg-deb", "--field", package)
            for needed in ("Package: crownstar", "libpq5", "libsqlite3-0", "libssl3", "libsodium23", "libnats", "libmimalloc"):
                self.assertIn(needed, fields)
            folder = Path(scratch) / "files"
            self.run_ok("dpkg-deb", "--raw-extract", package, folder)
            program = folder / "usr/bin/crownstar"
            self.assertIn("crownstar ", self.run_ok(program, "--version"))
            settings = self.run_ok(program, "serve", "--settings", folder / "etc/crownstar/settings.toml", "--print-settings")
            self.assertEqual(tomllib.loads(settings)["store"], "/var/lib/crownstar/crownstar.db")
            for script in ("preinst", "postinst", "prerm", "postrm"):
                self.run_ok("sh", "-n", folder / "DEBIAN" / script)
            postinst = (folder / "DEBIAN" / "postinst").read_text(encoding="utf-8")
            self.assertIn("/var/lib/crownstar\n", postinst, "the store has a place also where no systemd makes it")
            unit = (folder / "lib/systemd/system/crownstar.service").read_text(encoding="utf-8")
            self.assertIn("ExecStart=/usr/bin/crownstar serve --settings /etc/crownstar/settings.toml", unit)
            worker = (folder / "lib/systemd/system/crownstar-worker.service").read_text(encoding="utf-8")
            self.assertIn("ExecStart=/usr/bin/crownstar worker", worker)
            self.assertIn("CROWNSTAR_BUS=", (folder / "etc/crownstar/worker.env").read_text(encoding="utf-8"))
            self.assertTrue((folder / "usr/share/doc/crownstar/operations.md").is_file())

    @staticmethod
    def exposure(unit: Path) -> float:
        """Of ten, as systemd sees it: 10 is open to everything."""
        # 1 where it is more than a threshold that is not asked for here.
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", unit]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        found = re.search(r"exposure level for \S+: ([0-9.]+)", run.stdout)
        assert found, run.stdout + run.stderr
        return float(found.group(1))

    def test_the_services_may_do_little(self) -> None:
        if shutil.which("systemd-analyze") is None:
            print("systemd is not here, so its view of the services is not asked for", file=sys.stderr)
            return
        for name in ("crownstar", "crownstar-worker"):
            self.assertLess(self.exposure(ROOT / "packaging" / "debian" / f"{name}.service"), 1.5)

    def test_the_containers_name_each_other_and_settings_that_are_there(self) -> None:
        containers = ROOT / "packaging" / "containers"
        compose = (containers / "compose.yaml").read_text(encoding="utf-8")
        services = set(re.findall(r"^  ([a-z0-9-]+):", compose.partition("\nservices:")[2].partition("\nvolumes:")[0], re.M))
        nodes = set(re.findall(r"server ([a-z0-9-]+):8417", (containers / "proxy.conf").read_text(encoding="utf-8")))
        self.assertEqual(len(nodes), 3)
        self.assertLessEqual(nodes | {"database", "broker", "worker", "proxy"}, services)
        help_text = self.run_ok(PROGRAM, "serve", "--help")
        named = set(re.findall(r"CROWNSTAR_([A-Z_]+)", compose + (containers / "Dockerfile").read_text(encoding="utf-8")))
        self.assertIn("BUS", named)
        for name in named:
            self.assertIn("--" + name.lower().replace("_", "-"), help_text)

    def test_the_same_sources_give_the_same_package(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            one = Path(self.run_ok(ROOT / "tools" / "package.sh", Path(scratch) / "one").strip())
            two = Path(self.run_ok(ROOT / "tools" / "package.sh", Path(scratch) / "two").strip())
            self.assertEqual(one.read_bytes(), two.read_bytes())
