// Knows how a puzzle is laid out: the board with the solver below, what is asked, what can be done, and what was solved so far.
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { Choice } from '../../app/controls/choice';
import { copied } from '../../app/device/copying';
import { useLater } from '../../app/later';
import { preferences } from '../../app/preferences/preferences';
import { BoardPanel, dressOf, PiecePicture, turnFor, type Arrow, type BoardEvents, type BoardView } from '../../board';
import { darkColour, lightSeatOf, mustCapture, setsOf } from '../../game/dressing';
import { Explanation } from '../../game/reasons/explaining';
import { playLanding, prepareSound } from '../../game/landing_sound';
import { Moves } from '../../game/move_list';
import { boardMessages, sideName } from '../../game/naming';
import { lastMoves } from '../../game/played_moves';
import { language, say, type MessageKey } from '../../messages/messages';
import type { Move, Rules } from '../../rules/types';
import '../../styles/lobby.css';
import '../../styles/seats.css';
import '../../styles/explanation.css';
import '../../styles/table.css';
import '../../styles/upright.css';
import '../../styles/sideways.css';
import '../../styles/puzzles.css';
import { Signs } from '../../table/signs';
import { Chips } from '../lobby/chips';
import { levelOf, levels, type Deck, type Level } from './deck';
import { puzzleGames } from './decks';
import { choose, progress, progressIn } from './progress';
import type { Phase, Solving, SolvingState } from './solving';
import { Tick } from './tick';

const isFinished = (phase: Phase): boolean => phase === 'solved' || phase === 'shown';

const typedMove = async () => (await import('../../table/typed_move')).TypedMove;

interface PuzzleTableProps {
  readonly rules: Rules;
  readonly deck: Deck;
  readonly solving: Solving;
  readonly notice: string;
  readonly next: (game?: string) => void;
}

