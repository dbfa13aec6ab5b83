// Knows the page of another player: who they are, whether they are here, and the way to a challenge.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, hasPlayed, me, problemText, refreshMe } from '../../app/api';
import type { PageProps } from '../../app/router/router';
import '../../styles/lobby.css';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { BotUserStatus } from '../../wire';

export function PlayerPage({ parameters }: PageProps) {
  const name = parameters['name'] ?? '';
  const found = useSignal<BotUserStatus | null | undefined>(undefined); // null: nobody has this name
  const problem = useSignal('');
  useEffect(() => {
    if (me.peek() === undefined && hasPlayed()) refreshMe().catch(() => undefined);
    ask<readonly BotUserStatus[]>('GET', `/api/users/status?ids=${encodeURIComponent(name)}`).then(
      ([status]) => (found.value = status ?? null),
      (reason: unknown) => (problem.value = problemText(reason)),
    );
  }, [name]);
  const player = found.value;
  const own = me.value?.player;
  return (
    <>
      <h1>{player?.name ?? name}</h1>
      {problem.value !== '' && (
        <p class="notice notice-bad" role="alert">
          {problem.value}
        </p>
      )}
      {player === undefined && problem.value === '' && <p class="quiet">{say('shell.loading')}</p>}
      {player === null && <p>{say('player.nobody')}</p>}
      {player && (
        <section class="card stack">
          <p>{say(player.online === true ? 'player.online' : 'player.offline')}</p>
          {player.title === 'BOT' && <p class="quiet">{say('player.program')}</p>}
          {own?.kind !== 'account' && <p class="quiet">{say('player.account')}</p>}
          {own?.kind === 'account' && own.id !== player.id && (
            <div>
              <a class="button button-main" href={`/new?with=player&name=${encodeURIComponent(player.name)}`}>
                {say('player.challenge')}
              </a>
            </div>
          )}
        </section>
      )}
    </>
  );
}
