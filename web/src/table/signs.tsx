// Knows the small signs beside a board: turning it, its sounds, the field to type in. Does not know what else a table can do.
import { prefer, preferences } from '../app/preferences/preferences';
import { say } from '../messages/messages';

const paths = {
  flip: 'M7 4L4 7l3 3M4 7h11a5 5 0 0 1 0 10M17 20l3 -3 -3 -3M20 17H9',
  sound: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  quiet: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9.5l5 5M20.5 9.5l-5 5',
  keys: 'M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8',
} as const;

let isAskedFor = false; // the field to type in, a moment ago

/** Whether the field was just asked for: then it takes the hand that asked. Once. */
export function takeAskedFor(): boolean {
  const was = isAskedFor;
  isAskedFor = false;
  return was;
}

interface SignProps {
  readonly sign: keyof typeof paths;
  readonly label: string;
  readonly isPressed?: boolean;
  readonly press: () => void;
}

export function SignButton({ sign, label, isPressed, press }: SignProps) {
  return (
    <button type="button" class="button step" aria-label={label} title={label} aria-pressed={isPressed} onClick={press}>
      <svg class="sign sign-line" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={paths[sign]} />
      </svg>
    </button>
  );
}

interface SignsProps {
  readonly flip: () => void;
  readonly canType: boolean;
}

export function Signs({ flip, canType }: SignsProps) {
  const { sounds, typed } = preferences.value;
  const isQuiet = sounds === 'none';
  return (
    <div class="signs">
      <SignButton sign="flip" label={say('table.flip')} press={flip} />
      <SignButton sign={isQuiet ? 'quiet' : 'sound'} label={say('settings.sound')} isPressed={!isQuiet} press={() => prefer({ sounds: isQuiet ? 'wood' : 'none' })} />
      {canType && <SignButton sign="keys" label={say('table.keys')} isPressed={typed} press={() => prefer({ typed: (isAskedFor = !typed) })} />}
    </div>
  );
}
