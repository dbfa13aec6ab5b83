// Knows the page on which a game is put together: which one, by which rules, with whom and with what time.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hasNoAccount, problemText } from '../../app/api';
import { Choice } from '../../app/controls/choice';
import { Field } from '../../app/controls/field';
import { go, query, type PageProps } from '../../app/router/router';
import { RuleMark } from '../../app/rule_mark';
import { theRules } from '../../app/rules';
import { LevelChoice } from '../../app/controls/level_choice';
import { signInPath } from '../../app/sign_in';
import { prefer, preferences } from '../../app/preferences/preferences';
import { Problem } from '../../app/problem';
import { againstComputer, openTable } from '../../app/starting';
import { challenge } from '../challenges/challenging';
import type { CatalogEntry, GameOption, Rules } from '../../rules/types';
import '../../styles/new_game.css';
import { levelAbout } from '../../game/computer';
import { refusedText } from '../../game/reasons/refused_text';
import '../../messages/en_new_game';
import { say, sayIfKnown, type MessageKey } from '../../messages/messages';
import { Preview } from './preview';
import { Sides } from './sides';
import { clockOf, kinds, kindsHere, presets, readChoiceOfClock, writeClock, type OwnClock, type Preset } from './clocks';
import { HandicapFields } from './handicap';
import { choose, fallen, fitting, possibleValues, readChoice, setsOf, tokenOf, type GameChoice } from './token';

const companies = ['computer', 'friend', 'anyone', 'here', 'player'] as const; // the last one where somebody is named
type Company = (typeof companies)[number];

/** Days a move are for those who do not sit together; seconds a turn, for which the server has a computer at hand, for many. */
const presetsFor = (company: Company, seats: number): readonly Preset[] =>
  presets.filter((one) => (one !== 'days' || company !== 'here') && (one !== 'turn' || (company !== 'here' && company !== 'player' && seats > 2)));

/** A challenge has no other clock of its own than this one. */
const kindsOfChallenge = ['fischer'] as const;

function kindsFor(company: Company): readonly OwnClock['kind'][] {
  if (company === 'player') return kindsOfChallenge;
  return company === 'here' ? kindsHere : kinds;
}

/** The three of the star that change a game most; a variant of draughts has few. */
const chiefOfStar = ['sets', 'teams', 'hop'];
const mostChief = 3;

function chiefOptions(family: CatalogEntry['family'], options: readonly GameOption[]): readonly GameOption[] {
  return family === 'star' ? options.filter(({ key }) => chiefOfStar.includes(key)) : options.slice(0, mostChief);
}

/** All but the first question and the chief ones. */
function furtherOptions({ family, options }: CatalogEntry): readonly GameOption[] {
  const rest = options.filter(({ key }) => key !== 'players');
  const chief = chiefOptions(family, rest.filter(({ key }) => key !== 'handicap'));
  return rest.filter((option) => !chief.includes(option));
}

const readSeat = (text: string | null): number | undefined => (text !== null && /^[0-5]$/.test(text) ? Number(text) : undefined);

/** What pressing the button does: a game begins, or somebody is asked to play. */
const beginWords: Readonly<Record<Company, MessageKey>> = {
  computer: 'start.begin',
  friend: 'start.begin.friend',
  anyone: 'start.begin.anyone',
  here: 'start.begin',
  player: 'start.begin.player',
};

const isCompany = (text: string | null): text is Company => companies.some((known) => known === text);

interface OptionFieldProps {
  readonly game: string;
  readonly option: GameOption;
  readonly values: readonly string[]; // those that go with the other choices
  readonly value: string;
  readonly usual: string; // what holds where nothing is chosen; empty where the choices around it do not go together
  readonly fallen: string | undefined; // what had been chosen here, and does not go with the other choices
  readonly choose: (value: string) => void;
}

/** The usual value of an option: the pieces of a star depend on its other options, and are counted. */
function usualOf(rules: Rules, choice: GameChoice, option: GameOption): string {
  if (option.values.includes(option.fallback)) return option.fallback;
  if (option.key !== 'pieces') return '';
  const [pieces] = setsOf(rules, { ...choice, options: { ...choice.options, pieces: '' } }).values();
  return pieces === undefined ? '' : String(pieces);
}

