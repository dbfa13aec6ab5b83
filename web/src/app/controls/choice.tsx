// Knows how one of several is chosen where the names may be longer than a small screen is wide: the browser's own box cuts
// what does not fit, so it lies unseen over a text that goes on in a second line. Does not know what is chosen.

interface ChoiceProps<T extends string> {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  readonly label?: string; // seen in the box, above what is chosen
  readonly value: T;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly disabled?: boolean;
  readonly choose: (value: T) => void;
}

export function Choice<T extends string>({ label, value, options, disabled, choose, ...ids }: ChoiceProps<T>) {
  return (
    <span class="choice">
      <select
        {...ids}
        {...(label === undefined ? {} : { 'aria-label': label })}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const box = event.currentTarget;
          const chosen = options.find(([known]) => known === box.value);
          box.value = value; // what is chosen is shown once it is given back
          if (chosen !== undefined) choose(chosen[0]);
        }}
      >
        {options.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </select>
      <span class="choice-shown" aria-hidden="true">
        {label !== undefined && <span class="choice-label">{label}</span>}
        {options.find(([known]) => known === value)?.[1]}
      </span>
    </span>
  );
}
