// Knows the games on a player's page: those that everybody may see, and those that one has played against them oneself.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { MatchList, MatchSummary, Player } from '../../wire';
import { ServerGame } from '../games/items';
import { scoreAgainst, unfinishedFirst } from '../games/result';

/** Pages of the list in which there may be nothing to see, before one has to ask for more. */
const mostSkipped = 5;

export function PlayerGames({ player }: { readonly player: Player }) {
  const games = useSignal<readonly MatchSummary[] | undefined>(undefined);
  const next = useSignal('');
  const problem = useSignal('');
  const more = async () => {
    const path = `/api/players/${encodeURIComponent(player.id)}/matches`;
    for (let pages = 0; pages < mostSkipped; pages += 1) {
      const page = await ask<MatchList>('GET', next.peek() === '' ? path : `${path}?from=${encodeURIComponent(next.peek())}`);
      games.value = [...(games.peek() ?? []), ...page.matches];
      next.value = page.next ?? '';
      if (next.peek() === '' || page.matches.length > 0) return;
    }
  };
  const look = () => void more().catch((reason: unknown) => (problem.value = problemText(reason)));
  useEffect(look, [player.id]);
  const listed = games.value ?? [];
  const score = scoreAgainst(listed, player.id);
  return (
    <section class="card">
      <h2>{say('player.games')}</h2>
      {problem.value !== '' && (
        <p class="notice notice-bad" role="alert">
          {problem.value}
        </p>
      )}
      {games.value !== undefined && listed.length === 0 && <p class="quiet">{say('player.games.none')}</p>}
      {score !== undefined && (
        <p class="player-score">
          {say('player.score', { name: player.name, won: score.won, lost: score.lost, drawn: score.drawn })}
        </p>
      )}
      <ul class="plain-list">
        {unfinishedFirst(listed).map((match) => (
          <ServerGame key={match.match} match={match} of={player.id} />
        ))}
      </ul>
      {next.value !== '' && (
        <button type="button" class="button" onClick={look}>
          {say('games.more')}
        </button>
      )}
    </section>
  );
}
