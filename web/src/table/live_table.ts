// Knows a game that is kept by the server: it folds what the line says into what the table shows.
// Does not know sockets. What the server has not said has not happened; a move on its way is shown as on its way.
import { signal, type Signal } from '@preact/signals';
import { freshRequest, type Line } from '../line/line';
import type { Point, Refusal, Rules } from '../rules/types';
import type { ChatLine, Clock, Do, MatchEvent, Move, Player, ServerEvents, ServerMessage, ServerPresence, Setup, Snapshot, Status } from '../wire';
import { declinedAfter, type Declined } from './declined';
import { explainAt } from '../game/reasons/attempt';
import { serverClock, untilFlagAt } from '../game/clock/server_clock';
import { doOf, unattendedSeats, isCarriedOut } from './match_commands';
import type { Action, ChatView, Explained, Sharing, PendingMove, SeatView, Table, TableState } from '../game/model';
import { GameTree, type PlayedMove } from '../game/game_tree';
import { wayOf } from '../game/played_moves';
import { playerView } from '../game/players/player_view';
import { endedOf } from '../game/reasons/reported_end';
import '../messages/en_refusals';

const mostChat = 200;

const noSeats: readonly number[] = [];
const noActions: readonly Action[] = [];

export class LiveTable implements Table {
  readonly tree: GameTree;
  readonly state: Signal<TableState>;
  readonly explained = signal<Explained | null>(null);
  #setup: Setup;
  #status: Status;
  #number: number;
  #own: number | undefined;
  #since = performance.now();
  #untilFlag: number | undefined; // at that moment
  #pending: PendingMove | null = null;
  #present: readonly boolean[] = [];
  #claimsAt: readonly (number | undefined)[] = []; // by Date.now()
  #spectators: number;
  #chat: ChatView[];
  #declined: Declined = null;
  #hasSaidWhatIsKnown = false; // to a server that showed an older state of the match
  #isBack: boolean | undefined; // after a break, until what happened meanwhile has come; undefined before the first watching
  #stop: () => void;
  readonly #requests = new Map<string, Action>();
  readonly #lines = new Set<string>(); // of chat, and reports of them, on their way

