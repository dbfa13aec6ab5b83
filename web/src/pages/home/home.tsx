// Knows the first page: three featured games, each one click away. What stands below them comes after them.
import { useSignal, type Signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { problemText } from '../../app/api';
import { sides, starPlayers, starToken } from '../../app/beginning';
import { Choice } from '../../app/controls/choice';
import { LevelChoice } from '../../app/controls/level_choice';
import { prefer, preferences } from '../../app/preferences/preferences';
import { Problem } from '../../app/problem';
import { againstComputer, openTable } from '../../app/starting';
import '../../styles/home.css';
import { say, type MessageKey } from '../../messages/messages';
import type { Featured } from './boards';
import { BoardPicture } from './pictures';

interface GameCardProps {
  readonly game: Featured;
  readonly problem: Signal<string>;
}

function GameCard({ game, problem }: GameCardProps) {
  const attempt = (what: Promise<unknown>) => {
    problem.value = '';
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const isStar = game === 'sternhalma';
  const { level, side, starPlayers: players } = preferences.value;
  const token = isStar ? starToken(players) : game;
  const address = encodeURIComponent(token);
  const title = `featured-${game}`;
  const name = say(`game.${game}` as MessageKey);
  return (
    <section class="card featured-game" aria-labelledby={title}>
      <BoardPicture game={game} />
      <div class="featured-game-inside">
        <div class="featured-game-text">
          <div class="featured-game-head">
            <h2 id={title}>{name}</h2>
            <a href={`/rules/${game}`} aria-label={`${name}: ${say('nav.rules')}`}>
              {say('nav.rules')}
            </a>
          </div>
          <p>{say(`home.featured.${game}` as MessageKey)}</p>
        </div>
        <div class="beginning">
          <LevelChoice label={say('start.level')} value={level} choose={(chosen) => prefer({ level: chosen })} />
          {isStar ? (
            <Choice
              label={say('home.players')}
              value={String(players)}
              options={starPlayers.map((count) => [String(count), say('home.players.count', { count })])}
              choose={(chosen) => prefer({ starPlayers: Number(chosen) })}
            />
          ) : (
            <Choice
              label={say('start.seat')}
              value={side}
              options={sides.map((one) => [one, say(`side.${one}`)])}
              choose={(chosen) => prefer({ side: chosen })}
            />
          )}
        </div>
        <div class="ways">
          <button type="button" class="button button-main" onClick={() => attempt(againstComputer(token, isStar ? {} : { side }))}>
            {say('home.computer')}
          </button>
          <button type="button" class="button" onClick={() => attempt(openTable(token, 'link', isStar ? {} : { side }))}>
            {say('home.friend')}
          </button>
          <a class="button" href={`/lobby?game=${address}`}>
            {say('home.anyone')}
          </a>
          <a class="button" href={`/here/${address}`}>
            {say('home.here')}
          </a>
          <a class="button button-plain" href={`/new/${address}`}>
            {say('home.options')}
          </a>
        </div>
      </div>
    </section>
  );
}

export function HomePage() {
  const problem = useSignal('');
  const below = useSignal<FunctionComponent | null>(null);
  useEffect(() => {
    // After the featured games are there: a first visit to a board has this page's file too, and not what stands further down.
    import('./below').then(
      ({ Below }) => (below.value = Below),
      () => undefined,
    );
  }, []);
  const Below = below.value;
  return (
    <>
      <div class="welcome">
        <h1>{say('home.title')}</h1>
        <p>{say('home.text')}</p>
      </div>
      <Problem text={problem.value} />
      <div class="featured-games">
        <GameCard game="american" problem={problem} />
        <GameCard game="flying-king" problem={problem} />
        <GameCard game="sternhalma" problem={problem} />
      </div>
      {Below !== null && <Below />}
    </>
  );
}
