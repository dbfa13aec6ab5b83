// Knows whether the browser has a network, as soon as the browser does; does not know whether a server answers.
import { signal, type ReadonlySignal } from '@preact/signals';

const isThere = signal(typeof navigator === 'undefined' || navigator.onLine !== false);

if (typeof addEventListener === 'function') {
  for (const name of ['online', 'offline']) addEventListener(name, () => (isThere.value = navigator.onLine));
}

export const hasNetwork: ReadonlySignal<boolean> = isThere;
