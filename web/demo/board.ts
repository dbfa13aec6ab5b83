// A page for looking at the board with the real rules, in development only: ?scene=NAME&look=NAME&shade=dark&pick=LABEL.
import { Board, englishMessages, Tray, turnFor, type BoardView, type Look, type Pace, type PieceLook, type Premove, type ShownMove, type TrayPiece } from '../src/board';
import { loadRules } from '../src/rules/load';
import type { Game, Move, Point } from '../src/rules';
import { movesAfterAnswer } from '../src/table/premove';

interface Scene {
  readonly game: string;
  readonly position?: string;
  readonly moves?: readonly string[];
  /** This many moves by the weakest level first. */
  readonly played?: number;
}

const scenes: Readonly<Record<string, Scene>> = {
  american: { game: 'american' },
  'american-middle': { game: 'american', position: 'B:W18,22,25,27,29,K4,32,24:B1,2,6,7,K30,12,14,20,3', played: 3 },
  'american-forced': { game: 'american', moves: ['11-15', '22-18'] },
  'american-choice': { game: 'american', position: 'B:W6,7,14,15,22,26,32:B2,4,K12' },
  'american-chain': { game: 'american', position: 'B:W6,14,15,23,24,16,31:B1,3,K11' },
  'flying-king': { game: 'flying-king', position: 'W:WK31,21,22,K25:BK4,9,12,13,5' },
  international: { game: 'international', played: 12 },
  canadian: { game: 'canadian', played: 9 },
  russian: { game: 'russian', played: 6 },
  turkish: { game: 'turkish', played: 4 },
  star: { game: 'sternhalma', played: 14 },
  'star-ten': { game: 'sternhalma:pieces=10', played: 0 },
  'star-three': { game: 'sternhalma:players=3', played: 15 },
  'star-six': { game: 'sternhalma:players=6', played: 60 },
  'star-six-start': { game: 'sternhalma:players=6' },
  'star-large': { game: 'sternhalma:players=6,board=253', played: 48 },
};

const asked = new URLSearchParams(location.search);
document.documentElement.dataset['shade'] = asked.get('shade') ?? 'system';
const scene = scenes[asked.get('scene') ?? 'american'] ?? (scenes['american'] as Scene);
const told = document.getElementById('told') as HTMLElement;

const rules = await loadRules();
await rules.prepare(scene.game);
const started = rules.start(scene.game, scene.position ?? null);
if (!started.ok) throw new Error(started.reason);
const game: Game = started.value;
const isStar = game.layout().shape === 'star';

const valueOf = <T>(checked: { ok: true; value: T } | { ok: false; reason: string }): T => {
  if (!checked.ok) throw new Error(checked.reason);
  return checked.value;
};

let number = 0;
let lastMoves: ShownMove[] = [];
const taken: TrayPiece[][] = Array.from({ length: game.seats }, () => []);

function play(move: Move, way: readonly Point[] = move.path): void {
  const seat = game.seatToMove();
  const before = game.pieces();
  for (const point of move.captured) {
    const piece = before.find((each) => each.point === point);
    if (piece !== undefined) taken[seat]?.push({ seat: piece.seat, set: piece.set, isKing: piece.isKing });
  }
  const set = before.find((each) => each.point === move.path[0])?.set ?? 1;
  valueOf(game.play(move));
  const shown: ShownMove = { seat, set, path: way, captured: move.captured };
  lastMoves = isStar ? [...lastMoves.filter((each) => each.seat !== seat), shown] : [shown];
  ++number;
}

for (const text of scene.moves ?? []) play(valueOf(game.parse(text)));

/** Some move: on the star the one of a few that goes farthest towards its goal. */
function someMove(): Move | undefined {
  const legal = game.legalMoves();
  if (!legal.ok || legal.value.length === 0) return undefined;
  const at = (point: Point | undefined) => game.layout().points[point ?? 0] ?? { x: 0, y: 0 };
  const piecesNow = game.pieces();
  const progress = (move: Move): number => {
    const set = piecesNow.find((piece) => piece.point === move.path[0])?.set;
    const goal = game.layout().points.filter((point) => point.goalOf === set);
    const x = goal.reduce((sum, point) => sum + point.x, 0) / goal.length;
    const y = goal.reduce((sum, point) => sum + point.y, 0) / goal.length;
    const far = (point: Point | undefined): number => Math.hypot(at(point).x - x, at(point).y - y);
    return far(move.path[0]) - far(move.path[move.path.length - 1]);
  };
  const some = legal.value.filter((_, index) => (index * 7 + number * 3) % 4 === 0);
  const few = some.length > 0 ? some : legal.value;
  return isStar ? few.reduce((a, b) => (progress(b) > progress(a) ? b : a)) : few[(number * 5) % few.length];
}

