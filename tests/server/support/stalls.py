"""How long this machine stood still by itself, or was busy with others: what is late by so much was not late by anybody's fault."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterable
from pathlib import Path

STEP = 0.05


def waited_for_a_processor(processes: Iterable[int]) -> float:
    """Seconds for which threads of these processes could have run, and others did, since they began; those that live."""
    nanoseconds = 0
    for process in processes:
        for figures in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):
                nanoseconds += int(figures.read_text(encoding="ascii").split()[1])
    return nanoseconds / 1e9


class Waits:
    """Watches when the first thread of a process, which is a server's loop, waited for a processor that others had."""

    def __init__(self, process: int) -> None:
        self._file = Path(f"/proc/{process}/schedstat")
        self._seen: list[tuple[float, float]] = []  # when, and how long it had waited by then
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._look()
        self._thread.start()

    def _look(self) -> None:
        waited = int(self._file.read_text(encoding="ascii").split()[1]) / 1e9
        self._seen.append((time.time(), waited))

    def _watch(self) -> None:
        with contextlib.suppress(OSError):  # it has ended
            while not self._is_over.wait(STEP):
                self._look()

    def between(self, begin: float, end: float) -> float:
        """All of it in this time, and perhaps a little more: from the last look before it to the first one after it."""
        while self._seen[-1][0] < end and self._thread.is_alive():
            time.sleep(STEP)
        before = max((waited for at, waited in self._seen if at <= begin), default=0.0)
        return min((waited for at, waited in self._seen if at >= end), default=self._seen[-1][1]) - before

    def close(self) -> None:
        self._is_over.set()
        self._thread.join()


class Stalls:
    def __init__(self) -> None:
        self._late: list[tuple[float, float]] = []  # when a short sleep ended, and by how much too late
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Stalls:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        before = time.monotonic()
        while not self._is_over.wait(STEP):
            now = time.monotonic()
            if now - before > 2 * STEP:
                self._late.append((time.time(), now - before - STEP))
            before = now

    def between(self, begin: float, end: float) -> float:
        return sum(late for at, late in self._late if begin <= at - late and at <= end + late)
