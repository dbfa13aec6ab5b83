// Knows how one's own side is chosen: a seat by its colour, or by lot.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Choice } from '../../app/controls/choice';
import { Field } from '../../app/controls/field';
import { preferences } from '../../app/preferences/preferences';
import { setsOf } from '../../game/dressing';
import { draughtsSeatName, starSetName } from '../../game/naming';
import { language, say, sayList } from '../../messages/messages';
import type { Rules } from '../../rules/types';

interface SidesProps {
  readonly rules: Rules;
  readonly token: string;
  readonly chosen: number | undefined;
  readonly choose: (seat: number | undefined) => void;
}

/** What the seats are called: by the colours of their pieces. */
function seatNames(rules: Rules, token: string): readonly string[] {
  const begun = rules.start(token);
  if (!begun.ok) return [];
  const game = begun.value;
  const isStar = game.layout().shape === 'star';
  const first = { pieces: game.pieces() };
  const names = Array.from({ length: game.seats }, (_, seat) => {
    if (isStar) return sayList(setsOf(first, seat).map(starSetName));
    return draughtsSeatName(game.seatName(seat));
  });
  game.free();
  return names;
}

export function Sides({ rules, token, chosen, choose }: SidesProps) {
  const ready = useSignal(rules.covers(token) ? token : '');
  useEffect(() => {
    let isGone = false;
    rules.prepare(token).then(
      () => {
        if (!isGone) ready.value = token;
      },
      () => undefined, // one plays at any side then
    );
    return () => void (isGone = true);
  }, [token]);
  const isReady = ready.value === token;
  const names = useMemo(() => (isReady ? seatNames(rules, token) : []), [isReady, rules, token, language.value, preferences.value.pieces]);
  if (names.length === 0) return null;
  const value = chosen !== undefined && chosen < names.length ? String(chosen) : '';
  return (
    <Field label={say('start.seat')}>
      {(ids) => (
        <Choice
          {...ids}
          value={value}
          options={[['', say('side.random')] as const, ...names.map((name, seat) => [String(seat), seat === 0 ? say('start.seat.first', { name }) : name] as const)]}
          choose={(seat) => choose(seat === '' ? undefined : Number(seat))}
        />
      )}
    </Field>
  );
}