for (let i = 0; i < Number(asked.get('played') ?? scene.played ?? 0); ++i) {
  const move = someMove();
  if (move !== undefined) play(move);
}

const layout = game.layout();
let look = (asked.get('look') ?? 'walnut') as Look;
const pieceLook = (asked.get('pieces') ?? 'wood') as PieceLook;
const darkIs = game.seatName(0) === 'Red' ? 'red' : 'black';
const lightSeat = game.seatName(0) === 'White' ? 0 : 1;
let turned = asked.has('turned') ? Number(asked.get('turned')) : turnFor(layout, Number(asked.get('set') ?? (lightSeat === 0 ? 1 : 1)));

let premove: Premove | null = null;

function view(): BoardView {
  const legal = game.legalMoves();
  const moves = legal.ok ? legal.value : [];
  const capturing = moves.filter((move) => move.captured.length > 0);
  return {
    layout,
    pieces: game.pieces(),
    moves,
    number,
    turn: game.seatToMove(),
    hands: asked.has('hands') ? [Number(asked.get('hands'))] : asked.has('watch') ? [] : [0, 1, 2, 3, 4, 5],
    ...(asked.has('hands') ? { laterMoves: () => movesAfterAnswer(game, moves) } : {}),
    premove,
    edits: asked.has('edits'),
    arrows: asked.has('arrows') ? moves.slice(0, 2).map((move, index) => ({ path: move.path, kind: index === 0 ? 'best' : 'other' })) : [],
    turned,
    lastMoves,
    marked: capturing.map((move) => move.path[0] as Point),
    lightSeat,
    darkIs,
    pieceLook,
    look,
    pace: (asked.get('pace') ?? 'quick') as Pace,
    coordinates: asked.get('coordinates') !== 'no',
    confirms: asked.has('confirms'),
  };
}

const messages = englishMessages((piece) => `${isStar ? `set ${piece.set}` : game.seatName(piece.seat)} ${isStar ? 'piece' : piece.isKing ? 'king' : 'man'}`);
const waysOf = (move: Move): readonly (readonly Point[])[] => {
  const ways = game.paths(move);
  return ways.ok ? ways.value : [move.path];
};

const board = new Board(
  document.getElementById('place') as HTMLElement,
  view(),
  {
    moved: (move, way) => {
      play(move, way);
      told.textContent = `moved ${move.text}`;
      show();
      const reply = asked.get('reply');
      if (reply === null) return;
      setTimeout(() => {
        const answer = someMove();
        if (answer !== undefined) play(answer);
        show();
      }, Number(reply));
    },
    premoved: (laid) => {
      premove = laid;
      told.textContent = laid === null ? 'premove taken back' : `premove ${laid.from}-${laid.to}`;
      show();
    },
    edited: (from, to) => {
      told.textContent = `edited ${from ?? 'palette'} ${to ?? 'off'}`;
    },
    refused: (from, to) => {
      const label = (point: Point): string => layout.points[point]?.label ?? '';
      const answer = to === null ? null : game.parse(`${label(from)}-${label(to)}`);
      told.textContent = `refused ${label(from)} ${to === null ? '' : label(to)}: ${answer !== null && !answer.ok ? answer.reason : ''}`;
      if (to !== null && answer !== null && !answer.ok) board.explain(to, document.createTextNode(answer.reason));
    },
  },
  messages,
  waysOf,
);

const trays = taken.map((pieces, seat) => {
  const place = document.getElementById(seat === 0 ? 'trays-top' : 'trays-bottom') as HTMLElement;
  const tray = isStar ? null : new Tray(place, { pieces, lightSeat, darkIs, look, pieceLook, label: '' });
  if (tray !== null) board.attachTray(seat, tray.element);
  return tray;
});

function show(): void {
  board.update(view());
  trays.forEach((tray, seat) => tray?.update({ pieces: taken[seat] ?? [], lightSeat, darkIs, look, pieceLook, label: `${taken[seat]?.length ?? 0}` }));
}
show();

const pointOf = (label: string): Point => layout.points.findIndex((point) => point.label === label);
const pick = asked.get('pick');
if (pick !== null) board.pick(pointOf(pick));

Object.assign(window, {
  board,
  game,
  look: (name: Look) => {
    look = name;
    board.update({ ...view(), number });
    show();
  },
  turn: (to: number) => {
    turned = to;
    show();
  },
  isReady: true,
});
