// Knows how one of a few is chosen with all of them in sight; refuses to know what is chosen.
import { say } from '../../messages/messages';

/** The number alone is shown, on the corner of what it belongs to: nothing moves away from under the pointer. */
export function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const text = say('lobby.quick.count', { count });
  return (
    <span class="waiting-count" title={text}>
      <span aria-hidden="true">{count}</span>
      <span class="only-spoken">{text}</span>
    </span>
  );
}

interface ChipsProps<T extends string> {
  readonly name: string;
  readonly label: string;
  readonly isLabelSeen?: boolean; // where the choices do not say what they are about
  readonly chosen: T;
  readonly options: readonly (readonly [value: T, text: string, count?: number])[];
  readonly choose: (value: T) => void;
}

/** One of a few, all in sight. */
export function Chips<T extends string>({ name, label, isLabelSeen = false, chosen, options, choose }: ChipsProps<T>) {
  return (
    <fieldset class="chips">
      <legend class={isLabelSeen ? 'chips-label quiet' : 'only-spoken'}>{label}</legend>
      {options.map(([value, text, count = 0]) => (
        <label key={value} class="button chip">
          <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
          <span>{text}</span>
          <Count count={count} />
        </label>
      ))}
    </fieldset>
  );
}
