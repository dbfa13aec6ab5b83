// Knows how a position is set up by hand; does not know whether it can be played: the rules are asked.
import { Problem } from '../../app/problem';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { BoardPanel, dressOf, PiecePicture, type Board, type BoardView } from '../../board';
import type { BoardMessages } from '../../board/messages';
import type { Piece, Rules } from '../../rules/types';
import { draughtsSeatName, starSetName } from '../../game/naming';
import '../../messages/en_settings';
import { say } from '../../messages/messages';
import { dropped, edited, writtenFen, writtenStar, type Brush } from './editing';

interface EditorProps {
  readonly rules: Rules;
  readonly token: string;
  readonly view: BoardView;
  readonly messages: BoardMessages;
  readonly seats: number;
  readonly sets: readonly (readonly number[])[]; // of each seat
  readonly whiteSeat: number;
  readonly cancel: () => void;
  readonly use: (position: string) => string; // '' where it could be used, else why not
}

interface NamedBrush {
  readonly name: string;
  readonly brush: Brush | null;
  readonly side?: string;
}

function brushesFor({ view, sets, whiteSeat, rules, token }: EditorProps): readonly NamedBrush[] {
  const off = { name: say('analysis.edit.off'), brush: null };
  if (view.layout.shape === 'star') {
    const all = sets.flatMap((own, seat) => own.map((set) => ({ seat, set })));
    return [
      ...all.map(({ seat, set }) => ({ name: starSetName(set), brush: { seat, set, isKing: false } })),
      off,
    ];
  }
  const game = rules.start(token);
  const nameOf = (seat: number) => draughtsSeatName(game.ok ? game.value.seatName(seat) : '');
  const both = [whiteSeat, 1 - whiteSeat].flatMap((seat) => [
    { name: say('board.man', { side: nameOf(seat) }), side: nameOf(seat), brush: { seat, set: seat + 1, isKing: false } },
    { name: say('board.king', { side: nameOf(seat) }), side: nameOf(seat), brush: { seat, set: seat + 1, isKing: true } },
  ]);
  if (game.ok) game.value.free();
  return [...both, off];
}

/** A press that moves less than this chooses; one that moves farther drags. */
const least = 6;

/** Follows the pointer with a picture of the piece, and says where it was let go. */
function carry(event: PointerEvent, place: (x: number, y: number) => void): void {
  const picture = event.currentTarget instanceof Element ? event.currentTarget.querySelector('.piece-picture') : null;
  if (picture === null || event.button !== 0) return;
  let held: HTMLElement | null = null;
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (held === null && Math.hypot(clientX - event.clientX, clientY - event.clientY) < least) return;
    if (held === null) {
      held = picture.cloneNode(true) as HTMLElement;
      held.classList.add('is-carried');
      picture.closest('.table')?.append(held);
    }
    held.style.left = `${clientX}px`;
    held.style.top = `${clientY}px`;
  };
  const stop = () => {
    held?.remove();
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', stop);
  };
  const up = ({ clientX, clientY }: PointerEvent) => {
    if (held !== null) place(clientX, clientY);
    stop();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', stop);
}

export function Editor(props: EditorProps) {
  const { rules, token, view, messages, seats, sets, whiteSeat, cancel, use } = props;
  const pieces = useSignal<readonly Piece[]>(view.pieces);
  const turn = useSignal(view.turn ?? 0);
  const changes = useSignal(0);
  const problem = useSignal('');
  const brushes = brushesFor(props);
  const chosen = useSignal(0);
  const isStar = view.layout.shape === 'star';
  const board = useRef<Board | null>(null);
  const drop = (brush: Brush) => (x: number, y: number) => {
    const point = board.current?.pointAt(x, y) ?? null;
    if (point !== null) change(dropped(pieces.value, point, brush));
  };
  const write = () =>
    isStar
      ? writtenStar(view.layout, pieces.value, sets[turn.value]?.[0] ?? 1, sets)
      : writtenFen(view.layout, pieces.value, whiteSeat, turn.value === whiteSeat);
  const change = (next: readonly Piece[]) => {
    pieces.value = next;
    changes.value += 2; // never the number that follows: nothing is shown as a move
    problem.value = '';
  };
  const seatName = (seat: number) => {
    if (isStar) return (sets[seat] ?? []).map(starSetName).join(', ');
    return brushes.find((one) => one.brush?.seat === seat)?.side ?? '';
  };
  return (
    <>
      <h1>{say('analysis.edit')}</h1>
      <div class={`table is-analysis${isStar ? ' is-star' : ''} ${dressOf(view.look, view.pieceLook, view.darkIs)}`}>
        <div class="table-board">
          <BoardPanel
            view={{ ...view, pieces: pieces.value, moves: [], lastMoves: [], arrows: [], number: changes.value, edits: true, pace: 'none' }}
            messages={messages}
            boardRef={(made) => (board.current = made)}
            events={{ edited: (from, to) => change(edited(pieces.value, from, to, brushes[chosen.value]?.brush ?? null)) }}
          />
        </div>
        <div class="table-side stack">
          <p class="quiet">{say('analysis.edit.hint')}</p>
          <fieldset class="brushes">
            <legend>{say('analysis.edit.brush')}</legend>
            {brushes.map(({ name, brush }, at) => (
              <label key={name} class="tick brush" onPointerDown={(event) => brush !== null && carry(event, drop(brush))}>
                <input type="radio" name="brush" checked={chosen.value === at} onChange={() => (chosen.value = at)} />
                {brush !== null && (
                  <PiecePicture piece={{ shape: view.layout.shape, set: brush.set, isKing: brush.isKing, isLight: brush.seat === (view.lightSeat ?? 1) }} />
                )}
                {name}
              </label>
            ))}
          </fieldset>
          <label class="field">
            <span class="label">{say('analysis.edit.turn')}</span>
            <select value={String(turn.value)} onChange={(event) => (turn.value = Number(event.currentTarget.value))}>
              {Array.from({ length: seats }, (_, seat) => (
                <option key={seat} value={String(seat)}>
                  {seatName(seat)}
                </option>
              ))}
            </select>
          </label>
          <Problem text={problem.value} />
          <div class="row">
            <button type="button" class="button button-main" onClick={() => (problem.value = use(write()))}>
              {say('analysis.edit.done')}
            </button>
            <button type="button" class="button" onClick={() => change([])}>
              {say('analysis.edit.clear')}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                const fresh = rules.start(token);
                if (!fresh.ok) return;
                change(fresh.value.pieces());
                turn.value = fresh.value.seatToMove();
                fresh.value.free();
              }}
            >
              {say('analysis.edit.start')}
            </button>
            <button type="button" class="button" onClick={cancel}>
              {say('shell.cancel')}
            </button>
          </div>
        </div>
      </div>
    </>
  );
}
