"""Runs the program under test, named by the environment variable CROWNSTAR."""

from __future__ import annotations

import json
import os
import subprocess
import unittest
from typing import Any

PROGRAM = os.environ["CROWNSTAR"]
PROMPT = b"> "
# Under sanitizers, and on a machine with much else to do, everything takes its time.
PATIENCE = 120


def run(*arguments: str | bytes, typed: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """One run with its standard input given whole."""
    given = typed.encode() if isinstance(typed, str) else typed
    return subprocess.run(
        [PROGRAM, *arguments], input=given, capture_output=True, timeout=PATIENCE, check=False
    )


class ProgramTest(unittest.TestCase):
    """What every test of the program asks."""

    maxDiff = None

    def lines(self, *arguments: str, typed: str = "") -> list[str]:
        """The lines of a run that succeeds and says nothing on standard error."""
        done = run(*arguments, typed=typed)
        # Progress may stand on standard error: a slow machine is no fault.
        self.assertEqual(done.returncode, 0, (arguments, done.stderr.decode()))
        return done.stdout.decode().splitlines()

    def json(self, *arguments: str) -> Any:
        """The one JSON object of a run that succeeds."""
        lines = self.lines(*arguments)
        self.assertEqual(len(lines), 1, lines)
        return json.loads(lines[0])

    def assert_refused(
        self, done: subprocess.CompletedProcess[bytes], status: int = 1, *, is_long: bool = False
    ) -> str:
        """Nothing on standard output, and one clean line on standard error, which is given back.

        Where there is much to do before the refusal, progress may stand above it: a slow machine is no fault.
        """
        self.assertEqual((done.returncode, done.stdout), (status, b""), done.args)
        line = done.stderr.decode()  # strict: whatever was typed, the answer is UTF-8
        if is_long:
            line = line.splitlines(keepends=True)[-1]
        self.assertTrue(line.startswith("crownstar: "), line)
        self.assertTrue(line.endswith("\n"), line)
        self.assertEqual([letter for letter in line[:-1] if ord(letter) < 32 or 127 <= ord(letter) < 160], [], line)
        return line[len("crownstar: ") : -1]


class Dialogue:
    """A run of `play` that is talked with: what is typed next may depend on what was said before."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.greeting = self.hear()

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def hear(self) -> str:
        """What is said up to the next prompt."""
        assert self.process.stdout is not None
        heard = b""
        while not heard.endswith(PROMPT):
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                raise AssertionError(f"it ended instead of asking: {heard.decode()}")
            heard += piece
        return heard.decode()

    def ask(self, line: str) -> str:
        """Types a line and gives back the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.hear()

    def leave(self, line: str = "quit\n") -> tuple[int, str, str]:
        """Types the last line, closes standard input and waits: exit status, standard output and error."""
        said, complained = self.process.communicate(line.encode(), timeout=PATIENCE)
        return self.process.returncode, said.decode(), complained.decode()
