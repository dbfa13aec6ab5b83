// Knows how one of several is chosen where the names may be longer than a small screen is wide: the browser's own box cuts
// what does not fit, so it lies unseen over a text that goes on in a second line. Refuses to know what is chosen.

interface ChoiceProps<T extends string> {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, name: string])[];
  /** Those that are asked for less often, under a name of their own. */
  readonly more?: { readonly name: string; readonly options: readonly (readonly [value: T, name: string])[] } | undefined;
  readonly disabled?: boolean;
  readonly choose: (value: T) => void;
}

export function Choice<T extends string>({ value, options, more, disabled, choose, ...ids }: ChoiceProps<T>) {
  const all = [...options, ...(more?.options ?? [])];
  const each = ([known, name]: readonly [T, string]) => (
    <option key={known} value={known}>
      {name}
    </option>
  );
  return (
    <span class="choice">
      <select
        {...ids}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = all.find(([known]) => known === event.currentTarget.value);
          if (chosen !== undefined) choose(chosen[0]);
        }}
      >
        {options.map(each)}
        {more !== undefined && <optgroup label={more.name}>{more.options.map(each)}</optgroup>}
      </select>
      <span class="choice-shown" aria-hidden="true">
        {all.find(([known]) => known === value)?.[1]}
      </span>
    </span>
  );
}
