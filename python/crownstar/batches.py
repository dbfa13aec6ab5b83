"""Games as numbers: one `Environment`, and a `Batch` of many that are stepped at once. docs/python.md explains both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from crownstar._core import BatchCore, EnvironmentCore, GameCore, Move
from crownstar.game import Game
from crownstar.ranges import MOST_SEED, check_range


class Environment(EnvironmentCore):
    """One game whose moves are numbers. `Environment(game)` goes on from a `Game`, with its past."""

    def copy(self) -> Self:
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def move_of(self, game: GameCore, action: int) -> Move:
        """The move of `game`, which must stand at the same position, that a legal action is."""
        from_point, to_point, captured = self.meaning_of(action)
        for move in game.legal_moves():
            if move.from_point == from_point and move.to_point == to_point and sorted(move.captured) == list(captured):
                return move
        raise ValueError("game: it stands at another position")

    def __repr__(self) -> str:
        return f"<Environment: {self.position}>"


class Batch:
    """So many games of one kind, stepped together by `threads` threads.

    The arrays (`observations`, `masks`, `rewards`, `seats`, `ended`, `broken_off`, `turns`) have a row for each game.
    They are written anew by each step and never move, so take them once. A game that ends begins again in the same
    step: its row of `rewards` is of the game that ended, `observations`, `masks` and `seats` are of the new one. After
    `most_turns` turns a game is broken off, without rewards.

    `starts` are positions to begin from, one by chance each time. Leaving out `observations` or `masks` saves time.
    """

    def __init__(
        self,
        token: str,
        games: int,
        *,
        threads: int = 1,
        seed: int = 0,
        most_turns: int = 1000,
        starts: Sequence[str] = (),
        observations: bool = True,
        masks: bool = True,
    ) -> None:
        if isinstance(starts, str):
            raise TypeError("starts: expected a list of positions, not one text")
        for name, number, least in (("games", games, 1), ("threads", threads, 1), ("most_turns", most_turns, 1)):
            check_range(name, number, least, 2**31 - 1)
        check_range("seed", seed, 0, MOST_SEED)
        self._core = BatchCore(
            token,
            games,
            threads=threads,
            seed=seed,
            most_turns=most_turns,
            starts=list(starts),
            observations=observations,
            masks=masks,
        )
        self.token = Game(token).token
        self._observations: npt.NDArray[np.uint8] | None = self._core.array("observations") if observations else None
        self._masks: npt.NDArray[np.bool_] | None = self._core.array("masks") if masks else None
        self.rewards: npt.NDArray[np.float32] = self._core.array("rewards")
        self.seats: npt.NDArray[np.int32] = self._core.array("seats")
        self.ended: npt.NDArray[np.bool_] = self._core.array("ended")
        self.broken_off: npt.NDArray[np.bool_] = self._core.array("broken_off")
        self.turns: npt.NDArray[np.int32] = self._core.array("turns")

    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """Games by planes by rows by columns, each as its seat to move sees it."""
        if self._observations is None:
            raise ValueError("observations: the batch was made without them")
        return self._observations

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Games by actions: which are legal."""
        if self._masks is None:
            raise ValueError("masks: the batch was made without them")
        return self._masks

    @property
    def games(self) -> int:
        return self._core.games

    @property
    def seat_count(self) -> int:
        return self._core.seat_count

    @property
    def action_count(self) -> int:
        return self._core.action_count

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of one observation: planes, rows, columns."""
        return self._core.shape

    def step(self, actions: npt.ArrayLike) -> None:
        """One action for each game. Where one is illegal IllegalMove names it, and no game has moved."""
        self._core.step(self._checked(actions))

    def restart(self) -> None:
        """Every game begins anew."""
        self._core.restart()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each game; the same for the same seed, whatever the number of threads."""
        actions = np.empty(self.games, dtype=np.int64)
        self._core.random_actions(actions)
        return actions

    def play_random(self, steps: int) -> int:
        """So many steps of random actions at one go; how many games ended meanwhile."""
        return self._core.play_random(steps)

    def position(self, index: int) -> str:
        return self._core.position(index)

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.token}>"

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        array = np.asarray(actions)
        if array.dtype.kind == "O" and all(isinstance(each, int) for each in array.flat):
            raise ValueError("actions: a number is out of range")
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, not {array.dtype}")
        if array.shape != (self.games,):
            raise ValueError(f"actions: expected the shape ({self.games},), not {array.shape}")
        return np.ascontiguousarray(array, dtype=np.int64)
