"""What many clients asked, were answered and saw, and whether one order of events explains all of it.

A match is a log: each event has a number, and a command that was done is one event in it. So the order is known, and a history is
linearizable (Herlihy and Wing) by match if, and only if,

- all who saw an event of some number saw the same;
- what was done is in the log once, what was refused is not, and nothing is there that nobody asked for;
- what was answered before something else was sent comes before it in the log.

What is seen is held to more: who follows a match misses no number and sees none twice, and a look sees all that was known to be
done, or had been seen by anybody, before it was asked for.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field

DONE, REFUSED, UNKNOWN = "done", "refused", "unknown"  # unknown: the answer was lost


@dataclass
class Command:
    """A move that somebody asked for; `text` is in a match once."""

    match: str
    seat: int
    text: str
    sent: float
    answered: float = float("inf")
    outcome: str = UNKNOWN


@dataclass
class Sight:
    """Events of a match that somebody saw: from number `first` on, each as one text. A look shows the log from its beginning."""

    match: str
    stream: int  # what came on one connection, in its order; -1: a look by itself
    asked: float
    seen: float
    first: int
    events: list[str]

    @property
    def end(self) -> int:
        return self.first + len(self.events)


@dataclass
class History:
    """Filled by many threads."""

    commands: list[Command] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _streams: itertools.count[int] = field(default_factory=itertools.count)

    def new_stream(self) -> int:
        return next(self._streams)

    def asked(self, match: str, seat: int, text: str) -> Command:
        command = Command(match, seat, text, time.monotonic())
        with self._lock:
            self.commands.append(command)
        return command

    def saw(self, sight: Sight) -> None:
        with self._lock:
            self.sights.append(sight)


def event_of(seat: int, text: str) -> str:
    return f"{seat} {text}"


def faults_of(history: History, *, are_looks_fresh: bool = True) -> list[str]:
    """What no order explains, a line each. Without `are_looks_fresh` a look may be behind, as at another node."""
    found: list[str] = []
    logs = _logs(history, found)
    _check_streams(history, found)
    _check_commands(history, logs, found)
    _check_order(history, logs, found)
    if are_looks_fresh:
        _check_looks(history, logs, found)
    return found


def _logs(history: History, found: list[str]) -> dict[str, dict[int, str]]:
    logs: dict[str, dict[int, str]] = defaultdict(dict)
    for sight in history.sights:
        log = logs[sight.match]
        for number, event in enumerate(sight.events, sight.first):
            known = log.setdefault(number, event)
            if known != event:
                found.append(f"{sight.match}: number {number} is {known!r} for one and {event!r} for another")
    for match, log in logs.items():
        if set(log) != set(range(len(log))):
            found.append(f"{match}: nobody saw all of it: {sorted(set(range(max(log) + 1)) - set(log))} are missing")
    return logs


def _check_streams(history: History, found: list[str]) -> None:
    ends: dict[int, int] = {}
    for sight in history.sights:
        if sight.stream < 0:
            continue
        end = ends.get(sight.stream, sight.first)
        if sight.first != end:
            found.append(f"{sight.match}: a stream went on with {sight.first} where {end} was due")
        ends[sight.stream] = sight.end


def _check_commands(history: History, logs: dict[str, dict[int, str]], found: list[str]) -> None:
    asked: set[tuple[str, str]] = set()
    outcomes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for command in history.commands:
        key = (command.match, event_of(command.seat, command.text))
        asked.add(key)
        outcomes[key].append(command.outcome)
    for (match, event), said in outcomes.items():
        times = list(logs[match].values()).count(event)
        done = said.count(DONE)
        if done > 1:
            found.append(f"{match}: {event!r} was said to be done {done} times")
        if times < done:
            found.append(f"{match}: {event!r} was done and is lost")
        if times > done + said.count(UNKNOWN):
            found.append(f"{match}: {event!r} is there {times} times, was done {done} times")
    for match, log in logs.items():
        for event in log.values():
            if (match, event) not in asked:
                found.append(f"{match}: {event!r} was asked for by nobody")


def _check_order(history: History, logs: dict[str, dict[int, str]], found: list[str]) -> None:
    # Who asked for a move again may not be the one whose request did it: the one that was done is, or the first.
    done_by: dict[tuple[str, str], Command] = {}
    for command in sorted(history.commands, key=lambda each: (each.outcome != DONE, each.sent)):
        if command.outcome != REFUSED:
            done_by.setdefault((command.match, event_of(command.seat, command.text)), command)
    by_match: dict[str, list[tuple[int, Command]]] = defaultdict(list)
    for match, log in logs.items():
        for number, event in log.items():
            if (match, event) in done_by:
                by_match[match].append((number, done_by[match, event]))
    for match, placed in by_match.items():
        placed.sort(key=lambda each: each[0])
        # From the end: the earliest answer among those that come later must not be before this one was sent.
        earliest = float("inf")
        for number, command in reversed(placed):
            if earliest < command.sent:
                found.append(f"{match}: {command.text!r} (number {number}) was sent after something later had been answered")
            if command.outcome == DONE:
                earliest = min(earliest, command.answered)


def _check_looks(history: History, logs: dict[str, dict[int, str]], found: list[str]) -> None:
    for match, log in logs.items():
        numbers = {event: number for number, event in log.items()}
        known = [(sight.seen, sight.end) for sight in history.sights if sight.match == match]
        for command in history.commands:
            if command.match == match and command.outcome == DONE:
                number = numbers.get(event_of(command.seat, command.text))
                if number is not None:
                    known.append((command.answered, number + 1))
        known.sort()
        looks = sorted((s for s in history.sights if s.match == match and s.stream < 0), key=lambda s: s.asked)
        most = at = 0
        for look in looks:
            while at < len(known) and known[at][0] < look.asked:
                most = max(most, known[at][1])
                at += 1
            if look.end < most:
                found.append(f"{match}: a look saw {look.end} events when {most} were known")