  constructor(
    rules: Rules,
    private readonly line: Line,
    snapshot: Snapshot,
    private readonly you: () => Player | undefined,
    private readonly invitation: string | null = null,
    private readonly enter: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    const begun = GameTree.begin(rules, snapshot.setup.game, snapshot.setup.position || null);
    if (!begun.ok) throw new Error(begun.reason);
    this.tree = begun.value;
    this.#setup = snapshot.setup;
    this.#status = snapshot.status;
    this.#number = snapshot.number;
    this.#untilFlag = untilFlagAt(snapshot.status, snapshot.now);
    this.#own = snapshot.seat;
    this.#spectators = snapshot.spectators ?? 0;
    this.#chat = (snapshot.chat ?? []).map(chatOf);
    this.#catchUp(snapshot.moves ?? []);
    this.state = signal(this.#read());
    this.#stop = line.follow({
      match: snapshot.match,
      after: () => this.#after(),
      hear: (message) => this.#hear(message),
    });
  }

  get match(): string {
    return this.#setup.match;
  }

  get clock(): Clock {
    return this.#setup.seats[0]?.clock ?? { kind: 'none' };
  }

  /** The free seats are for who was sent the link with the code. */
  get isByLink(): boolean {
    return (this.#setup.visibility ?? 'link') === 'link';
  }

  play(text: string, way: readonly Point[]): void {
    if (this.#pending !== null) return;
    const parsed = this.tree.game.parse(text);
    if (!parsed.ok) return this.refuse(parsed);
    this.explained.value = null;
    const labels = way.map((point) => this.tree.layout.points[point]?.label ?? '');
    const isStar = this.tree.layout.shape === 'star';
    const sent = isStar && labels.length > 2 ? labels.join('-') : text;
    const request = freshRequest();
    this.#pending = { request, ply: this.tree.ply, move: this.tree.made(parsed.value, way) };
    this.#send(request, { t: 'move', text: sent });
    this.#show();
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
    const what = doOf(action);
    if (what === undefined || !this.state.value.actions.includes(action)) return;
    const request = freshRequest();
    this.#requests.set(request, action);
    this.#send(request, what);
  }

  /** Who has only watched so far enters first, for a name to speak by. */
  talk(text: string): void {
    const request = freshRequest();
    const room = this.#own === undefined ? 'spectators' : 'players';
    const speak = () => {
      this.#lines.add(request);
      this.line.command({ t: 'say', request, match: this.match, room, text });
    };
    if (this.you() !== undefined) return speak();
    this.enter().then(speak, (problem: unknown) => {
      const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
      this.explained.value = { code, rule: '', reason: problem instanceof Error ? problem.message : String(problem) };
    });
  }

  mute(player: string, isMuted: boolean): void {
    this.line.say({ t: 'mute', request: freshRequest(), player, on: isMuted });
  }

  report({ author, text }: ChatView): void {
    const request = freshRequest();
    this.#lines.add(request);
    this.line.command({ t: 'report', request, player: author.id, match: this.match, text });
  }

  sharing(): Sharing {
    return {
      review: `/analysis?match=${this.match}`,
      link: `/match/${this.match}`,
      record: `/api/matches/${this.match}/export?form=pdn`,
    };
  }

  leave(): void {
    this.#stop();
    this.tree.free();
  }

  /**
   * The number after which the server continues. Chat lines have no numbers: where there may have been any, everything is
   * sent again after a break.
   */
  #after(): number {
    this.#hasSaidWhatIsKnown = false;
    const isAgain = this.#isBack !== undefined;
    this.#isBack = isAgain;
    const isAmongPeople = this.#setup.seats.some(({ player }, seat) => seat !== this.#own && player?.kind !== 'engine');
    return isAgain && isAmongPeople ? -1 : this.#number;
  }

  /** How many moves of others came of a break, once they are here. */
  #takeMissed(before: number): void {
    if (this.#isBack !== true) return;
    this.#isBack = false;
    this.line.missed.value = this.tree.moves().slice(before).filter(({ seat }) => seat !== this.#own).length;
  }

  #send(request: string, what: Do): void {
    const seat = this.#own === undefined ? {} : { seat: this.#own };
    this.line.command({ t: 'command', request, match: this.match, after: this.#number, ...seat, do: what });
  }

  #hear(message: ServerMessage): void {
    switch (message.t) {
      case 'snapshot':
        if (message.snapshot.match === this.match) this.#takeSnapshot(message.snapshot);
        break;
      case 'events':
        if (message.match === this.match) this.#takeEvents(message);
        break;
      case 'setup':
        if (message.setup.match === this.match) this.#setup = message.setup;
        break;
      case 'refused':
        this.#takeRefusal(message.request, { code: message.code, rule: message.rule ?? '', reason: message.reason });
        break;
      case 'done':
        this.#lines.delete(message.request);
        this.line.answered(message.request);
        break;
      case 'chat':
        if (message.match === this.match) this.#takeChat(message.line);
        break;
      case 'presence':
        if (message.match !== this.match) return;
        this.#present = message.seats;
        this.#claimsAt = claimTimes(message);
        this.#spectators = message.spectators;
        break;
      default:
        return;
    }
    this.#show();
  }

  #takeSnapshot(snapshot: Snapshot): void {
    this.#chat = (snapshot.chat ?? []).map(chatOf);
    this.#spectators = snapshot.spectators ?? 0;
    const isOlder = snapshot.number < this.#number && !this.#hasSaidWhatIsKnown;
    this.#hasSaidWhatIsKnown = isOlder;
    if (isOlder) {
      // This server has heard less of the match than the one before. It looks in its store when it knows that.
      this.line.say({ t: 'watch', match: this.match, after: this.#number });
      return;
    }
    this.#setup = snapshot.setup;
    this.#own = snapshot.seat;
    this.#number = snapshot.number;
    this.#takeStatus(snapshot.status, snapshot.now);
    const before = this.tree.ply;
    this.#catchUp(snapshot.moves ?? []);
    this.#takeMissed(before);
    this.#clearArrivedPending();
  }

  #takeEvents({ first, events, status, now }: ServerEvents): void {
    if (first > this.#number + 1) return; // a gap: the line asks again from where we are when it is back
    if (first + events.length - 1 < this.#number) return; // from a server that has heard less
    this.#hasSaidWhatIsKnown = false;
    const before = this.tree.ply;
    for (const [at, event] of events.entries()) {
      if (first + at <= this.#number) continue; // had it
      this.#number = first + at;
      this.#takeEvent(event);
    }
    this.#takeStatus(status, now);
    this.#withdraw();
    this.#takeMissed(before);
    this.#clearArrivedPending();
  }

  #takeEvent(event: MatchEvent): void {
    this.#declined = declinedAfter(event, this.#declined, this.#status, this.#own);
    switch (event.t) {
      case 'moved': {
        this.tree.leaveUpTo(event.seat, (seat) => this.#hasLeft(seat));
        const isOurs = this.#pending?.ply === this.tree.ply && event.seat === this.#own;
        const way = wayOf(this.tree.layout, event.text);
        if (!isOurs) this.explained.value = null;
        this.#mustPlay(event.text, way);
        break;
      }
      case 'taken_back':
        this.tree.takeBack(event.moves_left);
        break;
      case 'seated':
        this.#setup = withSeat(this.#setup, event.seat, event.player);
        if (this.you()?.id === event.player.id) this.#own = event.seat;
        break;
      case 'unseated':
        this.#setup = withSeat(this.#setup, event.seat, undefined);
        if (this.#own === event.seat) this.#own = undefined;
        break;
      case 'resigned':
      case 'flagged':
      case 'removed':
        this.#status = { ...this.#status, left: [...(this.#status.left ?? noSeats), event.seat] };
        this.#withdraw();
        break;
      default:
        break;
    }
  }

  #takeStatus(status: Status, now: number): void {
    this.#status = status;
    this.#untilFlag = untilFlagAt(status, now);
    this.#since = performance.now();
    for (const [request, action] of this.#requests) {
      if (isCarriedOut(action, status, this.#own)) {
        this.#requests.delete(request);
        this.line.answered(request);
      }
    }
  }

  #takeRefusal(request: string | undefined, explained: Explained): void {
    if (request === undefined) return;
    const isMove = this.#pending?.request === request;
    if (!isMove && !this.#requests.delete(request) && !this.#lines.delete(request)) return;
    if (isMove) this.#pending = null;
    this.explained.value = explained;
  }

  #takeChat(line: ChatLine): void {
    if (this.#chat.some((known) => known.id === line.id)) return;
    this.#chat = [...this.#chat, chatOf(line)].slice(-mostChat);
  }

  #hasLeft(seat: number): boolean {
    return (this.#status.left ?? noSeats).includes(seat);
  }

  /** Brings the tree to the server's list of moves, whatever it had. */
  #catchUp(moves: readonly Move[]): void {
    const had = this.tree.moves();
    let same = 0;
    while (same < had.length && same < moves.length && isSame(this.tree, had[same], moves[same]?.text ?? '')) same += 1;
    if (same < had.length) this.tree.takeBack(same);
    for (const move of moves.slice(same)) {
      this.tree.leaveUpTo(move.seat, (seat) => this.#hasLeft(seat));
      this.#mustPlay(move.text, wayOf(this.tree.layout, move.text));
    }
    this.#withdraw();
  }

  /** Seats that have gone lose their turns, once all moves before are played. */
  #withdraw(): void {
    if (this.#status.phase !== 'running') return;
    for (const seat of this.#status.left ?? noSeats) {
      if (this.tree.game.outcome().standings[seat]?.place === 0) this.tree.leave(seat);
    }
  }

  #mustPlay(text: string, way: readonly Point[] | undefined): void {
    const played = this.tree.play(text, way);
    // The same rules judged it on the server: a refusal here is a fault of the program, and is shown as one.
    if (!played.ok) throw new Error(`the server played ${text}: ${played.rule} ${played.reason}`);
  }

  /** The move on its way has arrived once there is a move in its place; it never will once this seat plays no more. */
  #clearArrivedPending(): void {
    if (this.#pending === null) return;
    const { phase, left, missed } = this.#status;
    const isOvertaken = phase !== 'running' || this.#own === undefined || missed?.seat === this.#own || (left ?? noSeats).includes(this.#own);
    if (this.tree.ply <= this.#pending.ply && !isOvertaken) return;
    this.line.answered(this.#pending.request);
    this.#pending = null;
  }

  #show(): void {
    this.state.value = this.#read();
  }

  #read(): TableState {
    const status = this.#status;
    const isRunning = status.phase === 'running';
    const turn = isRunning ? (status.turn ?? null) : null;
    const own = this.#own;
    return {
      token: this.#setup.game,
      phase: status.phase,
      seats: this.#setup.seats.map((_, seat) => this.#seat(seat)),
      ply: this.tree.ply,
      pending: this.#pending,
      turn,
      hands: isRunning && own !== undefined && this.#pending === null && status.missed?.seat !== own ? [own] : [],
      running: status.running ?? null,
      since: this.#since,
      actions: (own === undefined ? undefined : status.actions?.[own]) ?? noActions,
      drawOffer: status.draw?.seat ?? null,
      takebackOffer: status.takeback?.seat ?? null,
      rematchBy: status.rematch?.agreed ?? noSeats,
      declined: this.#declined,
      rematch: status.next === undefined ? null : `/match/${status.next}`,
      isRated: this.#setup.rated === true,
      isThinking: turn !== null && this.#playing(turn)?.kind === 'engine',
      ended: endedOf(status),
      spectators: this.#spectators,
      chat: this.#chat,
      you: this.you()?.id ?? '',
      invitation: status.phase === 'waiting' ? this.invitation : null,
      isHost: this.#setup.host !== undefined && this.#setup.host === this.you()?.id,
    };
  }

  /** Who plays there just now: the computer, for somebody who is gone or has missed their turn. */
  #playing(seat: number): Player | undefined {
    const { substitutes = [], missed } = this.#status;
    const computer = substitutes.find((each) => each.seat === seat) ?? (missed?.seat === seat ? missed : undefined);
    return computer?.player ?? this.#setup.seats[seat]?.player;
  }

  #seat(seat: number): SeatView {
    const given = this.#setup.seats[seat];
    const player = this.#playing(seat);
    const turns = given?.clock.kind === 'turn' ? (given.clock.periods ?? 0) : 0; // until one is out
    const missed = turns - (this.#status.clocks?.[seat]?.periods ?? 0);
    const standings = this.#status.outcome?.standings ?? this.#status.standings ?? [];
    return {
      seat,
      name: given?.name ?? '',
      player: player && playerView(player),
      isMine: seat === this.#own,
      isThere: player?.kind === 'engine' || (this.#present[seat] ?? true),
      isAway: unattendedSeats(this.#status).includes(seat),
      claimAt: this.#claimsAt[seat],
      clock: serverClock(this.#setup, this.#status, seat, this.#untilFlag),
      missed: turns > 0 && missed > 0 ? { count: missed, of: turns } : undefined,
      place: standings[seat]?.place ?? 0,
      isOut: this.#hasLeft(seat),
    };
  }
}

/** When the others may claim the end, by this device's own time. */
function claimTimes({ claims_at: times = [], now = 0 }: ServerPresence): readonly (number | undefined)[] {
  return times.map((at) => (at === 0 ? undefined : Date.now() + at - now));
}

function chatOf(line: ChatLine): ChatView {
  return { id: line.id, author: { id: line.player, name: line.name, kind: 'guest' }, text: line.text, at: line.at, isRemoved: line.removed ?? false };
}

function withSeat(setup: Setup, seat: number, player: Player | undefined): Setup {
  const seats = setup.seats.map((one, at) => {
    if (at !== seat) return one;
    const { player: _, ...empty } = one;
    return player === undefined ? empty : { ...empty, player };
  });
  return { ...setup, seats };
}

/** A star's move is its first and last hole, however it went between them; in draughts the text is the move. */
function isSame(tree: GameTree, move: PlayedMove | undefined, text: string): boolean {
  if (move === undefined) return false;
  if (tree.layout.shape !== 'star') return move.text === text;
  const ends = (holes: readonly string[]) => `${holes[0] ?? ''}-${holes[holes.length - 1] ?? ''}`;
  const labels = move.path.map((point) => tree.layout.points[point]?.label ?? '');
  return ends(labels) === ends(text.split('-'));
}
