// Knows the faces of the computers: one for each seat, drawn in a few lines. Does not know who sits there.

const mouths = ['M9 15q3 3 6 0', 'M9 15.5h6', 'M8.5 14.5q3.5 4 7 0z', 'M10 15.5q2 1.5 4 0', 'M9 16q3 -2 6 0', 'M9 15q4 2.5 6 -.5'] as const;
/** Hair, a hat, an aerial: what tells one from another at a glance. */
const tops = ['M12 4V1.5M12 1.5h.01', 'M6 7q6 -6 12 0', 'M5 6.5h14M8 6.5V3h8v3.5', 'M7 5l2 -3 3 3 3 -3 2 3', 'M6 8q0 -6 6 -5q6 -1 6 5', 'M8 4.5q1 -3 4 -2.5M12 4.5q2 -3 5 -1'] as const;
const eyes = [1.2, 1.6, 1.2, 1.8, 1, 1.4] as const;

export function Face({ seat }: { readonly seat: number }) {
  const at = seat % mouths.length;
  return (
    <svg class="face" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="4" y="5" width="16" height="15" rx={at % 2 === 0 ? 5 : 8} class="face-skin" />
      <path d={tops[at]} class="face-line" />
      <circle cx="9" cy="11" r={eyes[at]} class="face-eye" />
      <circle cx="15" cy="11" r={eyes[at]} class="face-eye" />
      {at === 4 && <path d="M6.5 11a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0M12.5 11a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0" class="face-line face-thin" />}
      <path d={mouths[at]} class="face-line" />
    </svg>
  );
}
