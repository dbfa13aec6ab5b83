// Knows how measured times become figures, and how these are printed; does not know what was measured.

export function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => share(values, 0.5);

/** A line of its own, without what a test runner would write around it. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export const number = (value: number, digits = 0, width = 7): string => value.toFixed(digits).padStart(width);
