// Knows which of one's own games are not over, for the first page; says nothing where there is none.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, hasPlayed } from '../../app/api';
import { keptGames, type KeptGame } from '../../game/kept/kept_games';
import { say } from '../../messages/messages';
import type { MatchList, MatchSummary } from '../../wire';
import { DeviceGame, ServerGame } from '../games/items';
import { unfinishedFirst } from '../games/order';
import '../../messages/en_new_game'; // what is said of each game further down

const mostOfEach = 3;

export function Yours() {
  const onServer = useSignal<readonly MatchSummary[]>([]);
  const onDevice = useSignal<readonly KeptGame[]>([]);
  useEffect(() => {
    const nothing = () => undefined; // the page is of use all the same
    keptGames().then((games) => {
      onDevice.value = games.filter((game) => !game.isOver && game.moves.length > 0).slice(0, mostOfEach);
    }, nothing);
    if (!hasPlayed()) return;
    ask<MatchList>('GET', '/api/me/matches').then(({ matches }) => {
      const open = matches.filter(({ phase }) => phase === 'running' || phase === 'waiting');
      onServer.value = unfinishedFirst(open).slice(0, mostOfEach);
    }, nothing);
  }, []);
  if (onServer.value.length + onDevice.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="yours-title">
      <h2 id="yours-title">{say('home.yours')}</h2>
      <ul class="plain-list">
        {onServer.value.map((match) => (
          <ServerGame key={match.match} match={match} />
        ))}
        {onDevice.value.map((game) => (
          <DeviceGame key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}
