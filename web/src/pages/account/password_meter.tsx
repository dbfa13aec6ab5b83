// Knows how a password's strength is shown while it is typed.
import { say } from '../../messages/messages';
import { lettersLeast, strengthOf, strengths } from './password_strength';

export function PasswordMeter({ password, name }: { readonly password: string; readonly name: string }) {
  const strength = strengthOf(password, name);
  const text = strength === 'short' ? say('account.password.short', { least: lettersLeast }) : say(`account.password.${strength}`);
  return (
    <div class="password-meter">
      <meter
        aria-label={say('account.password.strength')}
        aria-valuetext={text}
        min={0}
        low={2}
        high={3}
        max={strengths.length - 1}
        optimum={strengths.length - 1}
        value={strengths.indexOf(strength)}
      />
      <span class="quiet" aria-live="polite">
        {text}
      </span>
    </div>
  );
}
