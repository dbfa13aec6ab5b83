// Knows how a short text becomes a QR code (ISO/IEC 18004): bytes, the lowest error correction, which leaves the most room,
// versions 1 to 6, always the first mask. Does not know how it is drawn.

/** Of each version: all codewords, and those of error correction in each block. */
const versions = [
  { all: 26, correction: 7, blocks: 1 },
  { all: 44, correction: 10, blocks: 1 },
  { all: 70, correction: 15, blocks: 1 },
  { all: 100, correction: 20, blocks: 1 },
  { all: 134, correction: 26, blocks: 1 },
  { all: 172, correction: 18, blocks: 2 },
] as const;
type Version = (typeof versions)[number];

// ---- Codewords ----

/** The field of 256 elements, by powers of 2 (modulo x^8 + x^4 + x^3 + x^2 + 1). */
const powers: number[] = [];
const logarithms: number[] = [];
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers.push(value);
  logarithms[value] = exponent;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}

const power = (exponent: number): number => powers[exponent % 255] ?? 0;
const product = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : power((logarithms[one] ?? 0) + (logarithms[other] ?? 0));

/** The product of (x - 2^i) for i below `degree`, without its leading 1. */
function generator(degree: number): number[] {
  let result = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...result, 0];
    result.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ product(factor, power(root))));
    result = next;
  }
  return result.slice(1);
}

function correctionOf(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree);
  const rest = Array.from({ length: degree }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, at) => (rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor)));
  }
  return rest;
}

function codewords(bytes: Uint8Array, { all, correction, blocks }: Version): number[] {
  const capacity = all - correction * blocks;
  // 4 bits say that bytes follow, 8 how many; 4 of nothing end them.
  const bits = [0, 1, 0, 0, ...[bytes.length, ...bytes].flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1)), 0, 0, 0, 0];
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  for (let at = 0; data.length < capacity; at += 1) data.push(at % 2 === 0 ? 0xec : 0x11);
  const length = capacity / blocks;
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(at * length, (at + 1) * length));
  const corrections = parts.map((part) => correctionOf(part, correction));
  const woven = (lists: readonly (readonly number[])[], size: number) =>
    Array.from({ length: size }, (_, at) => lists.map((list) => list[at] ?? 0)).flat();
  return [...woven(parts, length), ...woven(corrections, correction)];
}

// ---- Modules ----

/** The lowest correction and mask 0, with their own correction, as the standard writes them. */
const format = 0b111011111000100;

class Modules {
  readonly dark: boolean[][];
  readonly #isTaken: boolean[][];

  constructor(readonly size: number) {
    this.dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    this.#isTaken = this.dark.map((row) => [...row]);
  }

  take(x: number, y: number, isDark: boolean): void {
    const [row, taken] = [this.dark[y], this.#isTaken[y]];
    if (row === undefined || taken === undefined || x < 0 || x >= this.size) return;
    row[x] = isDark;
    taken[x] = true;
  }

  isTaken(x: number, y: number): boolean {
    return this.#isTaken[y]?.[x] ?? true;
  }

  /** Squares in each other, around a middle; `reach` with the light border. */
  rings(x: number, y: number, reach: number, light: readonly number[]): void {
    for (let down = -reach; down <= reach; down += 1) {
      for (let right = -reach; right <= reach; right += 1) {
        this.take(x + right, y + down, !light.includes(Math.max(Math.abs(right), Math.abs(down))));
      }
    }
  }
}

function frame(version: number): Modules {
  const size = 17 + 4 * version;
  const modules = new Modules(size);
  for (let at = 0; at < size; at += 1) {
    modules.take(6, at, at % 2 === 0);
    modules.take(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) modules.rings(x, y, 4, [2, 4]);
  if (version > 1) modules.rings(size - 7, size - 7, 2, [1]);
  for (let at = 0; at < 15; at += 1) {
    const isDark = ((format >> at) & 1) === 1;
    // Beside the finder at the upper left, past the line of dots; and once more, shared by the other two.
    if (at < 8) modules.take(8, at < 6 ? at : at + 1, isDark);
    else modules.take(at < 9 ? 7 : 14 - at, 8, isDark);
    if (at < 8) modules.take(size - 1 - at, 8, isDark);
    else modules.take(8, size - 15 + at, isDark);
  }
  modules.take(8, size - 8, true);
  return modules;
}

/** Rows of modules, true where dark, without the light border; nothing where the text is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text);
  const at = versions.findIndex(({ all, correction, blocks }) => bytes.length + 2 <= all - correction * blocks);
  const version = versions[at];
  if (version === undefined) return undefined;
  const modules = frame(at + 1);
  const bits = codewords(bytes, version).flatMap((word) => Array.from({ length: 8 }, (_, bit) => ((word >> (7 - bit)) & 1) === 1));
  let next = 0;
  let isUpward = true;
  // Two columns at a time from the right, up and down; the line of dots is no column.
  for (let right = modules.size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let row = 0; row < modules.size; row += 1) {
      const y = isUpward ? modules.size - 1 - row : row;
      for (const x of [right, right - 1]) {
        if (modules.isTaken(x, y)) continue;
        const bit = bits[next] ?? false;
        next += 1;
        modules.take(x, y, bit !== ((x + y) % 2 === 0));
      }
    }
    isUpward = !isUpward;
  }
  return modules.dark;
}
