// The computer at this device: answers with a move for a game that it plays through by itself.
import { loadEngine } from '../rules/load_engine';
import type { Rules } from '../rules/types';
import type { Question, Reply } from './thinker';

let loading: Promise<Rules> | undefined;

function theEngine(): Promise<Rules> {
  loading ??= loadEngine().catch((problem: unknown) => {
    loading = undefined; // the next question tries again
    throw problem;
  });
  return loading;
}

async function answer(question: Question): Promise<Reply> {
  const rules = await theEngine();
  await rules.prepare(question.token);
  const begun = question.start === null ? rules.start(question.token) : rules.start(question.token, question.start);
  if (!begun.ok) return { id: question.id, ok: false, reason: begun.reason };
  const game = begun.value;
  try {
    for (let ply = 0; ply <= question.moves.length; ply += 1) {
      for (const { seat } of question.out.filter((one) => one.ply === ply)) game.withdraw(seat, 'resigned');
      const move = question.moves[ply];
      if (move === undefined) break;
      const played = game.play(move);
      if (!played.ok) return { id: question.id, ok: false, reason: played.reason };
    }
    const { task } = question;
    if (task.kind === 'look') {
      const found = game.look(task.nodes, task.lines);
      if (!found.ok) return { id: question.id, ok: false, reason: found.reason };
      return { id: question.id, ok: true, move: found.value.move, findings: found.value };
    }
    const chosen = game.choose(task.level, task.seed);
    if (!chosen.ok) return { id: question.id, ok: false, reason: chosen.reason };
    return { id: question.id, ok: true, move: chosen.value.text };
  } finally {
    game.free();
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).then(
    (reply) => postMessage(reply),
    (problem: unknown) => postMessage({ id: data.id, ok: false, reason: String(problem) } satisfies Reply),
  );
});
