// Knows the games on a player's page: those that everybody may see, and those that one has played against them oneself.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { problemText } from '../../app/api';
import { Problem } from '../../app/problem';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { Player } from '../../wire';
import { ServerGame } from '../games/items';
import { useMatchPages } from '../games/match_pages';
import { unfinishedFirst } from '../games/order';
import { scoreAgainst } from '../games/result';

export function PlayerGames({ player }: { readonly player: Player }) {
  const games = useMatchPages(`/api/players/${encodeURIComponent(player.id)}/matches`);
  const problem = useSignal('');
  const look = () => void games.more().catch((reason: unknown) => (problem.value = problemText(reason)));
  useEffect(look, [player.id]);
  const listed = games.matches ?? [];
  const score = scoreAgainst(listed, player.id);
  return (
    <section class="card">
      <h2>{say('player.games')}</h2>
      <Problem text={problem.value} />
      {games.matches !== undefined && listed.length === 0 && <p class="quiet">{say('player.games.none')}</p>}
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
      {games.hasMore && (
        <button type="button" class="button" onClick={look}>
          {say('games.more')}
        </button>
      )}
    </section>
  );
}
