// Knows how a draft of a record is told to the module, a line at a time.
// Does not know which of its moves are legal: the module says so.
import type { RecordDraft, RecordMove } from './types';

// One line, whatever is in it.
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\r', '').replaceAll('\n', '\\n');
}

function writeLine(moves: readonly RecordMove[], lines: string[]): void {
  for (const node of moves) {
    for (const remark of node.commentsBefore ?? []) lines.push(`before ${escaped(remark)}`);
    if (node.leaves !== undefined) lines.push(`leave ${node.leaves} ${escaped(node.leaving ?? '')}`);
    else lines.push(node.setup === undefined ? `move ${node.move ?? ''}` : `setup ${node.setup}`);
    for (const nag of node.nags ?? []) lines.push(`nag ${nag}`);
    for (const clock of node.clocks ?? []) lines.push(`comment ${escaped(clock)}`);
    for (const remark of node.comments ?? []) lines.push(`comment ${escaped(remark)}`);
    for (const variation of node.variations ?? []) {
      lines.push('(');
      writeLine(variation, lines);
      lines.push(')');
    }
  }
}

export function linesOfDraft(draft: RecordDraft): string {
  const lines = [`token ${draft.token}`];
  if (draft.start) lines.push(`start ${draft.start}`);
  if (draft.places !== undefined && draft.places.length > 0) lines.push(`places ${draft.places.join(' ')}`);
  if (draft.result !== undefined && draft.result !== '*') lines.push(`result ${escaped(draft.result)}`);
  for (const [name, value] of draft.tags ?? []) lines.push(`tag ${name} ${escaped(value)}`);
  for (const remark of draft.comments ?? []) lines.push(`comment ${escaped(remark)}`);
  writeLine(draft.moves, lines);
  return lines.join('\n');
}
