// Knows when the typeface of the titles comes: Fraunces, in one weight, cut to the letters of the page's languages. A first visit to
// a table goes without it, so that the board comes sooner; what is shown without it is the next of --titles. No letter changes
// while it is looked at: there the typeface comes with the next page.
import { effect } from '@preact/signals';
import letters from '../styles/fraunces.woff2';
import { address } from './router/router';

/** A table is where one plays: nothing that only looks better may come before it. */
export const isTable = (path: string): boolean => /^\/(here|match)(\/|$)/.test(path);

/** Asks for the typeface at once, or at a table when the page and all its files are on this device. */
export function bringTypeface(): void {
  const first = address.peek().path;
  const face = new FontFace('Fraunces', `url(${letters}) format("woff2")`, { weight: '600 700', display: 'swap' });
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined; // not over plain HTTP
  const waits = isTable(first) && !worker?.controller;
  if (waits) worker?.ready.then(() => face.load()).catch(() => undefined); // asked for again where it is shown
  const stop = effect(() => {
    const { path } = address.value;
    if (waits && (path === first || (isTable(path) && face.status !== 'loaded'))) return;
    document.fonts.add(face);
    queueMicrotask(() => stop());
  });
}
