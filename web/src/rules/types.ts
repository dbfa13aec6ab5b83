// Knows the shapes in which the rules answer the page: catalogue, layout, pieces, moves, outcome, records.
// Does not know how they are worked out and how they are drawn.

/** A point of the layout, by its index in `Layout.points`. */
export type Point = number;

/** A refusal says which rule stands against it (`AM-7`, or `''` where no rule does) and what was expected. */
export interface Refusal {
  readonly ok: false;
  readonly rule: string;
  readonly reason: string;
}

export type Checked<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface GameOption {
  readonly key: string;
  /** The value that holds when the key is left out; in words where it depends on others. */
  readonly fallback: string;
  /** Empty where any number will do, and for the handicap. */
  readonly values: readonly string[];
  readonly explanation: string;
  /** The ids of the rules page: `CC-9, CC-12`. */
  readonly rule: string;
}

/** What one of a game's numbered rules is about, as the page's messages know it: `must_capture`. */
export interface RuleTopic {
  readonly rule: string;
  readonly topic: string;
}

export type Family = 'draughts' | 'star';

export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly family: Family;
  /** `8x8`, `121, 181 or 253 holes` */
  readonly board: string;
  /** `2`, `2, 3, 4, 5, 6` */
  readonly seats: string;
  readonly gameType: string;
  readonly options: readonly GameOption[];
  /** Of a draughts variant's rules; the star's ids are the same in every game. */
  readonly topics: readonly RuleTopic[];
}

export interface LayoutPoint {
  /** In steps between neighbours; x grows to the right, y upwards. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** False for the squares of the other colour. */
  readonly isPlayable: boolean;
  /** The set that starts here, 0 for none. */
  readonly startOf: number;
  /** The set that races to here, or crowns here; 0 for none. */
  readonly goalOf: number;
}

export interface Layout {
  readonly shape: 'squares' | 'star';
  /** Of squares; 0 for a star. */
  readonly columns: number;
  readonly rows: number;
  readonly points: readonly LayoutPoint[];
  /** Neighbours joined by a line, each pair once. */
  readonly lines: readonly (readonly [Point, Point])[];
  /** How many ways the board can be turned: 2 for squares, 6 for a star. */
  readonly turnSteps: number;
}

export interface Piece {
  readonly point: Point;
  /** Whose it is, from 0 in the order of turns. */
  readonly seat: number;
  /** Which of the seat's colours: 1 to 6 on a star, seat + 1 in draughts. */
  readonly set: number;
  readonly isKing: boolean;
}

export interface Move {
  /** Unique among the legal moves of its position: the name by which it is played and sent. */
  readonly text: string;
  /** From, every landing, to. */
  readonly path: readonly Point[];
  /** In the order in which `path` jumps them. */
  readonly captured: readonly Point[];
  readonly crowns: boolean;
}

export interface Standing {
  /** 0 while the seat plays on. A draw of two is place 1 for both. */
  readonly place: number;
  readonly rule: string;
  readonly reason: string;
}

export interface Outcome {
  readonly isOver: boolean;
  readonly isDraw: boolean;
  readonly rule: string;
  readonly reason: string;
  /** One a seat. */
  readonly standings: readonly Standing[];
}

/** How far a count has run that ends the game as a draw when it is full; `evacuate` ends it for the player to move alone. */
export interface DrawCount {
  readonly rule: string;
  /** What it counts: `quiet`, `material`, `repetition`; of the star also `rounds`, `evacuate`. */
  readonly topic: string;
  readonly made: number;
  readonly limit: number;
}

/** A move of a record, or a position set up by hand, or a seat that leaves, with what is said of it. */
export interface RecordMove {
  readonly move?: string;
  readonly setup?: string;
  /** A seat that plays no more from here on while others may, and how it left: `resigned`. */
  readonly leaves?: number;
  readonly leaving?: string;
  readonly number?: number;
  readonly seat?: number;
  readonly passes?: number;
  readonly nags?: readonly number[];
  readonly commentsBefore?: readonly string[];
  readonly comments?: readonly string[];
  readonly clocks?: readonly string[];
  /** Lines that could have been played instead of this move. */
  readonly variations?: readonly (readonly RecordMove[])[];
}

