// Knows how wood looks when it is drawn in lines; does not know what is made of it.
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
function fibre(y: number, size: number, bend: (x: number) => number): string {
  const steps = 16;
  let path = `M0 ${y.toFixed(1)}`;
  for (let i = 1; i <= steps; ++i) {
    const x = (i * size) / steps;
    path += `L${x.toFixed(0)} ${(y + bend(x)).toFixed(1)}`;
  }
  return path;
}

export interface Grain {
  readonly id: string;
  readonly seed: number;
  readonly size?: number;
  readonly turn?: number;
}

/**
 * An empty tile of grain along x, and how it is worked out: fibres in three strengths, each strength one path. What that gives
 * back fills the tile.
 */
export function layGrain(into: Element, { id, seed, size = 400, turn = 0 }: Grain): () => () => void {
  const pattern = make(
    'pattern',
    { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})` },
    into,
  );
  return () => {
    const next = sequence(seed);
    const parts = Array.from({ length: waves }, (_, index) => ({
      turns: ((index + 1) * Math.PI * 2) / size,
      height: (next() - 0.5) * (11 / (index + 1)),
      phase: next() * Math.PI * 2,
      drift: next() * 3,
    }));
    const bendAt = (y: number): ((x: number) => number) => {
      const bent = parts.map(({ turns, height, phase, drift }) => {
        const angle = phase + (y / size) * drift * Math.PI * 2;
        return { turns, height, angle, before: Math.sin(angle) };
      });
      return (x) => {
        let sum = 0;
        for (const { turns, height, angle, before } of bent) sum += height * (Math.sin(x * turns + angle) - before);
        return sum;
      };
    };
    const strengths = [
      { width: 9, opacity: 0.07, count: 11 },
      { width: 2.4, opacity: 0.1, count: 30 },
      { width: 0.9, opacity: 0.26, count: 62 },
    ];
    const fibres = strengths.map(({ width, opacity, count }) => {
      let path = '';
      for (let i = 0; i < count; ++i) {
        const y = ((i + next() * 0.9) * size) / count;
        path += fibre(y, size, bendAt(y));
        // A fibre near the edge comes in at the other one too.
        if (y < 24) path += fibre(y + size, size, bendAt(y + size));
        if (y > size - 24) path += fibre(y - size, size, bendAt(y - size));
      }
      return make('path', { d: path, class: 'board-fibre', 'stroke-width': width, 'stroke-opacity': opacity });
    });
    return () => pattern.append(...fibres);
  };
}
