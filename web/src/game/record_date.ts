// Knows how the date of a recorded game is told: `1931.05.??` is `1931.05`, and a date that nobody knows is nothing.
export function dateText(date: string): string {
  return date.replace(/[.?]*\?.*$/, '');
}