export interface GameRecord {
  readonly token: string;
  readonly gameType: string;
  readonly tags: readonly (readonly [string, string])[];
  /** The first position, null for the game's own. */
  readonly start: string | null;
  /** As PDN writes it: `1-0`, `2-0`, `2-1-3`, `*`. */
  readonly result: string;
  /** The place of each seat, empty while open. */
  readonly places: readonly number[];
  readonly comments?: readonly string[];
  readonly moves: readonly RecordMove[];
}

/** What a record is written from; what is left out is filled in from the game. */
export interface RecordDraft {
  readonly token: string;
  readonly tags?: readonly (readonly [string, string])[];
  readonly start?: string | null;
  /** Left out: what the rules say of the last position. Else the place of each seat: [1, 2], a draw [1, 1]. */
  readonly places?: readonly number[];
  /** Where no places are given: a result as another record wrote it, `4-6`. */
  readonly result?: string;
  readonly comments?: readonly string[];
  readonly moves: readonly RecordMove[];
}

export interface ReadRecord {
  readonly record: GameRecord;
  /** What was taken for granted or passed over, a line each. */
  readonly notes: readonly string[];
}

/** One game of a file: read, or refused with the place of the fault. */
export type RecordResult = Checked<ReadRecord>;

/** A line that the computer expects, and what it holds of it for the seat that moves. */
export interface FoundLine {
  readonly moves: readonly string[];
  /** Hundredths of a man in draughts, of a turn on the star. */
  readonly score: number;
  /** A win in so many half-moves; negative: a loss. */
  readonly plies?: number;
}

export interface Findings {
  readonly move: string;
  readonly depth: number;
  readonly nodes: number;
  /** The best first. */
  readonly lines: readonly FoundLine[];
}

/** A level of the computer, weakest first. */
export interface Level {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/**
 * The rules as a library. They come in two modules: the featured games of the home page, loaded first, and all of them; a third
 * has the engine as well, and only a worker loads it.
 * What needs the second answers with a promise; `prepare` brings it in before a game is started.
 */
export interface Rules {
  catalog(): readonly CatalogEntry[];
  levels(): readonly Level[];
  /** Whether a game of that token can be started at once. */
  covers(token: string): boolean;
  /** Loads what a game of that token needs, and what judges it where moves are chosen; at once where nothing is missing. */
  prepare(token: string): Promise<void>;
  /** `american`, `sternhalma:players=6,hop=super`; at `position` if one is given. */
  start(token: string, position?: string | null): Checked<Game>;
  /** The game after those moves; the refusal says which one is wrong. */
  replay(token: string, moves: readonly string[], position?: string | null): Checked<Game>;
  /** Every game of a PDN text; at most `most` of them (1000 when left out). */
  readRecords(text: string, fallbackToken?: string, most?: number): Promise<readonly RecordResult[]>;
  writeRecord(draft: RecordDraft): Promise<Checked<string>>;
}

/** One game being played. It lives in the module's memory until `free`. */
export interface Game {
  readonly token: string;
  readonly seats: number;
  /** The side of each seat: team mates have the same. */
  readonly sides: readonly number[];
  seatName(seat: number): string;
  layout(): Layout;
  /** FEN, or the star's text. */
  position(): string;
  setPosition(text: string): Checked<void>;
  pieces(): readonly Piece[];
  /** Equal for positions with the same legal moves for the same seat; 16 hexadecimal digits. */
  key(): string;
  seatToMove(): number;
  /** Empty once the game is over. */
  legalMoves(): Checked<readonly Move[]>;
  /** Every way to make one move, shortest first. */
  paths(move: Move | string): Checked<readonly (readonly Point[])[]>;
  /** Full or short form; a refusal names the rule. */
  parse(text: string): Checked<Move>;
  play(move: Move | string): Checked<Move>;
  outcome(): Outcome;
  /** Those that run at this position. */
  drawCounts(): readonly DrawCount[];
  /** The seat takes no further turn; the others play on. */
  withdraw(seat: number, reason: string): Checked<void>;
  clone(): Game;
  /** The positions `depth` moves on, for tests. */
  perft(depth: number): Checked<number>;
  /** What the level would play; the same seed chooses the same move. Only of rules that came with the engine. */
  choose(level: string, seed: number): Checked<Move>;
  /** What the strongest mover makes of the position, looking at so many. Only of rules that came with the engine. */
  look(nodes: number, lines: number): Checked<Findings>;
  free(): void;
}
