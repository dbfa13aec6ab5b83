// Knows what to say where an address leads nowhere, or to something that could not be opened.
import type { ComponentChildren } from 'preact';
import { say } from '../messages/messages';

interface MissingProps {
  readonly title?: string;
  readonly reason?: string; // where more is known than that nothing is there
  readonly children?: ComponentChildren; // another way on
}

export function Missing({ title = say('shell.missing.title'), reason = say('shell.missing.text'), children }: MissingProps) {
  return (
    <section class="card" role="alert">
      <h1>{title}</h1>
      <p>{reason}</p>
      <p class="row">
        {children}
        <a class={`button${children === undefined ? ' button-main' : ''}`} href="/">
          {say('shell.missing.home')}
        </a>
      </p>
    </section>
  );
}
