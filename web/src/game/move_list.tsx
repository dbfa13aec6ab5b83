// Knows the list of moves and how one steps through it; does not know what a move means.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { preferences } from '../app/preferences/preferences';
import { language, say } from '../messages/messages';
import { boardMessages } from './naming';
import { SetSign } from './set_sign';
import type { GameTree, PlayedMove } from './game_tree';
import { fullText, roundsOf } from './played_moves';

interface MovesProps {
  readonly tree: GameTree;
  readonly ply: number; // moves made
  readonly shown: number; // the one that the board shows
  readonly seats: number;
  readonly show: (ply: number) => void;
  readonly replay?: (() => void) | undefined; // shows the last round once more
}

let wasPointed = false; // the board was last used by mouse or finger, not by keys

/** Whoever came to the board with keys walks on it with them; after a click there they step through the game. */
function hearHowTheBoardIsUsed(): void {
  addEventListener('pointerdown', ({ target }) => (wasPointed = target instanceof Element && target.closest('.board') !== null), true);
  addEventListener('keydown', ({ key }) => (wasPointed &&= !['Tab', 'Enter', ' ', 'ArrowUp', 'ArrowDown'].includes(key)), true);
}
if (typeof window !== 'undefined') hearHowTheBoardIsUsed();

/** Listens for keys before the board does. What it returns ends that. */
export function onKeys(step: (event: KeyboardEvent) => void): () => void {
  addEventListener('keydown', step, true);
  return () => removeEventListener('keydown', step, true);
}

/** Keys that step through a game anywhere on the page but where one types or walks on the board. */
export function stepFor(event: KeyboardEvent, shown: number, ply: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, dialog')) return undefined;
  if (target?.closest('[role="grid"]') && !wasPointed) return undefined;
  switch (event.key) {
    case 'ArrowLeft':
      return Math.max(0, shown - 1);
    case 'ArrowRight':
      return Math.min(ply, shown + 1);
    case 'Home':
      return 0;
    case 'End':
      return ply;
    default:
      return undefined;
  }
}

export function Moves({ tree, ply, shown, seats, show, replay }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const messages = useMemo(() => boardMessages(tree), [tree, language.value, preferences.value.pieces]);
  useEffect(() => {
    const here = list.current?.querySelector('[aria-current]');
    if (list.current === null) return;
    if (here instanceof HTMLElement) {
      const { offsetTop, offsetHeight } = here;
      const box = list.current;
      if (offsetTop < box.scrollTop || offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = offsetTop - box.clientHeight / 2;
      }
    } else list.current.scrollTop = 0;
  }, [shown, ply]);
  // At once: the next key may come before the picture is painted.
  useLayoutEffect(() => {
    const step = (event: KeyboardEvent) => {
      const to = stepFor(event, shown, ply);
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      show(to);
    };
    return onKeys(step);
  }, [shown, ply, show]);

  const moves = tree.moves().slice(0, ply);
  const label = (point: number) => tree.layout.points[point]?.label ?? '';
  const told = (move: PlayedMove) =>
    messages.moved({ ...move, isKing: false, path: move.path.map(label), captured: move.captured.map(label) });
  return (
    <section class="moves" aria-label={say('table.moves')}>
      <Steps isFirst={shown === 0} isLast={shown === ply} shown={shown} ply={ply} show={show} replay={replay} />
      {moves.length === 0 ? (
        <p class="quiet small">{say('table.moves.none')}</p>
      ) : (
        <ol class="move-list" ref={list} tabIndex={0} aria-label={say('table.moves')}>
          {roundsOf(moves).map((round, at) => (
            <li key={at}>
              <span class={`round ${seats % 3 === 0 ? 'is-by-three' : 'is-by-two'}`}>
                {round.map((played, seat) =>
                  played === undefined ? (
                    <span key={seat} class="no-move" />
                  ) : (
                    <button
                      key={seat}
                      type="button"
                      class="move"
                      aria-current={played.ply === shown ? 'step' : undefined}
                      title={told(played.move)}
                      onClick={() => show(played.ply)}
                    >
                      {seats > 2 && <SetSign set={played.move.set} />}
                      {fullText(tree.layout, played.move)}
                    </button>
                  ),
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface StepsProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly shown: number;
  readonly ply: number; // Infinity: as far as it goes
  readonly show: (ply: number) => void;
  readonly replay?: (() => void) | undefined;
}

/** To the start, back, on, to the end; and the last round once more. */
export function Steps({ isFirst, isLast, shown, ply, show, replay }: StepsProps) {
  return (
    <div class="steps" role="group" aria-label={say('table.moves')}>
      <Step sign="first" label={say('table.first')} isOff={isFirst} go={() => show(0)} />
      <Step sign="back" label={say('table.back')} isOff={isFirst} go={() => show(shown - 1)} />
      <Step sign="onward" label={say('table.onward')} isOff={isLast} go={() => show(shown + 1)} />
      <Step sign="last" label={say('table.last')} isOff={isLast} go={() => show(ply)} />
      {replay !== undefined && <Step sign="replay" label={say('table.replay')} shortcut="R" isOff={ply === 0} go={replay} />}
    </div>
  );
}

const signs = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M17 5l-10 7 10 7z',
  onward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  replay: 'M5 12a7 7 0 1 0 2.5 -5.4M8 2.5L7 7l4.5 1',
} as const;

interface StepProps {
  readonly sign: keyof typeof signs;
  readonly label: string;
  readonly shortcut?: string;
  readonly isOff: boolean;
  readonly go: () => void;
}

function Step({ sign, label, shortcut, isOff, go }: StepProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    <button type="button" class="button step" aria-label={label} title={title} aria-keyshortcuts={shortcut} disabled={isOff} onClick={go}>
      <svg class={`sign sign-${sign}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={signs[sign]} />
      </svg>
    </button>
  );
}
