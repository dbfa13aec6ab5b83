"""The engines: searches with limits, several lines, progress and cancelling; programs of others that speak Hub."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

from crownstar._core import (
    EngineCore,
    GameCore,
    SearchCore,
    SearchProgress,
    SearchResult,
    _close_all_engines,
    hub_engine,
    own_engine,
)
from crownstar.ranges import MOST_SEED, check_range

LOOK_SECONDS = 0.05  # how long Ctrl-C may wait

OnProgress = Callable[[SearchProgress], object]


class Search:
    """A search that runs while the program goes on. One that is let go of is stopped."""

    def __init__(self, core: SearchCore) -> None:
        self._core = core

    @property
    def is_done(self) -> bool:
        return self._core.is_done

    @property
    def progress(self) -> SearchProgress | None:
        """The latest."""
        return self._core.progress

    def stop(self) -> None:
        """It ends within milliseconds, with the best move until then. May be called from any thread."""
        self._core.stop()

    def end(self) -> None:
        """Stops it and waits until the engine is free for another search."""
        self._core.stop()
        while not self._core.is_done:
            self._core.wait(2**63, LOOK_SECONDS)

    def begin_limits(self) -> None:
        """To a search that ponders: the expected move was made, and its limits begin to count."""
        self._core.begin_limits()

    def __iter__(self) -> Iterator[SearchProgress]:
        """Each progress as it comes, until the search is done; some may be skipped."""
        seen = 0
        while True:
            is_done = self._core.is_done
            news = self._core.wait(seen, 0.0 if is_done else LOOK_SECONDS)
            if news > seen:
                seen = news
                progress = self._core.progress
                if progress is not None:
                    yield progress
            elif is_done:
                return

    def result(self, timeout: float | None = None) -> SearchResult:
        """Waits for the end. TimeoutError after `timeout` seconds; the search goes on then."""
        left = timeout
        while True:
            found = self._core.finished()
            if found is not None:
                return found
            if left is not None and left <= 0:
                raise TimeoutError("the search is not done")
            step = LOOK_SECONDS if left is None else min(LOOK_SECONDS, left)
            self._core.wait(2**63, step)  # no news is waited for, only the end
            left = None if left is None else left - step

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()


class AnyEngine:
    """What every engine can do. It does one search at a time."""

    _core: EngineCore

    def start(
        self,
        game: GameCore,
        *,
        level: str = "",
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        analysis: bool = False,
        ponder: bool = False,
    ) -> Search:
        """Begins a search of the game as it stands now, with its history, and does not wait for it.

        The first limit that is reached ends it: `time` in seconds, `nodes`, `depth`. With `analysis` none is needed.
        Without any it is one second, or what the `level` has.
        """
        if time is None and nodes is None and depth is None and not level and not analysis and not ponder:
            time = 1.0
        check_range("time", time, 0)
        check_range("depth", depth, 1, 100)
        check_range("nodes", nodes, 1)
        check_range("lines", lines, 1, 64)
        check_range("seed", seed, 0, MOST_SEED)
        core = self._core.start(
            game,
            level=level,
            time=time,
            nodes=nodes,
            depth=depth,
            lines=lines,
            seed=seed,
            analysis=analysis,
            ponder=ponder,
        )
        return Search(core)

    def search(
        self,
        game: GameCore,
        *,
        level: str = "",
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        on_progress: OnProgress | None = None,
    ) -> SearchResult:
        """The best move, with its lines. Other threads run meanwhile.

        `on_progress` is called with each progress; where it returns False the search is stopped. Ctrl-C stops it too.
        """
        search = self.start(game, level=level, time=time, nodes=nodes, depth=depth, lines=lines, seed=seed)
        try:
            if on_progress is not None:
                for progress in search:
                    if on_progress(progress) is False:
                        search.stop()
            return search.result()
        except BaseException:
            search.end()
            raise

    def forget(self) -> None:
        """Drops what earlier searches found."""
        self._core.forget()

    def close(self) -> None:
        """Stops a search, and gives back memory and program. Closing twice does nothing."""
        self._core.close()

    @property
    def is_closed(self) -> bool:
        return self._core.is_closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Engine(AnyEngine):
    """Crownstar's own engine, for every game. It keeps what it found between searches.

    `threads` search together, `memory` is in MiB, `tables` is a folder of endgame tables, "none", or "" for the usual
    folder; `net` is a network's file, "none", or "" for the one that is built in.
    """

    def __init__(self, *, threads: int = 1, memory: int = 32, tables: str = "none", net: str = "") -> None:
        check_range("threads", threads, 1, 256)
        check_range("memory", memory, 1, 65536)
        self._core = own_engine(threads=threads, memory=memory, tables=tables, net=net)


class HubEngine(AnyEngine):
    """A program of others that speaks Hub 2 (docs/hub.md). It is started at the first search, and no shell is involved."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str = "",
        folder: str = "",
        parameters: Mapping[str, str] | None = None,
        time: float = 1.0,
    ) -> None:
        if isinstance(command, str):
            raise TypeError("command: expected a list of the program and its arguments")
        self._core = hub_engine(list(command), name=name, folder=folder, parameters=dict(parameters or {}), time=time)


# A search must not run on while the interpreter goes away under it.
atexit.register(_close_all_engines)
