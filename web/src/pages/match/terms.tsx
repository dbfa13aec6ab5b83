// Knows how the clock of a match is told: to all who wait for it to begin, and as long as it lasts where turns that are missed
// put a player out. Does not know how time is kept.
import type { LiveTable } from '../../table/live_table';
import '../../messages/en_new_game';
import { say } from '../../messages/messages';
import type { Clock } from '../../wire';
import { clockName } from '../lobby/naming';
import { lengthOfTime } from '../lobby/waiting';

/** `0:30 per turn. …`, or `5+3`. */
function clockText(clock: Clock): string {
  if (clock.kind !== 'turn') return clockName(clock);
  return say('table.terms.turn', { time: lengthOfTime(clock.step_ms ?? 0), count: clock.periods ?? 0 });
}

export function Terms({ table }: { readonly table: LiveTable }) {
  const { phase } = table.state.value;
  const { clock } = table;
  if (phase === 'over' || (phase === 'running' && clock.kind !== 'turn')) return null;
  return (
    <p class="quiet small terms">
      <b>{say('start.clock')}:</b> {clockText(clock)}
    </p>
  );
}
