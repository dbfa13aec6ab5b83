// Which network is loaded for a game: its own, once, and no other.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RulesModule } from '../../../src/rules/module';
import { networkLoader } from '../../../src/rules/networks';
import { compileModule } from '../../../src/rules/sources';
import { bytesOf } from './modules';

const names = ['american', 'star-10-standard', 'star-10-standard-several', 'star-10-super', 'star-10-symmetric', 'star-15-standard', 'star-15-super'];

it('loads the network that judges the game, once', async () => {
  const loaded: string[] = [];
  const source = (name: string) => () => {
    loaded.push(name);
    return new Uint8Array(readFileSync(new URL(`../../../../nets/${name}.net`, import.meta.url)));
  };
  const load = networkLoader(await RulesModule.load(await compileModule(bytesOf('engine'))), Object.fromEntries(names.map((name) => [name, source(name)])));
  const loadedFor = async (token: string): Promise<readonly string[]> => {
    loaded.length = 0;
    await load(token);
    return [...loaded];
  };
  expect(await loadedFor('sternhalma:pieces=10,hop=symmetric')).toEqual(['star-10-symmetric']);
  expect(await loadedFor('sternhalma:pieces=10,hop=super')).toEqual(['star-10-super']);
  expect(await loadedFor('sternhalma:hop=super')).toEqual(['star-15-super']);
  expect(await loadedFor('sternhalma:pieces=15')).toEqual(['star-15-standard']);
  expect(await loadedFor('sternhalma:pieces=15')).toEqual([]);
  expect(await loadedFor('sternhalma:players=6')).toEqual(['star-10-standard-several']);
  expect(await loadedFor('sternhalma:players=3')).toEqual([]);
  expect(await loadedFor('sternhalma:players=6,teams=opposite')).toEqual([]);
  expect(await loadedFor('sternhalma:nonsense=1')).toEqual([]);
  expect(await loadedFor('american')).toEqual(['american']);
  expect(await loadedFor('russian')).toEqual([]);
});
