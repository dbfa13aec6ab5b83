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

const size = 400; // of a tile
const steps = 16; // of a fibre across it

/** A sine at each step, which goes `times` through the tile; `ahead` by so many steps. */
const wave = (times: number, ahead = 0): Float64Array => Float64Array.from({ length: steps + 1 }, (_, i) => Math.sin(((i * times + ahead) * 2 * Math.PI) / steps));

interface Wave {
  readonly sines: Float64Array;
  readonly cosines: Float64Array;
  readonly height: number;
  readonly phase: number;
  readonly drift: number;
}

/** One fibre across a tile, beginning and ending at the same height so that tiles join. */
function fibre(y: number, waves: readonly Wave[]): string {
  const heights = new Float64Array(steps + 1).fill(y);
  for (const { sines, cosines, height, phase, drift } of waves) {
    const angle = phase + (y / size) * drift * Math.PI * 2;
    const [sine, cosine] = [height * Math.sin(angle), height * Math.cos(angle)];
    for (let i = 0; i <= steps; ++i) heights[i]! += cosine * sines[i]! + sine * (cosines[i]! - 1);
  }
  let path = 'M';
  for (let i = 0; i <= steps; ++i) path += `${(i * size) / steps} ${Math.round(heights[i]! * 10) / 10} `;
  return path;
}

interface Strand {
  readonly width: number;
  readonly opacity: number;
  readonly path: string;
}

/** A tile of grain along x: fibres in three strengths, each strength one path. */
function strands(): readonly Strand[] {
  const next = sequence(11);
  const waves = [1, 2, 3, 4].map((times) => ({ sines: wave(times), cosines: wave(times, steps / 4), height: (next() - 0.5) * (11 / times), phase: next() * Math.PI * 2, drift: next() * 3 }));
  return [
    { width: 9, opacity: 0.07, count: 11 },
    { width: 2.4, opacity: 0.1, count: 30 },
    { width: 0.9, opacity: 0.26, count: 62 },
  ].map(({ width, opacity, count }) => {
    let path = '';
    for (let i = 0; i < count; ++i) {
      const y = ((i + next() * 0.9) * size) / count;
      path += fibre(y, waves);
      // A fibre near the edge comes in at the other one too.
      if (y < 24) path += fibre(y + size, waves);
      if (y > size - 24) path += fibre(y - size, waves);
    }
    return { width, opacity, path };
  });
}

let known: readonly Strand[] | undefined; // all boards are of the same wood

/** A tile of grain along x. */
export function drawGrain(into: Element, id: string): void {
  const tile = make('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' }, into);
  known ??= strands();
  for (const { width, opacity, path } of known) make('path', { d: path, class: 'board-fibre', 'stroke-width': width, 'stroke-opacity': opacity }, tile);
}

/** The same tile, turned or laid elsewhere so that nobody sees that it is the same. */
export function layGrain(into: Element, id: string, of: string, how: string): void {
  make('pattern', { id, href: `#${of}`, patternTransform: how }, into);
}