export function PuzzleTable({ rules, deck, solving, notice, next }: PuzzleTableProps) {
  const { tree, puzzle, solver } = solving;
  const state = solving.state.value;
  const flips = useSignal(0);
  // The move that is looked at, and how many there were: one more leads back to the board as it stands.
  const lookedAt = useSignal<{ readonly ply: number; readonly of: number } | null>(null);
  useEffect(() => {
    flips.value = 0;
    lookedAt.value = null;
  }, [solving]);
  const shown = lookedAt.value?.of === state.ply ? lookedAt.value.ply : state.ply;
  const isLast = shown === state.ply;
  const canMove = state.phase === 'solving';
  const chosen = preferences.value;
  const TypedMove = useLater(chosen.typed, typedMove);
  const messages = useMemo(() => boardMessages(tree), [tree, language.value, chosen.pieces]);
  const lightSeat = lightSeatOf(tree.game.seatName(0));
  const darkIs = darkColour(tree.game.seatName(1 - lightSeat));
  const isOurs = canMove && isLast;
  const legal = isOurs ? tree.legalMoves() : [];
  const view: BoardView = {
    layout: tree.layout,
    pieces: tree.nodeAt(shown).pieces,
    moves: legal,
    number: shown,
    turn: isOurs ? solver : null,
    hands: isOurs ? [solver] : [],
    turned: (turnFor(tree.layout, setsOf(tree.root, solver)[0] ?? solver + 1) + flips.value) % tree.layout.turnSteps,
    lastMoves: lastMoves(tree, shown, 1),
    marked: mustCapture(legal),
    arrows: isLast && state.hint !== null ? [{ path: [state.hint], kind: 'hint' } satisfies Arrow] : [],
    won: isLast && state.phase === 'solved' ? [solver] : [],
    lightSeat,
    darkIs,
    look: chosen.board,
    pieceLook: chosen.pieces,
    pace: chosen.pace,
    coordinates: chosen.coordinates,
    confirms: chosen.confirm,
  };
  const events: BoardEvents = useMemo(
    () => ({
      moved: (move, way) => solving.play(move.text, way),
      refused: (from, to, by) => solving.explain(from, to, by),
      picked: (point) => {
        if (point === null) return;
        solving.forget();
        prepareSound();
      },
      landed: (isCapture) => playLanding(isCapture),
    }),
    [solving],
  );
  const ways = useCallback((move: Move) => tree.ways(move), [tree]);
  const show = useCallback(
    (ply: number) => {
      const of = solving.state.peek().ply;
      lookedAt.value = ply >= of ? null : { ply, of };
    },
    [solving],
  );
  return (
    <>
      <div class="puzzles-head">
        <h1>{say('nav.puzzles')}</h1>
        <Progress deck={deck} />
      </div>
      {notice !== '' && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <div class={`table is-puzzle ${dressOf(chosen.board, chosen.pieces, darkIs)}`}>
        <div class="table-board">
          {/* Another puzzle is another board, however alike they are. */}
          <BoardPanel key={puzzle.id} view={view} events={events} messages={messages} waysOf={ways} />
        </div>
        <div class="table-side stack">
          <Task deck={deck} solving={solving} rules={rules} lightSeat={lightSeat} />
          <div class="puzzle-actions">
            <button type="button" class="button" aria-disabled={!canMove} onClick={() => solving.hint()}>
              {say('puzzles.hint')}
            </button>
            <button type="button" class="button" aria-disabled={isFinished(state.phase) || state.phase === 'showing'} onClick={() => solving.show()}>
              {say('puzzles.show')}
            </button>
            <a class="button" href={analysisOf(solving)}>
              {say('puzzles.analyse')}
            </a>
            <button type="button" class={`button puzzle-next${isFinished(state.phase) ? ' button-main' : ''}`} onClick={() => next()}>
              {say('puzzles.next')}
            </button>
          </div>
          <Choosers deck={deck} next={next} />
          <Moves tree={tree} ply={state.ply} shown={shown} seats={2} show={show} />
          <Signs flip={() => (flips.value += 1)} canType />
          {chosen.typed && TypedMove !== null && <TypedMove table={solving} isOurTurn={canMove} isOn={isOurs} />}
          <Tools solving={solving} />
        </div>
      </div>
    </>
  );
}

/** How many of all were solved on this device, and how many in a row. */
function Progress({ deck }: { readonly deck: Deck }) {
  const { solved, streak, best } = progressIn(deck.game);
  const ids = new Set(solved);
  const count = deck.puzzles.filter(({ id }) => ids.has(id)).length;
  return (
    <div class="puzzle-progress">
      <progress aria-labelledby="puzzles-solved" value={count} max={deck.puzzles.length} />
      <p class="quiet small">
        <span id="puzzles-solved">{say('puzzles.progress', { count, all: deck.puzzles.length })}</span>
        {streak > 1 && <> · {say('puzzles.streak', { count: streak })}</>}
        {best > 2 && best > streak && <> · {say('puzzles.best', { count: best })}</>}
      </p>
    </div>
  );
}

/** What is said of the last thing that happened. */
function saidOf({ phase, verdict, hint }: SolvingState, { tree, puzzle: { gives, takes } }: Solving): string {
  if (phase === 'solved') return gives > 0 && takes > 0 ? `${say('puzzles.solved')} ${say('puzzles.shot', { gives, takes })}` : say('puzzles.solved');
  if (phase === 'shown') return say('puzzles.shown');
  if (phase === 'showing') return say('puzzles.showing');
  if (hint !== null) return say('puzzles.hint.said', { label: tree.layout.points[hint]?.label ?? '' });
  return say(verdict === 'wrong' ? 'puzzles.wrong' : verdict === 'right' ? 'puzzles.right' : 'puzzles.find');
}

interface TaskProps {
  readonly deck: Deck;
  readonly solving: Solving;
  readonly rules: Rules;
  readonly lightSeat: number;
}

function Task({ deck, solving, rules, lightSeat }: TaskProps) {
  const { tree, puzzle, solver } = solving;
  const state = solving.state.value;
  const asked = say('puzzles.ask', { side: sideName(tree, solver) });
  const isNew = state.phase === 'solving' && state.verdict === null && state.hint === null;
  const tick = state.phase === 'shown' || state.phase === 'showing' ? null : state.phase === 'solved' ? 'right' : state.verdict;
  return (
    <section class={`card puzzle-task${tick === null ? '' : ` is-${tick}`}${state.phase === 'solved' ? ' is-solved' : ''}`} aria-labelledby="puzzle-asked">
      <div class="puzzle-asked">
        <PiecePicture piece={{ shape: 'squares', set: solver + 1, isKing: false, isLight: solver === lightSeat }} />
        <div>
          <h2 id="puzzle-asked">{asked}</h2>
          <p class="quiet small">
            {say(`puzzles.level.${levelOf(deck, puzzle)}`)} · {say('puzzles.length', { count: (puzzle.moves.length + 1) / 2 })}
          </p>
        </div>
      </div>
      <div class="puzzle-news">
        <p class="puzzle-said" role="status">
          {tick !== null && <Tick kind={tick} />}
          {isNew && <span class="only-spoken">{asked}. </span>}
          <span>{saidOf(state, solving)}</span>
        </p>
        <Explanation explained={solving.explained} token={tree.token} rules={rules} forget={() => solving.forget()} />
      </div>
    </section>
  );
}

/** As many games are in sight; all further ones are behind a box, as in the lobby. */
const mostChips = 5;

function GameChooser({ game, next }: { readonly game: string; readonly next: (game: string) => void }) {
  const inSight = puzzleGames.length <= mostChips ? puzzleGames : puzzleGames.slice(0, mostChips - 1);
  const shown = inSight.includes(game) ? inSight : [...inSight, game];
  const others = puzzleGames.filter((each) => !shown.includes(each));
  const more = say('home.more');
  const named = (each: string) => [each, say(`game.${each}` as MessageKey)] as const;
  return (
    <>
      <Chips name="puzzle-game" label={say('puzzles.game')} chosen={game} options={shown.map(named)} choose={next} />
      {others.length > 0 && <Choice aria-label={more} value="" options={[['', more], ...others.map(named)]} choose={(chosen) => chosen !== '' && next(chosen)} />}
    </>
  );
}

/** Which puzzles one wants: how hard, and of which game. */
function Choosers({ deck, next }: { readonly deck: Deck; readonly next: (game?: string) => void }) {
  const level = (chosen: Level) => {
    choose({ level: chosen });
    next();
  };
  return (
    <div class="puzzle-choosers">
      <Chips name="puzzle-level" label={say('puzzles.level')} chosen={progress.value.level} options={levels.map((each) => [each, say(`puzzles.level.${each}`)])} choose={level} />
      {puzzleGames.length > 1 && <GameChooser game={deck.game} next={next} />}
    </div>
  );
}

/** Where its position is analysed; the moves come along once they are no secret any more. */
function analysisOf({ puzzle, tree, state }: Solving): string {
  const moves = isFinished(state.value.phase) ? tree.moves().map(({ text }) => text) : [];
  const asked = new URLSearchParams({ position: puzzle.position, ...(moves.length > 0 ? { moves: moves.join(' ') } : {}) });
  return `/analysis/${puzzle.game}?${asked.toString()}`;
}

function Tools({ solving }: { readonly solving: Solving }) {
  const notice = useSignal('');
  const { puzzle, state } = solving;
  useEffect(() => {
    notice.value = '';
  }, [solving]);
  const share = async () => {
    const address = new URL(`/puzzles/${puzzle.game}/${puzzle.id}`, location.href).href;
    notice.value = '';
    notice.value = (await copied(address)) ? say('table.link.copied') : address; // to be copied by hand
  };
  return (
    <div class="tools">
      <button type="button" class="button" aria-disabled={state.value.ply === 0} onClick={() => solving.again()}>
        {say('puzzles.again')}
      </button>
      <button type="button" class="button" onClick={() => void share()}>
        {say('table.share')}
      </button>
      <p role="status" class={notice.value === '' ? 'only-spoken' : 'quiet small tools-wide'}>
        {notice.value}
      </p>
    </div>
  );
}
