// Knows how the computer's strength is chosen: among five named steps, or among all there are; from the weakest to the strongest.
import { useSignal } from '@preact/signals';
import { levelName } from '../../game/computer';
import { say } from '../../messages/messages';
import { levelIds } from '../../rules/level_ids';
import { namedLevels } from '../beginning';
import { Choice } from './choice';

/** No level: it brings all of them. */
const more = '';

interface LevelChoiceProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly label?: string;
  readonly value: string;
  readonly choose: (level: string) => void;
}

export function LevelChoice({ value, choose, ...ids }: LevelChoiceProps) {
  const isUnfolded = useSignal(false);
  const isWhole = isUnfolded.value || !namedLevels.includes(value);
  const options = (isWhole ? levelIds : namedLevels).map((level) => [level, levelName(level)] as const);
  return (
    <Choice
      {...ids}
      value={value}
      options={isWhole ? options : [...options, [more, say('level.more')]]}
      choose={(chosen) => {
        if (chosen === more) isUnfolded.value = true;
        else choose(chosen);
      }}
    />
  );
}
