"""A PostgreSQL of the tests' own, in a scratch folder, which can be killed and started again."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

SCRIPT = Path(os.environ["CROWNSTAR_ROOT"]) / "tests" / "support" / "postgres.sh"


class Database:
    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="crownstar-database-")
        self._file = Path(self._folder.name) / "address"
        self._run("start")
        self.address = self._file.read_text(encoding="utf-8").strip()

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

    def place(self, name: str) -> str:
        """The address of a database of its own, made here."""
        self.ask("postgres", f"CREATE DATABASE {name}")
        return self.address.replace("/postgres?", f"/{name}?")

    def ask(self, name: str, sql: str) -> str:
        host = self.address.rpartition("host=")[2]
        command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-U", "postgres", "-h", host, name]
        run = subprocess.run([*command, "-c", sql], capture_output=True, text=True, check=True)
        return run.stdout.strip()
