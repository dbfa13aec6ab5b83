// Knows which page stands at which address; all but the first are loaded when they are asked for.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { HomePage } from '../../pages/home/home';
import { Missing } from '../../pages/missing';
import { say, type MessageKey } from '../../messages/messages';
import { Problem } from '../problem';
import { address, matchPath, type PageProps, type Parameters } from './router';

type Page = ComponentType<PageProps>;

interface Route {
  readonly pattern: string;
  readonly load: () => Promise<Page>;
  readonly title?: MessageKey; // left out where the page gives its own, as a table does
}

const here = async (): Promise<Page> => (await import('../../pages/here/here')).HerePage;

const newGame = async (): Promise<Page> => (await import('../../pages/new_game/new_game')).NewGamePage;

const analysis = async (): Promise<Page> => (await import('../../pages/analysis/analysis')).AnalysisPage;

const collections = async (): Promise<Page> => (await import('../../pages/collections/collections')).CollectionsPage;

const puzzles = async (): Promise<Page> => (await import('../../pages/puzzles/puzzles')).PuzzlesPage;

const routes: readonly Route[] = [
  { pattern: '/', load: async () => HomePage },
  { pattern: '/here/:game', load: here },
  { pattern: '/here/:game/:id', load: here },
  { pattern: '/match/:match', load: async () => (await import('../../pages/match/match')).MatchPage },
  { pattern: '/new/:game', load: newGame, title: 'start.title' },
  { pattern: '/new', load: newGame, title: 'start.title' },
  { pattern: '/lobby', load: async () => (await import('../../pages/lobby/lobby')).LobbyPage, title: 'nav.lobby' },
  { pattern: '/games', load: async () => (await import('../../pages/games/games')).GamesPage, title: 'nav.games' },
  { pattern: '/collections', load: collections },
  { pattern: '/collections/:collection', load: collections },
  { pattern: '/open-data', load: async () => (await import('../../pages/downloads/downloads')).OpenDataPage },
  { pattern: '/account', load: async () => (await import('../../pages/account/account')).AccountPage, title: 'nav.account' },
  { pattern: '/player/:name', load: async () => (await import('../../pages/player/player')).PlayerPage },
  { pattern: '/reset', load: async () => (await import('../../pages/account/reset')).ResetPage, title: 'nav.account' },
  { pattern: '/oauth', load: async () => (await import('../../pages/account/authorize')).AuthorizePage, title: 'nav.account' },
  { pattern: '/analysis', load: analysis, title: 'nav.analysis' },
  { pattern: '/analysis/:game', load: analysis, title: 'nav.analysis' },
  ...['', '/:game', '/:game/:id'].map((rest): Route => ({ pattern: `/puzzles${rest}`, load: puzzles, title: 'nav.puzzles' })),
  { pattern: '/rules', load: async () => (await import('../../pages/rules/rules_list')).RulesListPage },
  { pattern: '/rules/:game', load: async () => (await import('../../pages/rules/rules_page')).GameRulesPage },
  { pattern: '/settings', load: async () => (await import('../../pages/settings')).SettingsPage, title: 'nav.settings' },
];

const loaded = new Map<Route['load'], Page>();

export function CurrentPage() {
  const path = address.value.path;
  const arrivals = useSignal(0);
  const failure = useSignal<string | undefined>(undefined);
  let route: Route | undefined;
  let parameters: Parameters = {};
  for (const candidate of routes) {
    const found = matchPath(candidate.pattern, path);
    if (found !== undefined) {
      route = candidate;
      parameters = found;
      break;
    }
  }
  useEffect(() => {
    failure.value = undefined;
    if (route === undefined || loaded.has(route.load)) return;
    const { load } = route;
    load().then(
      (page) => {
        loaded.set(load, page);
        arrivals.value += 1;
      },
      (problem: unknown) => (failure.value = problem instanceof Error ? problem.message : String(problem)),
    );
  }, [route]);
  const title = route?.title === undefined ? '' : say(route.title);
  // Before a page that gives its own title does so: the effects of what is inside run first.
  useLayoutEffect(() => {
    document.title = title === '' ? 'Crownstar' : `${title} – Crownstar`;
  }, [path, title]);
  if (route === undefined) return <Missing />;
  if (failure.value !== undefined) return <Problem text={say('shell.failed', { reason: failure.value })} />;
  const Page = arrivals.value >= 0 ? loaded.get(route.load) : undefined;
  const key = route.load === puzzles ? 'puzzles' : path; // one puzzle follows another on the same page
  return Page === undefined ? <p class="quiet">{say('shell.loading')}</p> : <Page parameters={parameters} key={key} />;
}
