"""Games as numbers: environments and batches in the Python package, their arrays, and what is refused."""

from __future__ import annotations

import copy
import gc
import random
import subprocess
import sys
import textwrap
import threading
import unittest
from typing import Any

import numpy as np

import crownstar
from crownstar import Batch, Environment, Game

TOKENS = [info.id for info in crownstar.games()] + [
    "sternhalma:players=3",
    "sternhalma:players=4,teams=opposite",
    "sternhalma:players=6,board=253,hop=super",
    "sternhalma:players=2,sets=3,hop=catapult,board=181",
]


class One(unittest.TestCase):
    def test_it_is_the_game(self) -> None:
        for token in TOKENS:
            with self.subTest(token):
                chance = random.Random(2)
                numbers, game = Environment(token), Game(token)
                for _ in range(60):
                    self.assertEqual((numbers.position, numbers.seat_to_move), (game.position, game.seat_to_move))
                    moves = game.legal_moves()
                    self.assertEqual(sorted(numbers.action_of(move) for move in moves), numbers.actions())
                    if numbers.is_over:
                        break
                    move = chance.choice(moves)
                    action = numbers.action_of(move)
                    self.assertEqual(numbers.move_of(game, action), move)
                    numbers.play(action)
                    game.play(move)
                self.assertTrue(np.array_equal(np.flatnonzero(numbers.mask()), numbers.actions()))
                again = Environment(game)
                self.assertTrue(np.array_equal(again.observation(), numbers.observation()))

    def test_numbers_stay_what_they_are(self) -> None:
        # What a trained policy has learned depends on these.
        self.assertEqual(Environment("american").action_count, 32 * 32 + 128)
        self.assertEqual(Environment("international").action_count, 50 * 50 + 128)
        self.assertEqual(Environment("turkish").action_count, 64 * 64 + 128)
        self.assertEqual(Environment("sternhalma").action_count, 121 * 121)
        self.assertEqual(Environment("american").shape, (7, 8, 8))
        self.assertEqual(Environment("frisian").shape, (8, 10, 10))
        self.assertEqual(Environment("sternhalma").shape, (5, 17, 17))
        self.assertEqual(Environment("sternhalma:players=6").shape, (13, 17, 17))
        # 9-13 of American checkers: square 9 is the 24th from White's left corner, square 13 the 20th.
        game = Game("american")
        numbers = Environment(game)
        playable = [point for point, what in enumerate(game.layout.points) if what.is_playable]
        for move in game.legal_moves():
            expected = playable.index(move.from_point) * 32 + playable.index(move.to_point)
            self.assertEqual(numbers.action_of(move), expected)
        star = Game("sternhalma")
        for move in star.legal_moves():
            self.assertEqual(Environment(star).action_of(move), move.from_point * 121 + move.to_point)

    def test_planes_are_as_the_mover_sees_them(self) -> None:
        game = Game("american", moves="11-15")
        planes = Environment(game).observation()
        for piece in game.pieces():
            row, column = divmod(piece.point, 8)
            self.assertEqual(planes[0 if piece.seat == game.seat_to_move else 2, row, column], 1)
        self.assertEqual((planes[0].sum(), planes[2].sum(), planes[4].max()), (12, 12, 0))

    def test_rewards_and_copies(self) -> None:
        numbers = Environment("american")
        numbers.set_position("W:W18:B14")
        other = copy.deepcopy(numbers)
        numbers.play(numbers.actions()[0])
        self.assertEqual((numbers.is_over, numbers.rewards(), numbers.places()), (True, [-1.0, 1.0], [2, 1]))
        self.assertEqual((other.is_over, other.rewards()), (False, [0.0, 0.0]))

    def test_wrong_actions_are_refused(self) -> None:
        numbers = Environment("american")
        for action in (-1, 0, 10**9, 2**62, 2**70, -(2**70)):
            for call in (numbers.play, numbers.meaning_of):
                with self.assertRaises(crownstar.IllegalMove):
                    call(action)
        wrong: Any
        for wrong in (None, "1", 1.5, [1]):
            with self.assertRaises(TypeError):
                numbers.play(wrong)
        with self.assertRaises(crownstar.IllegalMove):
            numbers.action_of(Game("international").legal_moves()[0])
        withdrawn = Game("sternhalma:players=3")
        withdrawn.withdraw(0)
        with self.assertRaises(crownstar.CrownstarError):
            Environment(withdrawn)
        with self.assertRaises(crownstar.UnknownGame):
            Environment("amerikan")

    def test_arrays_outlive_their_environment(self) -> None:
        arrays = [Environment("sternhalma").observation() for _ in range(50)]
        gc.collect()
        self.assertTrue(all(int(array.sum()) == int(arrays[0].sum()) for array in arrays))


