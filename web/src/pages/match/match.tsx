// Knows the page of a game on the server: whoever may sit down does, all others watch.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask, ensurePlayer, me, problemText, Refused, refreshMe } from '../../app/api';
import { preferences } from '../../app/preferences/preferences';
import { go, query, type PageProps } from '../../app/router/router';
import { theRules } from '../../app/rules';
import { signInPath } from '../../app/sign_in';
import { invitationFor } from '../../app/starting';
import { theLine } from '../../line/line';
import type { Rules } from '../../rules/types';
import { useLater } from '../../app/later';
import { LiveTable } from '../../table/live_table';
import { TableView } from '../../table/table_view';
import type { Clock, Snapshot } from '../../wire';
import { say, sayIfKnown } from '../../messages/messages';
import { Missing } from '../missing';
import { shortClock } from '../new_game/clocks';
import { isNew } from './new_games';
import { Arrival } from './arrival';

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string }
  | { readonly kind: 'table'; readonly table: LiveTable; readonly rules: Rules };

class NotOpened extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(sayIfKnown(`refusal.${code}`, reason));
  }
}

function failed(problem: unknown): Shown {
  if (problem instanceof NotOpened) return { kind: 'failed', reason: problem.message, code: problem.code };
  return { kind: 'failed', reason: problemText(problem), code: problem instanceof Refused ? problem.code : '' };
}

interface FirstSnapshot {
  readonly snapshot: Snapshot;
  readonly stop: () => void; // once the table follows: the line would close in between, and the player seem to go away
}

/** The first snapshot of a match, or why there is none. */
function firstSnapshot(match: string, gone: AbortSignal): Promise<FirstSnapshot> {
  return new Promise((resolve, reject) => {
    const stop = theLine().follow({
      match,
      after: () => -1,
      hear: (message) => {
        if (message.t === 'snapshot' && message.snapshot.match === match) resolve({ snapshot: message.snapshot, stop });
        else if (message.t === 'refused' && message.match === match) {
          stop();
          reject(new NotOpened(message.code, message.reason));
        }
      },
    });
    gone.addEventListener('abort', stop);
  });
}

/** Whoever opens an invitation first sits down; some links are to one seat. */
async function sitDown(match: string, code: string, seat: string | null): Promise<void> {
  await ensurePlayer(preferences.value.name);
  await ask('POST', `/api/matches/${match}/join`, seat === null ? { code } : { code, seat: Number(seat) });
}

async function open(match: string, gone: AbortSignal): Promise<Shown> {
  const code = query.peek().get('code');
  const known = await refreshMe();
  if (code !== null && code !== '') {
    // The host's own link leads the host back to the table.
    if (invitationFor(match) === null || known === undefined) {
      // Who comes too late to play may still watch, or see how it ended.
      await sitDown(match, code, query.peek().get('seat')).catch((problem: unknown) => {
        if (!(problem instanceof Refused && ['already_seated', 'match_full'].includes(problem.code))) throw problem;
      });
    }
    go(`/match/${match}`, 'instead');
  }
  if (gone.aborted) return { kind: 'loading' };
  const [rules, { snapshot, stop }] = await Promise.all([theRules(), firstSnapshot(match, gone)]);
  try {
    await rules.prepare(snapshot.setup.game);
    const you = () => theLine().you.value ?? me.value?.player;
    const table = new LiveTable(rules, theLine(), snapshot, you, invitationFor(match), () => ensurePlayer(preferences.value.name));
    return { kind: 'table', table, rules };
  } finally {
    stop();
  }
}

// What not every match has, with its words.
const waiting = async () => (await import('./waiting')).Waiting;
const terms = async () => (await import('./terms')).Terms;
const firstTime = async () => (await import('./first_time')).FirstTime;

/** What stands at a table of the server beside the game. */
function Beside({ table }: { readonly table: LiveTable }) {
  const { phase, token, seats } = table.state.value;
  const Waiting = useLater(phase === 'waiting', waiting);
  const Terms = useLater(phase === 'waiting' || (phase === 'running' && table.clock.kind === 'turn'), terms);
  const FirstTime = useLater(phase === 'running' && seats.some(({ isMine }) => isMine) && isNew(token), firstTime);
  return (
    <>
      <Arrival table={table} />
      {Waiting !== null && <Waiting table={table} />}
      {Terms !== null && <Terms table={table} />}
      {FirstTime !== null && <FirstTime table={table} />}
    </>
  );
}

/** `3+2`, in the line that names the game. A turn's seconds have a line of their own, and no clock is nothing to tell. */
const clockTold = (clock: Clock): string | undefined =>
  clock.kind === 'none' || clock.kind === 'turn' ? undefined : shortClock(clock, { untimed: '', days: (count) => say('table.days', { count }), turn: () => '' });

export function MatchPage({ parameters }: PageProps) {
  const match = parameters['match'] ?? '';
  const shown = useSignal<Shown>({ kind: 'loading' });
  const hadNone = useRef<LiveTable | null>(null); // a table that was looked at before it had a next game
  useEffect(() => {
    const gone = new AbortController();
    open(match, gone.signal).then(
      (found) => {
        if (gone.signal.aborted && found.kind === 'table') found.table.leave();
        else if (!gone.signal.aborted) shown.value = found;
      },
      (problem: unknown) => {
        if (!gone.signal.aborted) shown.value = failed(problem);
      },
    );
    return () => {
      gone.abort();
      const now = shown.peek();
      if (now.kind === 'table') now.table.leave();
    };
  }, [match]);
  // Who wanted another game is taken to it when all others want it too; who watches finds the link to it.
  useSignalEffect(() => {
    const now = shown.value;
    if (now.kind !== 'table') return;
    const { rematch, rematchBy, seats } = now.table.state.value;
    if (rematch === null) hadNone.current = now.table;
    else if (hadNone.current === now.table && rematchBy.some((seat) => seats[seat]?.isMine === true)) go(rematch);
  });
  const now = shown.value;
  if (now.kind === 'loading') return <p class="quiet">{say('shell.loading')}</p>;
  if (now.kind === 'failed' && now.code === 'no_such_match') return <Missing reason={now.reason} />;
  if (now.kind === 'failed') {
    return (
      <Missing title={say('shell.failed.title')} reason={now.reason}>
        {now.code === 'accounts_only' ? (
          <a class="button button-main" href={signInPath()}>
            {say('nav.sign_in')}
          </a>
        ) : undefined}
      </Missing>
    );
  }
  return (
    <TableView table={now.table} rules={now.rules} clock={clockTold(now.table.clock)}>
      <Beside key={match} table={now.table} />
    </TableView>
  );
}
