// Knows the way to the puzzles from the first page.
import { say } from '../../messages/messages';
import '../../messages/en_puzzles';

export function PuzzlesCard() {
  return (
    <section class="card" aria-labelledby="puzzles-title">
      <h2 id="puzzles-title">{say('nav.puzzles')}</h2>
      <p class="quiet">{say('puzzles.about')}</p>
      <p class="row">
        <a class="button" href="/puzzles">
          {say('puzzles.go')}
        </a>
      </p>
    </section>
  );
}
