// Knows the pictures of the featured games: a board of each kind, drawn from its coordinates.
// They are signs, not boards: nobody moves on them, and a screen reader passes them by.

interface CheckersPictureProps {
  readonly kings: boolean;
}

function Checker({ x, y, side, isKing }: { x: number; y: number; side: 'dark' | 'light'; isKing: boolean }) {
  return (
    <g class={`picture-piece picture-${side}`}>
      <ellipse cx={x} cy={y + 0.08} rx="0.38" ry="0.36" class="picture-edge" />
      <ellipse cx={x} cy={y - 0.02} rx="0.38" ry="0.36" />
      {isKing && <ellipse cx={x} cy={y - 0.12} rx="0.38" ry="0.36" class="picture-edge" />}
      {isKing && <ellipse cx={x} cy={y - 0.2} rx="0.38" ry="0.36" />}
      <ellipse cx={x} cy={isKing ? y - 0.2 : y - 0.02} rx="0.22" ry="0.2" class="picture-ring" />
    </g>
  );
}

/** A corner of a board of 8×8 in the middle of a game; with kings there is one that looks along its diagonal. */
export function CheckersPicture({ kings }: CheckersPictureProps) {
  const squares = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      if ((row + column) % 2 === 1) squares.push(<rect key={`${row}.${column}`} x={column} y={row} width="1" height="1" />);
    }
  }
  const dark = kings ? [[1, 0], [5, 0], [2, 1], [6, 1]] : [[1, 0], [3, 0], [5, 0], [7, 0], [2, 1], [6, 1], [3, 2]];
  const light = kings ? [[0, 3], [6, 3], [3, 4], [7, 4]] : [[4, 3], [0, 3], [6, 3], [1, 4], [3, 4], [5, 4], [7, 4]];
  return (
    <svg class="picture" viewBox="0 0 8 5" aria-hidden="true" focusable="false" preserveAspectRatio="xMidYMid slice">
      <rect class="picture-light-squares" width="8" height="5" />
      <g class="picture-dark-squares">{squares}</g>
      {kings && <path class="picture-flight" d="M1.5 4.5 5.2 .8" />}
      {dark.map(([x = 0, y = 0]) => (
        <Checker key={`${x}.${y}`} x={x + 0.5} y={y + 0.5} side="dark" isKing={false} />
      ))}
      {light.map(([x = 0, y = 0]) => (
        <Checker key={`${x}.${y}`} x={x + 0.5} y={y + 0.5} side="light" isKing={false} />
      ))}
      {kings && <Checker x={1.5} y={4.5} side="light" isKing />}
    </svg>
  );
}

interface Hole {
  readonly x: number;
  readonly y: number;
  readonly tip: number; // 1 to 6 clockwise from the bottom, 0 for the hexagon
}

/** The 121 holes of the star, from cube coordinates: at most one of the three is beyond 4 either way. */
function starHoles(): readonly Hole[] {
  const holes: Hole[] = [];
  for (let a = -8; a <= 8; a += 1) {
    for (let b = -8; b <= 8; b += 1) {
      const c = -a - b;
      const isInOne = a <= 4 && b <= 4 && c <= 4;
      const isInOther = a >= -4 && b >= -4 && c >= -4;
      if (!isInOne && !isInOther) continue;
      const tip = b < -4 ? 4 : b > 4 ? 1 : a > 4 ? 6 : a < -4 ? 3 : c > 4 ? 2 : c < -4 ? 5 : 0;
      holes.push({ x: a + b / 2, y: (b * Math.sqrt(3)) / 2, tip });
    }
  }
  return holes;
}

const holes = starHoles();

export function StarPicture() {
  return (
    <svg class="picture" viewBox="-12.4 -7.75 24.8 15.5" aria-hidden="true" focusable="false" preserveAspectRatio="xMidYMid slice">
      <rect class="picture-table" x="-15" y="-10" width="30" height="20" />
      <path class="picture-star" d="M0 -6.6 5.7 3.3H-5.7ZM0 6.6 -5.7 -3.3H5.7Z" />
      {holes.map(({ x, y, tip }) => (
        <circle key={`${x}.${y}`} cx={x} cy={y} r={tip === 0 ? 0.2 : 0.4} class={tip === 0 ? 'picture-hole' : `picture-set-${tip}`} />
      ))}
    </svg>
  );
}
