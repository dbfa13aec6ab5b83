"""Every game as an OpenSpiel game. Importing this registers `crownstar`:

    import crownstar.adapters.openspiel
    game = pyspiel.load_game("crownstar", {"token": "sternhalma:players=3"})

In a token `;` may stand for `,` and `:` for `=`, which have a meaning of their own in OpenSpiel's texts:
`crownstar(token=sternhalma:players:3;hop:super)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from crownstar.batches import Environment
from crownstar.game import Game

SHORT_NAME = "crownstar"
TOKEN, MOST_TURNS = "american", 1000

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Crownstar: draughts and Chinese checkers",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"token": TOKEN, "most_turns": MOST_TURNS},
)


class Numbers(Environment):
    """An environment that is pickled as what has been played: OpenSpiel takes its games and states apart so."""

    def __init__(self, source: str | Numbers) -> None:
        super().__init__(source)
        self._token: str = source if isinstance(source, str) else source._token
        self._played: list[int] = [] if isinstance(source, str) else list(source._played)

    def play(self, action: int) -> None:
        super().play(action)
        self._played.append(action)

    def __reduce__(self) -> tuple[Any, tuple[str, list[int]]]:
        return _played_again, (self._token, self._played)


def _played_again(token: str, actions: list[int]) -> Numbers:
    numbers = Numbers(token)
    for action in actions:
        numbers.play(action)
    return numbers


class CrownstarGame(pyspiel.Game):
    """A game by its token. After `most_turns` turns it is over, with 0 for everybody."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.token = token_of(str(chosen.get("token", TOKEN)))
        self.most_turns = int(chosen.get("most_turns", MOST_TURNS))
        self.first = Numbers(self.token)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.action_count,
            max_chance_outcomes=0,
            num_players=self.first.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_turns,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self, state: Any = None) -> CrownstarState:
        if state is not None:
            raise ValueError("state: this game begins at its own beginning")
        return CrownstarState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PlanesObserver:
        if params:
            raise ValueError(f"params: expected none instead of {params}")
        return PlanesObserver(self)


class CrownstarState(pyspiel.State):
    """A position of the game, with its past."""

    def __init__(self, game: CrownstarGame) -> None:
        super().__init__(game)
        self.numbers = game.first.copy()
        self._token = game.token
        self._turns_left = game.most_turns

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.numbers.seat_to_move

    def _legal_actions(self, player: int) -> list[int]:
        return self.numbers.actions()

    def _apply_action(self, action: int) -> None:
        self.numbers.play(action)
        self._turns_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        game = Game(self._token, self.numbers.position)
        return self.numbers.move_of(game, action).text

    def is_terminal(self) -> bool:
        return self.numbers.is_over or self.numbers.is_cut or self._turns_left <= 0

    def returns(self) -> list[float]:
        return self.numbers.rewards()

    def __str__(self) -> str:
        return self.numbers.position


class PlanesObserver:
    """The planes of docs/python.md, as the seat to move sees them: everything is public."""

    def __init__(self, game: CrownstarGame) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(game.first.shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(game.first.shape)}

    def set_from(self, state: CrownstarState, player: int) -> None:
        self.dict["planes"][:] = state.numbers.observation()

    def string_from(self, state: CrownstarState, player: int) -> str:
        return str(state)


def token_parameter(token: str) -> str:
    """The token as it may stand in OpenSpiel's own texts: `crownstar(token=…)`."""
    return token.replace(",", ";").replace("=", ":")


def token_of(parameter: str) -> str:
    """The other way; a token is understood too."""
    name, colon, options = parameter.partition(":")
    return name + colon + options.replace(";", ",").replace(":", "=")


pyspiel.register_game(GAME_TYPE, CrownstarGame)
