// Knows a game that is played on this device: by people at one screen, against the device's own computer, or both.
// Does not know servers. Every move is kept as it is made, so that closing the page costs nothing.
import { signal, type Signal } from '@preact/signals';
import { preferences } from '../app/preferences/preferences';
import type { Checked, Outcome, Point, Refusal, Rules } from '../rules/types';
import { levelName } from '../game/computer';
import { keepGame, type KeptGame } from '../game/kept/kept_games';
import { linkOf } from '../game/kept/kept_link';
import { recordOfKept } from '../game/kept/kept_record';
import { explainAt } from '../game/reasons/attempt';
import { afterMove, afterThought, shownTime, timeAtStart, untilFlag, type Time } from '../game/clock/own_clock';
import type { Action, ClockView, Ended, Explained, Sharing, SeatView, Table, TableState } from '../game/model';
import { startThinker, type Thinker } from '../game/thinker';
import { GameTree, positionOf } from '../game/game_tree';
import { recordedText, wayOf } from '../game/played_moves';

const leastThinkingMs = 450; // a move that comes at once is not seen

export class LocalTable implements Table {
  readonly tree: GameTree;
  readonly state: Signal<TableState>;
  readonly explained = signal<Explained | null>(null);
  #kept: KeptGame;
  #thinker: Thinker | undefined;
  #asked = 0; // counts questions, so that an answer to an old one is known as such
  #isThinking = false;
  #isGone = false;
  #since = performance.now(); // when this turn began
  #flagTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly rules: Rules,
    tree: GameTree,
    kept: KeptGame,
    private readonly keep: (game: KeptGame) => Promise<void>,
  ) {
    this.tree = tree;
    this.#kept = kept;
    this.state = signal(this.#read());
    this.#wind();
    this.#ask();
  }

  /** Takes a kept game up where it was left; a new one has no moves yet. */
  static open(rules: Rules, kept: KeptGame, keep = keepGame): Checked<LocalTable> {
    const tree = GameTree.begin(rules, kept.token, kept.start);
    if (!tree.ok) return tree;
    for (let ply = 0; ply <= kept.moves.length; ply += 1) {
      for (const { seat } of kept.resigned.filter((one) => one.ply === ply)) tree.value.leave(seat);
      const text = kept.moves[ply];
      if (text === undefined) break;
      const played = tree.value.play(text, wayOf(tree.value.layout, text));
      if (!played.ok) return played;
    }
    return { ok: true, value: new LocalTable(rules, tree.value, kept, keep) };
  }

  play(text: string, way: readonly Point[]): void {
    if (this.#isComputers(this.tree.game.seatToMove())) {
      if (this.state.value.phase === 'running') this.explained.value = { code: 'not_your_turn', rule: '', reason: '' };
      return;
    }
    this.#play(text, way);
  }

  #play(text: string, way: readonly Point[]): void {
    if (this.state.value.phase !== 'running') return;
    const times = this.#timesAfter(afterMove);
    const played = this.tree.play(text, way);
    if (!played.ok) {
      this.explained.value = { code: 'illegal_move', rule: played.rule, reason: played.reason };
      return;
    }
    this.explained.value = null;
    this.#change({ ...times, moves: [...this.#kept.moves, recordedText(this.tree.layout, played.value)] });
    this.#ask();
  }

  explain(from: Point, to: Point | null, by: readonly Point[] = []): void {
    this.explained.value = explainAt(this.tree, from, to, by);
  }

  refuse(refusal: Refusal & { readonly code?: string }): void {
    this.explained.value = { code: refusal.rule === '' ? 'unreadable_move' : 'illegal_move', ...refusal };
  }

  forget(): void {
    this.explained.value = null;
  }

  act(action: Action): void {
    if (!this.state.value.actions.includes(action)) return;
    if (action === 'take_back') this.#takeBack();
    else if (action === 'resign') this.#resign();
    else if (action === 'offer_draw') this.#change({ agreedDraw: true }); // both sit here and have agreed
  }

  sharing(): Sharing {
    const { game, layout } = this.tree;
    const seatNames = Array.from({ length: game.seats }, (_, seat) => game.seatName(seat));
    const isStar = layout.shape === 'star';
    const details = { isStar, seatNames, levels: this.rules.levels(), person: preferences.value.name };
    return {
      review: `/analysis?kept=${this.#kept.id}`,
      link: linkOf(this.#kept, isStar),
      record: recordOfKept(this.#kept, details),
    };
  }

  /** Keeps the time thought so far: the page may be closed or loaded again without a word. */
  keepTime(): void {
    if (this.#running() !== null) this.#change(this.#timesAfter(afterThought));
  }

  /** The clock stands while nobody looks at the table. */
  leave(): void {
    this.keepTime();
    this.#isGone = true;
    clearTimeout(this.#flagTimer);
    this.#thinker?.stop();
    this.tree.free();
  }

  #change(change: Partial<KeptGame>): void {
    const next = { ...this.#kept, ...change, touchedAt: Date.now() };
    this.#kept = { ...next, isOver: next.agreedDraw || this.tree.game.outcome().isOver };
    const ended = this.#ended(this.tree.game.outcome());
    if (ended !== null) this.#kept = { ...this.#kept, places: ended.outcome.standings.map(({ place }) => place) };
    this.#since = performance.now();
    this.state.value = this.#read();
    this.#wind();
    this.keep(this.#kept).catch(() => undefined); // the game goes on without being kept
  }

  #isComputers(seat: number | null): boolean {
    return seat !== null && (this.#kept.levels[seat] ?? '') !== '';
  }

  #takeBack(): void {
    let ply = this.tree.ply - 1;
    // Against the computer one takes back to one's own turn.
    while (ply > 0 && this.#isComputers(this.tree.nodeAt(ply).turn)) ply -= 1;
    if (this.#isComputers(this.tree.nodeAt(ply).turn)) return;
    this.#asked += 1;
    this.#isThinking = false;
    this.tree.takeBack(ply);
    this.explained.value = null;
    this.#change({
      moves: this.#kept.moves.slice(0, ply),
      resigned: this.#kept.resigned.filter((one) => one.ply < ply),
      agreedDraw: false,
    });
    this.#ask();
  }

  #resign(): void {
    const turn = this.tree.game.seatToMove();
    const seat = this.#isComputers(turn) ? this.#kept.levels.findIndex((level) => level === '') : turn;
    if (seat < 0) return;
    this.tree.leave(seat);
    this.#change({ resigned: [...this.#kept.resigned, { seat, ply: this.tree.ply }] });
    this.#ask();
  }

  /** Whose clock runs: a seat's first move is not timed. */
  #running(): number | null {
    const { game } = this.tree;
    if (this.#kept.clock === undefined || this.#kept.agreedDraw || game.outcome().isOver) return null;
    const turn = game.seatToMove();
    return this.tree.moves().some((move) => move.seat === turn) ? turn : null;
  }

  #times(): readonly Time[] {
    const { clock, times } = this.#kept;
    return times ?? (clock === undefined ? [] : Array.from({ length: this.tree.game.seats }, () => timeAtStart(clock)));
  }

  #timesAfter(spend: typeof afterMove): Partial<KeptGame> {
    const { clock } = this.#kept;
    const running = this.#running();
    if (clock === undefined || running === null) return {};
    const thought = performance.now() - this.#since;
    return { times: this.#times().map((time, seat) => (seat === running ? spend(clock, time, thought) : time)) };
  }

  /** Whoever's clock runs loses when it has run out. */
  #wind(): void {
    clearTimeout(this.#flagTimer);
    const { clock } = this.#kept;
    const running = this.#running();
    const time = running === null ? undefined : this.#times()[running];
    if (clock === undefined || running === null || time === undefined || this.#isGone) return;
    this.#flagTimer = setTimeout(() => this.#fall(running), untilFlag(clock, time));
  }

  #fall(seat: number): void {
    this.#asked += 1; // the computer's answer comes too late
    this.#isThinking = false;
    this.tree.leave(seat);
    this.#change({
      times: this.#times().map((time, at) => (at === seat ? { mainMs: 0, periods: 0 } : time)),
      resigned: [...this.#kept.resigned, { seat, ply: this.tree.ply, isByTime: true }],
    });
    this.#ask();
  }

  #ask(): void {
    const { turn, phase } = this.state.value;
    if (phase !== 'running' || turn === null || !this.#isComputers(turn)) return;
    if (this.#thinker?.isBroken === true) this.#thinker = undefined;
    this.#thinker ??= startThinker();
    this.#asked += 1;
    const asked = this.#asked;
    this.#isThinking = true;
    this.state.value = this.#read();
    const pause = new Promise((resolve) => setTimeout(resolve, leastThinkingMs));
    const choice = this.#thinker.choose(positionOf(this.tree), this.#kept.levels[turn] ?? '', (Math.random() * 2 ** 31) | 0);
    Promise.all([choice, pause]).then(
      ([move]) => this.#answered(asked, () => this.#play(move, [])),
      (problem: unknown) =>
        this.#answered(asked, () => {
          this.explained.value = { code: 'engine_unavailable', rule: '', reason: String(problem) };
          this.state.value = this.#read();
        }),
    );
  }

  #answered(asked: number, then: () => void): void {
    if (this.#isGone || asked !== this.#asked) return;
    this.#isThinking = false;
    then();
  }

  #read(): TableState {
    const { game } = this.tree;
    const outcome = game.outcome();
    const ended = this.#ended(outcome);
    const isRunning = ended === null;
    const turn = isRunning ? game.seatToMove() : null;
    const seats = Array.from({ length: game.seats }, (_, seat) => this.#seat(seat, outcome));
    const mine = seats.filter((seat) => seat.isMine && seat.place === 0).map((seat) => seat.seat);
    return {
      token: this.tree.token,
      phase: isRunning ? 'running' : 'over',
      seats,
      ply: this.tree.ply,
      pending: null,
      turn,
      hands: turn !== null && mine.includes(turn) ? mine : mine.length > 1 ? [] : mine,
      running: this.#running(),
      since: this.#since,
      actions: isRunning ? actionsHere(this.tree.ply, mine.length) : [],
      drawOffer: null,
      takebackOffer: null,
      rematchBy: [],
      rematch: isRunning ? null : `/here/${encodeURIComponent(this.tree.token)}?like=${this.#kept.id}`,
      isRated: false,
      isThinking: this.#isThinking,
      ended,
      spectators: 0,
      chat: null,
      you: '',
      invitation: null,
      isHost: false,
    };
  }

  #seat(seat: number, outcome: Outcome): SeatView {
    const level = this.#kept.levels[seat] ?? '';
    const name = this.tree.game.seatName(seat);
    return {
      seat,
      name,
      player:
        level === ''
          ? undefined
          : { id: level, name: levelName(level), kind: 'engine' },
      isMine: level === '',
      isThere: true,
      clock: this.#clockOf(seat),
      place: outcome.standings[seat]?.place ?? 0,
      isOut: this.#kept.resigned.some((one) => one.seat === seat),
    };
  }

  #clockOf(seat: number): ClockView | undefined {
    const { clock } = this.#kept;
    const time = this.#times()[seat];
    if (clock === undefined || time === undefined) return undefined;
    const isRunning = this.#running() === seat;
    return { ...shownTime(clock, time), stepMs: clock.step_ms ?? 0, untilFlagMs: isRunning ? untilFlag(clock, time) : undefined };
  }

  #ended(outcome: Outcome): Ended | null {
    if (this.#kept.agreedDraw) {
      const standings = outcome.standings.map((standing) =>
        standing.place === 0 ? { place: 1, rule: '', reason: '' } : standing,
      );
      return { ending: 'agreement', outcome: { isOver: true, isDraw: true, rule: '', reason: '', standings } };
    }
    if (!outcome.isOver) return null;
    const last = this.#kept.resigned.at(-1);
    return { ending: last === undefined ? 'rules' : last.isByTime === true ? 'time' : 'resignation', outcome };
  }
}

/**
 * What can be done at this screen, where no match judges it and whoever sits here has agreed: nothing before there is
 * something to take back or to give up, and a draw only among people. `mine`: the seats that are played here.
 */
function actionsHere(ply: number, mine: number): readonly Action[] {
  const actions: Action[] = [];
  if (ply > 0) actions.push('take_back');
  if (mine > 0 && ply > 0) actions.push('resign');
  if (mine > 1 && ply > 1) actions.push('offer_draw');
  return actions;
}
