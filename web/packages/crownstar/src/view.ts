// Knows how a game and what the attributes ask for become what the board draws. Does not know attributes and moves.
import { turnFor } from '../../../src/board/drawing/geometry';
import type { BoardView, Look, Pace, PieceLook } from '../../../src/board/types';
import { darkColour, lightSeatOf, mustCapture, setsOf } from '../../../src/game/dressing';
import type { GameTree } from '../../../src/game/game_tree';
import { lastMoves } from '../../../src/game/played_moves';
import type { Game } from '../../../src/rules/types';

export interface ViewOptions {
  /** The side at the bottom; '' for the first. */
  readonly side: string;
  readonly isFlipped: boolean;
  /** The sides that a hand may move: their names or numbers, `all` or `none`. */
  readonly movable: string;
  readonly look: Look | undefined;
  readonly pieces: PieceLook | undefined;
  readonly pace: Pace | undefined;
  readonly hasCoordinates: boolean;
  readonly asksFirst: boolean;
}

/** `white`, `2`, `1 3`: seats by their names or by their numbers in the order of turns. */
export function seatsNamed(game: Game, text: string): readonly number[] {
  const words = text.toLowerCase().split(/[\s,]+/);
  return Array.from({ length: game.seats }, (_, seat) => seat).filter((seat) =>
    words.some((word) => word === String(seat + 1) || word === game.seatName(seat).toLowerCase()),
  );
}

function handsOf(game: Game, movable: string): readonly number[] {
  if (movable === 'none') return [];
  if (movable === 'all') return Array.from({ length: game.seats }, (_, seat) => seat);
  return seatsNamed(game, movable);
}

export function viewOf(tree: GameTree, options: ViewOptions): BoardView {
  const { layout, game, ply, at } = tree;
  const hands = handsOf(game, options.movable);
  const moves = tree.legalMoves();
  const own = seatsNamed(game, options.side)[0] ?? 0;
  const lightSeat = lightSeatOf(game.seatName(0));
  const turned = turnFor(layout, setsOf(tree.root, own)[0] ?? own + 1);
  return {
    layout,
    pieces: at.pieces,
    moves,
    number: ply,
    turn: at.turn,
    hands,
    turned: options.isFlipped ? (turned + layout.turnSteps / 2) % layout.turnSteps : turned,
    lastMoves: ply === 0 ? [] : lastMoves(tree, ply, Math.min(game.seats, ply)),
    won: at.ending?.isDraw === false ? at.ending.standings.flatMap(({ place }, seat) => (place === 1 ? [seat] : [])) : [],
    marked: at.turn !== null && hands.includes(at.turn) ? mustCapture(moves) : [],
    lightSeat,
    darkIs: darkColour(game.seatName(1 - lightSeat)),
    ...(options.look === undefined ? {} : { look: options.look }),
    ...(options.pieces === undefined ? {} : { pieceLook: options.pieces }),
    ...(options.pace === undefined ? {} : { pace: options.pace }),
    coordinates: options.hasCoordinates,
    confirms: options.asksFirst,
  };
}
