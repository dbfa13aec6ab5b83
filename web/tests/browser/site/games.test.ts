// Whole games between two browsers and the real server: by clicking, by dragging, by a finger.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { thinkingTestRules, value } from '../../unit/rules/modules';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { inTurn, nearlyHome, playAll, shortGames, twoByLink } from '../support/play';
import type { Hand, Player } from '../support/player';

let server: TestServer;
let rules: Rules;

keepServer((opened) => (server = opened));
beforeAll(async () => {
  rules = await thinkingTestRules();
});

const finger = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } };

describe.each(['american', 'flying-king'] as const)('%s, from the start to its end', (token) => {
  it.each(['click', 'drag', 'tap'] as const)('by %s', async (hand) => {
    const players = await twoByLink(server, token, hand === 'tap' ? finger : {});
    const game = value(rules.start(token));
    const moves = shortGames[token].split(' ');
    await playAll(game, players, hand, moves);
    const winner = game.outcome().standings.findIndex((standing) => standing.place === 1);
    game.free();
    await players[winner]?.says('You won! ');
    await players[1 - winner]?.says('You lost. ');
    for (const player of players) expect(await player.page.locator('.result p a').getAttribute('href')).toMatch(/^\/rules\/(american#AM-10|flying-king#FK-12)$/);
  });
});

describe('the star, to its end', () => {
  it.each([
    ['click', 'from its start'],
    ['drag', 'from near the end'],
    ['tap', 'from near the end'],
  ] as const)('by %s, %s', async (hand: Hand, from) => {
    const options = hand === 'tap' ? finger : {};
    const [host, guest]: Player[] = [await server.player(options), await server.player(options)];
    if (host === undefined || guest === undefined) throw new Error('two players');
    const position = from === 'from its start' ? null : nearlyHome(rules, 'sternhalma', 3);
    await host.guest('Ada');
    await guest.page.goto(server.address + (await host.host({ game: 'sternhalma', ...(position === null ? {} : { position }) })));
    const players = await inTurn(host, guest);
    const game = value(rules.start('sternhalma', position));
    await playAll(game, players, hand, chosen());
    function* chosen() {
      while (!game.outcome().isOver) yield value(game.choose('steady', 1)).text;
    }
    const winner = game.outcome().standings.findIndex((standing) => standing.place === 1);
    game.free();
    await players[winner]?.says('You won! All your pieces are home.');
    await players[1 - winner]?.says('You lost. Your opponent came home first.');
  });
});
