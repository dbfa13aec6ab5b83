// Knows how something is tried again: after each pause in turn, until a try succeeds or nobody wants it any more.

/** `attempt` says whether it succeeded; one that fails with an error did not. What is given back ends the trying. */
export function tryAfterPauses(pausesMs: readonly number[], attempt: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const attemptAt = async (at: number): Promise<void> => {
    const isDone = await attempt().catch(() => false);
    if (!isDone && !isEnded) waitFor(at + 1);
  };
  const waitFor = (at: number): void => {
    const pause = pausesMs[at];
    if (pause === 0) void attemptAt(at);
    else if (pause !== undefined) timer = setTimeout(() => void attemptAt(at), pause);
  };
  waitFor(0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
