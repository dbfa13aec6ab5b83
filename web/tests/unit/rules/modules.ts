// Knows where tests find the modules: tools/build_wasm.sh has made them before.
import { readFileSync } from 'node:fs';
import { rulesFrom } from '../../../src/rules/rules';
import type { Checked, Rules } from '../../../src/rules/types';

export function bytesOf(module: 'featured_games' | 'rules' | 'engine'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../../../build/wasm/${module}.wasm`, import.meta.url)));
}

export function testRules(): Promise<Rules> {
  return rulesFrom({ featured: bytesOf('featured_games'), whole: () => bytesOf('rules') });
}

/** With every game from the start. */
export function wholeTestRules(): Promise<Rules> {
  return rulesFrom({ featured: bytesOf('rules') });
}

/** With every game, and what chooses moves; judged by the networks of the games that were prepared. */
export function thinkingTestRules(): Promise<Rules> {
  const network = (game: string) => () => new Uint8Array(readFileSync(new URL(`../../../../nets/${game}.net`, import.meta.url)));
  return rulesFrom({ featured: bytesOf('engine'), networks: Object.fromEntries(['american', 'flying-king', 'international'].map((game) => [game, network(game)])) });
}

export function value<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw new Error(`${checked.rule}: ${checked.reason}`);
}
