"""Matches between engines, and the openings that they begin from. docs/matches.md says how they are counted."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from types import TracebackType
from typing import Required, Self, TypedDict, Unpack

from crownstar._core import MatchCore, MatchGameCore, PairingResult, _end_all_matches, opening_games, start_match
from crownstar.engines import LOOK_SECONDS
from crownstar.game import Game
from crownstar.ranges import MOST_SEED, check_range
from crownstar.records import Record

Player = str | Sequence[str]


class MatchTerms(TypedDict, total=False):
    """The options of `match`."""

    game: Required[str]
    games: int
    gauntlet: bool
    time: float | None
    nodes: int | None
    depth: int | None
    starts: str
    random_moves: int
    seed: int
    threads: int
    most_moves: int
    agreed_win: int | None
    agreed_draw: int | None
    referee: str
    sprt: tuple[float, float] | None


@dataclass(frozen=True)
class MatchGame:
    """A game of a match: `engines` and `places` are by seat, an engine is its number in the match, from 0.

    `termination` is `normal`, `adjudication` (tables, agreement, length) or `rules infraction`, where the engine of
    `failed_seat` gave no legal move; otherwise that is None.
    """

    round: int
    engines: tuple[int, ...]
    places: tuple[int, ...]
    is_undecided: bool
    reason: str
    termination: str
    failed_seat: int | None
    plies: int
    record: Record


@dataclass(frozen=True)
class MatchResult:
    """How a match ended: each pairing of two engines, in their order."""

    pairings: tuple[PairingResult, ...]
    was_stopped: bool

    @property
    def games(self) -> int:
        return sum(pairing.games for pairing in self.pairings)


class Match:
    """A match that is played while the program goes on. One that is let go of is stopped.

    `games` holds the games that ended so far, each with its record.
    """

    def __init__(self, core: MatchCore) -> None:
        self._core = core
        self._today = date.today().strftime("%Y.%m.%d")
        self._games: list[MatchGame] = []

    @property
    def games(self) -> list[MatchGame]:
        self._take()
        return list(self._games)

    @property
    def is_done(self) -> bool:
        return self._core.is_done

    def stop(self) -> None:
        """Breaks off what is being played; whole rounds are counted. May be called from any thread."""
        self._core.stop()

    def __iter__(self) -> Iterator[MatchGame]:
        """Every game from the first on, as it ends, until the match is done."""
        seen = 0
        while True:
            is_done = self._core.is_done
            self._take()
            while seen < len(self._games):
                seen += 1
                yield self._games[seen - 1]
            if is_done:
                return
            self._core.wait(LOOK_SECONDS)

    def result(self, timeout: float | None = None) -> MatchResult:
        """Waits for the end. TimeoutError after `timeout` seconds; the match goes on then."""
        left = timeout
        while True:
            found = self._core.finished()
            self._take()
            if found is not None:
                return MatchResult(*found)
            if left is not None and left <= 0:
                raise TimeoutError("the match is not done")
            step = LOOK_SECONDS if left is None else min(LOOK_SECONDS, left)
            self._core.wait(step)
            left = None if left is None else left - step

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """Stops it, and waits until its engines are gone."""
        self.stop()
        while not self._core.is_done:
            self._core.wait(LOOK_SECONDS)

    def _take(self) -> None:
        self._games.extend(self._named(core) for core in self._core.take_games())

    def _named(self, core: MatchGameCore) -> MatchGame:
        record = Record(core.core)
        record.set_tag("Date", self._today)
        return MatchGame(
            round=core.round,
            engines=core.engines,
            places=core.places,
            is_undecided=core.is_undecided,
            reason=core.reason,
            termination=core.termination,
            failed_seat=None if core.failed_seat < 0 else core.failed_seat,
            plies=core.plies,
            record=record,
        )


def match(
    *players: Player,
    game: str,
    games: int = 100,
    gauntlet: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    starts: str = "",
    random_moves: int = 0,
    seed: int = 0,
    threads: int = 1,
    most_moves: int = 300,
    agreed_win: int | None = None,
    agreed_draw: int | None = None,
    referee: str = "",
    sprt: tuple[float, float] | None = None,
) -> Match:
    """Begins a match, and does not wait for it.

    A player is a text as `crownstar match` has it (`keen`, `nodes=2000`, `name=Ann,level=casual`, `player=random`), or
    a list of a program that speaks Hub and its arguments. `time` (seconds a move), `nodes` and `depth` hold for players
    without limits of their own; without any it is a tenth of a second. The other options are those of the command.
    """
    if time is None and nodes is None and depth is None:
        time = 0.1
    check_range("seed", seed, 0, MOST_SEED)
    check_range("time", time, 0)
    check_range("nodes", nodes, 1)
    check_range("depth", depth, 1, 100)
    return Match(
        start_match(
            [_written(player) for player in players],
            game=game,
            games=games,
            gauntlet=gauntlet,
            time=time,
            nodes=nodes,
            depth=depth,
            starts=starts,
            random_moves=random_moves,
            seed=seed,
            threads=threads,
            most_moves=most_moves,
            agreed_win=agreed_win,
            agreed_draw=agreed_draw,
            referee=referee,
            sprt=sprt,
        )
    )


def play_match(
    *players: Player, on_game: Callable[[MatchGame], object] | None = None, **terms: Unpack[MatchTerms]
) -> MatchResult:
    """A whole match, with the terms of `match`. Other threads run meanwhile.

    `on_game` is called with each game; where it returns False the match is stopped. Ctrl-C stops it too.
    """
    running = match(*players, **terms)
    try:
        if on_game is not None:
            for ended in running:
                if on_game(ended) is False:
                    running.stop()
        return running.result()
    except BaseException:
        running.end()
        raise


def openings(game: str, kind: str = "", *, count: int = 1000, random_moves: int = 0, seed: int = 0) -> list[Game]:
    """Games that stand at the openings of matches: `three-move`, `eleven-man`, `random` or `first`; at most `count`.

    Each is there once, and none has a side that is a man behind. The same seed gives the same ones.
    """
    check_range("seed", seed, 0, MOST_SEED)
    found = opening_games(game, kind=kind, count=count, random_moves=random_moves, seed=seed)
    return [Game(core) for core in found]


def _written(player: Player) -> tuple[str, list[str]]:
    if isinstance(player, str):
        return player, []
    words = list(player)
    if not words:
        raise ValueError("players: expected a program and its arguments, not an empty list")
    return "", words


# A match must not run on while the interpreter goes away under it.
atexit.register(_end_all_matches)
