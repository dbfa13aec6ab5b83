// Knows which article Hungarian puts before a number or the name of a square; does not know the sentence around it.
import type { OwnWriting } from '../writing';

/** `az` before what is spoken with a vowel at its beginning: 1 (egy), 5 (öt), 50, 500, 1000 (ezer); a, e, f (ef), l (el)… */
export function hungarianArticle(before: string): 'a' | 'az' {
  const digits = /^\d+/.exec(before.replace(/[\s\u00a0\u202f]/g, ''))?.[0];
  if (digits !== undefined) {
    const isOneOfItsThree = digits.startsWith('1') && digits.length % 3 === 1; // egy, ezer, egymillió
    return digits.startsWith('5') || isOneOfItsThree ? 'az' : 'a';
  }
  const word = before.toLowerCase();
  const isLetter = /^[a-z](?![a-z\u00c0-\u024f])/.test(word); // spoken by its name, as in `f6`
  return (isLetter ? /^[aefilmnorsuxy]/ : /^[aáeéiíoóöőuúüű]/).test(word) ? 'az' : 'a';
}

export const writing: OwnWriting = { isSingle: (count) => count === 1, article: hungarianArticle };
