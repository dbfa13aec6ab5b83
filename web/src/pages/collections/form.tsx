// Knows the form in which games of a collection are searched for; does not know what is found.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { problemText } from '../../app/api';
import { theRules } from '../../app/rules';
import { Choice } from '../../app/controls/choice';
import { Field } from '../../app/controls/field';
import { Problem } from '../../app/problem';
import { refusedText } from '../../game/reasons/refused_text';
import { GameTree } from '../../game/game_tree';
import { say } from '../../messages/messages';
import '../../messages/en_collections';
import type { Collection } from '../../wire';
import { gameName } from '../lobby/naming';
import { nothingAsked, plainMoves, type Search } from './search_address';

interface FormProps {
  readonly collection: Collection;
  readonly asked: Search; // as the address has it
  readonly search: (wanted: Search) => void;
}

interface PartProps {
  readonly typed: Signal<Search>;
}

type TextKey = { [Key in keyof Search]: Search[Key] extends string ? Key : never }[keyof Search];

/** A field of the form by what it is called there. */
function change(typed: Signal<Search>, key: TextKey, value: string): void {
  typed.value = { ...typed.value, [key]: value };
}

function TextField({ typed, name, label, hint }: PartProps & { readonly name: TextKey; readonly label: string; readonly hint?: string }) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(ids) => (
        <input {...ids} type="text" maxLength={500} spellcheck={false} autocomplete="off" value={typed.value[name]} onInput={(event) => change(typed, name, event.currentTarget.value)} />
      )}
    </Field>
  );
}

function NumberField({ typed, name, label, most }: PartProps & { readonly name: TextKey; readonly label: string; readonly most: number }) {
  return (
    <Field label={label}>
      {(ids) => (
        <input {...ids} type="number" inputMode="numeric" min={0} max={most} step={1} value={typed.value[name]} onInput={(event) => change(typed, name, event.currentTarget.value)} />
      )}
    </Field>
  );
}

function Players({ typed }: PartProps) {
  return (
    <>
      <TextField typed={typed} name="player" label={say('collections.player')} hint={say('collections.player.hint')} />
      <TextField typed={typed} name="opponent" label={say('collections.opponent')} />
      <Field label={say('collections.colour')}>
        {(ids) => (
          <Choice
            {...ids}
            value={typed.value.colour}
            options={[
              ['', say('collections.colour.any')],
              ['white', say('collections.colour.white')],
              ['black', say('collections.colour.black')],
            ]}
            choose={(colour) => (typed.value = { ...typed.value, colour })}
          />
        )}
      </Field>
    </>
  );
}

function Result({ typed, isStar }: PartProps & { readonly isStar: boolean }) {
  const seats = isStar ? ['1', '2', '3', '4', '5', '6'].map((seat) => [seat, say('collections.result.seat', { seat })] as const) : [];
  return (
    <Field label={say('collections.result')}>
      {(ids) => (
        <Choice
          {...ids}
          value={typed.value.winner}
          options={[
            ['', say('collections.result.any')],
            ['white', say('collections.result.white')],
            ['black', say('collections.result.black')],
            ['draw', say('collections.result.draw')],
            ...seats,
          ]}
          choose={(winner) => change(typed, 'winner', winner)}
        />
      )}
    </Field>
  );
}

/** Two numbers that belong together under one name. */
function Pair({ legend, children }: { readonly legend: string; readonly children: preact.ComponentChildren }) {
  return (
    <fieldset class="search-pair">
      <legend>{legend}</legend>
      <div class="search-pair-fields">{children}</div>
    </fieldset>
  );
}

function Range({ typed, legend, from, to, most }: PartProps & { readonly legend: string; readonly from: TextKey; readonly to: TextKey; readonly most: number }) {
  return (
    <Pair legend={legend}>
      <NumberField typed={typed} name={from} label={say('collections.from')} most={most} />
      <NumberField typed={typed} name={to} label={say('collections.to')} most={most} />
    </Pair>
  );
}

const mostPieces = 99;

