// Knows the first page: three doors, one click from a game. What runs and what else there is stands below them.
import type { ComponentChildren } from 'preact';
import { againstComputer, inviteFriend } from '../../app/starting';
import '../../styles/home.css';
import { say, type Word } from '../../words/words';
import { CheckersPicture, StarPicture } from './pictures';

interface DoorProps {
  readonly game: 'american' | 'flying-king' | 'sternhalma';
  readonly picture: ComponentChildren;
}

function Door({ game, picture }: DoorProps) {
  const title = `door-${game}`;
  return (
    <section class="card door" aria-labelledby={title}>
      {picture}
      <div class="door-inside">
        <h2 id={title}>{say(`game.${game}` as Word)}</h2>
        <p>{say(`home.door.${game}` as Word)}</p>
        <div class="ways">
          <button type="button" class="button button-main" onClick={() => void againstComputer(game)}>
            {say('home.computer')}
          </button>
          <button type="button" class="button" onClick={() => void inviteFriend(game)}>
            {say('home.friend')}
          </button>
          <a class="button" href={`/lobby?game=${game}`}>
            {say('home.anyone')}
          </a>
          <a class="button" href={`/here/${game}`}>
            {say('home.here')}
          </a>
          <a class="button button-plain" href={`/new/${game}`}>
            {say('home.options')}
          </a>
        </div>
      </div>
    </section>
  );
}

export function HomePage() {
  return (
    <>
      <div class="welcome">
        <h1>{say('home.title')}</h1>
        <p>{say('home.text')}</p>
      </div>
      <div class="doors">
        <Door game="american" picture={<CheckersPicture kings={false} />} />
        <Door game="flying-king" picture={<CheckersPicture kings />} />
        <Door game="sternhalma" picture={<StarPicture />} />
      </div>
    </>
  );
}
