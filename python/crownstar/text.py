"""Draws a position with letters. `print(game)` shows a `Game` so."""

from __future__ import annotations

from crownstar._core import GameCore


def board_text(game: GameCore) -> str:
    """A line for each row, as `layout` has them: of draughts White is below.

    A piece of draughts is the first letter of its side's name, a capital for a king; one of a star is the number of its
    set. A point where nobody stands is a dot; what is not played on is empty.
    """
    layout = game.layout
    names = game.seat_names
    is_star = layout.shape == "star"
    stands: dict[int, str] = {}
    for piece in game.pieces():
        if is_star:
            stands[piece.point] = str(piece.set)
        else:
            letter = names[piece.seat][0]
            stands[piece.point] = letter.upper() if piece.is_king else letter.lower()
    left = min(point.x for point in layout.points)
    rows: dict[float, dict[int, str]] = {}
    for number, point in enumerate(layout.points):
        # On a star neighbours in a row are one unit apart, and rows are shifted by half of one.
        column = round(2 * (point.x - left))
        rows.setdefault(round(point.y, 3), {})[column] = stands.get(number, "." if point.is_playable else " ")
    lines = []
    for _, row in sorted(rows.items(), reverse=True):
        lines.append("".join(row.get(column, " ") for column in range(max(row) + 1)).rstrip())
    return "\n".join(lines)
