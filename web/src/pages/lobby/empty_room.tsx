// Knows what the lobby shows to somebody who comes alone: a game to look at, and three good things to do.
import { say } from '../../messages/messages';
import { Demonstration } from './demonstration';

interface EmptyRoomProps {
  readonly game: string;
  readonly isFirst: boolean; // nobody else is on the site
  readonly computer: () => void;
  readonly invite: () => void;
}

export function EmptyRoom({ game, isFirst, computer, invite }: EmptyRoomProps) {
  return (
    <section class="card empty-room" aria-labelledby="alone-title">
      <Demonstration game={game} />
      <div class="stack">
        <h2 id="alone-title">{say(isFirst ? 'lobby.alone' : 'lobby.alone.others')}</h2>
        <p class="quiet">{say('lobby.alone.about')}</p>
        <button type="button" class="button button-main" onClick={computer}>
          {say('home.computer')}
        </button>
        <button type="button" class="button" onClick={invite}>
          {say('home.friend')}
        </button>
        <a class="button" href={`/rules/${game.split(':')[0]}`}>
          {say('lobby.alone.learn')}
        </a>
      </div>
    </section>
  );
}
