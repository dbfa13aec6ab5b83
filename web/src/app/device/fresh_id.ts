// Knows how to make a name that nothing else has. Not by `crypto.randomUUID`: a browser has that only where the page came
// over HTTPS or from its own device, and people also play over the plain HTTP of their own network.

export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}
