"""Recorded games in the Python package: read as a stream, changed, written, and what is wrong in them."""

from __future__ import annotations

import copy
import gzip
import io
import pickle
import random
import tempfile
import unittest
from pathlib import Path
from typing import Any

import crownstar
from crownstar import Game, Record
from crownstar._core import CollectionReader

TWO_GAMES = """[Event "First"]
[White "Ann"]
[Black "Bob"]
[GameType "21"]
[Result "0-1"]

1. 11-15 {well begun} 23-19 (23-18? 8-11) 2. 8-11 22-17 $2 0-1

[Event "Second"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 *
"""
WRONG = """[Event "Wrong"]
[GameType "21"]

1. 11-15 23-19 2. 15-16 *

[Event "Right"]
[GameType "21"]

1. 11-15 *
"""


class Reading(unittest.TestCase):
    def test_tags_moves_comments_and_variations(self) -> None:
        first, second = crownstar.parse_records(TWO_GAMES)
        self.assertEqual((first.token, second.token), ("american", "international"))
        self.assertEqual(first.tags["White"], "Ann")
        self.assertEqual(first.moves, ["11-15", "23-19", "8-11", "22-17"])
        self.assertEqual((first.result, first.places), ("0-1", (2, 1)))
        line = first.line
        self.assertEqual(line[0].comments, ("well begun",))
        self.assertEqual(line[3].nags, (2,))
        branches = first.node(line[0].index).children
        self.assertEqual([first.node(index).move for index in branches], ["23-19", "23-18"])
        self.assertEqual(second.result, "*")

    def test_a_record_is_played_through(self) -> None:
        record = crownstar.parse_records(TWO_GAMES)[0]
        seen = [(game.position, node.move) for game, node in record.replay()]
        self.assertEqual(seen[0], ("B:W21-32:B1-12", "11-15"))
        self.assertEqual(len(seen), 4)
        self.assertEqual(record.game().turns, record.moves)

    def test_a_file_is_read_piece_by_piece(self) -> None:
        many = TWO_GAMES * 3000
        self.assertGreater(len(many), 2 * 65536)
        with tempfile.TemporaryDirectory() as folder:
            plain, packed = Path(folder) / "games.pdn", Path(folder) / "games.pdn.gz"
            plain.write_text(many)
            packed.write_bytes(gzip.compress(many.encode()))
            for source in (plain, str(plain), packed, io.StringIO(many), io.BytesIO(many.encode())):
                self.assertEqual(sum(1 for _ in crownstar.read_records(source)), 6000)

    def test_encodings(self) -> None:
        text = '[Event "Józef Żółw"]\n[GameType "20"]\n\n1. 32-28 *\n'
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            record = crownstar.parse_records(text.encode(encoding))[0]
            self.assertEqual(record.tags["Event"], "Józef Żółw", encoding)
        western = list(crownstar.read_records(io.BytesIO('[Event "é"]\n\n1. 32-28 *\n'.encode("cp1252"))))
        self.assertEqual(western[0].tags["Event"], "é")
        cyrillic = io.BytesIO('[Event "Я"]\n\n1. 32-28 *\n'.encode("cp1251"))
        self.assertEqual(next(crownstar.read_records(cyrillic, encoding="cp1251")).tags["Event"], "Я")

    def test_encodings_are_guessed_as_the_program_guesses_them(self) -> None:
        text = '[Event "Чемпионат СССР"]\n[GameType "20"]\n\n1. 32-28 *\n'
        for encoding in ("cp1251", "utf-16-le", "utf-16-be"):
            record = crownstar.parse_records(text.encode(encoding))[0]
            self.assertEqual(record.tags["Event"], "Чемпионат СССР", encoding)

    def test_a_collection_is_written_over_itself(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.pdn"
            file.write_text(TWO_GAMES)
            file.chmod(0o600)
            self.assertEqual(crownstar.write_records(crownstar.read_records(file), file), 2)
            self.assertEqual(len(list(crownstar.read_records(file))), 2)
            self.assertEqual(file.stat().st_mode & 0o777, 0o600)
            before = file.read_bytes()
            with self.assertRaises(TypeError):
                crownstar.write_records(any_of([next(crownstar.read_records(file)), 1]), file)
            self.assertEqual(file.read_bytes(), before)
            self.assertEqual([each.name for each in Path(folder).iterdir()], ["games.pdn"])
            with self.assertRaises(FileNotFoundError) as missing:
                crownstar.write_records([], Path(folder) / "none" / "x.pdn")
            self.assertEqual(missing.exception.filename, f"{folder}/none/x.pdn")

    def test_what_is_no_record_and_no_file_is_a_wrong_type(self) -> None:
        wrong: Any
        for wrong in (None, 5, b"games.pdn"):
            with self.assertRaisesRegex(TypeError, "source: expected a file's name or an open file"):
                next(crownstar.read_records(any_of(wrong)))
        for wrong in (None, 5, ["1. 11-15"]):
            with self.assertRaisesRegex(TypeError, "text: expected a text or bytes"):
                crownstar.parse_records(any_of(wrong))
        with self.assertRaisesRegex(TypeError, "tags: expected a mapping"):
            crownstar.record_of(crownstar.Game("american"), any_of(5))
        with self.assertRaisesRegex(TypeError, "last_move: expected a move, not int"):
            crownstar.Game("american").svg(last_move=any_of(5))

    def test_a_problem_names_place_and_rule(self) -> None:
        with self.assertRaises(crownstar.RecordError) as caught:
            crownstar.parse_records(WRONG)
        problem = caught.exception
        self.assertEqual((problem.line, problem.column, problem.text), (4, 19, "15-16"))
        self.assertTrue(problem.rule.startswith("AM-"))
        self.assertIn("line 4, column 19", str(problem))

    def test_problems_are_left_out_or_told(self) -> None:
        self.assertEqual([record.tags["Event"] for record in crownstar.parse_records(WRONG, problems="skip")], ["Right"])
        told: list[crownstar.RecordError] = []
        records = crownstar.parse_records(WRONG, problems=told.append)
        self.assertEqual((len(records), len(told)), (1, 1))
        with self.assertRaises(ValueError):
            crownstar.parse_records(WRONG, problems=any_of("ignore"))

    def test_the_game_is_guessed_or_given(self) -> None:
        text = "1. c3-d4 f6-g5 *\n"
        self.assertTrue(crownstar.parse_records(text)[0].notes)
        self.assertEqual(crownstar.parse_records(text, game="russian")[0].token, "russian")
        with self.assertRaises(crownstar.UnknownGame):
            crownstar.parse_records(text, game="rusian")


class Writing(unittest.TestCase):
    def test_a_played_game_is_written_and_read_again(self) -> None:
        for token in ("american", "russian", "sternhalma:players=3", "frisian"):
            with self.subTest(token):
                chance = random.Random(3)
                game = Game(token)
                for _ in range(40):
                    game.play(chance.choice(game.legal_moves()))
                record = crownstar.record_of(game, {"Event": 'A "test"'}, result="*")
                again = crownstar.parse_records(record.to_pdn())[0]
                self.assertEqual(again.token, game.token)
                self.assertEqual(again.tags["Event"], 'A "test"')
                self.assertEqual(again.game().position, game.position)

    def test_a_start_and_a_withdrawal_are_kept(self) -> None:
        game = Game("sternhalma:players=3")
        game.play(game.legal_moves()[0])
        game.withdraw(1)
        game.play(game.legal_moves()[0])
        again = crownstar.parse_records(Record(game).to_pdn())[0]
        self.assertEqual(again.game().position, game.position)
        self.assertEqual([node.leaves for node in again.line], [-1, 1, -1])
        set_up = Game("american", "W:W30:B1", ["30-26"])
        record = crownstar.parse_records(str(Record(set_up)))[0]
        self.assertEqual((record.start_position, record.moves), ("W:W30:B1", ["30-26"]))

    def test_variations_and_remarks_are_added(self) -> None:
        record = Record(Game("american", moves="11-15 23-19"))
        first = record.line[0].index
        other = record.add_move(first, "23-18")
        record.add_move(other, "8-11")
        record.set_comments(other, ["an old { line }"])
        record.set_nags(other, [1])
        again = crownstar.parse_records(record.to_pdn())[0]
        branch = again.node(again.node(again.line[0].index).children[1])
        self.assertEqual((branch.move, branch.nags), ("23-18", (1,)))
        self.assertIn("an old", branch.comments[0])
        with self.assertRaises(crownstar.IllegalMove) as caught:
            record.add_move(0, "11-18")
        self.assertTrue(caught.exception.rule)

    def test_tags_are_like_a_dict_and_change_the_record(self) -> None:
        record = Record(Game("american"))
        record.tags["Annotator"] = "Ann"
        self.assertIn('[Annotator "Ann"]', record.to_pdn())
        self.assertEqual(record.tags.get("Annotator"), "Ann")
        self.assertEqual((dict(record.tags), len(record.tags)), (dict(record.tags.items()), len(list(record.tags))))
        self.assertEqual(repr(record.tags), repr(dict(record.tags)))
        with self.assertRaises(KeyError):
            record.tags["Nothing"]
        with self.assertRaises(ValueError):
            record.tags["Result"] = "1-0"

    def test_a_line_is_added_whole(self) -> None:
        record = Record(Game("american", moves="11-15 23-19"))
        last = record.add_line(record.line[1].parent, ("23-18", "8-11", "27-23"))
        self.assertEqual(record.node(last).move, "27-23")
        record.add_line(record.line[1].index, "8-11 22-17")
        self.assertIn("1. 11-15 23-19 (1... 23-18 2. 8-11 27-23) 2. 8-11 22-17 *", " ".join(record.to_pdn().split()))
        with self.assertRaises(crownstar.IllegalMove):
            record.add_line(0, ["11-16", "11-16"])

    def test_a_collection_is_written_to_a_file_of_that_name(self) -> None:
        records = crownstar.parse_records(TWO_GAMES)
        records[0].tags["White"] = "Żółw"
        with tempfile.TemporaryDirectory() as folder:
            for file in (f"{folder}/games.pdn", Path(folder) / "games.pdn"):
                self.assertEqual(crownstar.write_records(records, file), 2)
                self.assertEqual([each.tags["White"] for each in crownstar.read_records(file)], ["Żółw", "?"])

    def test_many_are_written_as_one_collection(self) -> None:
        records = crownstar.parse_records(TWO_GAMES)
        file = io.StringIO()
        self.assertEqual(crownstar.write_records(records, file), 2)
        again = crownstar.parse_records(file.getvalue())
        self.assertEqual([record.to_json() for record in again], [record.to_json() for record in records])

    def test_copies_are_independent(self) -> None:
        record = crownstar.parse_records(TWO_GAMES)[0]
        other = copy.copy(record)
        other.set_tag("Event", "Another")
        self.assertEqual((record.tags["Event"], other.tags["Event"]), ("First", "Another"))
        record.tags["Event"] = "Changed"
        self.assertEqual((record.tags["Event"], other.tags["Event"]), ("Changed", "Another"))
        deep = copy.deepcopy(record)
        deep.set_nags(1, [1])
        self.assertEqual((record.node(1).nags, deep.node(1).nags), ((), (1,)))

    def test_records_can_be_pickled(self) -> None:
        race = Game("sternhalma:players=3,hop=super")
        race.play(race.legal_moves()[3])
        star = crownstar.record_of(race, {"Event": "A \"star\""})
        past_a_draw = "[GameType \"21\"][FEN \"B:WK32:BK1\"]" + " 1-5 32-28 5-1 28-32" * 5 + " *"
        for record in (*crownstar.parse_records(TWO_GAMES), star, *crownstar.parse_records(past_a_draw)):
            again = pickle.loads(pickle.dumps(record))
            self.assertEqual((type(again), str(again), len(again)), (Record, str(record), len(record)))
            self.assertEqual([node.move for node in again.line], record.moves)


class Refusing(unittest.TestCase):
    def test_wrong_numbers_and_types(self) -> None:
        record = crownstar.parse_records(TWO_GAMES)[0]
        for index in (-1, len(record), 10**6, 2**31, 2**70, -(2**70)):
            for call in (record.node, lambda at: record.add_move(at, "11-15"), lambda at: record.set_nags(at, []),
                         lambda at: record.add_line(at, []), lambda at: record.set_comments(at, [])):
                with self.assertRaises(IndexError):
                    call(index)
        for nags in ([-1], [256], [1, 2**70]):
            with self.assertRaises(ValueError):
                record.set_nags(1, nags)
        wrong: Any
        for wrong in (None, 3, "text", object()):
            with self.assertRaises(TypeError):
                Record(wrong)
        with self.assertRaises(TypeError):
            record.set_comments(1, any_of([3]))
        for name in ("", "two words", "Result", "fen", "GameType", "OptionPlayers"):
            with self.subTest(name), self.assertRaises(ValueError):
                record.set_tag(name, "x")

    def test_the_reader_is_fed_in_its_order(self) -> None:
        reader = CollectionReader("auto")
        reader.feed(TWO_GAMES.encode())
        with self.assertRaises(ValueError):  # the first piece is not used up
            reader.feed(b"1. 11-15 *")
        while reader.next() is not None:
            pass
        reader.finish()
        with self.assertRaises(ValueError):
            reader.finish()
        while reader.next() is not None:
            pass
        self.assertTrue(reader.is_at_end)
        with self.assertRaises(ValueError):
            reader.feed(b"more")
        self.assertIsNone(reader.next())

    def test_random_bytes_crash_nothing(self) -> None:
        chance = random.Random(11)
        for _ in range(300):
            data = bytearray(TWO_GAMES.encode())
            for _ in range(chance.randrange(1, 20)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            for record in crownstar.parse_records(bytes(data), problems="skip"):
                self.assertTrue(record.to_pdn())

    def test_odd_texts_are_written_so_that_they_are_read_again(self) -> None:
        chance = random.Random(13)
        letters = 'ab"\\[]{}();$%\n\r\t\0é中'
        for _ in range(200):
            record = Record(Game("american", moves="11-15"))
            record.set_tag("Event", "".join(chance.choice(letters) for _ in range(12)))
            record.set_comments(1, ["".join(chance.choice(letters) for _ in range(12))])
            again = crownstar.parse_records(record.to_pdn())
            self.assertEqual([each.moves for each in again], [["11-15"]])


def any_of(wrong: object) -> Any:
    """Something of a wrong type, past the checker."""
    return wrong


if __name__ == "__main__":
    unittest.main()
