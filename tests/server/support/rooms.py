"""A network of its own for a node: a namespace with a line to whoever calls, one to the database and one to the broker.

A process holds the namespace, and it is entered by that process. `ip netns` would mount it somewhere, which is refused where
the root is no mount point: in a chroot, and in some containers.
Where none can be made (no root, no `ip`, a kernel that refuses) the nodes share the loopback, and the output says so.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys

LINES = ("callers", "store", "bus")
ROOMS = 500  # networks of 198.18.0.0/15, which is set aside for tests (RFC 2544)
ADDRESSES = "198.18.0.0/15"


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"}


def run_ip(order: str, inside: list[str] | None = None) -> None:
    done = subprocess.run([*(inside or []), "ip", *order.split()], capture_output=True, text=True, check=False, env=environment())
    if done.returncode != 0:
        raise OSError(done.stderr.strip() or "ip fails")


def free_number() -> tuple[int, socket.socket]:
    """A number that no other test has, for as long as this process lives.

    It is taken by a name that counts wherever the network is the same, in a chroot too, where files are others.
    """
    for number in range(ROOMS):
        taken = socket.socket(socket.AF_UNIX)
        try:
            taken.bind(f"\0crownstar-room-{number}")
        except OSError:
            taken.close()
            continue
        return number, taken
    raise OSError("every network for tests is taken")


class Namespace:
    """A network with nothing in it, which lasts as long as a process that waits for the end of its input: this one's end at latest."""

    def __init__(self) -> None:
        # It says a line once it is there.
        command = ["unshare", "--net", "sh", "-c", "echo there && exec cat"]
        self._holder = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )
        assert self._holder.stdout and self._holder.stderr
        if not self._holder.stdout.readline():
            problem = self._holder.stderr.read().strip()
            self.close()
            raise OSError(problem or "unshare fails")

    @property
    def process(self) -> int:
        return self._holder.pid

    def enter(self) -> list[str]:
        return ["nsenter", f"--net=/proc/{self.process}/ns/net"]

    def close(self) -> None:
        self._holder.communicate()


class Room:
    def __init__(self) -> None:
        if os.geteuid() != 0:
            raise OSError("only root may make one")
        self._number, self._taken = free_number()
        self._namespace = Namespace()
        self._remove()  # what a test left that was killed
        try:
            run_ip("link set lo up", self.enter())
            for index, line in enumerate(LINES):
                self._join(line, index)
        except OSError:
            self.close()
            raise

    def _join(self, line: str, index: int) -> None:
        near, far = self.device(line), f"to-{line}"
        run_ip(f"link add {near} type veth peer name {far} netns {self._namespace.process}")
        run_ip(f"addr add {self._address(index, 1)}/30 dev {near}")
        run_ip(f"link set {near} up")
        run_ip(f"addr add {self._address(index, 2)}/30 dev {far}", self.enter())
        run_ip(f"link set {far} up", self.enter())

    def device(self, line: str) -> str:
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
        return self._namespace.enter()

    def silence(self, line: str) -> None:
        """What is sent is lost, and nobody is told: as with a cable that is pulled out."""
        run_ip(f"link set {self.device(line)} down")

    def mend(self, line: str) -> None:
        run_ip(f"link set {self.device(line)} up")

    def close(self) -> None:
        self._remove()
        self._namespace.close()
        self._taken.close()

    def _remove(self) -> None:
        for line in LINES:
            with contextlib.suppress(OSError):
                run_ip(f"link del {self.device(line)}")


def make_room() -> Room | None:
    try:
        return Room()
    except OSError as problem:
        print(f"no network of its own for a node, it shares the loopback: {problem}", file=sys.stderr)
        return None
