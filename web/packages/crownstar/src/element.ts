// Knows the element <crownstar-board>: what its attributes ask for, and what it tells the page that it stands on.
// Does not know the rules, how a board is drawn and how a hand moves on it: it stands between the page's own parts.
import { Board } from '../../../src/board/board';
import boardStyle from '../../../src/board/board.css?inline';
import type { BoardMessages } from '../../../src/board/messages';
import { looks, pieceLooks, type BoardEvents, type Pace } from '../../../src/board/types';
import { explainAt } from '../../../src/game/reasons/attempt';
import { boardSentences, seatName, setName } from '../../../src/game/board_sentences';
import { GameTree } from '../../../src/game/game_tree';
import { reasonIn } from '../../../src/game/reasons/reason_sentences';
import type { Checked, Move, Outcome, Point, Rules } from '../../../src/rules/types';
import type { BoardEventMap, IllegalMoveDetail, MoveDetail } from './events';
import { follow, movesOf } from './follow_moves';
import { loadRules } from './index';
import { speechIn, type Speech } from './languages';
import ownStyle from './style.css?inline';
import { viewOf, type ViewOptions } from './view';

const paces: readonly Pace[] = ['none', 'quick', 'calm'];
const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((each) => each === text);

/** What is played; the other attributes say how it looks and who moves. */
const ofTheGame: readonly string[] = ['game', 'position', 'moves'];
const propertiesOfAttributes = [...ofTheGame, 'side', 'flip', 'movable', 'look', 'pieces'] as const;

let sheets: readonly CSSStyleSheet[] | undefined;

/** The same for all boards; a page whose policy forbids styles in its text allows these. */
function theSheets(): readonly CSSStyleSheet[] {
  sheets ??= [boardStyle, ownStyle].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}

/** What is shown: a game by the rules that it was begun with, in words. */
interface Shown {
  readonly rules: Rules;
  readonly tree: GameTree;
  readonly game: string;
  readonly position: string | null;
}

// A server that writes pages has no elements, and may import this all the same.
const Host = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

