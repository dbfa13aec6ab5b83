// Knows what is shown of a quick search: what is searched for and for how long. Does not know how the server is asked.
import type { Clock } from '../../wire';
import { say } from '../../messages/messages';
import { clockName, gameName } from './naming';
import { useSeconds } from '../../app/seconds';
import { lengthOfTime } from './waiting';

/** So long one looks for people alone; then the computer is offered. */
const computerOfferedMs = 20_000;

export interface Search {
  readonly game: string;
  readonly clock: Clock;
  readonly isRated: boolean;
  readonly since: number;
}

interface SearchingProps {
  readonly search: Search;
  readonly stop: () => void;
  readonly computer: () => void;
}

export function Searching({ search, stop, computer }: SearchingProps) {
  const waited = useSeconds().value - search.since;
  const isLong = waited >= computerOfferedMs;
  return (
    <div class="stack searching">
      <p role="status">
        {say('lobby.quick.waiting')}{' '}
        <b>
          {gameName(search.game)} · {clockName(search.clock)}
          {search.isRated && ` · ${say('lobby.rated')}`}
        </b>
      </p>
      <p class="search-time" role="timer" aria-label={say('lobby.quick.time')}>
        {lengthOfTime(waited)}
      </p>
      <p role="status" class={isLong ? '' : 'only-spoken'}>
        {isLong && say('lobby.quick.nobody')}
      </p>
      <div class="row">
        {isLong && (
          <button type="button" class="button button-main" onClick={computer}>
            {say('lobby.quick.computer')}
          </button>
        )}
        <button type="button" class="button" onClick={stop}>
          {say('lobby.quick.stop')}
        </button>
      </div>
    </div>
  );
}
