"""A network of its own for a node: a namespace with a line to whoever calls, one to the database and one to the broker.

Where none can be made (no root, no `ip`, a kernel that refuses) the nodes share the loopback, and the output says so.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

LINES = ("callers", "store", "bus")
ROOMS = 500  # networks of 198.18.0.0/15, which is set aside for tests (RFC 2544)
ADDRESSES = "198.18.0.0/15"


def run_ip(order: str) -> None:
    environment = {**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"}
    done = subprocess.run(["ip", *order.split()], capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise OSError(done.stderr.strip() or "ip fails")


def free_number() -> tuple[int, IO[str]]:
    """A number that no other test has, for as long as this process lives."""
    for number in range(ROOMS):
        lock = (Path(tempfile.gettempdir()) / f"crownstar-room-{number}").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            continue
        return number, lock
    raise OSError("every network for tests is taken")


class Room:
    def __init__(self) -> None:
        if os.geteuid() != 0:
            raise OSError("only root may make one")
        self._number, self._lock = free_number()
        self.name = f"crownstar-{self._number}"
        self._remove()  # what a test left that was killed
        orders = [f"netns add {self.name}", f"-n {self.name} link set lo up"]
        for index, line in enumerate(LINES):
            near, far = self._device(line), f"to-{line}"
            orders += [
                f"link add {near} type veth peer name {far} netns {self.name}",
                f"addr add {self._address(index, 1)}/30 dev {near}",
                f"link set {near} up",
                f"-n {self.name} addr add {self._address(index, 2)}/30 dev {far}",
                f"-n {self.name} link set {far} up",
            ]
        try:
            for order in orders:
                run_ip(order)
        except OSError:
            self.close()
            raise

    def _device(self, line: str) -> str:
        return f"cs{self._number}-{line}"

    def _address(self, index: int, end: int) -> str:
        return f"198.{18 + self._number // 256}.{self._number % 256}.{4 * index + end}"

    @property
    def host(self) -> str:
        """Where the node is, for whoever calls it."""
        return self._address(LINES.index("callers"), 2)

    def outside(self, line: str) -> str:
        """The other end of a line, as the node sees it."""
        return self._address(LINES.index(line), 1)

    def enter(self) -> list[str]:
        """In front of a command: it becomes that command, in here."""
        return ["ip", "netns", "exec", self.name]

    def silence(self, line: str) -> None:
        """What is sent is lost, and nobody is told: as with a cable that is pulled out."""
        run_ip(f"link set {self._device(line)} down")

    def mend(self, line: str) -> None:
        run_ip(f"link set {self._device(line)} up")

    def close(self) -> None:
        self._remove()
        self._lock.close()

    def _remove(self) -> None:
        for order in [f"link del {self._device(line)}" for line in LINES] + [f"netns del {self.name}"]:
            try:
                run_ip(order)
            except OSError:
                continue


def make_room() -> Room | None:
    try:
        return Room()
    except OSError as problem:
        print(f"no network of its own for a node, it shares the loopback: {problem}", file=sys.stderr)
        return None
