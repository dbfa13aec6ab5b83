// Knows what the computer's opinion looks like: the best lines here, and the switch for them.
import { Problem } from '../../app/problem';
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { prefer } from '../../app/preferences/preferences';
import { useEffect } from 'preact/hooks';
import type { Findings } from '../../rules/types';
import { startThinker, type Thinker } from '../../game/thinker';
import { say } from '../../messages/messages';
import { scoreText } from './evaluation';
import { positionOf, type GameTree, type TreeNode } from '../../game/game_tree';

const steps = [20_000, 200_000, 1_500_000]; // looked at in turn, so that a first answer comes at once
const linesShown = 3;
const movesShown = 6; // in one line, where they are short

interface EngineProps {
  readonly tree: GameTree;
  readonly at: ReadonlySignal<TreeNode>;
  /** What is found for the position that is looked at, for an arrow on the board. */
  readonly found: Signal<Findings | undefined>;
  readonly play: (moves: readonly string[]) => void;
  /** What the seats are called. */
  readonly sides: readonly string[];
}

interface EngineSwitchProps {
  readonly isOn: boolean;
}

/** Whether the computer looks at what is shown: as it was left last on this device. */
export function EngineSwitch({ isOn }: EngineSwitchProps) {
  return (
    <label class="button engine-switch" title={say('analysis.engine.on')}>
      <input type="checkbox" aria-label={say('analysis.engine.on')} checked={isOn} onChange={(event) => prefer({ engine: event.currentTarget.checked ? 'on' : 'off' })} />
      <svg class="sign sign-line" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M7 7h10v10H7zM10.5 10.5h3v3h-3zM9.5 3.5V7M14.5 3.5V7M9.5 17v3.5M14.5 17v3.5M3.5 9.5H7M3.5 14.5H7M17 9.5h3.5M17 14.5h3.5" />
      </svg>
      <span>{say('analysis.engine')}</span>
    </label>
  );
}

/** It is here while it is on. */
export function Engine({ tree, at, found, play, sides }: EngineProps) {
  const problem = useSignal('');
  const node = at.value;
  const seats = sides.length;
  // Of two the score is the first one's throughout; of many the one's who is to move.
  const scored = seats === 2 ? 0 : (node.turn ?? 0);
  const whoWins = (isMover: boolean) => (isMover ? sides[node.turn ?? 0] : seats === 2 ? sides[1 - (node.turn ?? 0)] : undefined);

  useEffect(() => {
    found.value = undefined;
    problem.value = '';
    if (node.turn === null) return;
    let isOld = false;
    const thinker: Thinker = startThinker();
    const look = async () => {
      for (const nodes of steps) {
        const answer = await thinker.look(positionOf(tree, node), nodes, linesShown);
        if (isOld) return;
        found.value = answer;
      }
    };
    look().catch(() => {
      if (!isOld) problem.value = say('refusal.engine_unavailable');
    });
    return () => {
      isOld = true;
      thinker.stop();
      found.value = undefined; // for whoever turns it off
    };
  }, [node, tree]);

  const { lines = [], depth = 0 } = found.value ?? {};
  return (
    <section class="card engine" aria-label={say('analysis.engine')}>
      <p class="quiet small engine-head">
        <span>+: {say('analysis.graph.better', { side: sides[scored] ?? '' })}</span>
        <span>{depth > 0 ? say('analysis.engine.depth', { depth }) : node.turn !== null && problem.value === '' && say('analysis.engine.looking')}</span>
      </p>
      {/* Its room is the same whatever is found: nothing below moves. */}
      <ol class="found-lines" tabIndex={0} aria-label={say('analysis.lines')}>
        {lines.map((line) => (
          <li key={line.moves[0]}>
            <button type="button" class="found-line" onClick={() => play(line.moves.slice(0, 1))}>
              <b>{scoreText(line, node.turn === scored, whoWins)}</b>
              {line.moves.slice(0, movesShown).flatMap((move, at) => [
                ' ',
                <span key={at} class="found-move">
                  {move}
                </span>,
              ])}
            </button>
          </li>
        ))}
      </ol>
      <Problem text={problem.value} />
    </section>
  );
}
