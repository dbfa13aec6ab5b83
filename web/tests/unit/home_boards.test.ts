// The boards of the first page's pictures are worked out by the page: they are those of the rules.
import { beforeAll, expect, test } from 'vitest';
import { pictures } from '../../src/pages/home/boards';
import type { Layout, LayoutPoint, Rules } from '../../src/rules/types';
import { testRules, value } from './rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

const near = (number: number) => Math.round(number * 100);

/** Each point by where it lies from the middle of the board. */
function places(layout: Layout): Map<string, Omit<LayoutPoint, 'x' | 'y'>> {
  const middle = (axis: 'x' | 'y') => {
    const all = layout.points.map((point) => point[axis]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  const [x, y] = [middle('x'), middle('y')];
  return new Map(
    layout.points.map(({ x: column, y: row, ...point }) => [`${near(column - x)} ${near(row - y)}`, point]),
  );
}

test('the star has the holes, the sets, the goals and the labels of the rules', () => {
  const game = value(rules.start('sternhalma:players=6'));
  expect(places(pictures.sternhalma().layout)).toEqual(places(game.layout()));
  game.free();
});

test('the squares of american have the numbers of the rules', () => {
  const game = value(rules.start('american'));
  const shown = places(pictures.american().layout);
  for (const [place, { isPlayable, label }] of places(game.layout())) if (isPlayable) expect(shown.get(place)?.label, place).toBe(label);
  game.free();
});

test.each(['american', 'flying-king'] as const)('the squares of %s are played on where the rules play', (id) => {
  const game = value(rules.start(id));
  const shown = places(pictures[id]().layout);
  for (const [place, { isPlayable }] of places(game.layout())) expect(shown.get(place)?.isPlayable, place).toBe(isPlayable);
  for (const { point } of pictures[id]().pieces) expect(pictures[id]().layout.points[point]?.isPlayable).toBe(true);
  game.free();
});
