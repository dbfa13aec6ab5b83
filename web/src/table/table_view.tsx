// Knows how a table is laid out: the board, who sits at it, what was played, what can be done and said.
// The same for a game on the server and one on this device; it asks the table and keeps no game of its own.
import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { useLater } from '../app/later';
import { prefer, preferences } from '../app/preferences/preferences';
import { openedLine } from '../line/opened_line';
import { BoardPanel, dressOf, TrayPanel, turnFor, type Board, type BoardEvents, type BoardView, type Premove } from '../board';
import type { Move, Rules } from '../rules/types';
import '../styles/seats.css';
import '../styles/explanation.css';
import '../styles/table.css';
import '../styles/upright.css';
import '../styles/sideways.css';
import { language, say, sayIfKnown } from '../messages/messages';
import { Actions, Offers } from './actions';
import { darkColour, lightSeatOf, mustCapture, setsOf } from '../game/dressing';
import { DrawCounters, Explanation, InForce } from '../game/reasons/explaining';
import { ShareAndSave } from './share_and_save';
import type { GameTree } from '../game/game_tree';
import type { SeatView, Table, TableState } from '../game/model';
import { Moves } from '../game/move_list';
import { endText } from '../game/reasons/ending';
import { boardMessages, seatTitle, stateText } from '../game/naming';
import { Places, Seat } from '../game/players/seats';
import { homeCount, lastMoves, takenBy } from '../game/played_moves';
import { moveOfPremove, movesAfterAnswer } from './premove';
import type { Shown } from './move_queue';
import { isLeftToComputers, useReplayKey, useMovePlayback } from './move_playback';
import { playLanding, prepareSound } from '../game/landing_sound';
import { Signs } from './signs';

/** False when something is drawn first, true in the picture after that: what is not needed at once does not hold it up. */
function useSecondPicture(): boolean {
  const isSecond = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (isSecond.value = true));
    return () => clearTimeout(timer);
  }, []);
  return isSecond.value;
}

/** Of the time that a move is looked at, what its motion may take: then it stands for a moment. */
const movingPart = 0.8;

const noSets: readonly number[] = [];

/** Of many, another's move is being looked at: what comes after it is told when it is over. */
function isOthersShown({ ply, isShowing }: Shown, { seats }: TableState, tree: GameTree): boolean {
  return seats.length > 2 && isShowing && seats[tree.nodeAt(ply).seat]?.isMine === false;
}

/** A game whose last moves are still to be shown is not yet told to be over, and a seat's place once the board has it home. */
function asShown(state: TableState, showing: Shown, tree: GameTree): TableState {
  const shown = showing.ply;
  if (shown >= state.ply && !isOthersShown(showing, state, tree)) return state;
  const isHome = (seat: number) => {
    const { home, of } = homeCount(tree, shown, seat);
    return of > 0 && home === of; // the pieces of who has left are off the board
  };
  const seats = state.seats.map((seat) => (seat.place > 0 && !isHome(seat.seat) ? { ...seat, place: 0 } : seat));
  return state.ended === null ? { ...state, seats } : { ...state, seats, phase: 'running', ended: null, actions: [] };
}

/** There is nobody to talk to among computers, nor where nobody else has come yet. */
const isAmongPeople = ({ seats }: TableState) => seats.some(({ isMine, player }) => !isMine && player !== undefined && player.kind !== 'engine');

// What not every table has.
const typedMove = async () => (await import('./typed_move')).TypedMove;
const talk = async () => (await import('./talk')).Talk;
const ratingChange = async () => (await import('./rating_change')).RatingChange;
const endingRule = async () => (await import('../game/reasons/ending_rule')).EndingRule;

interface TableViewProps {
  readonly table: Table;
  readonly rules: Rules;
  readonly clock?: string | undefined; // what it is played on, where that is to be told
  readonly children?: ComponentChildren; // what a page adds below the actions
}

