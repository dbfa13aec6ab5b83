// Knows how a player sets the page to their liking; refuses to know what each choice changes.
import { boardLooks, paces, prefer, preferences, shades } from '../app/preferences';
import { languages, say, type Language, type Word } from '../words/words';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly chosen: T;
  readonly name: (value: T) => string;
  readonly choose: (value: T) => void;
}

function Choice<T extends string>({ label, values, chosen, name, choose }: ChoiceProps<T>) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <select
        value={chosen}
        onChange={(event) => {
          const value = values.find((known) => known === event.currentTarget.value);
          if (value !== undefined) choose(value);
        }}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {name(value)}
          </option>
        ))}
      </select>
    </label>
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

export function SettingsPage() {
  const now = preferences.value;
  const called = (prefix: string) => (value: string) => say(`${prefix}.${value}` as Word);
  return (
    <>
      <h1>{say('settings.title')}</h1>
      <div class="settings">
        <section class="card stack">
          <h2>{say('settings.looks')}</h2>
          <Choice
            label={say('shell.language')}
            values={Object.keys(languages) as Language[]}
            chosen={now.language}
            name={(value) => languages[value]}
            choose={(language) => prefer({ language })}
          />
          <Choice
            label={say('shell.shade')}
            values={shades}
            chosen={now.shade}
            name={called('shell.shade')}
            choose={(shade) => prefer({ shade })}
          />
          <Choice
            label={say('settings.board')}
            values={boardLooks}
            chosen={now.board}
            name={called('settings.board')}
            choose={(board) => prefer({ board })}
          />
          <Tick
            label={say('settings.coordinates')}
            chosen={now.coordinates}
            choose={(coordinates) => prefer({ coordinates })}
          />
        </section>
        <section class="card stack">
          <h2>{say('settings.play')}</h2>
          <Choice
            label={say('settings.pace')}
            values={paces}
            chosen={now.pace}
            name={called('settings.pace')}
            choose={(pace) => prefer({ pace })}
          />
          <Tick label={say('settings.confirm')} chosen={now.confirm} choose={(confirm) => prefer({ confirm })} />
          <Tick label={say('settings.sound')} chosen={now.sound} choose={(sound) => prefer({ sound })} />
        </section>
      </div>
    </>
  );
}
