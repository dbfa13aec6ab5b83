import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import passed


class Passed(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, value in {"ROOT": self.root, "FOLDER": self.root / "build/passed"}.items():
            patch = mock.patch.object(passed, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        environment = mock.patch.dict(os.environ)
        environment.start()
        self.addCleanup(environment.stop)
        os.environ.pop("CROWNSTAR_AGAIN", None)
        self.write(".gitignore", "/build/\n__pycache__/\n/web/dist/\n")
        self.write("tests/positions.txt", "one")
        self.write("src/rules/move.cpp", "one")
        self.write("build/program", "one")
        passed.note(passed.mark("rules", ["build/program"]), 7)
        passed.note(passed.mark("sources", [passed.SOURCES]), 3)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        passed.look_again()

    def known(self) -> tuple[int, int]:
        return passed.known(passed.mark("rules", ["build/program"])), passed.known(passed.mark("sources", [passed.SOURCES]))

    def test_what_has_not_changed_is_known_by_its_count(self) -> None:
        self.assertEqual(self.known(), (7, 3))
        self.assertEqual(passed.known(passed.mark("others", ["build/program"])), 0)

    def test_a_file_of_the_checkout_that_changes_is_a_reason_to_run_everything(self) -> None:
        self.write("tests/positions.txt", "two")
        self.assertEqual(self.known(), (0, 0))
        self.write("tests/positions.txt", "one")
        self.assertEqual(self.known(), (7, 3))

    def test_so_is_a_new_one(self) -> None:
        self.write("tests/more.txt", "one")
        self.assertEqual(self.known(), (0, 0))

    def test_a_program_stands_for_what_it_was_made_from(self) -> None:
        self.write("src/rules/move.cpp", "two")
        self.assertEqual(self.known(), (7, 0))
        self.write("build/program", "two")
        self.assertEqual(self.known(), (0, 0))

    def test_what_git_ignores_does_not_matter(self) -> None:
        self.write("build/log/test.log", "new")
        self.write("web/dist/index.html", "new")
        self.write("tests/server/__pycache__/old.txt", "new")
        self.assertEqual(self.known(), (7, 3))

    def test_fewer_or_more_tests_asked_for_by_the_environment_are_others(self) -> None:
        os.environ["GTEST_FILTER"] = "One.*"
        self.assertEqual(self.known(), (0, 0))

    def test_a_file_that_cannot_be_read_is_no_reason_to_fail(self) -> None:
        (self.root / "tests/gone.txt").symlink_to("nowhere")
        passed.look_again()
        self.assertEqual(self.known(), (7, 3))
        self.assertEqual(passed.known(passed.mark("rules", ["build/gone"])), 0)

    def test_on_demand_nothing_is_known(self) -> None:
        os.environ["CROWNSTAR_AGAIN"] = "1"
        self.assertEqual(self.known(), (0, 0))


if __name__ == "__main__":
    unittest.main()
