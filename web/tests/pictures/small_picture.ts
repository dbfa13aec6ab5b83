// Makes a small PNG of a large one, for a document: fewer pixels, and a palette of few colours.
// The browser scales; the colours are chosen and the file is written here.
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const colours = 192;

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Scales with the browser's own canvas, in a blank page, so that no rule of the site's page about its content is in the way. */
async function scaled(page: Page, png: Buffer, width: number): Promise<Pixels> {
  const blank = await page.context().newPage();
  try {
    const result = await blank.evaluate(
      async ([source, wanted]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = wanted;
        canvas.height = Math.round((image.height * wanted) / image.width);
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        let text = '';
        for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
        return { width: canvas.width, height: canvas.height, text: btoa(text) };
      },
      [png.toString('base64'), width] as const,
    );
    return { width: result.width, height: result.height, rgba: Buffer.from(result.text, 'base64') };
  } finally {
    await blank.close();
  }
}

type Colour = readonly [red: number, green: number, blue: number];
const coarse = (rgba: Uint8Array, at: number): number =>
  ((rgba[at] ?? 0) >> 2) * 4096 + ((rgba[at + 1] ?? 0) >> 2) * 64 + ((rgba[at + 2] ?? 0) >> 2);
const channel = (key: number, number: number): number => (Math.floor(key / [4096, 64, 1][number]!) % 64) * 4 + 2;

/** Median cut: the box with the widest channel, weighed by its pixels, is halved until there are enough. */
function palette(counts: ReadonlyMap<number, number>): { colour: Colour; keys: readonly number[] }[] {
  const measured = (keys: number[]) => {
    const spans = [0, 1, 2].map((number) => {
      const values = keys.map((key) => channel(key, number));
      return Math.max(...values) - Math.min(...values);
    });
    const span = Math.max(...spans);
    const pixels = keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
    return { keys, widest: spans.indexOf(span), pixels, weight: keys.length > 1 ? span * Math.sqrt(pixels) : 0 };
  };
  const boxes = [measured([...counts.keys()])];
  while (boxes.length < colours) {
    const box = boxes.reduce((most, other) => (other.weight > most.weight ? other : most));
    if (box.weight === 0) break;
    const keys = box.keys.toSorted((one, other) => channel(one, box.widest) - channel(other, box.widest));
    let passed = 0;
    let cut = 0;
    while (cut < keys.length - 1 && passed < box.pixels / 2) passed += counts.get(keys[cut++]!) ?? 0;
    boxes.splice(boxes.indexOf(box), 1, measured(keys.slice(0, cut)), measured(keys.slice(cut)));
  }
  return boxes.map(({ keys, pixels }) => {
    const mean = (number: number): number =>
      Math.round(keys.reduce((sum, key) => sum + channel(key, number) * (counts.get(key) ?? 0), 0) / pixels);
    return { colour: [mean(0), mean(1), mean(2)], keys };
  });
}

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function indexedPng({ width, height, rgba }: Pixels): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const key = coarse(rgba, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const entries = palette(counts);
  const numbers = new Map(entries.flatMap(({ keys }, number) => keys.map((key) => [key, number] as const)));
  const rows = Buffer.alloc(height * (width + 1)); // each row begins with 0: no filter, which suits a palette
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      rows[row * (width + 1) + column + 1] = numbers.get(coarse(rgba, (row * width + column) * 4)) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(entries.flatMap(({ colour }) => [...colour]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes the picture in `from`, `width` pixels wide, to `to`. */
export async function makeSmall(page: Page, from: string, to: string, width: number): Promise<void> {
  writeFileSync(to, indexedPng(await scaled(page, readFileSync(from), width)));
}
