"""`crownstar games`: the catalogue."""

from __future__ import annotations

import unittest

from program import ProgramTest, run

FEATURED = ["american", "flying-king", "sternhalma"]
OTHERS = """international italian spanish portuguese russian brazilian pool czech thai turkish canadian frisian frysk
    spantsiretti antidraughts breakthrough killer""".split()
OPTIONS = "players sets board pieces teams hop rest goal win places rounds evacuate leave last-round handicap".split()


class Games(ProgramTest):
    def test_every_game_is_listed_and_the_featured_ones_first(self) -> None:
        self.assertEqual([line.split()[0] for line in self.lines("games")], FEATURED + OTHERS)
        listed = self.json("games", "--json")
        self.assertEqual(list(listed), ["games"])
        self.assertEqual([game["id"] for game in listed["games"]], FEATURED + OTHERS)

    def test_a_game_is_an_object_of_the_same_shape_alone_and_in_the_list(self) -> None:
        listed = self.json("games", "--json")["games"]
        for game in listed:
            self.assertEqual(
                list(game), ["id", "name", "summary", "family", "board", "seats", "game_type", "options"]
            )
            self.assertEqual(self.json("games", game["id"], "--json"), game)
            self.assertEqual(game["family"], "star" if game["id"] == "sternhalma" else "draughts")

    def test_the_options_of_the_star_are_explained(self) -> None:
        options = self.json("games", "sternhalma", "--json")["options"]
        self.assertEqual([option["key"] for option in options], OPTIONS)
        for option in options:
            self.assertEqual(list(option), ["key", "default", "values", "explanation", "rule"])
            self.assertRegex(option["rule"], r"^CC-\d+")
        text = "\n".join(self.lines("games", "sternhalma"))
        for option in options:
            self.assertIn(option["explanation"], text)
        self.assertRegex(text, r"handicap +SET-N\+SET-N")
        self.assertRegex(text, r"rounds +a number")

    def test_a_game_that_is_not_there_is_refused_with_those_that_are(self) -> None:
        reason = self.assert_refused(run("games", "chess"), 2)
        for game in FEATURED + OTHERS:
            self.assertIn(game, reason)

    def test_a_game_has_other_names_and_the_nearest_is_guessed(self) -> None:
        american = self.lines("games", "american")
        for name in ("english", "checkers", "English draughts"):
            self.assertEqual(self.lines("games", name), american)
        self.assertEqual(self.lines("moves", "bt")[0], self.lines("moves", "breakthrough")[0])
        self.assertIn("did you mean russian?", self.assert_refused(run("moves", "rusian"), 2))


if __name__ == "__main__":
    unittest.main()
