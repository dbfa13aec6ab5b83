// Knows the way to the site's open data, among one's own games; nothing where the site has none.
import { say } from '../../messages/messages';
import '../../messages/en_downloads';
import { useHasSiteData } from './site_downloads';

export function OpenDataCard() {
  if (!useHasSiteData()) return null;
  return (
    <section class="card">
      <h2>{say('open_data.title')}</h2>
      <p class="quiet">{say('open_data.about')}</p>
      <p class="row">
        <a class="button" href="/open-data">
          {say('open_data.go')}
        </a>
      </p>
    </section>
  );
}