class Many(unittest.TestCase):
    def test_arrays_are_not_copied(self) -> None:
        batch = Batch("american", 16, seed=1)
        observations, masks, rewards = batch.observations, batch.masks, batch.rewards
        self.assertEqual(observations.shape, (16, 7, 8, 8))
        self.assertEqual((masks.shape, masks.dtype), ((16, 32 * 32 + 128), np.dtype(bool)))
        self.assertEqual(rewards.shape, (16, 2))
        before = observations.copy()
        batch.step(batch.random_actions())
        self.assertIs(batch.observations, observations)
        self.assertFalse(np.array_equal(before, observations))

    def test_a_batch_is_many_single_games(self) -> None:
        for token in ("american", "russian", "frisian", "sternhalma:players=3,rounds=8"):
            with self.subTest(token):
                batch = Batch(token, 6, threads=2, seed=9)
                singles = [Environment(token) for _ in range(6)]
                ended = 0
                for _ in range(200):
                    actions = batch.random_actions()
                    self.assertTrue(batch.masks[np.arange(6), actions].all())
                    batch.step(actions)
                    for index, single in enumerate(singles):
                        single.play(int(actions[index]))
                        self.assertEqual(batch.rewards[index].tolist(), single.rewards())
                        self.assertEqual(bool(batch.ended[index]), single.is_over)
                        if single.is_over:
                            ended += 1
                            single = singles[index] = Environment(token)
                        self.assertEqual(batch.position(index), single.position)
                        self.assertTrue(np.array_equal(batch.observations[index], single.observation()))
                        self.assertEqual(batch.seats[index], single.seat_to_move)
                self.assertGreater(ended, 0)

    def test_seeds_and_threads(self) -> None:
        def played(**terms: Any) -> tuple[int, bytes]:
            batch = Batch("american", 32, **terms)
            return batch.play_random(150), batch.observations.tobytes()

        self.assertEqual(played(seed=3), played(seed=3, threads=4))
        self.assertNotEqual(played(seed=3), played(seed=4))

    def test_games_begin_again(self) -> None:
        batch = Batch("american", 4, starts=["W:W18:B14"])
        batch.step(batch.random_actions())
        self.assertTrue(batch.ended.all())
        self.assertEqual(batch.rewards.tolist(), [[-1.0, 1.0]] * 4)
        self.assertEqual(batch.position(0), "W:W18:B14")
        short = Batch("american", 2, most_turns=2)
        short.play_random(2)
        self.assertTrue(short.broken_off.all() and short.ended.all())
        self.assertEqual(short.turns.tolist(), [2, 2])
        short.restart()
        self.assertFalse(short.ended.any())

    def test_any_kind_of_whole_numbers_is_an_action(self) -> None:
        batch = Batch("american", 3)
        for kind in (np.int64, np.int32, np.uint16):
            batch.restart()
            batch.step(batch.random_actions().astype(kind))
        batch.restart()
        batch.step(batch.random_actions().tolist())
        batch.restart()
        batch.step(np.repeat(batch.random_actions(), 2)[::2])  # every second one: not side by side in memory

    def test_arrays_of_the_wrong_shape_are_refused_by_name(self) -> None:
        batch = Batch("american", 3)
        actions = batch.random_actions()
        wrong: Any
        for wrong in (actions[:2], np.tile(actions, 2), actions.reshape(3, 1), np.int64(3), np.zeros((0,), int)):
            with self.assertRaisesRegex(ValueError, r"actions: expected the shape \(3,\)"):
                batch.step(wrong)
        with self.assertRaisesRegex(ValueError, "actions: a number is out of range"):
            batch.step([2**70, 0, 0])
        for wrong in (actions.astype(float), ["1"] * 3, [None] * 3, object(), actions.astype(bool)):
            with self.assertRaisesRegex(TypeError, "actions: expected whole numbers"):
                batch.step(wrong)
        core = batch._core
        for wrong in (actions[:2], actions.reshape(3, 1), None, "actions"):
            with self.assertRaises((TypeError, ValueError)):
                core.step(wrong)
            with self.assertRaises((TypeError, ValueError)):
                core.random_actions(wrong)

    def test_an_illegal_action_moves_no_game(self) -> None:
        batch = Batch("american", 3)
        actions = batch.random_actions()
        actions[1] = 0
        with self.assertRaisesRegex(crownstar.IllegalMove, "game 1: the action 0"):
            batch.step(actions)
        self.assertEqual({batch.position(index) for index in range(3)}, {"B:W21-32:B1-12"})

    def test_wrong_terms_are_refused(self) -> None:
        wrong: Any
        for wrong in ({"games": 0}, {"games": -1}, {"games": 10**7}, {"threads": 0}, {"threads": 1000},
                      {"most_turns": 0}, {"seed": -1}, {"seed": 2**64}, {"games": 2**70}):
            terms: Any = {"games": 2, **wrong}
            with self.subTest(wrong), self.assertRaises(ValueError):
                Batch("american", **terms)
        with self.assertRaisesRegex(ValueError, "8 GiB"):
            Batch("sternhalma:board=253", 1_000_000)
        with self.assertRaises(crownstar.CrownstarError):
            Batch("american", 2, starts=["nonsense"])
        with self.assertRaises(TypeError):
            Batch("american", 2, starts="W:W18:B14")
        with self.assertRaises(TypeError):
            Batch("american", any_of(2.5))
        with self.assertRaises(crownstar.UnknownGame):
            Batch("amerikan", 2)
        bare = Batch("american", 2, observations=False, masks=False)
        with self.assertRaisesRegex(ValueError, "observations"):
            bare.observations
        with self.assertRaisesRegex(ValueError, "masks"):
            bare.masks
        for index in (-1, 2):
            with self.assertRaises(IndexError):
                bare.position(index)
        with self.assertRaises(ValueError):
            bare.play_random(-1)

    def test_arrays_keep_their_batch(self) -> None:
        batch = Batch("american", 64)
        masks = batch.masks
        expected = masks.sum()
        del batch
        gc.collect()
        others = [Batch("american", 64) for _ in range(5)]
        self.assertEqual(masks.sum(), expected)
        self.assertEqual(len(others), 5)

    def test_one_thread_steps_a_batch(self) -> None:
        batch = Batch("american", 200, threads=2)
        refusals: list[str] = []

        def play() -> None:
            for _ in range(50):
                try:
                    batch.play_random(20)
                except crownstar.CrownstarError as error:
                    refusals.append(error.reason)

        threads = [threading.Thread(target=play) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(set(refusals) <= {"the batch is being stepped by another thread"})
        batch.step(batch.random_actions())

    def test_a_forked_process_steps_its_copy_of_a_batch(self) -> None:
        # In a process of its own: without its threads the copy would wait for ever.
        program = """
            import gc, os, sys
            import crownstar
            batch = crownstar.Batch("american", 8, threads=3, seed=5)
            batch.step(batch.random_actions())
            reading, writing = os.pipe()
            child = os.fork()
            batch.play_random(3)
            positions = " ".join(batch.position(index) for index in range(8))
            if child == 0:
                os.write(writing, positions.encode())
                del batch
                gc.collect()
                sys.exit(7)  # the ordinary way, with all that Python does at its end
            os.close(writing)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), os.read(reading, 65536).decode() == positions)
        """
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60
        )
        self.assertEqual((ran.stdout, ran.stderr), ("7 True\n", ""))


def any_of(wrong: object) -> Any:
    """Something of a wrong type, past the checker."""
    return wrong


if __name__ == "__main__":
    unittest.main()
