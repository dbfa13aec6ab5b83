// Knows how the page keeps small things in the browser: on the device, or as long as the tab is open. A browser that keeps
// nothing, or has no room, costs the memory of them and never more.

type Lasting = 'device' | 'tab';

const storage = (lasting: Lasting): Storage => (lasting === 'device' ? localStorage : sessionStorage);

export function readText(name: string, lasting: Lasting = 'device'): string | null {
  try {
    return storage(lasting).getItem(name);
  } catch {
    return null;
  }
}

export function writeText(name: string, text: string, lasting: Lasting = 'device'): void {
  try {
    storage(lasting).setItem(name, text);
  } catch {
    // Then it is not remembered.
  }
}

/** Whatever was kept, by this version of the page or another; null where it is nothing that can be read. */
export function readJson(name: string): unknown {
  try {
    return JSON.parse(readText(name) ?? 'null');
  } catch {
    return null;
  }
}

export function writeJson(name: string, what: unknown): void {
  writeText(name, JSON.stringify(what));
}
