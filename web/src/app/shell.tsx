// Knows the frame around every page: the sign, the way to the pages, and what is to be said about the connection.
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { languages, say, type MessageKey } from '../messages/messages';
import { Sign } from './brand';
import { hasNoAccount, me } from './api';
import { prefer, preferences, shades, type Shade } from './preferences/preferences';
import { address } from './router/router';
import { signInPath } from './sign_in';

interface Destination {
  readonly to: string;
  readonly key: MessageKey;
}

const destinations: readonly Destination[] = [
  { to: '/lobby', key: 'nav.lobby' },
  { to: '/games', key: 'nav.games' },
  { to: '/puzzles', key: 'nav.puzzles' },
  { to: '/analysis', key: 'nav.analysis' },
  { to: '/rules', key: 'nav.rules' },
  { to: '/settings', key: 'nav.settings' },
];

const isHere = (to: string, path: string): boolean => path === to || path.startsWith(`${to}/`);

/** Signs of the three shades: half a disc, a sun, a moon. */
const shadeSigns: Readonly<Record<Shade, string>> = {
  system: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0 -18zM12 3v18a9 9 0 0 0 0 -18z',
  light: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0 -8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M19.1 4.9l-1.8 1.8M6.7 17.3l-1.8 1.8',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
};

/** What anyone may want before reading anything: the language, and light or dark. */
function Choosers() {
  const { language, shade } = preferences.value;
  const label = `${say('shell.shade')}: ${say(`shell.shade.${shade}`)}`;
  return (
    <div class="choosers">
      <select
        aria-label={say('shell.language')}
        value={language}
        onChange={(event) => prefer({ language: event.currentTarget.value })}
      >
        {Object.keys(languages).map((one) => (
          <option key={one} value={one} lang={one}>
            {languages[one]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button button-plain shade-button"
        aria-label={label}
        title={label}
        onClick={() => prefer({ shade: shades[(shades.indexOf(shade) + 1) % shades.length] ?? 'system' })}
      >
        <svg class={`shade-sign is-${shade}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={shadeSigns[shade]} />
        </svg>
      </button>
    </div>
  );
}

/** The way to the account, by its name where somebody is signed in; the way into it where nobody is. */
function AccountLink({ path }: { readonly path: string }) {
  const player = me.value?.player;
  const name = player?.kind === 'account' ? player.name : undefined;
  const label = name === undefined ? undefined : `${say('nav.account')}: ${name}`;
  const isOut = hasNoAccount();
  return (
    <a href={isOut ? signInPath() : '/account'} class="account-link" aria-current={isHere('/account', path) ? 'page' : undefined} aria-label={label} title={label}>
      <svg class="account-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0 -8zM4 21a8 6.5 0 0 1 16 0z" />
      </svg>
      <span>{name ?? say(isOut ? 'nav.sign_in' : 'nav.account')}</span>
    </a>
  );
}

/** As wide as shell.css puts all pages beside the sign. */
const wide = matchMedia('(width > 76rem)');
const isWide = signal(wide.matches);
wide.addEventListener('change', () => (isWide.value = wide.matches));

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
        {/* It stands where it is seen, so that the keys go from one to the next as the eye does. */}
        {!isWide.value && <AccountLink path={path} />}
        <button
          type="button"
          class="button button-plain menu-button"
          aria-expanded={isOpen.value}
          aria-controls="main-menu"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {say(isOpen.value ? 'shell.close' : 'shell.menu')}
        </button>
        <div id="main-menu" class={isOpen.value ? 'is-open' : ''}>
          <nav aria-label={say('nav.main')}>
            <ul>
              {destinations.map(({ to, key }) => (
                <li key={to}>
                  <a href={to} aria-current={isHere(to, path) ? 'page' : undefined}>
                    {say(key)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Choosers />
        </div>
        {isWide.value && <AccountLink path={path} />}
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
