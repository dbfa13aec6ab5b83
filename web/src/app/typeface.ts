// Knows when the typeface of the titles comes: Fraunces, in one weight, cut to the letters of the page's languages. A first visit to
// a board goes without it, so that the board comes sooner; what is shown without it is the next of --titles.
import { effect } from '@preact/signals';
import letters from '../styles/fraunces.woff2';
import { address } from './router/router';

/** What the file has: Latin-1's letters of the page's languages, and the two of Hungarian with double acutes. Any other letter, as
 *  names may have them, is not looked for in it. */
export const lettersOf = [
  [0x20, 0x7e], [0xa0, 0xa0], [0xab, 0xab], [0xb7, 0xb7], [0xbb, 0xbb], [0xbd, 0xbd], [0xc1, 0xc1], [0xc6, 0xc6], [0xc9, 0xc9], [0xcd, 0xcd],
  [0xd0, 0xd1], [0xd3, 0xd3], [0xd6, 0xd7], [0xda, 0xda], [0xdc, 0xde], [0xe1, 0xe1], [0xe6, 0xe6], [0xe9, 0xe9], [0xed, 0xed],
  [0xf0, 0xf1], [0xf3, 0xf3], [0xf6, 0xf6], [0xfa, 0xfa], [0xfc, 0xfe], [0x150, 0x151], [0x170, 0x171], [0x2013, 0x2014], [0x2018, 0x2019],
  [0x201c, 0x201e], [0x2026, 0x2026],
] as const;

/** A board is where one plays: nothing that only looks better may come before it. */
export const isBoard = (path: string): boolean => /^\/(here|match|analysis)(\/|$)/.test(path);

/** Asks for the typeface at the first page that is no board, or at once where the page and all its files are on this device. */
export function bringTypeface(): void {
  const stop = effect(() => {
    if (isBoard(address.value.path) && !navigator.serviceWorker?.controller) return;
    const unicodeRange = lettersOf.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join(', ');
    document.fonts.add(new FontFace('Fraunces', `url(${letters}) format("woff2")`, { weight: '600 700', display: 'swap', unicodeRange }));
    queueMicrotask(() => stop());
  });
}
