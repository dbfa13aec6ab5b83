// Knows what a star's token meant before CC-22, when the pieces of a player who left stayed on the board.

const saysNothing = (token: string): boolean =>
  token.startsWith('sternhalma:') && /\bplayers=[3-6]\b/.test(token) && !token.includes('leave=');

/** The token as it is written today, of a game that was kept or sent before there was a choice. */
export const olderToken = (token: string): string => (saysNothing(token) ? `${token},leave=stay` : token);

/** The same token, saying what it means today. */
export const plainToken = (token: string): string => (saysNothing(token) ? `${token},leave=removed` : token);
