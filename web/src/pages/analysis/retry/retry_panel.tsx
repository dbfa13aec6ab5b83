// Knows how the search for better moves is laid out beside the board: what is asked, what is said of a try, how far one is.
// Does not know how a try is judged.
import { useEffect, useRef } from 'preact/hooks';
import type { TreeNode } from '../../../game/game_tree';
import { say } from '../../../messages/messages';
import '../../../messages/en_puzzles';
import '../../../styles/lobby.css';
import '../../../styles/puzzles.css';
import { Chips } from '../../lobby/chips';
import { puzzleGames } from '../../puzzles/decks';
import { Tick } from '../../puzzles/tick';
import type { Retrying } from './retrying';
import { saidOf } from './said';
import type { Retry } from './use_retry';

interface RetryPanelProps {
  readonly retry: Retry;
  readonly retrying: Retrying;
  readonly at: TreeNode;
  readonly game: string;
  /** What the seats are called. */
  readonly sides: readonly string[];
  readonly start: (seat: number) => void;
  readonly focusBoard: () => void;
}

export function RetryPanel({ retry, retrying, at, game, sides, start, focusBoard }: RetryPanelProps) {
  const state = retrying.state.value;
  const isOver = state.phase === 'over';
  const tick = state.verdict === null || state.verdict === 'unjudged' ? null : state.verdict === 'best' || state.verdict === 'good' ? 'right' : 'wrong';
  return (
    <>
      <section class={`card puzzle-task${tick === null ? '' : ` is-${tick}`}${isOver ? ' is-solved' : ''}`} aria-labelledby="retry-title">
        <div class="retry-asked">
          <h2 id="retry-title">{say('analysis.retry.title')}</h2>
          <p class="quiet small">
            {sides[retrying.seat]} · {say('analysis.retry.of', { count: state.at + 1, all: retrying.mistakes.length })}
          </p>
        </div>
        <div class="puzzle-news">
          <p class="puzzle-said" role="status">
            {tick !== null && <Tick kind={tick} />}
            <span>{saidOf(retrying)}</span>
          </p>
        </div>
      </section>
      <Buttons retrying={retrying} at={at} focusBoard={focusBoard} />
      <Sides retry={retry} seat={retrying.seat} sides={sides} start={start} />
      <div class="tools">
        <button
          type="button"
          class={`button${isOver ? ' button-main' : ''}`}
          onClick={(event) => {
            retry.leave();
            if (event.detail === 0) focusBoard(); // by a key, whose button is gone
          }}
        >
          {say('analysis.retry.leave')}
        </button>
        {isOver && puzzleGames.includes(game) && (
          <a class="button" href={`/puzzles/${game}`}>
            {say('puzzles.go')}
          </a>
        )}
      </div>
    </>
  );
}

/** The way on has the focus once it is what one does next; whoever takes it by a key is led back to the board. */
function Buttons({ retrying, at, focusBoard }: Pick<RetryPanelProps, 'retrying' | 'at' | 'focusBoard'>) {
  const { phase, at: number } = retrying.state.value;
  const onward = useRef<HTMLButtonElement>(null);
  const isDone = phase === 'found' || phase === 'shown' || phase === 'over';
  useEffect(() => {
    if (isDone) onward.current?.focus({ preventScroll: true });
  }, [retrying, number, phase]);
  const then = (go: () => void) => (event: MouseEvent) => {
    go();
    const isByKey = event.detail === 0;
    if (isByKey && retrying.state.peek().phase === 'asking') focusBoard();
  };
  if (phase === 'over') {
    return (
      <div class="puzzle-actions">
        <button type="button" class="button" ref={onward} onClick={then(() => retrying.again())}>
          {say('puzzles.again')}
        </button>
      </div>
    );
  }
  const isElsewhere = phase === 'asking' && at !== retrying.mistake?.before;
  const isLast = number + 1 === retrying.mistakes.length;
  return (
    <div class="puzzle-actions">
      {isElsewhere ? (
        <button type="button" class="button button-main" onClick={then(() => retrying.back())}>
          {say('analysis.retry.back')}
        </button>
      ) : (
        <button type="button" class="button" aria-disabled={isDone} onClick={() => retrying.show()}>
          {say('puzzles.show')}
        </button>
      )}
      <button type="button" class={`button retry-next${isDone ? ' button-main' : ''}`} ref={onward} onClick={then(() => retrying.next())}>
        {say(isLast ? 'analysis.retry.finish' : 'analysis.next')}
      </button>
    </div>
  );
}

/** Whose mistakes, where both have made some. */
function Sides({ retry, seat, sides, start }: Pick<RetryPanelProps, 'retry' | 'sides' | 'start'> & { readonly seat: number }) {
  if (retry.mistakes.some((each) => each.length === 0)) return null;
  const options = retry.mistakes.map((each, of) => [String(of), `${sides[of] ?? ''} (${each.length})`] as const);
  return (
    <div class="puzzle-choosers">
      <Chips name="retry-side" label={say('analysis.retry.sides')} chosen={String(seat)} options={options} choose={(of) => start(Number(of))} />
    </div>
  );
}
