"""One seat of a game as a Gymnasium environment; the other seats are played by the computer.

`SingleSeat("american", opponent="casual")`. The observation is the planes of docs/python.md; `info["action_mask"]`, and
`action_masks()` for those who ask for it, say which actions are legal.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt

from crownstar.batches import Environment
from crownstar.engines import Engine
from crownstar.game import Game

MOST_TURNS = 1000
RANDOM = "random"

Planes = npt.NDArray[np.uint8]


class SingleSeat(gymnasium.Env[Planes, np.int64]):
    """`opponent` is a level's id, or `random` for any legal move; `nodes` bounds each of its searches.

    With the same seed the opponents answer alike. An illegal action ends the game with the reward -1, or with
    `illegal="raise"` raises IllegalMove. A game of more than `most_turns` turns is truncated.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        token: str = "american",
        *,
        seat: int = 0,
        opponent: str = RANDOM,
        nodes: int | None = None,
        most_turns: int = MOST_TURNS,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal: expected lose or raise instead of {illegal!r}")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode: expected ansi or svg instead of {render_mode!r}")
        first = Environment(token)
        if not 0 <= seat < first.seats:
            raise ValueError(f"seat: expected 0 to {first.seats - 1} instead of {seat}")
        self._token, self._seat, self._opponent, self._nodes = token, seat, opponent, nodes
        self._most_turns, self._illegal = most_turns, illegal
        self._engine = None if opponent == RANDOM else Engine(memory=1)
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 255, first.shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(first.action_count)
        self._turns = 0
        self._has_ended = False
        self._begin(None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """`options["position"]` is where to begin."""
        super().reset(seed=seed)
        self._begin((options or {}).get("position"))
        if self._engine is not None:
            self._engine.forget()
        self._let_others_move()
        return self._numbers.observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Planes, SupportsFloat, bool, bool, dict[str, Any]]:
        numbers = self._numbers
        if self._has_ended:
            raise RuntimeError("the game is over; reset begins a new one")
        if self._illegal == "lose" and int(action) not in numbers.actions():
            self._has_ended = True
            return numbers.observation(), -1.0, True, False, {**self._info(), "is_illegal": True}
        self._play(int(action))
        self._let_others_move()
        is_over = numbers.is_over
        is_truncated = not is_over and (numbers.is_cut or self._turns >= self._most_turns)
        self._has_ended = is_over or is_truncated
        return numbers.observation(), numbers.rewards()[self._seat], is_over, is_truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        return self._numbers.mask()

    @property
    def game(self) -> Game:
        """A copy of the game as it stands."""
        return self._game.copy()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self._game.position if self.render_mode == "ansi" else self._game.svg()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    def _begin(self, position: str | None) -> None:
        self._game = Game(self._token, position)
        self._numbers = Environment(self._game)
        self._turns = 0
        self._has_ended = self._numbers.is_over

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._numbers.mask().astype(np.int8), "turns": self._turns}

    def _play(self, action: int) -> None:
        move = self._numbers.move_of(self._game, action)
        self._numbers.play(action)
        self._game.play(move)
        self._turns += 1

    def _let_others_move(self) -> None:
        numbers = self._numbers
        while not (numbers.is_over or numbers.is_cut) and numbers.seat_to_move != self._seat:
            if self._turns >= self._most_turns:
                return
            self._play(self._chosen())

    def _chosen(self) -> int:
        if self._engine is None:
            return int(self.np_random.choice(self._numbers.actions()))
        seed = int(self.np_random.integers(2**63))
        found = self._engine.search(self._game, level=self._opponent, nodes=self._nodes, seed=seed)
        return self._numbers.action_of(self._game.parse(found.move))
