// Knows that the board is called <crownstar-board> in a page. Does not know what it does: element.ts.
import { CrownstarBoard } from './element';

export { CrownstarBoard };
export type { BoardEventMap, GameOverDetail, IllegalMoveDetail, MoveDetail, ProblemDetail } from './events';
export type { Look, Pace, PieceLook } from '../../../src/board/types';
export type { BoardMessages, CellDescription, MoveDescription } from '../../../src/board/messages';

declare global {
  interface HTMLElementTagNameMap {
    'crownstar-board': CrownstarBoard;
  }
}

// Not where there are no pages: a server may import this to write one. Twice in one page it is the same board.
if (typeof customElements !== 'undefined' && customElements.get('crownstar-board') === undefined) {
  customElements.define('crownstar-board', CrownstarBoard);
}