/** What is asked for in the game itself: opening, position, material, length. */
function CameUp({ typed, game }: PartProps & { readonly game: string }) {
  const isStar = game.startsWith('sternhalma');
  const canTurn = typed.value.position !== '' || [typed.value.whiteMen, typed.value.whiteKings, typed.value.blackMen, typed.value.blackKings].some((count) => count !== '');
  return (
    <>
      <TextField typed={typed} name="opening" label={say('collections.opening')} hint={say('collections.opening.hint')} />
      <Field
        label={say('collections.position')}
        hint={
          <>
            {say('collections.position.hint')} {game !== '' && <a href={`/analysis/${encodeURIComponent(game)}`}>{say('collections.position.board')}</a>}
          </>
        }
      >
        {(ids) => (
          <textarea {...ids} class="text-as-typed" rows={2} maxLength={1200} spellcheck={false} value={typed.value.position} onInput={(event) => change(typed, 'position', event.currentTarget.value)} />
        )}
      </Field>
      {!isStar && (
        <>
          <Pair legend={say('collections.material.white')}>
            <NumberField typed={typed} name="whiteMen" label={say('collections.material.men')} most={mostPieces} />
            <NumberField typed={typed} name="whiteKings" label={say('collections.material.kings')} most={mostPieces} />
          </Pair>
          <Pair legend={say('collections.material.black')}>
            <NumberField typed={typed} name="blackMen" label={say('collections.material.men')} most={mostPieces} />
            <NumberField typed={typed} name="blackKings" label={say('collections.material.kings')} most={mostPieces} />
          </Pair>
        </>
      )}
      <label class="tick">
        <input type="checkbox" checked={typed.value.isTurned} disabled={!canTurn} onChange={(event) => (typed.value = { ...typed.value, isTurned: event.currentTarget.checked })} />
        {say('collections.turned')}
      </label>
    </>
  );
}

const inTheGame: readonly TextKey[] = ['opening', 'position', 'whiteMen', 'whiteKings', 'blackMen', 'blackKings', 'fromPlies', 'toPlies'];

/** Whether what was typed can be in a game, in the player's words; '' if it can. The rules are asked only where it matters. */
async function faultOf(game: string, { opening, position }: Search): Promise<string> {
  if (opening.trim() === '' && position.trim() === '') return '';
  if (game === '') return say('collections.game.needed');
  const rules = await theRules();
  await rules.prepare(game);
  if (position.trim() !== '') {
    const tree = GameTree.begin(rules, game, position.trim(), { most: 1 });
    if (!tree.ok) return refusedText(rules, tree);
    tree.value.free();
  }
  const tree = GameTree.begin(rules, game, null, { most: 1000 });
  if (!tree.ok) return refusedText(rules, tree);
  const moves = plainMoves(opening).split(' ').filter(Boolean);
  const fault = moves.map((move) => [move, tree.value.play(move)] as const).find(([, played]) => !played.ok);
  tree.value.free();
  const [text, played] = fault ?? [];
  return text === undefined || played === undefined || played.ok ? '' : say('reason.with', { text, reason: refusedText(rules, played) });
}

export function SearchForm({ collection, asked, search }: FormProps) {
  const typed = useSignal(asked);
  const problem = useSignal('');
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  const kinds = collection.kinds ?? [];
  const game = typed.value.game === '' && kinds.length === 1 ? (kinds[0]?.game ?? '') : typed.value.game;
  const begin = async () => {
    const wanted = typed.peek();
    problem.value = '';
    const fault = await faultOf(game, wanted);
    if (!isHere.current) return; // nobody is called back from where they went meanwhile
    problem.value = fault;
    if (fault === '') search(wanted);
  };
  return (
    <form
      class="card stack search-form"
      aria-label={say('collections.search')}
      onSubmit={(event) => {
        event.preventDefault();
        begin().catch((reason: unknown) => (problem.value = problemText(reason)));
      }}
    >
      <div class="search-fields">
        {kinds.length > 1 && (
          <Field label={say('analysis.game')}>
            {(ids) => (
              <Choice {...ids} value={typed.value.game} options={[['', say('collections.game.any')], ...kinds.map((kind) => [kind.game, gameName(kind.game)] as const)]} choose={(value) => change(typed, 'game', value)} />
            )}
          </Field>
        )}
        <Players typed={typed} />
        <TextField typed={typed} name="event" label={say('collections.event')} />
        <Range typed={typed} legend={say('collections.year')} from="fromYear" to="toYear" most={9999} />
        <Result typed={typed} isStar={game.startsWith('sternhalma') || (game === '' && kinds.some((kind) => kind.game.startsWith('sternhalma')))} />
      </div>
      <details open={inTheGame.some((key) => asked[key] !== '')}>
        <summary>{say('collections.came')}</summary>
        <div class="search-fields">
          <CameUp typed={typed} game={game} />
          <Range typed={typed} legend={say('collections.length')} from="fromPlies" to="toPlies" most={100_000} />
        </div>
      </details>
      <Problem text={problem.value} />
      <div class="row">
        <button type="submit" class="button button-main">
          {say('collections.search')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            typed.value = nothingAsked;
            problem.value = '';
            search(nothingAsked);
          }}
        >
          {say('collections.clear')}
        </button>
      </div>
    </form>
  );
}
