// Knows how somebody with an account comes to the tests; how one makes it by hand is a test of its own, in account.test.ts.
import type { TestServer } from './test_server';
import type { Player } from './player';

export const password = 'correct horse 7 battery';

export async function withAccount(server: TestServer, name: string, more: Parameters<TestServer['player']>[0] = {}): Promise<Player> {
  const player = await server.player(more);
  await player.post('/api/account', { name, password });
  await player.goto('/account');
  await player.page.getByText(`Signed in as ${name}.`).waitFor();
  return player;
}
