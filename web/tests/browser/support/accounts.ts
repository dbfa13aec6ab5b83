// Knows how somebody with an account comes to the tests; how one makes it by hand is a test of its own, in account.test.ts.
import type { House } from './house';
import type { Player } from './player';

export const password = 'correct horse 7 battery';

export async function withAccount(house: House, name: string, more: Parameters<House['player']>[0] = {}): Promise<Player> {
  const player = await house.player(more);
  await player.post('/api/account', { name, password });
  await player.goto('/account');
  await player.page.getByText(`Signed in as ${name}.`).waitFor();
  return player;
}
