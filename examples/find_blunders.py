#!/usr/bin/env python3
"""Marks the blunders in a collection of draughts games: a port of what one writes in an evening with python-chess.

Usage: find_blunders.py GAMES.pdn [--nodes N] [--loss HUNDREDTHS]    the marked games go to standard output

Every position of every game is searched. A move after which its player stands worse by `--loss` hundredths of a man
than with the best move gets the mark ?? and a comment with what was better. docs/python.md has the library.
"""

from __future__ import annotations

import argparse
import sys

import crownstar

BLUNDER = 4  # the number that PGN and PDN have for ??
WON = 10_000  # a score that no material reaches


def score_of(engine: crownstar.Engine, game: crownstar.Game, nodes: int) -> tuple[int, str]:
    """How the side to move stands, and its best move; a game that is over has none."""
    if game.is_over:
        places = game.outcome.places
        mover = game.seat_to_move
        return (0 if game.outcome.is_draw else WON if places[mover] == 1 else -WON), ""
    result = engine.search(game, nodes=nodes)
    line = result.lines[0]
    score = line.score if line.plies_to_end is None else WON if line.plies_to_end > 0 else -WON
    return max(-WON, min(WON, score)), result.move


def mark_blunders(record: crownstar.Record, engine: crownstar.Engine, *, nodes: int, loss: int) -> int:
    """How many there were."""
    found = 0
    game = crownstar.Game(record.token, record.start_position)
    score, best = score_of(engine, game, nodes)
    for node in record.line:
        if not node.move:  # a position that was set up, or a seat that left: the rest cannot be compared
            break
        played = game.play(node.move)
        after, next_best = score_of(engine, game, nodes)
        if played.text != best and score + after >= loss:  # `after` is as the other side sees it
            found += 1
            record.set_nags(node.index, [*node.nags, BLUNDER])
            record.set_comments(node.index, [*node.comments, f"{best} keeps {score / 100:+.2f}; this is {-after / 100:+.2f}"])
        score, best = after, next_best
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Marks the blunders in a collection of draughts games.")
    parser.add_argument("games")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--loss", type=int, default=80)
    words = parser.parse_args()

    def tell(problem: crownstar.RecordError) -> None:
        print(f"{words.games}: {problem}", file=sys.stderr)

    with crownstar.Engine() as engine:
        for record in crownstar.read_records(words.games, problems=tell):
            engine.forget()
            found = mark_blunders(record, engine, nodes=words.nodes, loss=words.loss)
            print(record.to_pdn())
            print(f"{record.tags.get('White')} - {record.tags.get('Black')}: {found} blunders", file=sys.stderr)


if __name__ == "__main__":
    main()
