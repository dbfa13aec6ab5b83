// Starts the page: the player's language first, then the frame and what the address asks for.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { LazyChallenges } from './app/lazy_challenges';
import { CurrentPage } from './app/router/pages';
import { keepPreferences, preferences } from './app/preferences/preferences';
import { startRouter } from './app/router/router';
import { LazyRunningBar } from './app/lazy_running_bar';
import { Shell } from './app/shell';
import { LineNotice } from './app/line_notice';
import { bringTypeface } from './app/typeface';
import { keepOnDevice, renewWhenReplaced } from './offline/install';
import './styles/tokens.css';
import './styles/page.css';
import './styles/shell.css';
import { speak } from './messages/messages';

keepPreferences();
startRouter();
renewWhenReplaced();
keepOnDevice();
await speak(preferences.value.language);
effect(() => void speak(preferences.value.language));

const page = document.getElementById('page');
if (page !== null) {
  render(
    <Shell
      notice={
        <>
          <LineNotice />
          <LazyChallenges />
          <LazyRunningBar />
        </>
      }
    >
      <CurrentPage />
    </Shell>,
    page,
  );
  bringTypeface();
}
