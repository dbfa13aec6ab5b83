// Knows how the tree of lines is written out: the main line in a row, each try in brackets behind the move it replaces,
// and what a record says of a move beside it.
import type { ComponentChildren } from 'preact';
import { say } from '../../messages/messages';
import { numberBefore, type GameTree, type TreeNode } from '../../game/game_tree';
import { fullText } from '../../game/played_moves';
import { Discs } from '../../game/players/seats';
import { SetSign } from '../../game/set_sign';
import { markSigns, type Mark } from './judging';
import { signKind, signName, signOf } from './signs';

interface LinesProps {
  readonly tree: GameTree;
  readonly at: TreeNode;
  readonly go: (node: TreeNode) => void;
  readonly marks: ReadonlyMap<TreeNode, Mark>;
  readonly hasRemarks: boolean; // whether what the record says is shown
  readonly lightSeat: number;
}

function MarkSign({ mark, move }: { readonly mark: Mark | undefined; readonly move: string }) {
  if (mark === undefined) return null;
  return (
    <span class={`mark mark-${mark}`} title={say(`analysis.mark.${mark}`, { move })}>
      {markSigns[mark]}
    </span>
  );
}

/** The signs of the record, and the computer's where it thinks otherwise. */
function Signs({ nags, mark, move }: { readonly nags: readonly number[]; readonly mark: Mark | undefined; readonly move: string }) {
  const isSaid = mark !== undefined && nags.some((nag) => signOf(nag) === markSigns[mark]);
  return (
    <>
      {nags.map((nag) => (
        <span key={nag} class={`mark ${signKind(nag)}`} title={signName(nag)}>
          {signOf(nag)}
        </span>
      ))}
      <MarkSign mark={isSaid ? undefined : mark} move={move} />
    </>
  );
}

function Remark({ said }: { readonly said: readonly string[] | undefined }) {
  const text = (said ?? []).join(' ').trim();
  return text === '' ? null : <span class="remark">{text} </span>;
}

const deepest = 40; // brackets within brackets

export function Lines({ tree, at, go, marks, hasRemarks, lightSeat }: LinesProps) {
  const { seats } = tree.game;
  const moveOf = (node: TreeNode, isFirst: boolean) => (
    <button
      key={node.id}
      type="button"
      class="move"
      aria-current={node === at ? 'step' : undefined}
      onClick={() => go(node)}
    >
      {numberBefore(node, isFirst) !== '' && <span class="move-number">{numberBefore(node, isFirst)}</span>}
      {seats > 2 && <SetSign set={node.set} />}
      {fullText(tree.game.layout(), node)}
      <Signs nags={node.remarks.nags ?? []} mark={marks.get(node)} move={node.text} />
    </button>
  );
  const line = (from: TreeNode | undefined, depth: number): ComponentChildren[] => {
    const parts: ComponentChildren[] = [];
    let isFirst = true; // or after something that stands between: the number is said again
    for (let node = from; node !== undefined; node = node.children[0]) {
      const { parent, remarks, leavings } = node;
      if (hasRemarks && remarks.commentsBefore !== undefined) {
        parts.push(<Remark key={`before-${node.id}`} said={remarks.commentsBefore} />);
        isFirst = true;
      }
      parts.push(moveOf(node, isFirst));
      isFirst = false;
      if (hasRemarks && remarks.comments !== undefined) {
        parts.push(<Remark key={`after-${node.id}`} said={remarks.comments} />);
        isFirst = true;
      }
      for (const { seat } of leavings) {
        parts.push(
          <span key={`left-${node.id}-${seat}`} class="left-here small">
            <Discs tree={tree} seat={seat} lightSeat={lightSeat} /> {say('table.out')}
          </span>,
        );
      }
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
      {hasRemarks && <Remark said={tree.root.remarks.comments} />}
      {first === undefined ? <p class="quiet small">{say('analysis.none')}</p> : line(first, 0)}
    </section>
  );
}
