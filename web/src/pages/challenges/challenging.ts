// Knows how another player is challenged: the terms that were chosen, as the server takes them.
import { ask } from '../../app/api';
import { go } from '../../app/router/router';
import { theRules } from '../../app/rules';
import type { BotChallengeMade, Clock } from '../../wire';
import { membersOfClock } from './challenge_clock';

interface Terms {
  readonly token: string;
  readonly clock: Clock;
  readonly seat: number | undefined; // one's own; nothing where it is drawn
  readonly isRated: boolean;
}

/** How a challenge names a seat: the one called White, or else the first, is white; the other one black, however it is painted. */
async function colourOf(token: string, seat: number | undefined): Promise<{ readonly color?: 'white' | 'black' }> {
  if (seat === undefined || seat > 1) return {};
  const game = (await theRules()).start(token);
  if (!game.ok) return {};
  const white = game.value.seatName(1) === 'White' ? 1 : 0;
  game.value.free();
  return { color: seat === white ? 'white' : 'black' };
}

/** It waits for an answer; the player's page shows who was asked. */
export async function challenge(name: string, { token, clock, seat, isRated }: Terms): Promise<void> {
  const terms = { variant: token, rated: isRated, ...membersOfClock(clock), ...(await colourOf(token, seat)) };
  await ask<BotChallengeMade>('POST', `/api/challenge/${encodeURIComponent(name)}`, terms);
  go(`/player/${encodeURIComponent(name)}`);
}
