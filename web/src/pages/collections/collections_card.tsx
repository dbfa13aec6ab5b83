// Knows the way to the collections of recorded games, among one's own games; nothing where the site has none.
import { say } from '../../messages/messages';
import '../../messages/en_collections';
import { useSiteCollections } from './site_collections';

export function CollectionsCard() {
  const all = useSiteCollections() ?? [];
  if (all.length === 0) return null;
  return (
    <section class="card">
      <h2>{say('collections.title')}</h2>
      <p class="quiet">{say('collections.about', { count: all.reduce((sum, { games }) => sum + games, 0) })}</p>
      <p class="row">
        <a class="button" href="/collections">
          {say('collections.go')}
        </a>
      </p>
    </section>
  );
}
