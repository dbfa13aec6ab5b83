// Knows the page's line to the server once some part of the page has wanted one: what shows its state, or asks for a new
// connection, need not load the line for that. Does not know how a line is made: line.ts.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Line } from './line';

const line = signal<Line | undefined>(undefined);

export const openedLine: ReadonlySignal<Line | undefined> = line;

export function setOpenedLine(made: Line): void {
  line.value = made;
}

/** For a new session: what was opened for nobody, or for somebody else, is opened anew. */
export function renewLine(): void {
  line.peek()?.renew();
}
