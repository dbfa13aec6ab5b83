// Knows the page of a game on this device: begins it as the address asks, or takes it up where it was left.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { freshId } from '../../app/device/fresh_id';
import { go, query, type PageProps } from '../../app/router/router';
import { theRules } from '../../app/rules';
import { usualLevel } from '../../app/preferences/preferences';
import type { Refusal, Rules } from '../../rules/types';
import { findGame, keepGame, type KeptGame } from '../../game/kept/kept_games';
import { LocalTable } from '../../table/local_table';
import { TableView } from '../../table/table_view';
import { say } from '../../messages/messages';
import type { Clock } from '../../wire';
import { Missing } from '../missing';

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'table'; readonly table: LocalTable; readonly rules: Rules };

/** Who plays: everyone at this screen, or one against the computer, which takes all other seats. */
function levelsFor(seats: number, asked: URLSearchParams): readonly string[] {
  if (asked.get('against') !== 'computer') return Array.from({ length: seats }, () => '');
  const level = asked.get('level') ?? usualLevel;
  const chosen = Number(asked.get('seat') ?? NaN);
  const own = chosen >= 0 && chosen < seats ? Math.trunc(chosen) : Math.floor(Math.random() * seats);
  return Array.from({ length: seats }, (_, seat) => (seat === own ? '' : level));
}

/** In the next game everyone sits one seat further: colours are swapped (AM-11), the star's seats rotate. */
function nextLevels(levels: readonly string[]): readonly string[] {
  return [...levels.slice(-1), ...levels.slice(0, -1)];
}

async function clockIn(asked: URLSearchParams): Promise<Clock | undefined> {
  const text = asked.get('clock');
  return text === null ? undefined : (await import('../new_game/clocks')).readClock(text);
}

/** It is rare, and comes when it is needed. */
async function whyNot(rules: Rules, refusal: Refusal): Promise<string> {
  const { refusedText } = await import('../../game/reasons/refused_text');
  return refusedText(rules, refusal);
}

async function begin(rules: Rules, token: string, asked: URLSearchParams): Promise<KeptGame | string> {
  await rules.prepare(token);
  const before = asked.get('like');
  const like = before === null ? undefined : await findGame(before).catch(() => undefined);
  const start = asked.get('position') ?? like?.start ?? null; // another game begins where the last one did
  const game = start === null ? rules.start(token) : rules.start(token, start);
  if (!game.ok) return whyNot(rules, game);
  const { token: canonical, seats } = game.value;
  game.value.free();
  const levels = like?.levels.length === seats ? nextLevels(like.levels) : levelsFor(seats, asked);
  const clock = like === undefined ? await clockIn(asked) : like.clock;
  const now = Date.now();
  return {
    ...(clock === undefined ? {} : { clock }),
    id: freshId(),
    token: canonical,
    start,
    moves: [],
    levels,
    resigned: [],
    agreedDraw: false,
    isOver: false,
    begunAt: now,
    touchedAt: now,
  };
}

/** A game that was just begun, on its way to the page of its own address. */
let begunHere: KeptGame | undefined;

async function find(id: string): Promise<KeptGame | undefined> {
  const begun = begunHere;
  begunHere = undefined;
  return begun?.id === id ? begun : findGame(id).catch(() => undefined);
}

async function open(token: string, id: string | undefined, asked: URLSearchParams): Promise<Shown> {
  const rules = await theRules();
  let kept = id === undefined ? undefined : await find(id);
  if (id !== undefined && kept === undefined) return { kind: 'failed', reason: say('shell.missing.text') };
  if (kept === undefined) {
    const begun = await begin(rules, token, asked);
    if (typeof begun === 'string') return { kind: 'failed', reason: begun };
    kept = begun;
    const isKept = await keepGame(kept).then(
      () => true,
      () => false,
    );
    if (isKept) {
      begunHere = begun;
      go(`/here/${encodeURIComponent(begun.token)}/${begun.id}`, 'instead');
      return { kind: 'loading' }; // the page at that address opens it
    }
  }
  await rules.prepare(kept.token);
  const table = LocalTable.open(rules, kept);
  return table.ok ? { kind: 'table', table: table.value, rules } : { kind: 'failed', reason: await whyNot(rules, table) };
}

export function HerePage({ parameters }: PageProps) {
  const shown = useSignal<Shown>({ kind: 'loading' });
  useEffect(() => {
    let isGone = false;
    open(parameters['game'] ?? '', parameters['id'], query.peek()).then(
      (found) => {
        if (isGone && found.kind === 'table') found.table.leave();
        else if (!isGone) shown.value = found;
      },
      (problem: unknown) => (shown.value = { kind: 'failed', reason: String(problem) }),
    );
    const keepTime = () => {
      const now = shown.peek();
      if (now.kind === 'table') now.table.keepTime();
    };
    addEventListener('pagehide', keepTime);
    return () => {
      isGone = true;
      removeEventListener('pagehide', keepTime);
      if (shown.peek().kind === 'table') (shown.peek() as { table: LocalTable }).table.leave();
    };
  }, []);
  const now = shown.value;
  if (now.kind === 'loading') return <p class="quiet">{say('shell.loading')}</p>;
  if (now.kind === 'failed') return <Missing title={say('shell.failed.title')} reason={now.reason} />;
  return <TableView table={now.table} rules={now.rules} />;
}
