// Knows what the computer's opinion looks like: the best lines here, and how many moves gave something away.
import { Problem } from '../../app/problem';
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Findings } from '../../rules/types';
import { startThinker, type Thinker } from '../../game/thinker';
import { say } from '../../messages/messages';
import { MarkCounts, scoreText } from './evaluation';
import type { Judged } from './judging';
import { positionOf, type GameTree, type TreeNode } from '../../game/game_tree';

const steps = [20_000, 200_000, 1_500_000]; // looked at in turn, so that a first answer comes at once
const linesShown = 3;

interface EngineProps {
  readonly tree: GameTree;
  readonly isOn: Signal<boolean>; // it stays on while positions come and go
  /** The game as it was looked through, position by position. */
  readonly judged: Signal<readonly Judged[]>;
  readonly at: ReadonlySignal<TreeNode>;
  /** What is found for the position that is looked at, for an arrow on the board. */
  readonly found: Signal<Findings | undefined>;
  readonly play: (moves: readonly string[]) => void;
  /** What the seats are called. */
  readonly sides: readonly string[];
}

export function Engine({ tree, isOn, judged, at, found, play, sides }: EngineProps) {
  const problem = useSignal('');
  const node = at.value;
  const seats = sides.length;
  const { shape } = tree.game.layout();
  // Of two the score is the first one's throughout; of many the one's who is to move.
  const scored = seats === 2 ? 0 : (node.turn ?? 0);
  const whoWins = (isMover: boolean) => (isMover ? sides[node.turn ?? 0] : seats === 2 ? sides[1 - (node.turn ?? 0)] : undefined);

  useEffect(() => {
    found.value = undefined;
    problem.value = '';
    if (!isOn.value || node.turn === null) return;
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
    };
  }, [node, isOn.value, tree]);

  return (
    <section class="card stack" aria-label={say('analysis.engine')}>
      <label class="tick">
        <input type="checkbox" checked={isOn.value} onChange={(event) => (isOn.value = event.currentTarget.checked)} />
        {say('analysis.engine.on')}
      </label>
      {isOn.value && found.value === undefined && node.turn !== null && <p class="quiet small">{say('analysis.engine.looking')}</p>}
      {found.value !== undefined && (
        <>
          <ol class="found-lines">
            {found.value.lines.map((line) => (
              <li key={line.moves[0]}>
                <button type="button" class="found-line" onClick={() => play(line.moves.slice(0, 1))}>
                  <b>{scoreText(line, node.turn === scored, whoWins)}</b>
                  {line.moves.slice(0, 8).flatMap((move, at) => [
                    ' ',
                    <span key={at} class="found-move">
                      {move}
                    </span>,
                  ])}
                </button>
              </li>
            ))}
          </ol>
          <p class="quiet small">
            +: {say('analysis.graph.better', { side: sides[scored] ?? '' })} · {say('analysis.engine.depth', { depth: found.value.depth })}
          </p>
        </>
      )}
      <Problem text={problem.value} />
      {judged.value.length > 1 && seats === 2 && <MarkCounts points={judged.value} sides={sides} shape={shape} />}
    </section>
  );
}
