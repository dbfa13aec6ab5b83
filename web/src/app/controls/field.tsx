// Knows how a field is labelled: its name, the control, and a hint that describes it without being part of its name.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby'?: string;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly beside?: ComponentChildren; // stands beside the name and is no part of it
  readonly children: (ids: FieldIds) => ComponentChildren; // the control, which takes the ids
}

export function Field({ label, hint, beside, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="field">
      <span class="field-head">
        <label class="label" for={id}>
          {label}
        </label>
        {beside}
      </span>
      {children(hint === undefined ? { id } : { id, 'aria-describedby': hintId })}
      {hint !== undefined && (
        <span class="quiet small" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}
