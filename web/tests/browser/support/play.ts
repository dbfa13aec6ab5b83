// Knows how games are played to their end by players at their pages, and which games are short.
import { expect } from 'vitest';
import type { Game, Layout, Rules } from '../../../src/rules/types';
import { say } from '../../../src/messages/messages';
import { value } from '../../unit/rules/modules';
import type { TestServer } from './test_server';
import { patience, type Hand, type Player } from './player';

/** Short games from the start to a real end: one side gives everything away. No move has a second way. */
export const shortGames = {
  american:
    '9-14 21-17 14x21 22-17 12-16 25-22 10-15 22-18 15x22 30-25 21x30 23-18 30x21 31-26 22x31 24-19 31x15 29-25 21x30 28-24 16-20 24-19 15x24 32-27 24x31',
  'flying-king':
    '22-17 10-14 17x10 7x14 24-19 14-18 23x14 9x18 26-23 5-9 23x5 11-15 19x10 6x15 31-26 1-6 5-1 12-16 1x12 3-7 12x10 2-7 10x3 4-8 3x12',
} as const;

/** A star on which each set lacks one piece, `steps` steps from the empty hole of its goal. */
export function nearlyHome(rules: Rules, token: string, steps: number): string {
  const game = value(rules.start(token));
  const layout = game.layout();
  const sets = [...new Set(game.pieces().map((piece) => piece.set))].sort((a, b) => a - b);
  const counts = new Map(sets.map((set) => [set, game.pieces().filter((piece) => piece.set === set).length])); // a handicap has fewer
  game.free();
  const placed = new Map<number, number[]>();
  const taken = new Set<number>();
  for (const set of sets) {
    const goal = goalOf(layout, set).slice(0, counts.get(set));
    const last = goal[goal.length - 1];
    if (last === undefined) throw new Error('a set has a goal');
    goal.pop();
    placed.set(set, goal);
    for (const point of goal) taken.add(point);
  }
  for (const set of sets) {
    const missing = goalOf(layout, set)[(counts.get(set) ?? 0) - 1] as number;
    let at = missing;
    for (let step = 0; step < steps; step += 1) {
      const next = neighbours(layout, at).filter((point) => !taken.has(point) && layout.points[point]?.goalOf === 0);
      at = next.sort((a, b) => distance(layout, b, missing) - distance(layout, a, missing))[0] ?? at;
    }
    taken.add(at);
    placed.get(set)?.push(at);
  }
  const holes = [...placed].map(([set, points]) => `${set}=${points.map((point) => layout.points[point]?.label ?? '').join(',')}`);
  return `1:${holes.join(':')}`;
}

function distance(layout: Layout, a: number, b: number): number {
  const [here, there] = [layout.points[a], layout.points[b]];
  return Math.hypot((here?.x ?? 0) - (there?.x ?? 0), (here?.y ?? 0) - (there?.y ?? 0));
}

function neighbours(layout: Layout, point: number): number[] {
  return layout.lines.flatMap(([a, b]) => (a === point ? [b] : b === point ? [a] : []));
}

/** Farthest from the middle first: what is filled last lies open. */
function goalOf(layout: Layout, set: number): number[] {
  const middle = layout.points.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
  const [x, y] = [middle.x / layout.points.length, middle.y / layout.points.length];
  const from = (point: number) => Math.hypot((layout.points[point]?.x ?? 0) - x, (layout.points[point]?.y ?? 0) - y);
  return layout.points.flatMap(({ goalOf: of }, point) => (of === set ? [point] : [])).sort((a, b) => from(b) - from(a));
}

/** Two guests at one table: the first by a featured game of the first page, the second by the link that is shown there. */
export async function twoByLink(server: TestServer, featured: string, second: Parameters<TestServer['player']>[0] = {}): Promise<readonly [Player, Player]> {
  const [host, guest] = [await server.player(second), await server.player(second)];
  await host.goto('/');
  await host.page.locator(`section[aria-labelledby="featured-${featured}"]`).getByRole('button', { name: say('home.friend') }).click();
  const link = await host.page.getByLabel(say('table.invite.link')).inputValue();
  await guest.page.goto(link);
  return inTurn(host, guest);
}

/** The players in the order of their turns. */
export async function inTurn(a: Player, b: Player): Promise<readonly [Player, Player]> {
  const isFirst = async (player: Player) => (await player.state.textContent({ timeout: 1000 }).catch(() => '')) === 'Your move';
  let first: Player | undefined;
  await expect
    .poll(async () => {
      first = (await isFirst(a)) ? a : (await isFirst(b)) ? b : undefined;
      return first;
    }, patience)
    .toBeDefined();
  return first === a ? [a, b] : [b, a];
}

/** Every move by the one whose turn it is, seen by all; `made`: how many were made before. */
export async function playAll(game: Game, players: readonly Player[], hand: Hand, moves: Iterable<string>, made = 0): Promise<number> {
  let number = made;
  const layout = game.layout();
  for (const text of moves) {
    const mover = players[game.seatToMove()];
    if (mover === undefined) throw new Error('nobody sits there');
    const move = value(game.play(text));
    const label = (at: number) => layout.points[move.path.at(at) ?? -1]?.label ?? '';
    await mover.move(hand, label(0), label(-1), number);
    number += 1;
    for (const player of players) await player.sees(number);
  }
  return number;
}
