import { describe, expect, it } from 'vitest';
import css from './looks.css?raw';
import { looks } from './types';



type Colour = readonly [number, number, number];

const parse = (hex: string): Colour => {
  const linear = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [linear(1), linear(3), linear(5)];
};

const apply = (matrix: readonly Colour[], colour: Colour): Colour =>
  matrix.map((row) => Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]))) as unknown as Colour;

/** How colours are seen: Machado, Oliveira and Fernandes 2009, at full strength, and by lightness alone. */
const visions: Readonly<Record<string, readonly Colour[]>> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'without red': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'without green': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  'without blue': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  'lightness alone': [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
};

/** CIE L*a*b*, in which a distance of about 2 is just seen. */
const lab = (colour: Colour): Colour => {
  const xyz = apply([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], colour);
  const root = (value: number, white: number): number => {
    const share = value / white;
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  };
  const [x, y, z] = [root(xyz[0], 0.9505), root(xyz[1], 1), root(xyz[2], 1.089)];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const luminance = (colour: Colour): number => 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const valueOf = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '';

describe('the six colours of the star', () => {
  const sets = [1, 2, 3, 4, 5, 6].map((set) => valueOf(`set-${set}`));

  for (const [name, matrix] of Object.entries(visions)) {
    it(`are apart to eyes that see them ${name}`, () => {
      const least = name === 'lightness alone' ? 12 : 20;
      sets.forEach((a, index) => {
        for (const b of sets.slice(index + 1)) {
          const [one, other] = [lab(apply(matrix, parse(a))), lab(apply(matrix, parse(b)))];
          const distance = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
          expect(distance, `${a} and ${b}`).toBeGreaterThan(least);
        }
      });
    });
  }

  it('carry signs that stand out from them', () => {
    for (let set = 1; set <= 6; ++set) {
      expect(contrast(valueOf(`set-${set}`), valueOf(`sign-${set}`)), `set ${set}`).toBeGreaterThan(3);
    }
  });
});

describe('each look', () => {
  it('is there', () => {
    for (const look of looks) expect(css).toContain(`\n.look-${look} {`);
  });
});
