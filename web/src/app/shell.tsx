// Knows the frame around every page: the sign, the way to the pages, and what is to be said about the connection.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { say, type Word } from '../words/words';
import { Sign } from './brand';
import { address } from './router';

interface Destination {
  readonly to: string;
  readonly word: Word;
}

const destinations: readonly Destination[] = [
  { to: '/lobby', word: 'nav.lobby' },
  { to: '/games', word: 'nav.games' },
  { to: '/analysis', word: 'nav.analysis' },
  { to: '/rules', word: 'nav.rules' },
  { to: '/settings', word: 'nav.settings' },
  { to: '/account', word: 'nav.account' },
];

const isHere = (to: string, path: string): boolean => path === to || path.startsWith(`${to}/`);

function Bar() {
  const isOpen = useSignal(false);
  useSignalEffect(() => {
    if (address.value.path !== '') isOpen.value = false;
  });
  const path = address.value.path;
  return (
    <header class="bar">
      <div class="bar-inside">
        <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
          <Sign />
          Crownstar
        </a>
        <button
          type="button"
          class="button button-plain menu-button"
          aria-expanded={isOpen.value}
          aria-controls="main-navigation"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {say(isOpen.value ? 'shell.close' : 'shell.menu')}
        </button>
        <nav id="main-navigation" class={isOpen.value ? 'is-open' : ''} aria-label={say('nav.main')}>
          <ul>
            {destinations.map(({ to, word }) => (
              <li key={to}>
                <a href={to} aria-current={isHere(to, path) ? 'page' : undefined}>
                  {say(word)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

export function Shell({ notice, children }: { readonly notice: ComponentChildren; readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#content">
        {say('shell.skip')}
      </a>
      <Bar />
      {notice}
      <main id="content" class="page" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
