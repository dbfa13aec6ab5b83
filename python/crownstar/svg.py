"""Draws a position as SVG. A notebook shows a `Game` so by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from crownstar._core import GameCore, Layout, LayoutPoint, Move, Piece

LIGHT, DARK, MARK, LINE, TEXT = "#f3e9d2", "#9c7a52", "#ffd84a", "#b9a98a", "#3a2f22"
SEATS = ("#d0402c", "#fbf7ea")  # of draughts, whoever begins; the names of the seats decide (see `piece_colour`)
SETS = ("#e04a2b", "#f6c52c", "#0a7a5a", "#4a43a6", "#f6f1e4", "#5aa9e6")
NAMED = {"Red": "#d0402c", "White": "#fbf7ea", "Black": "#2b2724"}
CELL = 40.0  # units of the picture between neighbours

Place = Callable[[LayoutPoint], tuple[float, float]]


def draw(game: GameCore, *, size: int, turn: int, last_move: Move | None, labels: bool) -> str:
    if size < 1:
        raise ValueError("size: expected 1 or more")
    layout = game.layout
    place, box = placing(layout, turn)
    is_star = layout.shape == "star"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size * box[3] / box[2]:.0f}" '
        f'viewBox="{box[0]:.1f} {box[1]:.1f} {box[2]:.1f} {box[3]:.1f}" role="img">',
        f"<title>{escape(game.token)}: {escape(game.position)}</title>",
    ]
    parts += star_board(layout, place) if is_star else squares(layout, place)
    if last_move is not None and not isinstance(last_move, Move):
        raise TypeError(f"last_move: expected a move, not {type(last_move).__name__}")
    parts += marks(layout, place, last_move)
    if labels:
        parts += label_texts(layout, place)
    names = game.seat_names
    parts += [piece_shape(layout, piece, names, place(layout.points[piece.point])) for piece in game.pieces()]
    return "\n".join([*parts, "</svg>"]) + "\n"


def placing(layout: Layout, turn: int) -> tuple[Place, tuple[float, float, float, float]]:
    """Where a point lies in the picture (y grows downwards there), and the box around all of them."""
    points = layout.points
    middle_x = (min(point.x for point in points) + max(point.x for point in points)) / 2
    middle_y = (min(point.y for point in points) + max(point.y for point in points)) / 2
    angle = 2 * math.pi * (turn % layout.turn_steps) / layout.turn_steps
    cosine, sine = math.cos(angle), math.sin(angle)

    def place(point: LayoutPoint) -> tuple[float, float]:
        x, y = point.x - middle_x, point.y - middle_y
        return (x * cosine - y * sine) * CELL, -(x * sine + y * cosine) * CELL

    places = [place(point) for point in points]
    half = CELL * 0.5 if layout.shape == "squares" else CELL * 0.8
    left, top = min(x for x, _ in places) - half, min(y for _, y in places) - half
    right, bottom = max(x for x, _ in places) + half, max(y for _, y in places) + half
    return place, (left, top, right - left, bottom - top)


def squares(layout: Layout, place: Place) -> list[str]:
    # Where every square is played on (Turkish draughts) they are coloured alike, with lines between them.
    all_play = all(point.is_playable for point in layout.points)
    parts = []
    for point in layout.points:
        x, y = place(point)
        fill = DARK if point.is_playable and not all_play else LIGHT
        stroke = f' stroke="{LINE}"' if all_play else ""
        parts.append(
            f'<rect x="{x - CELL / 2:.1f}" y="{y - CELL / 2:.1f}" width="{CELL:.0f}" height="{CELL:.0f}" fill="{fill}"{stroke}/>'
        )
    return parts


def star_board(layout: Layout, place: Place) -> list[str]:
    parts = []
    for one, other in layout.lines:
        (x, y), (to_x, to_y) = place(layout.points[one]), place(layout.points[other])
        parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{LINE}"/>')
    for point in layout.points:
        x, y = place(point)
        fill = SETS[point.start_of - 1] + "40" if point.start_of else LIGHT
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{CELL * 0.42:.1f}" fill="{LIGHT}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{CELL * 0.42:.1f}" fill="{fill}" stroke="{LINE}"/>')
    return parts


def marks(layout: Layout, place: Place, move: Move | None) -> list[str]:
    if move is None:
        return []
    if any(point >= len(layout.points) for point in move.path):
        raise ValueError("last_move: a move of another board")
    ways = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(layout.points[point]) for point in move.path))
    return [f'<polyline points="{ways}" fill="none" stroke="{MARK}" stroke-width="5" stroke-linejoin="round"/>']


def label_texts(layout: Layout, place: Place) -> list[str]:
    """In the corner of a square, or in the middle of a hole, where a piece hides it."""
    parts = []
    for point in layout.points:
        if not point.is_playable:
            continue
        x, y = place(point)
        if layout.shape == "squares":
            x, y, anchor = x - CELL * 0.45, y - CELL * 0.28, "start"
        else:
            y, anchor = y + CELL * 0.1, "middle"
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{CELL * 0.24:.1f}" text-anchor="{anchor}" '
            f'font-family="sans-serif" fill="{TEXT}" fill-opacity="0.75">{escape(point.label)}</text>'
        )
    return parts


def piece_colour(layout: Layout, piece: Piece, seat_names: Sequence[str]) -> str:
    if layout.shape == "star":
        return SETS[piece.set - 1]
    return NAMED.get(seat_names[piece.seat], SEATS[piece.seat])


def piece_shape(layout: Layout, piece: Piece, seat_names: Sequence[str], at: tuple[float, float]) -> str:
    x, y = at
    fill = piece_colour(layout, piece, seat_names)
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{CELL * 0.36:.1f}" fill="{fill}" stroke="{TEXT}" stroke-width="1.5"/>'
    if not piece.is_king:
        return circle
    crown = crown_points(x, y)
    return circle + f'<polygon points="{crown}" fill="{MARK}" stroke="{TEXT}" stroke-width="1"/>'


def crown_points(x: float, y: float) -> str:
    """A crown of three points around the middle of a piece."""
    width, height = CELL * 0.2, CELL * 0.14
    corners = [(-1, 1), (-1, -1), (-0.5, 0.1), (0, -1.3), (0.5, 0.1), (1, -1), (1, 1)]
    return " ".join(f"{x + across * width:.1f},{y + down * height:.1f}" for across, down in corners)
