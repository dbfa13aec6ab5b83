// Knows how a record's tags call a seat. PDN knows two sides, White and Black, whatever the colours are called at the board; a
// star's seats have numbers.

/** `name`: as the rules call it. */
export const sideTag = (name: string): 'White' | 'Black' => (name === 'White' ? 'White' : 'Black');

export const seatTag = (seat: number): string => `Seat${seat + 1}`;
