// Knows how the computer's strength is chosen: five named steps first, the steps between them behind those.
import { levelName } from '../game/computer';
import { say } from '../messages/messages';
import { namedLevels, otherLevels } from './beginning';
import { Choice } from './choice';

interface LevelChoiceProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  readonly value: string;
  readonly choose: (level: string) => void;
}

export function LevelChoice({ value, choose, ...ids }: LevelChoiceProps) {
  const named = (levels: readonly string[]) => levels.map((level) => [level, levelName(level)] as const);
  return <Choice {...ids} value={value} options={named(namedLevels)} more={{ name: say('level.more'), options: named(otherLevels) }} choose={choose} />;
}
