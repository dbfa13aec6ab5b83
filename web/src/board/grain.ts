// Knows how wood looks when it is drawn in lines; refuses to know what is made of it.
import { make } from './svg';

/** Numbers that look random and are the same each time: the same board looks the same everywhere. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const waves = 4;

/** One fibre across a tile, beginning and ending at the same height so that tiles join. */
function fibre(y: number, size: number, bend: (x: number, y: number) => number): string {
  const steps = 16;
  let path = `M0 ${y.toFixed(1)}`;
  for (let i = 1; i <= steps; ++i) {
    const x = (i * size) / steps;
    path += `L${x.toFixed(0)} ${(y + bend(x, y)).toFixed(1)}`;
  }
  return path;
}

/** A tile of grain along x: fibres in three strengths, each strength one path. */
export function drawGrain(into: Element, id: string, seed: number, size = 400, turn = 0): void {
  const next = sequence(seed);
  const parts = Array.from({ length: waves }, (_, index) => ({
    cycles: index + 1,
    height: (next() - 0.5) * (11 / (index + 1)),
    phase: next() * Math.PI * 2,
    drift: next() * 3,
  }));
  const bend = (x: number, y: number): number => {
    let sum = 0;
    for (const { cycles, height, phase, drift } of parts) {
      const angle = phase + (y / size) * drift * Math.PI * 2;
      sum += height * (Math.sin((x / size) * cycles * Math.PI * 2 + angle) - Math.sin(angle));
    }
    return sum;
  };
  const pattern = make(
    'pattern',
    { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})` },
    into,
  );
  const strengths = [
    { width: 9, opacity: 0.07, count: 11 },
    { width: 2.4, opacity: 0.1, count: 30 },
    { width: 0.9, opacity: 0.26, count: 62 },
  ];
  for (const { width, opacity, count } of strengths) {
    let path = '';
    for (let i = 0; i < count; ++i) {
      const y = ((i + next() * 0.9) * size) / count;
      path += fibre(y, size, bend);
      // A fibre near the edge comes in at the other one too.
      if (y < 24) path += fibre(y + size, size, bend);
      if (y > size - 24) path += fibre(y - size, size, bend);
    }
    make('path', { d: path, class: 'board-fibre', 'stroke-width': width, 'stroke-opacity': opacity }, pattern);
  }
}
