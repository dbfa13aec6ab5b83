// Knows which games have been played on this device before; refuses to know what is said of those that have not.
const place = 'crownstar.games-known';

const nameOf = (token: string): string => token.split(':')[0] ?? '';

function played(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return []; // whatever was kept, by this version or another
  }
}

/** With other options it is the same game. */
export const isNew = (token: string): boolean => !played().includes(nameOf(token));

export function isKnownNow(token: string): void {
  if (!isNew(token)) return;
  try {
    localStorage.setItem(place, JSON.stringify([...played(), nameOf(token)]));
  } catch {
    // A browser that keeps nothing tells it again.
  }
}
