"""A game being played: `Game`, the compiled `GameCore` with what is better written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from crownstar._core import GameCore, LegalMoves, Move, Piece
from crownstar.svg import draw
from crownstar.text import board_text

Sequence.register(LegalMoves)


class Game(GameCore):
    """One game: its position and how it came about.

    `token` names the game and its options: `american`, `sternhalma:players=3,hop=super`. `position` is where it begins
    (FEN, or the star's text), `moves` are played from there: a list, or a text with blanks between them.
    """

    def copy(self) -> Self:
        """An independent game at the same position. Cheap: what has been played is shared."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _restored, (type(self), self.token, self.start_position, self.turns)

    def piece_at(self, place: int | str) -> Piece | None:
        """What stands there; a place is a point's number or its label."""
        point = self.point(place) if isinstance(place, str) else place
        self.label(point)  # refuses the number of no point
        return next((piece for piece in self.pieces() if piece.point == point), None)

    def __str__(self) -> str:
        return board_text(self)

    def __repr__(self) -> str:
        return f"<Game {self.token}: {self.position}>"

    def svg(self, *, size: int = 400, turn: int = 0, last_move: Move | None = None, labels: bool = True) -> str:
        """The position as a picture, `size` pixels wide, the board turned by so many steps (`layout.turn_steps`)."""
        return draw(self, size=size, turn=turn, last_move=last_move, labels=labels)

    def _repr_svg_(self) -> str:
        return self.svg()


def _restored(kind: type[Game], token: str, start: str | None, turns: list[str | int]) -> Game:
    game = kind(token, start)
    for turn in turns:
        if isinstance(turn, int):
            game.withdraw(turn)
        else:
            game.play(turn)
    return game
