import { describe, expect, it } from 'vitest';
import type { Layout, LayoutPoint } from '../../rules/types';
import { geometryOf } from './geometry';
import { passedOver } from './route';

const points: LayoutPoint[] = Array.from({ length: 100 }, (_, index) => ({
  x: index % 10,
  y: Math.floor(index / 10),
  label: String(index),
  isPlayable: true,
  startOf: 0,
  goalOf: 0,
}));
const layout: Layout = { shape: 'squares', columns: 10, rows: 10, points, lines: [], turnSteps: 2 };

describe('what a way passes over', () => {
  it('is told stretch by stretch, however far the king flies', () => {
    const geometry = geometryOf(layout, 0);
    expect(passedOver(geometry, [0, 44, 80], [22, 62])).toEqual([[22], [62]]);
    expect(passedOver(geometryOf(layout, 1), [0, 44, 80], [62, 22])).toEqual([[22], [62]]);
  });

  it('is nothing that lies at its ends or beside it', () => {
    expect(passedOver(geometryOf(layout, 0), [0, 44, 88], [66])).toEqual([[], [66]]);
    expect(passedOver(geometryOf(layout, 0), [0, 44], [])).toEqual([[]]);
  });

  it('leaves nothing captured on the board', () => {
    expect(passedOver(geometryOf(layout, 0), [0, 44], [7])).toEqual([[7]]);
  });
});
