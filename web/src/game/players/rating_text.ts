// Knows how a rating is written: with a question mark while it is not sure yet. Does not know whose it is.
export function ratingText(rating: number, isProvisional = false): string {
  return isProvisional ? `${rating}?` : String(rating);
}
