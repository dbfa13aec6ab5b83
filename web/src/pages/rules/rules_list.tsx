// Knows the list of all pages of rules: the three featured games first, the other games below them.
import { variantPages } from '../../rulebook/variants';
import { featuredPages } from '../../rulebook/featured_games';
import type { RulesPage } from '../../rulebook/shape';
import '../../styles/rules.css';
import { say, type MessageKey } from '../../messages/messages';
import '../../messages/en_new_game'; // a line about each game
import '../../messages/en_rulebook';

function Entry({ page }: { readonly page: RulesPage }) {
  const { game, facts } = page;
  return (
    <li>
      <a class="card rules-entry" href={`/rules/${game}`}>
        <h3>{say(`game.${game}` as MessageKey)}</h3>
        <p class="quiet">{say(`game.${game}.about` as MessageKey)}</p>
        <p class="small rules-entry-facts">{facts === null ? say('home.players.count', { count: '2–6' }) : `${facts.size} · ${facts.men} + ${facts.men}`}</p>
      </a>
    </li>
  );
}

export function RulesListPage() {
  return (
    <>
      <div class="rulebook-head">
        <h1>{say('rulebook.title')}</h1>
        <p class="lead">{say('rulebook.text')}</p>
      </div>
      <section aria-labelledby="rules-featured">
        <h2 id="rules-featured">{say('rulebook.featured')}</h2>
        <ul class="rules-list rules-featured">
          {featuredPages.map((page) => (
            <Entry key={page.game} page={page} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="rules-others">
        <h2 id="rules-others">{say('home.more')}</h2>
        <ul class="rules-list">
          {variantPages.map((page) => (
            <Entry key={page.game} page={page} />
          ))}
        </ul>
      </section>
    </>
  );
}
