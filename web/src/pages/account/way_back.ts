// Knows where to go after signing in. Does not know how one came.

/** A page of ours that the address names; undefined where it names none. */
export function wayBack(then: string | null): string | undefined {
  // `//machine` and `/\\machine` are other machines.
  return then !== null && /^\/(?![/\\])/.test(then) ? then : undefined;
}
