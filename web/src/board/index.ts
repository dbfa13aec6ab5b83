// Knows what other parts of the page may use of the board.
import './board.css';

export { Board } from './board';
export { BoardPanel, TrayPanel } from './panels';
export { PiecePicture } from './piece_picture';
export { Chooser } from './input/chooser';
export { asksForLessMotion } from './drawing/animation';
export { signs } from './drawing/piece';
export { geometryOf, turnFor } from './drawing/geometry';
export { Tray, type TrayView } from './tray';
export { darkColourIn, dressOf, looks, pieceLooks, type Arrow, type BoardEvents, type BoardView, type DarkColour, type Look, type Pace, type PendingMove, type PieceLook, type Premove, type ShownMove, type TrayPiece, type WaysOf } from './types';
export { englishMessages, type BoardMessages, type CellDescription, type MoveDescription } from './messages';
