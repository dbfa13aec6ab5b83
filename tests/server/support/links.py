"""A line between a node and what it depends on, which a test can cut, stall and slow down."""

from __future__ import annotations

import contextlib
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import Any


class Link:
    """Passes bytes on to `behind`, a port of this machine or the file of a socket.

    Its own place is a port of the address `at`, or the same kind of place as `behind`.
    """

    def __init__(self, behind: int | Path, at: str = "") -> None:
        self._behind = behind
        self._folder = tempfile.TemporaryDirectory(prefix="crownstar-link-")
        self._lines: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_cut = False
        self.delay = 0.0  # of every piece, either way
        self._is_heard = threading.Event()
        self._is_heard.set()
        if isinstance(behind, int) or at:
            self._listener = socket.create_server((at or "127.0.0.1", 0), backlog=64)
            self.port = int(self._listener.getsockname()[1])
        else:
            self.folder = Path(self._folder.name)
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(str(self.folder / behind.name))
            self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection breaks, and new ones do too."""
        with self._lock:
            self._is_cut = True
            for line in self._lines:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Nothing is passed on any more, and nobody is told."""
        self._is_heard.clear()

    def mend(self) -> None:
        with self._lock:
            self._is_cut = False
        self._is_heard.set()
        self.delay = 0.0

    def close(self) -> None:
        self.mend()
        self.cut()
        self._listener.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._join(near)

    def _join(self, near: socket.socket) -> None:
        tcp = isinstance(self._behind, int)
        far = socket.socket(socket.AF_INET if tcp else socket.AF_UNIX)
        place: Any = ("127.0.0.1", self._behind) if tcp else str(self._behind)
        try:
            if self._is_cut:
                raise OSError("cut")
            far.connect(place)
        except OSError:
            near.close()
            far.close()
            return
        # What comes is passed on as it is, like a wire would: not held back until the last piece has been acknowledged.
        for line in (near, far):
            if line.family == socket.AF_INET:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self._lines |= {near, far}
        open_ways = [near, far]
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(one, other, open_ways), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, open_ways: list[socket.socket]) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                if self.delay:
                    time.sleep(self.delay)
                self._is_heard.wait()
                other.sendall(piece)
        for line in (one, other):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        # Closed by whoever comes last: a number that is free again may be a new line's already, which the other one would
        # shut down in its place.
        with self._lock:
            open_ways.remove(one)
            is_last = not open_ways
            if is_last:
                self._lines -= {one, other}
        if is_last:
            one.close()
            other.close()
