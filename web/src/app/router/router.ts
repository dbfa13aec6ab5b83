// Knows which page the address names, and how to get to another without loading; does not know what the pages show.
import { computed, signal } from '@preact/signals';

interface Address {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

function read(): Address {
  return { path: location.pathname, query: location.search, fragment: location.hash };
}

const inBrowser = typeof location !== 'undefined';
export const address = signal<Address>(inBrowser ? read() : { path: '/', query: '', fragment: '' });
export const query = computed(() => new URLSearchParams(address.value.query));

/** Goes to another page of ours. `instead` leaves no way back to the one that is left. */
export function go(to: string, how: 'onward' | 'instead' = 'onward'): void {
  if (how === 'instead') history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  address.value = read();
  if (how === 'instead') return;
  scrollTo(0, 0);
  document.getElementById('content')?.focus({ preventScroll: true }); // as a page that is loaded would begin anew
}

export type Parameters = Readonly<Record<string, string>>;

/** What every page is given. */
export interface PageProps {
  readonly parameters: Parameters;
}

/** Matches `/play/:game` to `/play/american`; undefined where they differ. */
export function matchPath(pattern: string, path: string): Parameters | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const piece = given[at] ?? '';
    if (part.startsWith(':')) {
      try {
        found[part.slice(1)] = decodeURIComponent(piece);
      } catch {
        return undefined;
      }
    } else if (part !== piece) return undefined;
  }
  return found;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
}

/** Follows links to our own pages without loading them anew; all others stay the browser's. */
export function startRouter(): void {
  addEventListener('popstate', () => (address.value = read()));
  addEventListener('hashchange', () => (address.value = read()));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || !isPlainClick(event) || link.target !== '' || link.hasAttribute('download')) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || /^\/(api|socket|health|metrics)(\/|$)/.test(to.pathname)) return;
    if (to.pathname === location.pathname && to.search === location.search && to.hash !== '') return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  });
}
