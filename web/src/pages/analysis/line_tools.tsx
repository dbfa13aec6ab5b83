// Knows what can be done with the board and with the line that is looked at.
import { isMainLine, type GameTree, type TreeNode } from '../../game/game_tree';
import { say } from '../../messages/messages';

interface LineToolsProps {
  readonly node: TreeNode;
  readonly tree: GameTree;
  readonly edit: () => void;
  readonly promote: () => void;
  readonly remove: () => void;
}

export function LineTools({ tree, node, edit, promote, remove }: LineToolsProps) {
  return (
    <div class="tools">
      <button type="button" class="button" onClick={edit}>
        {say('analysis.edit')}
      </button>
      <a class="button" href={`/here/${encodeURIComponent(tree.token)}?against=computer&position=${encodeURIComponent(tree.game.position())}`}>
        {say('analysis.from')}
      </a>
      {node.parent !== null && !isMainLine(node) && (
        <button type="button" class="button" onClick={promote}>
          {say('analysis.promote')}
        </button>
      )}
      {node.parent !== null && (
        <button type="button" class="button" onClick={remove}>
          {say('analysis.remove')}
        </button>
      )}
    </div>
  );
}
