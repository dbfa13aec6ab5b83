// Knows how a position and a game come in and go out as text, link and picture.
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Board } from '../../board';
import type { RecordResult, Rules } from '../../rules/types';
import { refusedText } from '../../game/reasons/refused_text';
import { say } from '../../messages/messages';
import { problemText } from '../../app/api';
import { copied } from '../../app/device/copying';
import { pngOf, saveAs } from '../../app/device/files';
import { Problem } from '../../app/problem';
import { beginAnalysis, gameTitle, loadedFrom, type Loaded, type Source } from './loading';
import { isShowable, readGames } from './reading';
import type { GameTree, TreeNode } from '../../game/game_tree';
import { draftOf } from '../../game/tree_record';

interface TextsProps {
  readonly rules: Rules;
  readonly tree: GameTree;
  readonly node: TreeNode;
  readonly board: ReadonlySignal<Board | null>;
  readonly source: Source | undefined; // the text that what is shown was read from
  readonly isOpen: Signal<boolean>; // as the player left it
  readonly replace: (next: Loaded) => void;
}

const mostText = 2_000_000;
const pngWidth = 1200;

export function Texts({ rules, tree, node, board, source, isOpen, replace }: TextsProps) {
  const position = tree.game.position();
  const typed = useSignal<{ readonly at: TreeNode; readonly text: string } | undefined>(undefined);
  const isShown = source === undefined || isShowable(source.text);
  const record = useSignal(isShown ? (source?.text ?? '') : '');
  const problem = useSignal(source?.problem ?? '');
  const notice = useSignal('');
  const shown = typed.value?.at === node ? typed.value.text : position;

  const setPosition = () => {
    const next = beginAnalysis(rules, tree.token, shown.trim());
    problem.value = next.ok ? '' : refusedText(rules, next);
    if (next.ok) replace({ tree: next.value });
  };
  const open = async (text: string, games: readonly RecordResult[], at: number) => {
    const loaded = await loadedFrom(rules, text, games, at);
    problem.value = loaded.ok ? '' : refusedText(rules, loaded);
    if (loaded.ok) replace(loaded.value);
  };
  const read = async (text: string) => {
    notice.value = say('shell.loading');
    const reading = readGames(rules, { text: text.slice(0, mostText), token: tree.token, most: 100 });
    return open(text, await reading.finally(() => (notice.value = '')), 0);
  };
  const write = async () => {
    const text = await rules.writeRecord(draftOf(tree));
    if (text.ok) record.value = text.value;
    problem.value = text.ok ? '' : refusedText(rules, text);
  };
  const link = async () => {
    const address = new URL(`/analysis/${encodeURIComponent(tree.token)}`, location.href);
    address.searchParams.set('position', position);
    notice.value = (await copied(address.href)) ? say('shell.copied') : address.href; // to be copied by hand
  };
  const picture = async (form: 'svg' | 'png') => {
    const svg = board.peek()?.picture();
    if (svg === undefined) return;
    const name = `crownstar-${tree.token.split(':')[0] ?? ''}.${form}`;
    saveAs(name, form === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg, pngWidth));
  };
  const attempt = (what: Promise<unknown>) => {
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };

  return (
    <>
      {source !== undefined && source.games.length > 1 && (
        <label class="field">
          <span class="label">{say('analysis.record.which')}</span>
          <select
            value={source.at}
            onChange={(event) => attempt(open(source.text, source.games, Number(event.currentTarget.value)))}
          >
            {source.games.map((game, at) => (
              <option key={at} value={at}>
                {at + 1}. {gameTitle(game)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Problem text={problem.value} />
      <details class="card texts" open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>{say('analysis.texts')}</summary>
        <div class="stack">
          <label class="field">
            <span class="label">{say('analysis.position')}</span>
            <textarea
              class="text-as-typed"
              rows={tree.layout.shape === 'star' ? 4 : 2}
              spellcheck={false}
              value={shown}
              onInput={(event) => (typed.value = { at: node, text: event.currentTarget.value })}
            />
          </label>
          <div class="tools">
            <button type="button" class="button" onClick={setPosition}>
              {say('analysis.position.set')}
            </button>
            <button type="button" class="button" onClick={() => attempt(link())}>
              {say('analysis.link')}
            </button>
            <button type="button" class="button" onClick={() => attempt(picture('svg'))}>
              {say('analysis.picture.svg')}
            </button>
            <button type="button" class="button" onClick={() => attempt(picture('png'))}>
              {say('analysis.picture.png')}
            </button>
          </div>
          <label class="field">
            <span class="label">{say('analysis.record')}</span>
            <textarea
              class="text-as-typed"
              rows={5}
              spellcheck={false}
              placeholder={isShown ? undefined : say('analysis.record.long')}
              value={record.value}
              onInput={(event) => (record.value = event.currentTarget.value)}
            />
          </label>
          <div class="tools">
            <button type="button" class="button" onClick={() => attempt(read(record.value))}>
              {say('analysis.record.read')}
            </button>
            <button type="button" class="button" onClick={() => attempt(write())}>
              {say('analysis.record.write')}
            </button>
            <label class="button">
              {say('analysis.record.file')}
              <input
                class="only-spoken"
                type="file"
                accept=".pdn,.txt,text/plain"
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  if (file !== undefined) attempt(file.text().then(read));
                }}
              />
            </label>
            {record.value !== '' && (
              <button
                type="button"
                class="button"
                onClick={() => saveAs('crownstar.pdn', new Blob([record.value], { type: 'text/plain' }))}
              >
                {say('analysis.record.save')}
              </button>
            )}
          </div>
          {notice.value !== '' && (
            <p class="notice" role="status">
              {notice.value}
            </p>
          )}
        </div>
      </details>
    </>
  );
}