export function TableView({ table, rules, clock, children }: TableViewProps) {
  const { queue, replay } = useMovePlayback(table);
  const showing = queue.shown.value;
  const state = asShown(table.state.value, showing, table.tree);
  const { tree } = table;
  // The move that is looked at, and how many there were: one more brings the player back to the board as it stands.
  const lookedAt = useSignal<{ readonly ply: number; readonly of: number } | null>(null);
  const isFlipped = useSignal(0);
  const board = useSignal<Board | null>(null);
  const premove = useSignal<Premove | null>(null);
  const isLookingBack = lookedAt.value?.of === state.ply;
  const shown = isLookingBack ? (lookedAt.value?.ply ?? 0) : Math.min(showing.ply, state.ply);
  const isLast = shown === state.ply;
  const chosen = preferences.value;
  const isWhole = useSecondPicture();
  const messages = useMemo(() => boardMessages(tree), [tree, language.value, chosen.pieces]);
  const seats = tree.game.seats;
  const isStar = tree.layout.shape === 'star';
  const lightSeat = useMemo(() => lightSeatOf(tree.game.seatName(0)), [tree]);
  // Where several sit at this screen, the board may turn to each in turn.
  const isShared = state.seats.filter((seat) => seat.isMine).length > 1;
  const atScreen = isShared && chosen.turns ? state.seats.find((seat) => seat.isMine && seat.seat === state.turn) : undefined;
  const own = (atScreen ?? state.seats.find((seat) => seat.isMine))?.seat ?? 0;
  const ownSet = setsOf(tree.root, own)[0] ?? own + 1;
  const turned = (turnFor(tree.layout, ownSet) + isFlipped.value) % tree.layout.turnSteps;

  const show = useCallback(
    (ply: number) => {
      const of = table.state.value.ply;
      lookedAt.value = ply >= of ? null : { ply, of };
    },
    [table],
  );
  const isOurTurn = state.turn !== null && state.hands.includes(state.turn);
  const darkIs = darkColour(tree.game.seatName(1 - lightSeat));
  // Whose goal is marked: one's own while one plays, or at one screen that of whoever is to move.
  const ownGoal = isShared ? state.turn : (state.seats.find((seat) => seat.isMine && !seat.isOut)?.seat ?? null);
  const goalsOf = ownGoal === null ? noSets : setsOf(tree.root, ownGoal);
  const winners =
    state.ended === null || state.ended.outcome.isDraw ? noSets : state.seats.flatMap(({ seat }) => (state.ended?.outcome.standings[seat]?.place === 1 ? [seat] : []));
  const viewOf = (ply: number, mostMs: number | undefined): BoardView => {
    const isNow = ply === state.ply;
    const legal = isNow && state.phase === 'running' && !state.isThinking && state.pending === null ? tree.legalMoves() : [];
    const hands = isNow && state.phase === 'running' ? state.hands : [];
    return {
      layout: tree.layout,
      pieces: tree.nodeAt(ply).pieces,
      moves: legal,
      number: ply,
      turn: isNow ? state.turn : null,
      hands,
      turned,
      lastMoves: lastMoves(tree, ply, seats),
      goalsOf,
      goalName: ownGoal !== null && homeCount(tree, ply, ownGoal).home === 0 ? say('table.goal') : '', // until one has been there
      won: isNow ? winners : noSets,
      marked: isOurTurn ? mustCapture(legal) : [],
      lightSeat,
      darkIs,
      look: chosen.board,
      pieceLook: chosen.pieces,
      pace: chosen.pace,
      mostMs,
      coordinates: chosen.coordinates,
      confirms: chosen.confirm,
      ...(!isStar && hands.length === 1 ? { laterMoves: () => movesAfterAnswer(tree.game, tree.legalMoves()) } : {}),
      premove: premove.value,
      pending: isNow && state.pending?.ply === state.ply ? state.pending.move : null,
    };
  };
  const view = viewOf(shown, seats > 2 && showing.ms > 0 ? showing.ms * movingPart : undefined);
  // The hand does not wait for what is still to be shown: it finds the board as it stands.
  const skip = () => {
    if (!queue.isBehind || isLookingBack) return;
    queue.skip();
    board.peek()?.update(viewOf(state.ply, undefined));
  };
  // More than the last round, which may be shown again.
  const isFarBehind = isLeftToComputers(table.state.value) && table.state.value.ply - showing.ply > seats;
  const again = useCallback(() => {
    lookedAt.value = null;
    replay();
  }, [replay]);
  useReplayKey(again);
  // Whoever moved last is lit while that is looked at; then who is to move on the board as it is shown.
  const mover = tree.nodeAt(shown);
  const lit = state.phase !== 'running' && isLast ? null : seats > 2 && showing.isShowing && !isLookingBack ? mover.seat : isLast ? state.turn : mover.turn;
  const events: BoardEvents = useMemo(
    () => ({
      moved: (move, way) => table.play(move.text, way),
      refused: (from, to, by) => table.explain(from, to, by),
      picked: (point) => {
        if (point === null) return;
        table.forget();
        prepareSound();
      },
      landed: (isCapture) => playLanding(isCapture),
      premoved: (laid) => (premove.value = laid),
    }),
    [table],
  );
  const ways = useCallback((move: Move) => tree.ways(move), [tree]);
  // In the order of turns, as they sit around the board from one's left.
  const others = state.seats.map((_, at) => state.seats[(own + at) % seats]).filter((seat) => seat !== undefined && seat.seat !== own) as SeatView[];
  const mine = state.seats.filter((seat) => seat.seat === own);
  const Talk = useLater(state.chat !== null && isAmongPeople(state), talk);
  // Only where it ends before one's eyes; it is fetched while the game runs, to be there with its end.
  const wasOver = useMemo(() => table.state.peek().ended !== null, [table]);
  const isForRating = state.isRated && !wasOver && state.seats.some((seat) => seat.isMine);
  const Change = useLater(isForRating, ratingChange);
  const EndingRule = useLater(state.ended !== null || state.ply > 1, endingRule);
  const spoken = useComputed(() => {
    const showing = queue.shown.value;
    const now = asShown(table.state.value, showing, tree);
    if (now.ended !== null) return endText(tree, now);
    if (now.pending !== null && openedLine.value?.state.value === 'lost') return say('table.unsent');
    // Among many, who moves on the board as it is shown: one's own turn comes when the others' moves have been seen.
    const node = tree.nodeAt(Math.min(showing.ply, now.ply));
    // Whoever has just moved looks for the next player, not for themselves.
    const isAnothers = isOthersShown(showing, now, tree);
    const seat = isAnothers || (seats > 2 && showing.ply < now.ply) ? now.seats[(isAnothers ? node.seat : node.turn) ?? -1] : undefined;
    return seat === undefined || seat.isMine ? stateText(tree, now) : say('table.moving', { name: seatTitle(tree, seat) });
  });

  const taken = takenBy(tree, shown);
  const tray = (seat: number) => {
    if (isStar) return null;
    const pieces = taken.get(seat) ?? [];
    const label = say('table.captured', { count: pieces.length });
    return (
      <TrayPanel view={{ pieces, lightSeat, look: chosen.board, pieceLook: chosen.pieces, darkIs, label }} seat={seat} board={board.value} />
    );
  };

  // Whose turn it is, also in a tab that is not looked at; why a move was refused is told beside the board alone.
  const title = `${isOurTurn && showing.ply >= state.ply && !isOthersShown(showing, state, tree) && state.seats.filter((seat) => seat.isMine).length === 1 ? '● ' : ''}${spoken.value} – Crownstar`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  // What was laid down for later is played as soon as it is this player's turn, if the rules allow it then.
  useEffect(() => {
    const laid = premove.peek();
    if (laid === null || (state.phase === 'running' && !isOurTurn)) return;
    premove.value = null;
    const move = state.phase === 'running' ? moveOfPremove(laid, tree.legalMoves()) : undefined;
    if (move !== undefined) table.play(move.text, move.path);
  }, [table, state.ply, state.phase, isOurTurn]);

  const canType = state.phase === 'running' && state.seats.some((seat) => seat.isMine);
  const TypedMove = useLater(canType && chosen.typed, typedMove);
  const isTeamed = new Set(tree.game.sides).size < seats;
  const isWaiting = state.phase === 'waiting'; // then only what helps until all have come
  const gameName = sayIfKnown(`game.${state.token.split(':')[0] ?? ''}`, state.token);
  return (
    <div class={`table ${seats > 2 ? 'is-many' : 'is-two'}${isStar ? ' is-star' : ''}${state.phase === 'running' ? ' is-playing has-row' : ''}${isLookingBack ? ' is-looking-back' : ''} ${dressOf(chosen.board, chosen.pieces, darkIs)}`}>
      <h1 class="only-spoken">
        {gameName}
        {state.isRated && `, ${say('table.rated')}`}
      </h1>
      <div class="table-board" onPointerDownCapture={skip} onKeyDownCapture={skip}>
        <BoardPanel view={view} events={events} messages={messages} waysOf={ways} boardRef={(made) => (board.value = made)} />
      </div>
      <ul class={`seats seats-others${others.every(({ player }) => player?.kind === 'engine') ? ' are-computers' : ''}`}>
        {others.map((seat) => (
          <Seat key={seat.seat} tree={tree} state={state} seat={seat} isTurn={seat.seat === lit} ply={shown} lightSeat={lightSeat}>
            {tray(seat.seat)}
          </Seat>
        ))}
      </ul>
      <ul class="seats seats-own">
        {mine.map((seat) => (
          <Seat key={seat.seat} tree={tree} state={state} seat={seat} isTurn={seat.seat === lit} ply={shown} lightSeat={lightSeat}>
            {tray(seat.seat)}
          </Seat>
        ))}
      </ul>
      <div class="table-side stack">
        <div class={state.ended === null ? 'table-news' : 'table-news is-over'}>
        <p class="table-game" aria-hidden="true">
          {gameName}
          {clock !== undefined && <span class="quiet"> · {clock}</span>}
          {isTeamed && <span class="quiet"> · {say('table.teams')}</span>}
          {state.isRated && <span class="quiet"> · {say('table.rated')}</span>}
        </p>
        <div class={state.ended === null ? 'table-head' : 'table-head card result'}>
          <p class="table-state" role="status">
            {spoken}
          </p>
          {state.phase === 'running' && isLast && <DrawCounters counts={tree.game.drawCounts()} token={tree.token} />}
          {state.ended === null && <Offers table={table} state={state} />}
          {EndingRule !== null && <EndingRule token={tree.token} state={state} rules={rules} />}
          {state.ended !== null && state.ended.ending !== 'aborted' && isForRating && Change !== null && <Change own={state.seats.find((seat) => seat.isMine)?.player} />}
          {state.ended !== null && seats > 2 && <Places tree={tree} state={state} lightSeat={lightSeat} />}
          {state.ended !== null && (
            <Actions table={table} state={state}>
              <a class="button" href={table.sharing().review}>
                {say('table.review')}
              </a>
              <a class="button" href={`/new/${state.token}`}>
                {say('start.title')}
              </a>
            </Actions>
          )}
        </div>
        <Explanation explained={table.explained} token={tree.token} rules={rules} forget={() => table.forget()} />
        </div>
        {isWhole && (
          <>
            {state.ended === null && (
              <Actions table={table} state={state}>
                {isFarBehind && (
                  <button type="button" class="button button-main" onClick={() => queue.toEnd()}>
                    {say('table.to_end')}
                  </button>
                )}
              </Actions>
            )}
            {children}
            {!isWaiting && <Moves tree={tree} ply={state.ply} shown={shown} seats={seats} show={show} replay={again} />}
            {/* Below the buttons that bring it about: they stay under the pointer. */}
            <div class="told-here" role="status">{isLookingBack && <p class="notice small">{say('table.looking', { count: shown })}</p>}</div>
            <Signs flip={() => (isFlipped.value += 1)} canType={canType} />
            {canType && chosen.typed && TypedMove !== null && <TypedMove table={table} isOurTurn={isOurTurn} isOn={!isLookingBack && isOurTurn} skip={skip} />}
            {isStar && <InForce token={tree.token} rules={rules} />}
            {!isWaiting && (
              <div class="tools">
                <ShareAndSave table={table} rules={rules} />
              </div>
            )}
            {isShared && state.ended === null && (
              <label class="tick">
                <input type="checkbox" checked={chosen.turns} onChange={(event) => prefer({ turns: event.currentTarget.checked })} />
                {say('table.turns')}
              </label>
            )}
            {state.spectators > 0 && <p class="quiet small">{say('table.watching', { count: state.spectators })}</p>}
            {state.chat !== null && isAmongPeople(state) && Talk !== null && <Talk lines={state.chat} you={state.you} table={table} />}
          </>
        )}
      </div>
    </div>
  );
}
