// Knows how a colour of the star is shown beside the board: a disc with the sign that its pieces have.
import { signs } from '../board/drawing/piece';

export function SetSign({ set }: { readonly set: number }) {
  return (
    <svg class={`disc piece-set-${set}`} viewBox="-42 -42 84 84" aria-hidden="true" focusable="false">
      <path class="piece-sign" d={signs[set] ?? ''} fill-rule="evenodd" />
    </svg>
  );
}
