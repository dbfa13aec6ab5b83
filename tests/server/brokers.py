"""A NATS broker of the tests' own, which can be killed and started again."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

SCRIPT = Path(os.environ["CROWNSTAR_ROOT"]) / "tests" / "support" / "nats.sh"


class Broker:
    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="crownstar-broker-")
        self._file = Path(self._folder.name) / "address"
        self._run("start")
        self.address = self._file.read_text(encoding="utf-8").strip()
        self.port = int(self.address.rpartition(":")[2])

    def _run(self, action: str) -> None:
        subprocess.run([SCRIPT, action, self._file], check=True)

    def kill(self) -> None:
        """As its machine would fail: no goodbye to anyone."""
        self._run("kill")

    def start(self) -> None:
        self._run("again")

    def close(self) -> None:
        self._run("stop")
        self._folder.cleanup()
