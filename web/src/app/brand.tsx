// Knows how the sign of Crownstar is drawn: a six-pointed star with a crown in it.

/** The twelve corners of a star of two triangles, around the middle of a square of 100. */
function starCorners(): string {
  const corners: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    const radius = at % 2 === 0 ? 48 : 48 / Math.sqrt(3);
    const angle = (Math.PI / 6) * at - Math.PI / 2;
    corners.push(`${(50 + radius * Math.cos(angle)).toFixed(2)},${(50 + radius * Math.sin(angle)).toFixed(2)}`);
  }
  return corners.join(' ');
}

const corners = starCorners();

export function Sign() {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <polygon class="brand-star" points={corners} />
      <path class="brand-crown" d="M31 62V40l10 9 9-15 9 15 10-9v22zM31 66h38v5H31z" />
    </svg>
  );
}
