// Knows how the page asks the server over HTTP and what a refusal looks like; does not know what is asked for.
import { effect, signal } from '@preact/signals';
import { renewLine } from '../line/opened_line';
import { sayIfKnown, say } from '../messages/messages';
import type { ErrorAnswer, Me, Player } from '../wire';
import { readText, writeText } from './device/device_storage';

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly rule: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** No answer at all: the device is offline, or the server is away. */
export class Unreachable extends Error {}

function isErrorAnswer(value: unknown): value is ErrorAnswer {
  return typeof value === 'object' && value !== null && 'error' in value;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined; // a proxy's page, not the server's answer
  }
}

async function answerTo(method: string, path: string, body?: unknown): Promise<string> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (problem) {
    throw new Unreachable(String(problem));
  }
  const text = await response.text();
  if (response.ok) return text;
  const answer = parsed(text);
  if (isErrorAnswer(answer)) throw new Refused(answer.error.code, answer.error.rule ?? '', answer.error.reason);
  throw new Unreachable(`${response.status} ${response.statusText}`);
}

/** Asks for a text, such as a game's record. */
export function askText(path: string): Promise<string> {
  return answerTo('GET', path);
}

export async function ask<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
  const answer = parsed(await answerTo(method, path, body));
  if (answer === undefined) throw new Unreachable('the answer is not JSON');
  return answer as Answer;
}

/** What went wrong, for the player. */
export function problemText(problem: unknown): string {
  if (problem instanceof Refused) {
    return sayIfKnown(`refusal.${problem.code}`, say('shell.failed', { reason: problem.reason }));
  }
  if (problem instanceof Unreachable) return say('shell.unreachable');
  return say('shell.failed', { reason: problem instanceof Error ? problem.message : String(problem) });
}

/** Who plays in this browser, as far as the server has said; undefined before anybody has begun. */
export const me = signal<Me | undefined>(undefined);

/** Whether the server has said who plays here. */
export const isMeKnown = signal(false);

export const hasAccount = (): boolean => me.value?.player.kind === 'account';

const played = 'crownstar.played';

/** Whether anybody has played in this browser: the server need not be asked who one is where nobody has. */
export function hasPlayed(): boolean {
  return readText(played) !== null;
}

/** Whether it is known that nobody with an account plays here. Until the server has said so, whoever has played may have one. */
export const hasNoAccount = (): boolean => !hasAccount() && (isMeKnown.value || !hasPlayed());

effect(() => {
  if (me.value !== undefined) writeText(played, 'yes');
});

export async function refreshMe(): Promise<Me | undefined> {
  const answer = await ask<Partial<Me>>('GET', '/api/session'); // empty where nobody has begun to play
  me.value = answer.player === undefined ? undefined : (answer as Me);
  isMeKnown.value = true;
  return me.value;
}

/** Anyone plays at once: where there is no session yet, a guest's is begun. */
export async function ensurePlayer(name?: string): Promise<Player> {
  const known = me.value ?? (await refreshMe());
  if (known !== undefined) return known.player;
  me.value = await ask<Me>('POST', '/api/guest', name === undefined || name === '' ? {} : { name: name.normalize('NFC') });
  renewLine(); // the connection was opened for nobody
  return me.value.player;
}