export interface CrownstarBoard {
  addEventListener<Type extends keyof BoardEventMap>(type: Type, listener: (this: CrownstarBoard, event: BoardEventMap[Type]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener<Type extends keyof HTMLElementEventMap>(type: Type, listener: (this: CrownstarBoard, event: HTMLElementEventMap[Type]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Type extends keyof BoardEventMap>(type: Type, listener: (this: CrownstarBoard, event: BoardEventMap[Type]) => unknown, options?: boolean | EventListenerOptions): void;
  removeEventListener<Type extends keyof HTMLElementEventMap>(type: Type, listener: (this: CrownstarBoard, event: HTMLElementEventMap[Type]) => unknown, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

export class CrownstarBoard extends Host {
  static readonly observedAttributes: readonly string[] = [...propertiesOfAttributes, 'pace', 'coordinates', 'confirm', 'label', 'lang'];

  /** Returns the rules for every board. Replace it to load them from elsewhere: `() => rulesFrom({ featured, whole })`. */
  static rules: () => Promise<Rules> = loadRules;

  readonly #place: HTMLElement;
  readonly #problem: HTMLElement;
  #shown: Shown | null = null;
  #board: Board | null = null;
  #speech: Speech | null = null;
  #ownMessages: Partial<BoardMessages> = {};
  #isStale = true;
  #isUnloaded = false; // the rules could not be had, and are asked for again with the next change
  #isAsked = false;
  #run = 0;
  #tellReady: (board: this) => void = () => undefined;
  #ready: Promise<this>;

  constructor() {
    super();
    this.#ready = new Promise((resolve) => (this.#tellReady = resolve));
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [...theSheets()];
    this.#place = document.createElement('div');
    this.#place.className = 'place';
    this.#place.part.add('board');
    this.#problem = document.createElement('p');
    this.#problem.className = 'problem';
    this.#problem.part.add('problem');
    this.#problem.setAttribute('role', 'alert');
    root.append(this.#place, this.#problem);
  }

  connectedCallback(): void {
    // What was set before the browser knew the element hides what stands for it here.
    for (const name of propertiesOfAttributes) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#ask();
  }

  attributeChangedCallback(name: string): void {
    if (ofTheGame.includes(name)) this.#beginAnew();
    this.#ask();
  }

  /** Resolves when the board shows what its attributes describe, or has said why it cannot. */
  get ready(): Promise<this> {
    return this.#ready;
  }

  /** The game's name and options, `sternhalma:players=3`. Setting it begins a new game. */
  get game(): string {
    return this.getAttribute('game') ?? 'american';
  }

  set game(token: string) {
    this.setAttribute('game', token);
  }

  /** The position as it stands now; the attribute is the one that it began with. Setting it begins there. */
  get position(): string {
    return this.#shown?.tree.game.position() ?? this.getAttribute('position') ?? '';
  }

  set position(text: string | null) {
    if (text === null) this.removeAttribute('position');
    else this.setAttribute('position', text);
  }

  /** All moves made by now; the attribute has those that it began with. Setting it plays on, or takes back, to there. */
  get moves(): readonly string[] {
    return this.#shown === null ? this.#wantedMoves() : movesOf(this.#shown.tree);
  }

  set moves(moves: readonly string[] | string) {
    this.setAttribute('moves', typeof moves === 'string' ? moves : moves.join(' '));
  }

  /** The side at the bottom: its name, or its number in the order of turns. */
  get side(): string {
    return this.getAttribute('side') ?? '';
  }

  set side(name: string) {
    this.setAttribute('side', name);
  }

  get flip(): boolean {
    return this.hasAttribute('flip');
  }

  set flip(isFlipped: boolean) {
    this.toggleAttribute('flip', isFlipped);
  }

  get movable(): string {
    return this.getAttribute('movable') ?? 'all';
  }

  set movable(sides: string) {
    this.setAttribute('movable', sides);
  }

  get look(): string {
    return this.getAttribute('look') ?? 'walnut';
  }

  set look(name: string) {
    this.setAttribute('look', name);
  }

  get pieces(): string {
    return this.getAttribute('pieces') ?? 'wood';
  }

  set pieces(name: string) {
    this.setAttribute('pieces', name);
  }

  /** Other words for some of what the board says, such as those of a language that it does not speak. */
  get messages(): Partial<BoardMessages> {
    return this.#ownMessages;
  }

  set messages(messages: Partial<BoardMessages>) {
    this.#ownMessages = messages;
    this.#ask();
  }

  /** Who is to move, as the rules call the side; null when nobody is, or nothing is shown yet. */
  get turn(): string | null {
    return this.#shown === null ? null : turnOf(this.#shown.tree);
  }

  get legalMoves(): readonly Move[] {
    return this.#shown?.tree.legalMoves() ?? [];
  }

  get outcome(): Outcome | null {
    return this.#shown?.tree.game.outcome() ?? null;
  }

  /** Makes a move for any side, such as the answer of a program. It is shown hop by hop, and there is no `move` event. */
  play(text: string): Checked<Move> {
    if (this.#shown === null) return notReady;
    const { tree } = this.#shown;
    const move = tree.game.parse(text);
    if (!move.ok) return move;
    this.#show(); // what a hand has just done comes first
    tree.play(move.value.text);
    this.#show();
    this.#tellIfOver();
    return move;
  }

  /** Takes back that many moves, at most all of them. */
  takeBack(count = 1): void {
    if (this.#shown === null) return;
    const { tree } = this.#shown;
    tree.takeBack(Math.max(0, tree.ply - count));
    this.#show();
  }

  /** The board as it stands, as the text of an SVG file; '' where nothing is shown yet. */
  svg(): string {
    return this.#board?.picture() ?? '';
  }

  override focus(): void {
    this.#board?.focus();
  }

  #wantedMoves(): readonly string[] {
    return (this.getAttribute('moves') ?? '').split(/\s+/).filter((text) => text !== '');
  }

  #viewOptions(): ViewOptions {
    return {
      side: this.side,
      isFlipped: this.flip,
      movable: this.movable,
      look: oneOf(looks, this.getAttribute('look')),
      pieces: oneOf(pieceLooks, this.getAttribute('pieces')),
      pace: oneOf(paces, this.getAttribute('pace')),
      hasCoordinates: this.getAttribute('coordinates') !== 'off',
      asksFirst: this.hasAttribute('confirm'),
    };
  }

  #beginAnew(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    this.#ready = new Promise((resolve) => (this.#tellReady = resolve));
  }

  /** Several attributes that change together are one change. */
  #ask(): void {
    if (this.#isUnloaded) this.#beginAnew(); // whatever changes: the game that was asked for has never begun
    if (this.#isAsked || !this.isConnected) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      void this.#renew();
    });
  }

  async #renew(): Promise<void> {
    const run = ++this.#run;
    const [speech, rules] = await Promise.all([speechIn(this.closest<HTMLElement>('[lang]')?.lang ?? 'en'), this.#rulesOf(this.game)]);
    if (run !== this.#run) return; // another change came meanwhile, and sees to this one too
    this.#speech = speech;
    this.#isUnloaded = !rules.ok;
    if (!rules.ok) return this.#refuse(rules);
    const wasStale = this.#isStale;
    const begun = wasStale ? this.#begin(rules.value) : undefined;
    this.#isStale = false;
    if (begun?.ok === false) return this.#refuse(begun);
    this.#show();
    if (!wasStale) return;
    this.#problem.textContent = '';
    this.#tell('ready', null);
    this.#tellReady(this);
    this.#tellIfOver();
  }

  async #rulesOf(token: string): Promise<Checked<Rules>> {
    try {
      const rules = await CrownstarBoard.rules();
      await rules.prepare(token);
      return { ok: true, value: rules };
    } catch (problem) {
      return { ok: false, rule: '', reason: problem instanceof Error ? problem.message : String(problem) };
    }
  }

  /** Stands where the attributes ask for: in the same game where that is enough. */
  #begin(rules: Rules): Checked<void> {
    const position = this.getAttribute('position');
    const before = this.#shown;
    if (before === null || before.rules !== rules || before.game !== this.game || before.position !== position) {
      const tree = GameTree.begin(rules, this.game, position);
      if (!tree.ok) return tree;
      before?.tree.free();
      this.#shown = { rules, tree: tree.value, game: this.game, position };
    }
    return this.#shown === null ? notReady : follow(this.#shown.tree, this.#wantedMoves());
  }

  /** What is already shown stays: a page that asks for something impossible loses nothing. */
  #refuse({ rule, reason }: { readonly rule: string; readonly reason: string }): void {
    this.#isStale = false;
    this.#show();
    this.#problem.textContent = rule === '' ? reason : `${rule}: ${reason}`;
    this.#tell('problem', { rule, reason });
    this.#tellReady(this);
  }

  #show(): void {
    if (this.#shown === null || this.#speech === null) return;
    const { tree } = this.#shown;
    const view = viewOf(tree, this.#viewOptions());
    const messages = this.#messagesFor(tree, this.#speech);
    if (this.#board === null) {
      this.#board = new Board(this.#place, view, this.#events(), messages, (move) => this.#waysOf(move));
      return;
    }
    this.#board.setMessages(messages);
    this.#board.update(view);
  }

  #messagesFor(tree: GameTree, { say, sayIfKnown, sayList }: Speech): BoardMessages {
    const isStar = tree.layout.shape === 'star';
    const pieces = oneOf(pieceLooks, this.getAttribute('pieces')) ?? 'wood';
    const side = (seat: number, set: number) => (isStar ? setName(sayIfKnown, set) : seatName(sayIfKnown, tree.game.seatName(seat), pieces));
    const label = this.getAttribute('label');
    return { ...boardSentences(say, sayList, isStar, side), ...(label === null ? {} : { board: () => label }), ...this.#ownMessages };
  }

  #waysOf(move: Move): readonly (readonly Point[])[] {
    const ways = this.#shown?.tree.game.paths(move);
    return ways?.ok === true ? ways.value : [move.path];
  }

  #events(): BoardEvents {
    return {
      moved: (move, way) => this.#moved(move, way),
      refused: (from, to, by) => this.#refused(from, to, by),
    };
  }

  #moved(move: Move, way: readonly Point[]): void {
    if (this.#shown === null) return;
    const { tree } = this.#shown;
    const { ply } = tree;
    const side = turnOf(tree) ?? '';
    if (!tree.play(move.text, way).ok) return this.#show();
    const label = (point: Point): string => tree.layout.points[point]?.label ?? '';
    const detail: MoveDetail = {
      move: move.text,
      path: way.map(label),
      captured: move.captured.map(label),
      crowns: move.crowns,
      side,
      turn: turnOf(tree),
      position: tree.game.position(),
      moves: movesOf(tree),
    };
    const isKept = this.#tell('move', detail, true);
    if (!isKept && this.#shown?.tree === tree) tree.takeBack(ply);
    this.#show();
    if (isKept) this.#tellIfOver();
  }

  #refused(from: Point, to: Point | null, by: readonly Point[]): void {
    if (this.#shown === null || this.#speech === null) return;
    const { rules, tree } = this.#shown;
    const { say, sayIfKnown } = this.#speech;
    const explained = explainAt(tree, from, to, by);
    const text = reasonIn(say, sayIfKnown, rules, tree.token, explained) || explained.reason;
    const label = (point: Point): string => tree.layout.points[point]?.label ?? '';
    const { rule } = explained;
    const detail: IllegalMoveDetail = { from: label(from), to: to === null ? null : label(to), rule, reason: explained.reason || text, text };
    if (!this.#tell('illegal-move', detail, true)) return;
    this.#board?.explain(to ?? from, noteOf(text, rule));
    this.#board?.say(text);
  }

  #tellIfOver(): void {
    if (this.#shown === null) return;
    const { tree } = this.#shown;
    const outcome = tree.at.ending;
    if (outcome !== null) this.#tell('game-over', { outcome, position: tree.game.position(), moves: movesOf(tree) });
  }

  /** False where a listener wants it undone. */
  #tell<Type extends keyof BoardEventMap>(type: Type, detail: BoardEventMap[Type]['detail'], cancelable = false): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }));
  }
}

const notReady = { ok: false, rule: '', reason: 'the board is not ready' } as const;

function turnOf({ at, game }: GameTree): string | null {
  return at.turn === null ? null : game.seatName(at.turn);
}

/** Why a move was refused, and the rule's id behind it. */
function noteOf(text: string, rule: string): Node {
  const note = document.createElement('span');
  note.textContent = text;
  if (rule !== '') {
    const id = document.createElement('span');
    id.className = 'rule';
    id.textContent = rule;
    note.append(' ', id);
  }
  return note;
}
