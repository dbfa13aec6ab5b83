// Knows how it is shown, and read out at once, that something did not work.

interface ProblemProps {
  readonly text: string; // empty: nothing is wrong
}

export function Problem({ text }: ProblemProps) {
  if (text === '') return null;
  return (
    <p class="notice notice-bad" role="alert">
      {text}
    </p>
  );
}
