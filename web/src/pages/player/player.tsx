// Knows the page of another player: who they are, how well they play, their games, and the way to a challenge.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, hasPlayed, me, problemText, refreshMe, Refused } from '../../app/api';
import { Problem } from '../../app/problem';
import type { PageProps } from '../../app/router/router';
import '../../styles/lobby.css';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { Profile } from '../../wire';
import { PlayerGames } from './player_games';
import { Ratings } from './ratings';

function About({ profile: { player, bot, online } }: { readonly profile: Profile }) {
  const own = me.value?.player;
  // Of oneself one knows it; whoever looks for others finds the way to them.
  if (own?.id === player.id) {
    return (
      <section class="card stack">
        <p>{say('player.own')}</p>
        <div class="row">
          <a class="button" href="/lobby">
            {say('home.anyone')}
          </a>
          <a class="button" href="/account">
            {say('nav.account')}
          </a>
        </div>
      </section>
    );
  }
  return (
    <section class="card stack">
      <p>{say(online === true ? 'player.online' : 'player.offline')}</p>
      {bot === true && <p class="quiet">{say('player.program')}</p>}
      {own?.kind !== 'account' && <p class="quiet">{say('player.account')}</p>}
      {own?.kind === 'account' && (
        <div>
          <a class="button button-main" href={`/new?with=player&name=${encodeURIComponent(player.name)}`}>
            {say('player.challenge')}
          </a>
        </div>
      )}
    </section>
  );
}

export function PlayerPage({ parameters }: PageProps) {
  const name = parameters['name'] ?? '';
  const found = useSignal<Profile | null | undefined>(undefined); // null: nobody has this name
  const problem = useSignal('');
  useEffect(() => {
    if (me.peek() === undefined && hasPlayed()) refreshMe().catch(() => undefined);
    ask<Profile>('GET', `/api/players/${encodeURIComponent(name)}`).then(
      (profile) => (found.value = profile),
      (reason: unknown) => {
        if (reason instanceof Refused && reason.code === 'not_found') found.value = null;
        else problem.value = problemText(reason);
      },
    );
  }, [name]);
  const profile = found.value;
  const title = profile?.player.name ?? name;
  useEffect(() => {
    document.title = `${title} – Crownstar`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <Problem text={problem.value} />
      {profile === undefined && problem.value === '' && <p class="quiet">{say('shell.loading')}</p>}
      {profile === null && <p>{say('player.nobody')}</p>}
      {profile && (
        <div class="lobby-lists">
          <div class="stack">
            <About profile={profile} />
            <Ratings player={profile.player.id} ratings={profile.ratings ?? []} />
          </div>
          <PlayerGames player={profile.player} />
        </div>
      )}
    </>
  );
}
