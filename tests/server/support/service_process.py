"""A service that a server needs, as a process of the tests' own: a database, a broker. Each can be killed and started again."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

SUPPORT = Path(os.environ["ROOT_OF_CROWNSTAR"]) / "tests" / "support"


class ServiceProcess:
    """Run by a script of tests/support, which writes where it listens into a file of a scratch folder."""

    def __init__(self, script: str, more: dict[str, str] | None = None) -> None:
        self._script = SUPPORT / script
        self._environment = {**os.environ, **(more or {})}
        self._folder = tempfile.TemporaryDirectory(prefix=f"crownstar-{self._script.stem}-")
        self._file = Path(self._folder.name) / "address"
        try:
            self._run("start")
        except subprocess.CalledProcessError:
            self._run("stop")
            raise
        self.address = self._file.read_text(encoding="utf-8").strip()

    def _run(self, action: str) -> None:
        subprocess.run([self._script, action, self._file], check=True, env=self._environment)

    def kill(self) -> None:
        """As its machine would fail: no goodbye to anyone."""
        self._run("kill")

    def start(self) -> None:
        self._run("again")

    def close(self) -> None:
        self._run("stop")
        self._folder.cleanup()


class Broker(ServiceProcess):
    def __init__(self, more: dict[str, str] | None = None) -> None:
        super().__init__("nats.sh", more)
        self.port = int(self.address.rpartition(":")[2])

    def log(self) -> str:
        return Path(f"{self._file}.broker/log").read_text(encoding="utf-8")


class Database(ServiceProcess):
    def __init__(self, more: dict[str, str] | None = None, port: int = 5432) -> None:
        super().__init__("postgres.sh", more)
        self._port = port

    def create(self, name: str) -> str:
        """Creates a database, and gives its address."""
        self.ask("postgres", f"CREATE DATABASE {name}")
        return self.address.replace("/postgres?", f"/{name}?")

    def ask(self, name: str, sql: str) -> str:
        host = self.address.rpartition("host=")[2]
        command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-U", "postgres", "-h", host, "-p", str(self._port), name]
        run = subprocess.run([*command, "-c", sql], capture_output=True, text=True, check=True)
        return run.stdout.strip()
