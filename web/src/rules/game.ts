// Knows one game in the memory of a rules module, and asks it what the page wants to know.
// Does not know rules, catalogues and who plays.
import type { RulesModule } from './module';
import type { Checked, DrawCount, Findings, Game, Layout, Move, Outcome, Piece, Point } from './types';

/** What the module says of a game that it has opened. */
export interface OpenedGame {
  readonly game: number;
  readonly token: string;
  readonly seats: number;
  readonly seatNames: readonly string[];
  readonly sides: readonly number[];
}

// Layouts are the same for every game of a token, and large: they are kept, and shared.
const layouts = new Map<string, Layout>();
const mostLayouts = 32;

/** The value of an answer that cannot be a refusal while the game is open. */
function valueOf<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw new Error(checked.reason);
}

function textOf(move: Move | string): string {
  return typeof move === 'string' ? move : move.text;
}

export class ModuleGame implements Game {
  readonly token: string;
  readonly seats: number;
  readonly sides: readonly number[];
  private isFree = false;

  constructor(
    private readonly module: RulesModule,
    private readonly opened: OpenedGame,
  ) {
    this.token = opened.token;
    this.seats = opened.seats;
    this.sides = opened.sides;
    reclaim?.register(this, { module, game: opened.game }, this);
  }

  seatName(seat: number): string {
    return this.opened.seatNames[seat] ?? '';
  }

  layout(): Layout {
    const known = layouts.get(this.token);
    if (known !== undefined) return known;
    const layout = valueOf(this.ask<Layout>('layout'));
    if (layouts.size >= mostLayouts) layouts.clear();
    layouts.set(this.token, layout);
    return layout;
  }

  position(): string {
    return valueOf(this.ask<string>('position'));
  }

  setPosition(text: string): Checked<void> {
    this.module.say(text);
    return this.ask<void>('set_position');
  }

  pieces(): readonly Piece[] {
    return valueOf(this.ask<readonly Piece[]>('pieces'));
  }

  key(): string {
    return valueOf(this.ask<string>('key'));
  }

  seatToMove(): number {
    return this.isFree ? -1 : this.module.number('seat_to_move', this.opened.game);
  }

  legalMoves(): Checked<readonly Move[]> {
    return this.ask<readonly Move[]>('legal_moves');
  }

  paths(move: Move | string): Checked<readonly (readonly Point[])[]> {
    this.module.say(textOf(move));
    return this.ask<readonly (readonly Point[])[]>('paths');
  }

  parse(text: string): Checked<Move> {
    this.module.say(text);
    return this.ask<Move>('parse');
  }

  play(move: Move | string): Checked<Move> {
    this.module.say(textOf(move));
    return this.ask<Move>('play');
  }

  outcome(): Outcome {
    return valueOf(this.ask<Outcome>('outcome'));
  }

  drawCounts(): readonly DrawCount[] {
    return valueOf(this.ask<readonly DrawCount[]>('draw_counts'));
  }

  withdraw(seat: number, reason: string): Checked<void> {
    this.module.say(reason);
    return this.ask<void>('withdraw', seat);
  }

  clone(): ModuleGame {
    return new ModuleGame(this.module, valueOf(this.ask<OpenedGame>('clone')));
  }

  perft(depth: number): Checked<number> {
    return this.ask<number>('perft', depth);
  }

  choose(level: string, seed: number): Checked<Move> {
    this.module.say(level);
    return this.ask<Move>('choose', seed);
  }

  look(nodes: number, lines: number): Checked<Findings> {
    return this.ask<Findings>('look', nodes, lines);
  }

  /** Asks what only some modules answer, with a text for the question. */
  consult<T>(name: string, question: string): Checked<T> {
    this.module.say(question);
    return this.ask<T>(name);
  }

  free(): void {
    if (this.isFree) return; // its number may already be another game's
    this.isFree = true;
    reclaim?.unregister(this);
    this.module.number('close', this.opened.game);
  }

  private ask<T>(name: string, ...numbers: number[]): Checked<T> {
    if (this.isFree) throw new Error('the game has been freed');
    return this.module.ask(name, this.opened.game, ...numbers) as Checked<T>;
  }
}

// A game that was forgotten gives its memory back when its wrapper is collected. `free` is sooner.
const reclaim =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry<{ module: RulesModule; game: number }>(({ module, game }) => {
        module.number('close', game);
      });
