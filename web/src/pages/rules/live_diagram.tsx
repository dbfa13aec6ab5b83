// Knows a board beside a rule: one moves on it, is told why a move is refused, and begins again. It comes alive only
// when it is near the view, so that a page of thirty boards is read as quickly as one of none.
import { useSignal, type Signal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { theRules } from '../../app/rules';
import { BoardPanel, turnFor, type Board, type BoardEvents, type BoardView } from '../../board';
import type { Diagram, Trial } from '../../rulebook/shape';
import type { Texts } from '../../rulebook/texts';
import type { Move, Rules } from '../../rules/types';
import { darkColour, lightSeatOf, mustCapture, setsOf } from '../../game/dressing';
import { boardMessages, sideName } from '../../game/naming';
import { ruleAddress } from '../../app/rule_mark';
import { reasonText } from '../../game/reasons/reasons';
import { refusedText } from '../../game/reasons/refused_text';
import { lastMoves } from '../../game/played_moves';
import { language, say, sayList } from '../../messages/messages';
import { Practice } from './practice';

interface DiagramProps {
  readonly diagram: Diagram;
  readonly texts: Texts;
}

type Shown =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ready'; readonly practice: Practice; readonly rules: Rules };

const nearby = '500px';

/** Whether the element has ever come near the view. */
function useNear(isNear: Signal<boolean>) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        isNear.value = true;
        watcher.disconnect();
      },
      { rootMargin: nearby },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return place;
}

async function open(diagram: Diagram): Promise<Shown> {
  const rules = await theRules();
  await rules.prepare(diagram.token);
  const practice = Practice.open(rules, diagram);
  return practice.ok ? { kind: 'ready', practice: practice.value, rules } : { kind: 'failed', reason: refusedText(rules, practice) };
}

export function LiveDiagram({ diagram, texts }: DiagramProps) {
  const isNear = useSignal(false);
  const shown = useSignal<Shown>({ kind: 'waiting' });
  const place = useNear(isNear);
  useEffect(() => {
    if (!isNear.value) return;
    let isGone = false;
    open(diagram).then(
      (found) => {
        if (!isGone) shown.value = found;
        else if (found.kind === 'ready') found.practice.leave();
      },
      (problem: unknown) => (shown.value = { kind: 'failed', reason: String(problem) }),
    );
    return () => {
      isGone = true;
      const now = shown.peek();
      if (now.kind === 'ready') now.practice.leave();
    };
  }, [diagram, isNear.value]);
  const now = shown.value;
  const shape = diagram.token.startsWith('sternhalma') ? 'is-star' : diagram.token === 'spantsiretti' ? 'is-wide' : 'is-square';
  return (
    <figure ref={place} class={`live ${shape}`} aria-labelledby={`title-${diagram.id}`}>
      <figcaption>
        <h3 id={`title-${diagram.id}`}>{texts[`${diagram.text}.title`]}</h3>
        <p>{texts[diagram.text]}</p>
      </figcaption>
      {now.kind === 'ready' ? (
        <LiveBoard diagram={diagram} practice={now.practice} rules={now.rules} />
      ) : (
        <>
          <div class="live-place" />
          <p class="live-state quiet">{now.kind === 'failed' ? say('shell.failed', { reason: now.reason }) : say('shell.loading')}</p>
          <div class="live-trials" />
        </>
      )}
    </figure>
  );
}

interface LiveBoardProps {
  readonly diagram: Diagram;
  readonly practice: Practice;
  readonly rules: Rules;
}

