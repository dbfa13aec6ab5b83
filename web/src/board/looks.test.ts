import { describe, expect, it } from 'vitest';
import css from './looks.css?raw';
import page from '../styles/tokens.css?raw';
import { darkColourIn, looks, pieceLooks } from './types';


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

const blocks = [...css.matchAll(/^([^{}]+)\{([^}]*)\}/gm)].map(([, selectors = '', body = '']) => ({
  selectors: selectors.replace(/\/\*.*?\*\//gs, '').split(',').map((selector) => selector.trim()),
  body,
}));

/** The value of a name for what wears the first of the selectors that gives it one. */
const valueIn = (selectors: readonly string[], name: string): string => {
  for (const selector of selectors) {
    const values = blocks.filter((block) => block.selectors.includes(selector)).map(({ body }) => new RegExp(`--${name}: ([^;]*);`).exec(body)?.[1]);
    const found = values.find((value) => value !== undefined);
    if (found === undefined) continue;
    const other = /^var\(--([a-z-]+)\)$/.exec(found)?.[1];
    return other === undefined ? found : valueIn(selectors, other);
  }
  return '';
};

/** Of a value that differs by shade, both; short colours written out. */
const colours = (value: string): string[] =>
  [...value.matchAll(/#([0-9a-f]{6}|[0-9a-f]{3})\b/g)].map(([, digits = '']) =>
    digits.length === 3 ? `#${[...digits].map((digit) => digit + digit).join('')}` : `#${digits}`,
  );

const darks = ['red', 'black'] as const;

describe('each board', () => {
  it.each(looks)('%s bounds every piece by a line that stands out from the squares, whatever the pieces', (look) => {
    for (const dark of darks) {
      const selectors = [`.look-${look}.dark-is-${dark}`, `.look-${look}`];
      const [lines, squares] = [colours(valueIn(selectors, 'outline')), colours(valueIn(selectors, 'play'))];
      expect(lines.length * squares.length).toBeGreaterThan(0);
      for (const line of lines) for (const square of squares) expect(contrast(line, square), `${line} on ${square}`).toBeGreaterThan(3);
    }
  });

  it.each(looks)('%s writes the names of its squares legibly, where all are played on as well', (look) => {
    for (const dark of darks) {
      const selectors = [`.look-${look}.dark-is-${dark}`, `.look-${look}`];
      for (const kind of ['play', 'rest', 'plain']) {
        const [names, squares] = [colours(valueIn(selectors, `label-${kind}`)), colours(valueIn(selectors, kind))];
        expect(names.length * squares.length).toBeGreaterThan(0);
        for (const name of names) for (const square of squares) expect(contrast(name, square), `${name} on ${square}`).toBeGreaterThan(3);
      }
    }
  });
});

describe('each set of pieces', () => {
  it.each(pieceLooks)('%s tells its sides apart by lightness alone, and its kings by their crowns', (pieces) => {
    for (const dark of darks.filter((one) => darkColourIn(pieces, one) === one)) {
      const lights: string[] = [];
      for (const side of ['light', 'dark'] as const) {
        const own = [`.pieces-${pieces}.dark-is-${dark}`, `.pieces-${pieces}`];
        const [tops, crowns] = [colours(valueIn(own, `${side}-top`)), colours(valueIn(own, `crown-${side}`))];
        expect(tops.length * crowns.length, `${pieces} ${side}`).toBeGreaterThan(0);
        for (const top of tops) for (const crown of crowns) expect(contrast(top, crown), `${crown} on ${top}`).toBeGreaterThan(3);
        lights.push(tops[0] ?? '');
      }
      expect(contrast(lights[0] ?? '', lights[1] ?? '')).toBeGreaterThan(4);
    }
  });
});

describe('a look', () => {
  it('changes no colour of the page around the board', () => {
    const names = (text: string) => [...text.matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name);
    const ofThePage = new Set(names(page));
    expect(ofThePage.size).toBeGreaterThan(10);
    expect(names(css).filter((name) => ofThePage.has(name))).toEqual([]);
  });
});
