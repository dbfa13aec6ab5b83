// Knows roughly how long a password would have to be guessed at. The server has lists of what it refuses, and says so when it is
// asked; this is for while one types.

/** The server takes no shorter one: `password_letters_least` in src/base/limits.hpp. */
export const lettersLeast = 10;

export const strengths = ['short', 'weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

// As good as one letter each: what guessers begin with.
const usual = [
  ...['password', 'passwort', 'qwerty', 'qwertz', 'azerty', 'asdf', 'zxcv', 'iloveyou', 'letmein', 'welcome', 'admin', 'monkey'],
  ...['dragon', 'football', 'baseball', 'superman', 'batman', 'sunshine', 'princess', 'master', 'shadow', 'michael', 'trustno'],
  ...['abc', 'crownstar', 'checkers', 'draughts', 'jelszó', 'lykilorð'],
];
const oneLetter = '\u{1}';

/** Bits that a guesser must try from which on it is fair, good, strong. */
const bounds = [40, 60, 80] as const;

const signs: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/u, 26],
  [/[A-Z]/u, 26],
  [/[0-9]/u, 10],
  [/[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/u, 33],
  [/[^\x00-\x7f]/u, 100],
];

/** How many letters do not follow from the one before them: those of `aaaa` and `1234` do. */
function lettersToGuess(letters: readonly string[]): number {
  let count = 0;
  let step = NaN;
  for (let at = 0; at < letters.length; ++at) {
    const next = (letters[at]?.codePointAt(0) ?? 0) - (letters[at - 1]?.codePointAt(0) ?? NaN);
    const follows = Math.abs(next) <= 1 && (next === step || Number.isNaN(step) || next === 0);
    if (!follows) ++count;
    step = follows ? next : NaN;
  }
  return count;
}

/** The shortest piece that makes all of it when it is repeated. */
function pieceOf(text: string): string {
  const again = (text + text).indexOf(text, 1);
  return text.slice(0, again);
}

export function strengthOf(password: string, name = ''): Strength {
  const text = password.normalize('NFC');
  if ([...text].length < lettersLeast) return 'short';
  const own = name.normalize('NFC').toLowerCase();
  let rest = pieceOf(text.toLowerCase());
  for (const word of own.length < 3 ? usual : [own, ...usual]) rest = rest.replaceAll(word, oneLetter);
  const kinds = signs.reduce((sum, [sign, count]) => sum + (sign.test(text) ? count : 0), 0);
  const bits = lettersToGuess([...rest]) * Math.log2(kinds);
  return strengths[1 + bounds.filter((bound) => bits >= bound).length] ?? 'strong';
}
