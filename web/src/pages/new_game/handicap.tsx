// Knows how a handicap is chosen: for each colour how many pieces fewer it begins with (CC-25).
import { Field } from '../../app/controls/field';
import { RuleMark } from '../../app/rule_mark';
import { say, sayIfKnown } from '../../messages/messages';
import type { GameOption, Rules } from '../../rules/types';
import { readHandicap, setsOf, writeHandicap, type GameChoice } from './token';

interface HandicapFieldsProps {
  readonly rules: Rules;
  readonly option: GameOption;
  readonly choice: GameChoice;
  readonly fallen: string | undefined; // what had been chosen and does not go with the other choices
  readonly choose: (value: string) => void;
}

export function HandicapFields({ rules, option, choice, fallen, choose }: HandicapFieldsProps) {
  const fewer = readHandicap(choice.options[option.key] ?? '');
  return (
    <fieldset class="handicap">
      <legend>
        {say('option.handicap')} <RuleMark game={choice.id} rules={option.rule.split(', ')} />
      </legend>
      <p class="quiet small">
        {say('option.handicap.about')}{' '}
        {fallen !== undefined && <strong class="option-fallen" role="status">{say('start.handicap.again')}</strong>}
      </p>
      <div class="handicap-sets">
        {[...setsOf(rules, choice)].map(([set, pieces]) => (
          <Field key={set} label={sayIfKnown(`seat.set.${set}`, set)}>
            {(ids) => (
              <input
                {...ids}
                type="number"
                min={0}
                max={pieces - 1}
                placeholder="0"
                value={fewer[set] ?? ''}
                onInput={(event) => {
                  const number = Math.min(Math.max(Math.trunc(event.currentTarget.valueAsNumber) || 0, 0), pieces - 1);
                  choose(writeHandicap({ ...fewer, [set]: number }));
                }}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
