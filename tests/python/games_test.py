"""The games of the Python package: moves, play and undo, outcomes, positions, pictures, and what is refused."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import threading
import unittest
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import crownstar
from crownstar import Game

TOKENS = [info.id for info in crownstar.games()] + [
    "sternhalma:players=3",
    "sternhalma:players=4,teams=opposite",
    "sternhalma:players=6,board=253,hop=super",
    "sternhalma:players=2,sets=3,hop=catapult",
]


class Package(unittest.TestCase):
    def test_it_says_its_version(self) -> None:
        build = (Path(__file__).resolve().parents[2] / "CMakeLists.txt").read_text(encoding="utf-8")
        self.assertIn(f"project(crownstar VERSION {crownstar.__version__} ", build)


class Playing(unittest.TestCase):
    def test_the_start_of_american_checkers(self) -> None:
        game = Game("american")
        self.assertEqual((game.token, game.seats, game.seat_names), ("american", 2, ("Red", "White")))
        self.assertEqual(game.position, "B:W21-32:B1-12")
        self.assertEqual({move.text for move in game.legal_moves()},
                         {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"})
        self.assertFalse(game.is_over)
        self.assertIsNone(game.start_position)
        self.assertEqual(game.outcome.places, (0, 0))

    def test_a_capture_has_its_path_and_what_it_takes(self) -> None:
        game = Game("american", "B:W18,26,27:B14,K4")
        move = game.parse("14x23x32")
        self.assertEqual([game.label(point) for point in move.path], ["14", "23", "32"])
        self.assertEqual([game.label(point) for point in move.captured], ["18", "27"])
        self.assertTrue(move.crowns)
        self.assertEqual((move.from_point, move.to_point), (game.point("14"), game.point("32")))
        self.assertEqual(game.play(move), move)
        self.assertEqual(game.turns, [move.text])

    def test_every_way_of_a_capture(self) -> None:
        game = Game("international", "W:WK46:B41,32,23,19,14,13,8,22,28")
        for move in game.legal_moves():
            ways = game.paths(move)
            self.assertIn(move.path, ways)
            self.assertEqual(ways, game.paths(move.text))

    def test_undo_goes_back_through_a_long_game(self) -> None:
        for token in TOKENS:
            with self.subTest(token):
                chance = random.Random(token)
                game = Game(token)
                before: list[tuple[str, int, list[str]]] = []
                while not game.is_over and len(before) < 150:
                    before.append((game.position, game.key, [move.text for move in game.legal_moves()]))
                    game.play(chance.choice(game.legal_moves()))
                copied = game.copy()
                for position, key, moves in reversed(before):
                    game.undo()
                    self.assertEqual((game.position, game.key), (position, key))
                    self.assertEqual([move.text for move in game.legal_moves()], moves)
                self.assertEqual(len(copied.turns), len(before))
                with self.assertRaises(crownstar.CrownstarError):
                    game.undo()

    def test_random_games_end_with_a_reason(self) -> None:
        for token in ("american", "russian", "frisian", "breakthrough", "sternhalma:rounds=5"):
            with self.subTest(token):
                chance = random.Random(5)
                game = Game(token)
                while not game.is_over:
                    game.play(chance.choice(game.legal_moves()))
                outcome = game.outcome
                self.assertTrue(outcome.reason)
                self.assertTrue(outcome.rule)
                self.assertEqual(game.legal_moves(), [])
                self.assertTrue(all(standing.place > 0 for standing in outcome.standings))
                self.assertEqual(outcome.is_draw, outcome.places.count(1) > 1)
                with self.assertRaises(crownstar.GameOver):
                    game.play("11-15")

    def test_legal_moves_are_like_a_list(self) -> None:
        game = Game("sternhalma")
        moves = game.legal_moves()
        self.assertIsInstance(moves, Sequence)
        listed = list(moves)
        self.assertEqual((len(moves), moves[-1], moves[2:5]), (len(listed), listed[-1], listed[2:5]))
        self.assertEqual(list(reversed(moves)), listed[::-1])
        self.assertEqual((moves.index(listed[3]), moves.count(listed[3]), moves.count(3)), (3, 1, 0))
        self.assertTrue(listed[3] in moves and "nonsense" not in moves)
        self.assertTrue(moves == listed and moves == game.copy().legal_moves() and moves != [])
        self.assertFalse(moves == 3 or moves == None or listed[0] == None or game.pieces()[0] == None)  # noqa: E711
        self.assertEqual(repr(moves), repr(listed))
        for index in (len(moves), -len(moves) - 1):
            with self.assertRaises(IndexError):
                moves[index]
        with self.assertRaises(ValueError):
            moves.index(None)
        self.assertFalse(Game("american", "B:WK1:B").legal_moves())

    def test_a_move_knows_its_text_when_the_game_has_gone_on(self) -> None:
        for token in TOKENS:
            with self.subTest(token):
                chance = random.Random(token)
                game, other = Game(token), Game(token)
                kept: list[tuple[crownstar.Move, str, int]] = []
                while not game.is_over and len(kept) < 80:
                    move = chance.choice(game.legal_moves())
                    by_text = other.parse(other.legal_moves()[list(game.legal_moves()).index(move)].text)
                    kept.append((game.play(move), by_text.text, len(by_text.captured)))
                    other.play(by_text)
                    self.assertEqual((game.is_over, game.seat_to_move), (other.is_over, other.seat_to_move))
                self.assertEqual([(move.text, len(move.captured)) for move, _, _ in kept], [each[1:] for each in kept])
                self.assertEqual(game.turns, other.turns)
                self.assertEqual((game.key, game.outcome.places), (other.key, other.outcome.places))

    def test_a_move_of_another_position_is_taken_by_what_it_does(self) -> None:
        first = Game("american")
        move = first.parse("11-15")
        first.play("12-16")
        first.play("24-20")
        self.assertEqual(first.play(move).text, "11-15")
        self.assertEqual(first.turns, ["12-16", "24-20", "11-15"])
        with self.assertRaisesRegex(crownstar.IllegalMove, "not legal here"):
            first.play(move)
        star = Game("sternhalma:players=3")
        move = star.legal_moves()[0]
        star.withdraw(1)  # what is left of the game goes without numbers
        self.assertEqual(star.play(move), move)
        star.undo()
        self.assertIn(move, star.legal_moves())
        star.undo()
        self.assertEqual(star.turns, [])

    def test_a_seat_withdraws(self) -> None:
        game = Game("sternhalma:players=3")
        game.withdraw(1, "resigned")
        self.assertEqual(game.outcome.places, (0, 3, 0))
        self.assertEqual(game.outcome.standings[1].reason, "resigned")
        self.assertEqual(game.turns, [1])
        self.assertEqual(game.undo(), 1)
        self.assertEqual(game.outcome.places, (0, 0, 0))

    def test_a_move_kept_from_another_position_is_named_anew(self) -> None:
        # 14x23 is the whole text where one capture goes there; the turn's text must be one that this position reads.
        kept = Game("american", "B:W18:B14").legal_moves()[0]
        game = Game("american", "B:W18:B14,15")
        game.play(kept)
        again = Game("american", "B:W18:B14,15", [str(turn) for turn in game.turns])
        self.assertEqual(again.position, game.position)

    def test_perft_and_divide(self) -> None:
        game = Game("american")
        self.assertEqual([game.perft(depth) for depth in range(6)], [1, 7, 49, 302, 1469, 7361])
        self.assertEqual(sum(game.divide(5).values()), 7361)
        self.assertEqual(Game("sternhalma").perft(2), 18 * 18)

    def test_draw_counts(self) -> None:
        game = Game("international", "W:WK1,K3,K25:BK50")
        counts = {count.topic: count for count in game.draw_counts()}
        self.assertEqual(counts["material"].limit, 16)
        self.assertEqual(counts["material"].made, 0)


class Values(unittest.TestCase):
    def test_moves_compare_by_what_they_are(self) -> None:
        one, other = Game("american").legal_moves()[:2]
        self.assertEqual(one, Game("american").legal_moves()[0])
        self.assertNotEqual(one, other)
        self.assertNotEqual(one, "9-13")
        self.assertEqual(len({one, other, Game("american").legal_moves()[0]}), 2)

    def test_values_outlive_their_game(self) -> None:
        game = Game("sternhalma")
        layout, outcome, moves, pieces = game.layout, game.outcome, game.legal_moves(), game.pieces()
        points = layout.points
        del game, layout
        gc.collect()
        self.assertEqual(len(points), 121)
        self.assertFalse(outcome.is_over)
        self.assertEqual((len(moves), len(pieces)), (18, 30))

    def test_copies_and_pickles(self) -> None:
        game = Game("russian", moves="c3-d4 f6-g5")
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            self.assertEqual((other.position, other.turns), (game.position, game.turns))
            other.undo()
            self.assertEqual(len(game.turns), 2)
        begun = Game("american", "W:W30:B1", ["30-26"])
        again = pickle.loads(pickle.dumps(begun))
        self.assertEqual((again.start_position, again.turns), ("W:W30:B1", ["30-26"]))

    def test_values_are_copied_and_pickled(self) -> None:
        for token in ("american", "frisian", "sternhalma:players=3,hop=super"):
            game = Game(token)
            for _ in range(12):
                game.play(game.legal_moves()[-1])
            moves = game.legal_moves()
            values: list[Any] = [*moves, *game.pieces(), game.outcome, *game.outcome.standings, *game.draw_counts()]
            for value in values:
                for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
                    self.assertIs(type(again), type(value))
                    self.assertEqual((again, hash(again), repr(again)), (value, hash(value), repr(value)))
            self.assertEqual(pickle.loads(pickle.dumps(moves)), list(moves))
            self.assertEqual(copy.deepcopy(moves), moves)
            for move, again in zip(moves, pickle.loads(pickle.dumps(moves)), strict=True):
                self.assertEqual(game.paths(again), game.paths(move))
                self.assertEqual((again.captured, again.crowns), (move.captured, move.crowns))
                self.assertEqual(game.copy().play(again), move)
        self.assertNotEqual(Game("american").outcome, Game("russian", "B:Wc3:B").outcome)

    def test_a_pickled_value_that_somebody_has_changed_is_refused(self) -> None:
        game: Any = Game("american")
        move = crownstar.Move.__new__(crownstar.Move)
        state: Any
        for state in ((), ("11-15",), ("11-15", [1], [], False), ("11-15", "no path", [], False), None):
            with self.assertRaises((TypeError, ValueError)):
                move.__setstate__(state)  # type: ignore[attr-defined]
        move.__setstate__(("11-15", [10**9, -5], [77777], True))  # type: ignore[attr-defined]
        for call in (game.play, game.paths, crownstar.Environment(game).action_of):
            with self.assertRaises(crownstar.IllegalMove):
                call(move)
        with warnings.catch_warnings(), self.assertRaises(TypeError):
            warnings.simplefilter("ignore")
            game.outcome.__setstate__(game.outcome.__getstate__())

    def test_a_value_of_this_module_cannot_be_made_up(self) -> None:
        kind: Any
        for kind, attribute in ((crownstar.Move, "text"), (crownstar.Outcome, "reason"), (crownstar.Layout, "rows")):
            with self.assertRaises(TypeError):
                kind()
            with warnings.catch_warnings(), self.assertRaises((TypeError, RuntimeError)):
                warnings.simplefilter("ignore")
                getattr(kind.__new__(kind), attribute)

    def test_the_catalogue(self) -> None:
        infos = {info.id: info for info in crownstar.games()}
        self.assertEqual(len(infos), 20)
        self.assertEqual(infos["sternhalma"].family, "star")
        self.assertEqual(infos["american"].board, "8x8")
        hop = next(option for option in infos["sternhalma"].options if option.key == "hop")
        self.assertIn("super", hop.values)


class Refusing(unittest.TestCase):
    def test_an_illegal_move_names_its_rule(self) -> None:
        game = Game("american", "B:W18:B11,14")
        with self.assertRaises(crownstar.IllegalMove) as caught:
            game.play("11-15")
        self.assertEqual(caught.exception.rule, "AM-7")
        self.assertIn("you must capture", caught.exception.reason)
        self.assertEqual(str(caught.exception), f"AM-7: {caught.exception.reason}")
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(game.turns, [])

    def test_an_unknown_game_names_the_nearest(self) -> None:
        with self.assertRaisesRegex(crownstar.UnknownGame, "did you mean american"):
            Game("amerikan")
        with self.assertRaises(crownstar.UnknownGame):
            Game("sternhalma:players=7")

    def test_a_wrong_position_changes_nothing(self) -> None:
        game = Game("american", moves=["11-15"])
        for text in ("", "nonsense", "B:W99:B1", "W:W1-32:B1-32", "\0", "x" * 100_000):
            with self.subTest(text[:20]), self.assertRaises(crownstar.PositionError):
                game.set_position(text)
        self.assertEqual(game.turns, ["11-15"])

    def test_wrong_types_are_type_errors(self) -> None:
        game: Any = Game("american")
        wrong: Any
        for wrong in (None, 3, 3.5, b"11-15", object(), [], {}):
            with self.subTest(wrong):
                for call in (game.play, game.parse, game.paths, game.set_position, game.point):
                    with self.assertRaises(TypeError):
                        call(wrong)
                with self.assertRaises(TypeError):
                    Game(wrong)
        for wrong in ("3", None, [], 1.5):
            for call in (game.label, game.withdraw, game.perft):
                with self.assertRaises(TypeError):
                    call(wrong)

    def test_wrong_numbers_are_refused(self) -> None:
        game = Game("american")
        for point in (-1, 64, 2**31 - 1, 2**31, 2**70, -(2**70)):
            with self.assertRaisesRegex(IndexError, "there is no point"):
                game.label(point)
        for seat in (-1, 2, 1000, 2**70, -(2**70)):
            with self.assertRaises(crownstar.CrownstarError):
                game.withdraw(seat)
        for depth in (-1, 101, 2**31, 2**70, -(2**70)):
            for count in (game.perft, game.divide):
                with self.assertRaisesRegex(ValueError, "depth: expected a number from 0 to 100"):
                    count(depth)
        for index in (7, -8, 2**63, 2**70, -(2**70)):
            with self.assertRaisesRegex(IndexError, "there is no such move"):
                game.legal_moves()[index]
        with self.assertRaises(KeyError):
            game.point("33")

    def test_a_move_of_another_board_is_refused(self) -> None:
        # Points are numbers, and some of them mean a legal move here too; the others are refused.
        games = [Game("sternhalma"), Game("sternhalma:board=253,players=6"), Game("american"), Game("canadian")]
        refused = 0
        for game in games:
            for move in [move for other in games if other is not game for move in other.legal_moves()]:
                try:
                    played = game.copy().play(move)
                    self.assertIn((played.from_point, played.to_point),
                                  [(legal.from_point, legal.to_point) for legal in game.legal_moves()])
                except crownstar.IllegalMove:
                    refused += 1
                    with self.assertRaises(crownstar.IllegalMove):
                        game.paths(move)
        self.assertGreater(refused, 100)

    def test_a_game_that_was_never_begun_is_refused(self) -> None:
        class Unbegun(Game):
            def __init__(self) -> None:
                pass

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.assertRaises((TypeError, RuntimeError)):
                Unbegun().legal_moves()
            with self.assertRaises((TypeError, RuntimeError)):
                Game.__new__(Game).play("11-15")

    def test_errors_can_be_pickled(self) -> None:
        error = pickle.loads(pickle.dumps(crownstar.IllegalMove("why", "AM-7")))
        self.assertEqual((error.reason, error.rule), ("why", "AM-7"))
        problem = pickle.loads(pickle.dumps(crownstar.RecordError("why", "AM-7", 3, 4, "11-15")))
        self.assertEqual((problem.line, problem.column, problem.text), (3, 4, "11-15"))

    def test_random_texts_crash_nothing(self) -> None:
        chance = random.Random(7)
        letters = "WBK:,-x0123456789abch \x00\xe9\u4e2d\U0001f600"
        for token in ("american", "russian", "turkish", "sternhalma"):
            game = Game(token)
            for _ in range(500):
                text = "".join(chance.choice(letters) for _ in range(chance.randrange(30)))
                for call in (game.play, game.set_position):
                    try:
                        call(text)
                    except crownstar.CrownstarError as error:
                        self.assertTrue(error.reason)


class Threads(unittest.TestCase):
    def test_counting_lets_other_threads_run(self) -> None:
        game = Game("american")
        found: list[int] = []
        threads = [threading.Thread(target=lambda: found.append(game.perft(8))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(200):  # the game changes meanwhile, and what is counted does not
            game.play(game.legal_moves()[0])
            game.undo()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [845931] * 4)

    def test_one_game_used_by_many_threads(self) -> None:
        game = Game("sternhalma")

        def play(seed: int) -> None:
            chance = random.Random(seed)
            for _ in range(300):
                try:
                    game.play(chance.choice(game.legal_moves()))
                    if chance.random() < 0.5:
                        game.undo()
                except (crownstar.CrownstarError, IndexError):
                    pass

        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(game.position)


class Pictures(unittest.TestCase):
    def test_a_board_is_printed(self) -> None:
        lines = str(Game("american", "B:W18,30:B11,K4")).split("\n")
        self.assertEqual((lines[0], lines[2], lines[7]), ("  .   .   .   R", "  .   .   r   .", ".   w   .   ."))
        self.assertEqual(str(Game("russian", "W:Wa1:BKh8")).split("\n"), ["  .   .   .   B", *[".   .   .   .", "  .   .   .   ."] * 3, "w   .   .   ."])
        star = str(Game("sternhalma")).split("\n")
        self.assertEqual((len(star), star[0].strip(), star[8].count(".")), (17, "4", 9))
        for info in crownstar.games():
            game = Game(info.id)
            letters = [letter for letter in str(game) if letter not in " .\n"]
            self.assertEqual(len(letters), len(game.pieces()), info.id)

    def test_a_piece_is_found_by_its_place(self) -> None:
        game = Game("american", "B:W18:B11,K4")
        king = game.piece_at("4")
        assert king is not None
        self.assertEqual((king.seat, king.is_king, game.label(king.point)), (0, True, "4"))
        self.assertEqual(game.piece_at(king.point), king)
        self.assertIsNone(game.piece_at("1"))
        with self.assertRaises(IndexError):
            game.piece_at(-1)
        with self.assertRaises(KeyError):
            game.piece_at("99")

    def test_every_game_is_drawn(self) -> None:
        for token in TOKENS:
            with self.subTest(token):
                game = Game(token)
                picture = ElementTree.fromstring(game._repr_svg_())
                circles = picture.findall("{http://www.w3.org/2000/svg}circle")
                holes = 0 if game.layout.shape == "squares" else 2 * len(game.layout.points)
                self.assertEqual(len(circles) - holes, len(game.pieces()))

    def test_kings_have_crowns_and_moves_are_marked(self) -> None:
        game = Game("american", "W:WK1:BK30")
        self.assertIn("<polygon", game.svg())
        move = game.legal_moves()[0]
        self.assertIn("<polyline", game.svg(last_move=move, turn=1, labels=False))
        with self.assertRaises(ValueError):
            game.svg(size=0)
        with self.assertRaisesRegex(ValueError, "another board"):
            star = Game("sternhalma")  # the second seat begins at the top, beyond the last square of this board
            star.play(star.legal_moves()[0])
            game.svg(last_move=star.legal_moves()[0])


if __name__ == "__main__":
    unittest.main()
