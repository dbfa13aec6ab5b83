// Knows how a player sets the page to their liking; does not know what each choice changes.
import type { JSX } from 'preact';
import { Choice } from '../app/controls/choice';
import { Field } from '../app/controls/field';
import { paces, prefer, preferences, shades, soundSets } from '../app/preferences/preferences';
import '../messages/en_settings';
import { playLanding } from '../game/landing_sound';
import '../board/looks.css';
import { dressOf, looks, pieceLooks, type Look, type PieceLook } from '../board/types';
import '../styles/settings.css';
import { BoardPicture } from './home/pictures';
import { languages, say, type MessageKey } from '../messages/messages';

interface LabelledProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly chosen: T;
  readonly name: (value: T) => string;
  readonly choose: (value: T) => void;
}

function Labelled<T extends string>({ label, values, chosen, name, choose }: LabelledProps<T>) {
  return (
    <Field label={label}>
      {(ids) => <Choice {...ids} value={chosen} options={values.map((value) => [value, name(value)])} choose={choose} />}
    </Field>
  );
}

function Tick({ label, chosen, choose }: { label: string; chosen: boolean; choose: (value: boolean) => void }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={chosen} onChange={(event) => choose(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

const sampleSquares = Array.from({ length: 12 }, (_, at) => ({ x: (at % 4) * 30, y: Math.floor(at / 4) * 30, isPlay: (at + Math.floor(at / 4)) % 2 === 1 }));
const samplePieces = [
  { x: 45, y: 15, side: 'dark' },
  { x: 75, y: 45, side: 'light' },
  { x: 45, y: 75, side: 'light' },
] as const;

/** A corner of a board in that look, with a piece of each side. */
function LookSample({ look, pieces }: { readonly look: Look; readonly pieces: PieceLook }) {
  return (
    <svg class={`look-sample ${dressOf(look, pieces)}`} viewBox="0 0 120 90" aria-hidden="true" focusable="false">
      {sampleSquares.map(({ x, y, isPlay }) => (
        <rect key={`${x}.${y}`} x={x} y={y} width="30" height="30" class={isPlay ? 'sample-play' : 'sample-rest'} />
      ))}
      {samplePieces.map(({ x, y, side }) => (
        <g key={`${x}.${y}`}>
          <circle cx={x} cy={y} r="11" class={`sample-${side}`} />
          <circle cx={x} cy={y} r="6.5" class={`sample-${side}-ring`} />
        </g>
      ))}
    </svg>
  );
}

interface LookChoiceProps<T extends string> {
  readonly of: 'board' | 'pieces';
  readonly values: readonly T[];
  readonly chosen: T;
  readonly sample: (value: T) => JSX.Element;
  readonly choose: (value: T) => void;
}

function LookChoice<T extends string>({ of, values, chosen, sample, choose }: LookChoiceProps<T>) {
  return (
    <fieldset class="looks">
      <legend>{say(`settings.${of}`)}</legend>
      <div class="looks-list">
        {values.map((value) => (
          <label key={value} class="look-choice">
            <input type="radio" name={of} checked={value === chosen} onChange={() => choose(value)} />
            {sample(value)}
            {say(`settings.${of}.${value}` as MessageKey)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function SettingsPage() {
  const now = preferences.value;
  const called = (prefix: string) => (value: string) => say(`${prefix}.${value}` as MessageKey);
  return (
    <>
      <h1>{say('settings.title')}</h1>
      <div class="settings">
        <section class="card stack">
          <h2>{say('settings.looks')}</h2>
          <Labelled
            label={say('shell.language')}
            values={Object.keys(languages)}
            chosen={now.language}
            name={(value) => languages[value] ?? value}
            choose={(language) => prefer({ language })}
          />
          <Labelled
            label={say('shell.shade')}
            values={shades}
            chosen={now.shade}
            name={called('shell.shade')}
            choose={(shade) => prefer({ shade })}
          />
          <LookChoice
            of="board"
            values={looks}
            chosen={now.board}
            sample={(look) => <LookSample look={look} pieces={now.pieces} />}
            choose={(board) => prefer({ board })}
          />
          <LookChoice
            of="pieces"
            values={pieceLooks}
            chosen={now.pieces}
            sample={(pieces) => <LookSample look={now.board} pieces={pieces} />}
            choose={(pieces) => prefer({ pieces })}
          />
        </section>
        <div class="card stack settings-shown">
          <div class="looks-shown">
            <BoardPicture game="american" coordinates={now.coordinates} />
            <BoardPicture game="sternhalma" coordinates={now.coordinates} />
          </div>
          <Tick
            label={say('settings.coordinates')}
            chosen={now.coordinates}
            choose={(coordinates) => prefer({ coordinates })}
          />
        </div>
        <section class="card stack">
          <h2>{say('settings.play')}</h2>
          <Labelled
            label={say('settings.pace')}
            values={paces}
            chosen={now.pace}
            name={called('settings.pace')}
            choose={(pace) => prefer({ pace })}
          />
          <Tick label={say('settings.confirm')} chosen={now.confirm} choose={(confirm) => prefer({ confirm })} />
          <Tick label={say('table.turns')} chosen={now.turns} choose={(turns) => prefer({ turns })} />
          <Labelled
            label={say('settings.sound')}
            values={soundSets}
            chosen={now.sounds}
            name={called('settings.sounds')}
            choose={(sounds) => {
              prefer({ sounds });
              playLanding(false);
            }}
          />
        </section>
      </div>
    </>
  );
}
