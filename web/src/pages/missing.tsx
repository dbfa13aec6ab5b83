// Knows what to say where an address leads nowhere.
import { say } from '../words/words';

export function Missing() {
  return (
    <section class="card">
      <h1>{say('shell.missing.title')}</h1>
      <p>{say('shell.missing.text')}</p>
      <p>
        <a class="button button-main" href="/">
          {say('shell.missing.home')}
        </a>
      </p>
    </section>
  );
}