function LiveBoard({ diagram, practice, rules }: LiveBoardProps) {
  const { tree } = practice;
  const state = practice.state.value;
  const board = useSignal<Board | null>(null);
  const wanted = useSignal<Trial | null>(null); // to be played once the board is back at its first position
  const messages = useMemo(() => boardMessages(tree), [tree, language.value, preferences.value.pieces]);
  const events: BoardEvents = useMemo(
    () => ({
      moved: (move, way) => practice.play(move.text, way),
      refused: (from, to, by) => practice.explain(from, to, by),
      picked: (point) => {
        if (point !== null) practice.forget();
      },
    }),
    [practice],
  );
  const ways = useCallback((move: Move) => tree.ways(move), [tree]);
  useEffect(() => {
    const trial = wanted.value;
    if (trial === null || state.ply !== practice.first) return;
    wanted.value = null;
    const parsed = tree.game.parse(trial.move);
    if (parsed.ok) board.peek()?.enter(parsed.value);
  }, [practice, wanted.value, state.ply]);
  const attempt = (trial: Trial) => {
    board.peek()?.pick(null);
    practice.again();
    if (trial.refusedBy === undefined) wanted.value = trial;
    else practice.refuse(trial);
  };
  return (
    <>
      <div class="live-place">
        <BoardPanel view={viewOf(practice)} events={events} messages={messages} waysOf={ways} boardRef={(made) => (board.value = made)} />
      </div>
      <LiveState practice={practice} rules={rules} />
      <div class="live-trials">
        <span class="quiet small">{say('rulebook.try')}</span>
        {diagram.trials.map((trial) => (
          <TrialButton key={trial.move} trial={trial} attempt={attempt} />
        ))}
        <button type="button" class="button button-plain trial-again" disabled={state.ply === practice.first} onClick={() => practice.again()}>
          {say('rulebook.again')}
        </button>
      </div>
    </>
  );
}

function TrialButton({ trial, attempt }: { readonly trial: Trial; readonly attempt: (trial: Trial) => void }) {
  const isRefused = trial.refusedBy !== undefined;
  return (
    <button
      type="button"
      class={`button trial ${isRefused ? 'is-refused' : ''}`}
      aria-label={say(isRefused ? 'rulebook.ask' : 'rulebook.play', { move: trial.move })}
      onClick={() => attempt(trial)}
    >
      {trial.move}
    </button>
  );
}

/** Whose move it is, how it ended, or why a move was refused: one line that is spoken too. */
function LiveState({ practice, rules }: { readonly practice: Practice; readonly rules: Rules }) {
  const { tree } = practice;
  const { outcome } = practice.state.value;
  const explained = practice.explained.value;
  const token = tree.token;
  if (explained !== null) {
    return (
      <p class="live-state notice notice-bad" role="status">
        {reasonText(rules, token, explained)} {explained.rule !== '' && <a href={ruleAddress(token, explained.rule)}>{explained.rule}</a>}
      </p>
    );
  }
  if (!outcome.isOver) {
    return (
      <p class="live-state quiet" role="status">
        {say('table.turn', { name: sideName(tree, tree.game.seatToMove()) })}
      </p>
    );
  }
  const winners = outcome.standings.flatMap((standing, seat) => (standing.place === 1 ? [sideName(tree, seat)] : []));
  const result = outcome.isDraw
    ? say('table.drawn')
    : winners.length > 1
      ? say('table.won.team', { names: sayList(winners) })
      : say('table.won', { name: winners[0] ?? '' });
  return (
    <p class="live-state notice live-over" role="status">
      {result} <a href={ruleAddress(token, outcome.rule)}>{say('rulebook.by', { rule: outcome.rule })}</a>
    </p>
  );
}

function viewOf(practice: Practice): BoardView {
  const { tree, first, own } = practice;
  const { ply, isAnswering, outcome } = practice.state.value;
  const { layout, game } = tree;
  const { board, pieces, pace } = preferences.value;
  const node = tree.nodeAt(ply);
  const legal = isAnswering ? [] : tree.legalMoves();
  const turn = outcome.isOver ? null : game.seatToMove();
  const hands = practice.hands();
  const lightSeat = lightSeatOf(game.seatName(0));
  return {
    layout,
    pieces: node.pieces,
    moves: legal,
    number: ply,
    turn,
    hands,
    turned: turnFor(layout, setsOf(tree.nodeAt(first), own)[0] ?? own + 1),
    lastMoves: ply === first ? [] : lastMoves(tree, ply, Math.min(game.seats, ply - first)),
    marked: turn !== null && hands.includes(turn) ? mustCapture(legal) : [],
    lightSeat,
    darkIs: darkColour(game.seatName(1 - lightSeat)),
    look: board,
    pieceLook: pieces,
    pace,
    coordinates: true,
  };
}