function OptionField({ game, option, values, value, usual, fallen: gone, choose: chooseValue }: OptionFieldProps) {
  const name = (each: string) => sayIfKnown(`option.${option.key}.${each}`, each);
  // How many play needs no more words than its name.
  const about = option.key === 'players' ? '' : sayIfKnown(`option.${option.key}.about`, option.explanation);
  const hint = about === '' && gone === undefined ? undefined : (
    <>
      {about}{' '}
      {gone !== undefined && <strong class="option-fallen" role="status">{say('start.usual.again', { value: name(gone) })}</strong>}
    </>
  );
  return (
    <Field
      label={sayIfKnown(`option.${option.key}`, option.key)}
      hint={hint}
      beside={option.rule !== '' && <RuleMark game={game} rules={option.rule.split(', ')} />}
    >
      {(ids) =>
        option.values.length > 0 ? (
          <Choice
            {...ids}
            value={value}
            options={[
              ['', usual === '' ? say('start.usual.depends') : `${name(usual)} (${say('start.usual')})`],
              ...values.filter((each) => each !== usual).map((each) => [each, name(each)] as const),
            ]}
            disabled={values.length < 2}
            choose={chooseValue}
          />
        ) : (
          <input
            {...ids}
            type="number"
            min={0}
            max={100_000}
            placeholder={option.fallback}
            value={value}
            onInput={(event) => chooseValue(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

interface OwnClockProps {
  readonly company: Company;
  readonly own: OwnClock;
  readonly set: (own: OwnClock) => void;
}

function OwnClockFields({ company, own, set }: OwnClockProps) {
  const number = (label: MessageKey, value: number, change: (value: number) => OwnClock, most: number) => (
    <Field label={say(label)}>
      {(ids) => (
        <input {...ids} type="number" min={0} max={most} value={value} onInput={(event) => set(change(event.currentTarget.valueAsNumber))} />
      )}
    </Field>
  );
  return (
    <div class="own-clock">
      <Field label={say('start.clock.kind')}>
        {(ids) => (
          <Choice
            {...ids}
            value={own.kind}
            options={kindsFor(company).map((kind) => [kind, say(`start.clock.kind.${kind}`)])}
            choose={(kind) => set({ ...own, kind })}
          />
        )}
      </Field>
      {own.kind !== 'turn' && number('start.clock.minutes', own.minutes, (minutes) => ({ ...own, minutes }), 1440)}
      {number('start.clock.seconds', own.seconds, (seconds) => ({ ...own, seconds }), 3600)}
      {own.kind === 'byoyomi' && number('start.clock.periods', own.periods, (periods) => ({ ...own, periods }), 30)}
    </div>
  );
}

export function NewGamePage({ parameters }: PageProps) {
  const rules = useSignal<Rules | undefined>(undefined);
  const choice = useSignal<GameChoice>(readChoice(parameters['game'] ?? 'american'));
  const asked = query.peek().get('with');
  const named = query.peek().get('name') ?? '';
  const company = useSignal<Company>(isCompany(asked) && (asked !== 'player' || named !== '') ? asked : 'computer');
  const askedClock = readChoiceOfClock(query.peek().get('clock') ?? '');
  const preset = useSignal<Preset>(askedClock?.preset ?? (company.peek() === 'computer' || company.peek() === 'here' ? 'none' : 'blitz'));
  const gone = useSignal<Readonly<Record<string, string>>>({});
  const own = useSignal<OwnClock>(askedClock?.own ?? { kind: 'fischer', minutes: 10, seconds: 5, periods: 3 });
  const isRated = useSignal(query.peek().get('rated') === 'yes');
  const seat = useSignal<number | undefined>(readSeat(query.peek().get('seat')));
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const isUnfolded = useSignal(false); // the further rules: as the player left them, and open where one of them is chosen at first
  /** A choice that no longer fits the others goes, and that is said. */
  const fit = (loaded: Rules, entry: CatalogEntry, chosen: GameChoice) => {
    const kept = fitting(loaded, entry, chosen);
    gone.value = fallen(chosen, kept);
    choice.value = kept;
  };
  useEffect(() => {
    theRules().then(
      (loaded) => {
        const entry = loaded.catalog().find((one) => one.id === choice.peek().id);
        if (entry !== undefined) fit(loaded, entry, choice.peek()); // the address may ask for anything
        isUnfolded.value = entry !== undefined && furtherOptions(entry).some(({ key }) => (choice.peek().options[key] ?? '') !== '');
        rules.value = loaded;
      },
      (reason: unknown) => (problem.value = problemText(reason)),
    );
  }, []);
  if (rules.value === undefined) return problem.value === '' ? <p class="quiet">{say('shell.loading')}</p> : <Problem text={problem.value} />;

  const loaded = rules.value;
  const catalog = loaded.catalog();
  const entry: CatalogEntry | undefined = catalog.find((one) => one.id === choice.value.id) ?? catalog[0];
  if (entry === undefined) return null;
  const token = tokenOf(choice.value);
  const levels = loaded.levels();
  const chosenLevel = levels.find((one) => one.id === preferences.value.level) ?? levels[0];

  // How many play comes first of all; then what changes a game most; the rest is there for whoever looks for it.
  const players = entry.options.find(({ key }) => key === 'players');
  const handicap = entry.options.find(({ key }) => key === 'handicap');
  const rest = entry.options.filter((option) => option !== players && option !== handicap);
  const chief = chiefOptions(entry.family, rest);
  const further = furtherOptions(entry).filter((option) => option !== handicap);
  const seats = Number(choice.value.options['players'] || (players?.fallback ?? 2));
  // What is chosen stays only where it is offered.
  const offered = presetsFor(company.value, seats);
  const chosenPreset = offered.includes(preset.value) ? preset.value : 'none';
  const ownClock: OwnClock = { ...own.value, kind: kindsFor(company.value).find((kind) => kind === own.value.kind) ?? 'fischer' };
  const optionField = (option: GameOption) => (
    <OptionField
      key={option.key}
      game={entry.id}
      option={option}
      values={possibleValues(loaded, entry, choice.value, option)}
      value={choice.value.options[option.key] ?? ''}
      usual={usualOf(loaded, choice.value, option)}
      fallen={gone.value[option.key]}
      choose={(value) => {
        const next = { ...choice.value, options: { ...choice.value.options, [option.key]: value } };
        // A number that is being typed stays as it is.
        if (option.values.length > 0) fit(loaded, entry, next);
        else choice.value = next;
      }}
    />
  );

  // Without a clock a game need never end, and is not rated; nor does it count for guests.
  const isGuest = hasNoAccount();
  const canRate = chosenPreset !== 'none' && !isGuest;
  const clock = clockOf(chosenPreset, ownClock);
  /** Whoever goes to sign in wants a rated game, and finds all else as it was chosen. */
  const asChosen = (): string => {
    const chosen = new URLSearchParams({ with: company.value, clock: writeClock(clock), rated: 'yes' });
    if (company.value === 'player') chosen.set('name', named);
    if (seat.value !== undefined) chosen.set('seat', String(seat.value));
    return `/new/${encodeURIComponent(token)}?${chosen.toString()}`;
  };
  const begin = async () => {
    await loaded.prepare(token);
    const checked = loaded.start(token);
    if (!checked.ok) throw new Error(refusedText(loaded, checked));
    checked.value.free();
    const clocks = clock.kind === 'none' ? [] : [clock];
    switch (company.value) {
      case 'computer':
        return againstComputer(token, { clocks, seat: seat.value });
      case 'friend':
        return openTable(token, 'link', { clocks, seat: seat.value }, canRate && isRated.value);
      case 'anyone':
        return openTable(token, 'lobby', { clocks, seat: seat.value }, canRate && isRated.value);
      case 'player':
        return challenge(named, { token, clock, seat: seat.value, isRated: canRate && isRated.value });
      case 'here':
        return go(`/here/${encodeURIComponent(token)}${clock.kind === 'none' ? '' : `?clock=${writeClock(clock)}`}`);
    }
  };

  return (
    <form
      class="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        problem.value = '';
        isBusy.value = true;
        begin()
          .catch((reason: unknown) => (problem.value = problemText(reason)))
          .finally(() => (isBusy.value = false));
      }}
    >
      <h1>{say('start.title')}</h1>
      <div class="new-game-parts">
        <section class="card stack">
          <Field label={say('start.game')} hint={sayIfKnown(`game.${entry.id}.about`, entry.summary)}>
            {(ids) => (
              <Choice
                {...ids}
                value={entry.id}
                options={catalog.map((one) => [one.id, sayIfKnown(`game.${one.id}`, one.name)])}
                choose={(id) => {
                  const next = catalog.find((one) => one.id === id);
                  if (next !== undefined) choice.value = choose(next, choice.value);
                  seat.value = undefined;
                  gone.value = {};
                  isUnfolded.value = false;
                }}
              />
            )}
          </Field>
          {players !== undefined && optionField(players)}
          <fieldset class="companies">
            <legend>{say('start.with')}</legend>
            {companies.filter((one) => one !== 'player' || named !== '').map((one) => (
              <label key={one} class="tick">
                <input
                  type="radio"
                  name="company"
                  checked={company.value === one}
                  onChange={() => (company.value = one)}
                />
                {say(`start.with.${one}`, { name: named })}
              </label>
            ))}
          </fieldset>
          {company.value === 'computer' && (
            <Field label={say('start.level')} hint={chosenLevel === undefined ? undefined : levelAbout(chosenLevel, entry.family)}>
              {(ids) => (
                <LevelChoice {...ids} value={preferences.value.level} choose={(level) => prefer({ level })} />
              )}
            </Field>
          )}
          {company.value !== 'here' && <Sides rules={loaded} token={token} chosen={seat.value} choose={(one) => (seat.value = one)} />}
          <Field label={say('start.clock')}>
            {(ids) => (
              <Choice
                {...ids}
                value={chosenPreset}
                options={offered.map((one) => [one, say(`start.clock.${one}`)])}
                choose={(one) => (preset.value = one)}
              />
            )}
          </Field>
          {chosenPreset === 'own' && <OwnClockFields company={company.value} own={ownClock} set={(next) => (own.value = next)} />}
          {(company.value === 'friend' || company.value === 'anyone' || company.value === 'player') && (
            <div class="row">
              <label class="tick">
                <input type="checkbox" disabled={!canRate} checked={canRate && isRated.value} onChange={(event) => (isRated.value = event.currentTarget.checked)} />
                {say('start.rated')}
              </label>
              {isGuest && <a href={signInPath(asChosen())}>{say('nav.sign_in')}</a>}
            </div>
          )}
          <Problem text={problem.value} />
          <div class="new-game-begin">
            <button type="submit" class="button button-main" disabled={isBusy.value}>
              {say(beginWords[company.value])}
            </button>
          </div>
          <a class="button" href={`/analysis/${encodeURIComponent(token)}`}>
            {say('start.analyse')}
          </a>
        </section>
        {chief.length + further.length > 0 && (
          <section class="card stack new-game-rules">
            <h2>{say('start.options')}</h2>
            <div class="new-game-options">{chief.map(optionField)}</div>
            {further.length > 0 && (
              <details class="more-rules" open={isUnfolded.value} onToggle={(event) => (isUnfolded.value = event.currentTarget.open)}>
                <summary>{say('start.options.more')}</summary>
                <div class="new-game-options">{further.map(optionField)}</div>
                {handicap !== undefined && (
                  <HandicapFields
                    rules={loaded}
                    option={handicap}
                    choice={choice.value}
                    fallen={gone.value['handicap']}
                    choose={(value) => (choice.value = { ...choice.value, options: { ...choice.value.options, [handicap.key]: value } })}
                  />
                )}
              </details>
            )}
          </section>
        )}
        <Preview token={token} seat={company.value === 'here' ? undefined : seat.value} game={entry.id} name={sayIfKnown(`game.${entry.id}`, entry.name)} />
      </div>
    </form>
  );
}
