"""The Hub classes of two published Python packages play whole games against `crownstar hub`.

Both packages are called `draughts`, so each plays in a process of its own: hub_client_pydraughts.py, hub_client_py_draughts.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from pathlib import Path

CROWNSTAR = os.environ["CROWNSTAR"]
ROOT = Path(os.environ["ROOT_OF_CROWNSTAR"])
PATIENCE = 900


def play(package: str, driver: str) -> list[str]:
    """What the driver says of its games, a line each."""
    found = subprocess.run([ROOT / "tests/support/clients.sh", package], capture_output=True, text=True, timeout=PATIENCE)
    assert found.returncode == 0, f"{package} could not be fetched: {found.stderr}"
    done = subprocess.run(
        [sys.executable, "-B", Path(__file__).with_name(driver), CROWNSTAR],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": found.stdout.strip()},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


class HubClients(unittest.TestCase):
    def test_pydraughts_plays_twenty_games(self) -> None:
        games = play("pydraughts", "hub_client_pydraughts.py")
        self.assertEqual(len(games), 20, games)
        self.assertGreater(sum(game.endswith("engine won") for game in games), 10, games)

    def test_py_draughts_plays_twenty_games(self) -> None:
        games = play("py-draughts", "hub_client_py_draughts.py")
        self.assertEqual(len(games), 20, games)
        self.assertGreater(sum(game.endswith("engine won") for game in games), 10, games)


if __name__ == "__main__":
    unittest.main()
