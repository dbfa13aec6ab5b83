"""Puzzles: decks as `crownstar puzzles make` writes them, read from a file and looked at."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from typing import TextIO

from crownstar.errors import RecordError
from crownstar.game import Game

COLUMNS = ("id", "game", "position", "moves", "effort", "gives", "takes")


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move alone wins."""

    id: str
    token: str
    position: str
    moves: tuple[str, ...]
    """The solver's move, the reply, and so on; the last one is the solver's."""
    effort: int
    """How many nodes our search needs until it plays the first move and stays with it."""
    gives: int
    """Pieces that the solver loses on the way."""
    takes: int

    def game(self) -> Game:
        """The game where the solver is to move."""
        return Game(self.token, self.position)

    @property
    def solution(self) -> tuple[str, ...]:
        """The solver's own moves."""
        return self.moves[::2]


def read_puzzles(source: str | PathLike[str] | TextIO) -> Iterator[Puzzle]:
    """The puzzles of a deck, one by one. `source` is a file's name or an open text file.

    A line that is no puzzle is a `RecordError` with its number; whether the moves can be played is not asked.
    """
    if isinstance(source, (str, PathLike)):
        with open(source, encoding="utf-8-sig", newline="") as file:
            yield from _puzzles(file)
    else:
        yield from _puzzles(source)


def _puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    rows = csv.reader(lines, strict=True)
    number = 0
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise RecordError(f"no puzzle: {error}", line=rows.line_num, column=1) from None
        if row is None:
            return
        number += 1
        if number == 1 and tuple(row) != COLUMNS:
            raise RecordError(f"expected {','.join(COLUMNS)}", line=1, column=1, text=",".join(row))
        if number > 1 and row:
            yield _puzzle(row, rows.line_num)


def _puzzle(row: list[str], line: int) -> Puzzle:
    numbers = row[4:]
    if len(row) != len(COLUMNS) or not row[3].split() or not all(each.isascii() and each.isdigit() for each in numbers):
        raise RecordError("no puzzle", line=line, column=1, text=",".join(row))
    effort, gives, takes = (int(each) for each in numbers)
    return Puzzle(row[0], row[1], row[2], tuple(row[3].split()), effort, gives, takes)
