// Knows how the tree of lines is written out: the main line in a row, each try in brackets behind the move it replaces.
import type { ComponentChildren } from 'preact';
import { say } from '../../words/words';
import { fullText } from '../../table/timeline';
import { markSigns, type Mark } from './judging';
import type { AnalysisTree, TreeNode } from './tree';

interface LinesProps {
  readonly tree: AnalysisTree;
  readonly at: TreeNode;
  readonly seats: number;
  readonly go: (node: TreeNode) => void;
  readonly marks: ReadonlyMap<TreeNode, Mark>;
}

function MarkSign({ mark }: { readonly mark: Mark | undefined }) {
  if (mark === undefined) return null;
  return (
    <span class={`mark mark-${mark}`} title={say(`analysis.mark.${mark}`)}>
      {markSigns[mark]}
    </span>
  );
}

const deepest = 40; // brackets within brackets

export function Lines({ tree, at, seats, go, marks }: LinesProps) {
  const number = (ply: number) => `${Math.floor((ply - 1) / seats) + 1}.`;
  const moveOf = (node: TreeNode, isFirst: boolean) => (
    <button
      key={node.id}
      type="button"
      class="move"
      aria-current={node === at ? 'step' : undefined}
      onClick={() => go(node)}
    >
      {((node.ply - 1) % seats === 0 || isFirst) && <span class="move-number">{number(node.ply)}</span>}
      {fullText(tree.game.layout(), node)}
      <MarkSign mark={marks.get(node)} />
    </button>
  );
  const line = (from: TreeNode | undefined, depth: number): ComponentChildren[] => {
    const parts: ComponentChildren[] = [];
    let isFirst = true;
    for (let node = from; node !== undefined; node = node.children[0]) {
      parts.push(moveOf(node, isFirst));
      isFirst = false;
      const { parent } = node;
      if (parent?.children[0] !== node || depth >= deepest) continue;
      for (const other of parent.children.slice(1)) {
        parts.push(
          <span key={`variation-${other.id}`} class="variation">
            ({line(other, depth + 1)})
          </span>,
        );
        isFirst = true;
      }
    }
    return parts;
  };
  const first = tree.root.children[0];
  return (
    <section class="lines" aria-label={say('analysis.lines')} tabIndex={0}>
      {first === undefined ? <p class="quiet small">{say('analysis.none')}</p> : line(first, 0)}
    </section>
  );
}
