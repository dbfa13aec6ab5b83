"""Every game as a PettingZoo environment (AEC): `env("american")`.

The agents are `seat_0`, `seat_1`, … in the order of turns. An observation is a dict of the planes and the mask of legal
actions, as docs/python.md describes them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from crownstar.batches import Environment
from crownstar.game import Game

MOST_TURNS = 1000


def env(token: str = "american", *, most_turns: int = MOST_TURNS, render_mode: str | None = None) -> AECEnv:
    """With PettingZoo's usual wrappers: an illegal action ends the game with -1 for whoever chose it."""
    wrapped: AECEnv = raw_env(token, most_turns=most_turns, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # the name that PettingZoo's tools look for
    """Without wrappers: an illegal action raises IllegalMove."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "name": "crownstar_v0", "is_parallelizable": False}

    def __init__(
        self, token: str = "american", *, most_turns: int = MOST_TURNS, render_mode: str | None = None
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: expected ansi or svg instead of {render_mode!r}")
        self._first = Environment(token)
        self._token = token
        self._most_turns = most_turns
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._first.seats)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, self._first.shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._first.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._first.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Nothing is left to chance, so the seed changes nothing. `options["position"]` is where to begin."""
        self._game = self._first.copy()
        if options and "position" in options:
            self._game.set_position(options["position"])
        self._turns = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._game.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.seat_to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes are as the seat to move sees them; only its own mask has legal actions."""
        mask = self._game.mask().astype(np.int8)
        if agent != self.possible_agents[self._game.seat_to_move]:
            mask[:] = 0
        return {"observation": self._game.observation(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("action: a number is expected while the game goes on")
        self._game.play(int(action))
        self._turns += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        is_over = self._game.is_over
        if is_over or self._game.is_cut or self._turns >= self._most_turns:
            for seat, reward in enumerate(self._game.rewards()):
                self.rewards[self.possible_agents[seat]] = reward
            self.terminations = dict.fromkeys(self.agents, is_over)
            self.truncations = dict.fromkeys(self.agents, not is_over)
        self.agent_selection = self.possible_agents[self._game.seat_to_move]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        position = self._game.position
        return position if self.render_mode == "ansi" else Game(self._token, position).svg()

    def close(self) -> None:
        """Nothing is kept open."""
