// Knows the page of puzzles: which game, which of its puzzles, and the way from one to the next. The address names the puzzle, so
// that it can be shared.
// It does not know how a puzzle is solved and how it is shown.
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { go, type PageProps } from '../../app/router/router';
import { theRules } from '../../app/rules';
import { refusedText } from '../../game/reasons/refused_text';
import { say } from '../../messages/messages';
import '../../messages/en_puzzles';
import type { Rules } from '../../rules/types';
import { Missing } from '../missing';
import { levelOf, nextPuzzle, type Deck, type Puzzle } from './deck';
import { deckOf, puzzleGames } from './decks';
import { choose, noteMissed, noteSolved, progress, progressIn } from './progress';
import { PuzzleTable } from './puzzle_table';
import { pauses } from './pauses';
import { Solving } from './solving';

interface Ready {
  readonly kind: 'ready';
  readonly rules: Rules;
  readonly deck: Deck;
  readonly solving: Solving;
  readonly notice: string;
}

type Shown = Ready | { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly reason: string };

/** The puzzle of that id, or else the next one; and what is to be said about that. */
function found(deck: Deck, id: string | undefined, last: string | undefined): { readonly puzzle: Puzzle | undefined; readonly notice: string } {
  const asked = deck.puzzles.find((puzzle) => puzzle.id === id);
  if (asked !== undefined) return { puzzle: asked, notice: '' };
  const solved = new Set(progressIn(deck.game).solved);
  const { level } = progress.peek();
  const puzzle = nextPuzzle(deck, { level, solved, last });
  const notice = id !== undefined ? say('puzzles.gone') : puzzle !== undefined && solved.has(puzzle.id) ? say('puzzles.all') : '';
  return { puzzle, notice };
}

async function open(asked: string | undefined, id: string | undefined, last: string | undefined): Promise<Shown> {
  const game = asked ?? puzzleGames.find((each) => each === progress.peek().game) ?? puzzleGames[0];
  if (game === undefined || !puzzleGames.includes(game)) return { kind: 'failed', reason: say('puzzles.none') };
  const [deck, rules] = await Promise.all([deckOf(game), theRules()]);
  await rules.prepare(game);
  const { puzzle, notice } = found(deck, id, last);
  if (puzzle === undefined) return { kind: 'failed', reason: say('puzzles.none') };
  choose({ game, level: levelOf(deck, puzzle) }); // the next one is like it
  const solving = Solving.open(rules, puzzle, pauses, {
    solved: (isClean) => noteSolved(game, puzzle.id, isClean),
    missed: () => noteMissed(game, puzzle.id),
  });
  return solving.ok ? { kind: 'ready', rules, deck, solving: solving.value, notice } : { kind: 'failed', reason: refusedText(rules, solving) };
}

const addressOf = ({ game, id }: Puzzle): string => `/puzzles/${game}/${id}`;

export function PuzzlesPage({ parameters: { game, id } }: PageProps) {
  const shown = useSignal<Shown>({ kind: 'loading' });
  const asked = useRef(0);
  const solvingNow = () => {
    const now = shown.peek();
    return now.kind === 'ready' ? now.solving : undefined;
  };
  // What is shown stays until the next is there.
  const show = useCallback((wanted: string | undefined, puzzle: string | undefined) => {
    asked.current += 1;
    const number = asked.current;
    open(wanted, puzzle, solvingNow()?.puzzle.id).then(
      (next) => {
        const isLate = number !== asked.current;
        (isLate ? (next.kind === 'ready' ? next.solving : undefined) : solvingNow())?.leave();
        if (isLate) return;
        shown.value = next;
        if (next.kind === 'ready') go(addressOf(next.solving.puzzle), 'instead');
      },
      (problem: unknown) => {
        if (number !== asked.current) return;
        solvingNow()?.leave();
        shown.value = { kind: 'failed', reason: problem instanceof Error ? problem.message : String(problem) };
      },
    );
  }, []);
  useEffect(() => {
    const now = solvingNow()?.puzzle;
    if (now === undefined || now.game !== game || now.id !== id) show(game, id);
  }, [game, id]);
  useEffect(
    () => () => {
      asked.current += 1;
      solvingNow()?.leave();
    },
    [],
  );
  const now = shown.value;
  if (now.kind === 'loading') return <p class="quiet">{say('shell.loading')}</p>;
  if (now.kind === 'failed') {
    return (
      <Missing title={say('shell.failed.title')} reason={now.reason}>
        <a class="button button-main" href="/puzzles">
          {say('puzzles.next')}
        </a>
      </Missing>
    );
  }
  return <PuzzleTable {...now} next={(wanted) => show(wanted ?? now.deck.game, undefined)} />;
}
