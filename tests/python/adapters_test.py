"""The adapters, by the conformance tests of the real packages: PettingZoo, Gymnasium, OpenSpiel."""

from __future__ import annotations

import pickle
import random
import unittest
import warnings
from typing import Any, SupportsFloat

import crownstar

VARIANTS = [info.id for info in crownstar.games() if info.family == "draughts"]
STARS = [
    "sternhalma",
    "sternhalma:players=3,rounds=20",
    "sternhalma:players=4,teams=opposite,rounds=20",
    "sternhalma:players=6,hop=super,rounds=10",
    "sternhalma:board=181,rounds=20",
]


class PettingZoo(unittest.TestCase):
    def test_every_game_passes_the_tests_of_the_package(self) -> None:
        from pettingzoo.test import api_test, seed_test

        from crownstar.adapters import pettingzoo

        for token in VARIANTS + STARS:
            with self.subTest(token), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns of masks and of planes that are not between 0 and 1
                api_test(pettingzoo.env(token, most_turns=100), num_cycles=150)
                api_test(pettingzoo.raw_env(token, most_turns=100), num_cycles=50)
                seed_test(lambda token=token: pettingzoo.env(token, most_turns=100), num_cycles=30)

    def test_a_game_is_played_to_its_end(self) -> None:
        from crownstar.adapters import pettingzoo

        env = pettingzoo.env("american")
        env.reset(seed=1)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        chance = random.Random(1)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            totals[agent] += reward
            if termination or truncation:
                env.step(None)
                continue
            env.step(chance.choice(observation["action_mask"].nonzero()[0]))
        self.assertEqual(sum(totals.values()), 0)
        self.assertEqual({abs(total) for total in totals.values()} <= {0.0, 1.0}, True)

    def test_an_illegal_action_loses_or_raises(self) -> None:
        from crownstar.adapters import pettingzoo

        env = pettingzoo.env("american")
        env.reset()
        env.step(0)
        self.assertEqual(env.rewards["seat_0"], -1)
        raw = pettingzoo.raw_env("american", render_mode="svg")
        raw.reset(options={"position": "W:W18:B14"})
        with self.assertRaises(crownstar.IllegalMove):
            raw.step(0)
        with self.assertRaises(TypeError):
            raw.step(None)
        self.assertIn("<svg", raw.render() or "")


class Gymnasium(unittest.TestCase):
    def test_every_game_passes_the_checker(self) -> None:
        from gymnasium.utils.env_checker import check_env

        from crownstar.adapters.gymnasium import SingleSeat

        for token in VARIANTS + STARS:
            with self.subTest(token), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_env(SingleSeat(token, most_turns=60), skip_render_check=True)

    def test_games_against_a_level(self) -> None:
        from crownstar.adapters.gymnasium import SingleSeat

        for token, seat in (("american", 1), ("sternhalma:players=3,rounds=4", 2)):
            level = crownstar.levels()[1].id
            played = []
            for _ in range(2):
                env = SingleSeat(token, seat=seat, opponent=level, nodes=200)
                _, info = env.reset(seed=5)
                chance, is_over = random.Random(5), False
                reward: SupportsFloat = 0.0
                while not is_over:
                    self.assertEqual(env.game.seat_to_move, seat)
                    _, reward, terminated, truncated, info = env.step(chance.choice(info["action_mask"].nonzero()[0]))
                    is_over = terminated or truncated
                played.append((env.game.turns, float(reward)))
                with self.assertRaises(RuntimeError):
                    env.step(0)
                env.close()
            self.assertEqual(played[0], played[1])

    def test_what_is_wrong_is_refused(self) -> None:
        from crownstar.adapters.gymnasium import SingleSeat

        wrong: Any
        for wrong in ({"seat": 2}, {"seat": -1}, {"illegal": "ignore"}, {"render_mode": "human"}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                SingleSeat("american", **wrong)
        env = SingleSeat("american")
        env.reset()
        _, reward, terminated, _, info = env.step(0)
        self.assertEqual((reward, terminated, info["is_illegal"]), (-1.0, True, True))
        strict = SingleSeat("american", illegal="raise")
        strict.reset()
        with self.assertRaises(crownstar.IllegalMove):
            strict.step(0)


class OpenSpiel(unittest.TestCase):
    def test_every_game_passes_the_random_simulation(self) -> None:
        import pyspiel

        from crownstar.adapters import openspiel

        for token in VARIANTS + STARS:
            with self.subTest(token):
                game = pyspiel.load_game("crownstar", {"token": openspiel.token_parameter(token), "most_turns": 60})
                pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)

    def test_a_playthrough_is_the_same_again(self) -> None:
        import pyspiel
        from open_spiel.python.algorithms import generate_playthrough

        import crownstar.adapters.openspiel  # noqa: F401

        for name in ("crownstar(most_turns=40)", "crownstar(token=sternhalma:players:3;hop:super,most_turns=40)"):
            self.assertTrue(pyspiel.load_game(name))
            first = generate_playthrough.playthrough(name, None, seed=7)
            self.assertEqual(first, generate_playthrough.playthrough(name, None, seed=7))
            self.assertIn("provides_observation_tensor = True", first)

    def test_states_are_copied_and_pickled(self) -> None:
        import pyspiel

        import crownstar.adapters.openspiel  # noqa: F401

        game = pyspiel.load_game("crownstar", {"token": "russian"})
        state = game.new_initial_state()
        for _ in range(10):
            state.apply_action(state.legal_actions()[0])
        other = state.clone()
        again = pickle.loads(pickle.dumps(state))
        state.apply_action(state.legal_actions()[0])
        self.assertEqual(str(other), str(again))
        self.assertNotEqual(str(other), str(state))
        self.assertEqual(len(state.history()), 11)

    def test_algorithms_of_the_package_play_it(self) -> None:
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms import mcts

        import crownstar.adapters.openspiel  # noqa: F401

        game = pyspiel.load_game("crownstar", {"token": "american", "most_turns": 80})
        chance = np.random.RandomState(3)
        bot = mcts.MCTSBot(game, 2, 5, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
        state = game.new_initial_state()
        for _ in range(4):
            state.apply_action(bot.step(state))
        self.assertFalse(state.is_terminal())


if __name__ == "__main__":
    unittest.main()
