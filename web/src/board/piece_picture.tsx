// Knows how one piece is pictured beside a board; does not know what it is there for.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawPiece, drawShades, type DrawnPiece } from './drawing/piece';
import { make } from './drawing/svg';

let pictures = 0;

export function PiecePicture({ piece }: { readonly piece: DrawnPiece }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    pictures += 1;
    const id = `piece-picture-${pictures}`;
    const drawing = make('svg', { viewBox: '-50 -56 100 112', 'aria-hidden': 'true', focusable: 'false' });
    drawShades(make('defs', {}, drawing), id);
    drawing.append(drawPiece(piece, id));
    place.current.replaceChildren(drawing);
  }, [piece.shape, piece.set, piece.isKing, piece.isLight]);
  return <span ref={place} class="piece-picture" />;
}
