// Knows the sign beside what is said of a move that was tried.

const paths = {
  right: 'M5 12.5l5 5 9 -11',
  wrong: 'M7 7l10 10M17 7l-10 10',
} as const;

export function Tick({ kind }: { readonly kind: keyof typeof paths }) {
  return (
    <svg class="puzzle-tick" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[kind]} />
    </svg>
  );
}
