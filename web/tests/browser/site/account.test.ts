// Who one is and what one says: an account and its rating, tokens, chat, offers and answers, the next game, the record.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { say } from '../../../src/messages/messages';
import type { MatchMade, OwnData } from '../../../src/wire';
import { password, withAccount } from '../support/accounts';
import { appCode } from '../support/authenticator';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { inTurn } from '../support/play';
import { patience, type Player } from '../support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** How a program asks for a token. */
const askedBy = (program: string): URLSearchParams =>
  new URLSearchParams({
    response_type: 'code',
    client_id: program,
    redirect_uri: `${server.address}/settings`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    scope: 'bot:play',
    state: 'its own',
  });

async function twoAt(position: string, rated = false, a?: Player, b?: Player): Promise<readonly [Player, Player]> {
  const [host, guest] = [a ?? (await server.player()), b ?? (await server.player())];
  if (a === undefined) await host.guest('Ada');
  if (b === undefined) await guest.guest('Béla');
  const clocks = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] as const;
  await guest.page.goto(server.address + (await host.host({ game: 'american', position, ...(rated ? { rated, clocks } : {}) })));
  return inTurn(host, guest);
}

const signInForm = ({ page }: Player) => page.locator('section', { has: page.getByRole('heading', { name: 'Sign in' }) });

async function signIn(player: Player, name: string, typed: string): Promise<void> {
  const form = signInForm(player);
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password', { exact: true }).fill(typed);
  await form.getByRole('button').click();
}

describe('an account', () => {
  it('is made, left and entered again', async () => {
    const player = await server.player();
    await player.goto('/account');
    const making = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'Create an account' }) });
    await making.getByLabel('Name').fill('Klara');
    await making.getByLabel('Password', { exact: true }).fill(password);
    await making.getByRole('button').click();
    await player.page.getByText('Signed in as Klara.').waitFor();
    await player.button('Sign out').click();
    await signIn(player, 'Klara', 'something else');
    await player.page.getByText('Wrong name or password.').waitFor();
    await signIn(player, 'Klara', password);
    await player.page.getByText('Signed in as Klara.').waitFor();
    await player.page.getByRole('link', { name: say('account.profile') }).click();
    await player.page.getByRole('heading', { name: 'Klara' }).waitFor();
    await player.goto('/games');
    await player.page.getByText(say('games.none.server'), { exact: true }).waitFor(); // and not to sign in
  });

  it('is told while it is typed how good its password is', async () => {
    const player = await server.player();
    await player.goto('/account');
    const making = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'Create an account' }) });
    const meter = making.getByRole('meter', { name: say('account.password.strength') });
    const shown = () => meter.evaluate((element: HTMLMeterElement) => element.value);
    await making.getByLabel('Name').fill('Annabella');
    for (const [typed, word, value] of [
      ['Anna', say('account.password.short', { least: 10 }), 0],
      ['Annabella77', say('account.password.weak'), 1],
      ['veranda moss kettle', say('account.password.strong'), 4],
    ] as const) {
      await making.getByLabel('Password', { exact: true }).fill(typed);
      await making.getByText(word, { exact: true }).waitFor();
      expect(await shown()).toBe(value);
    }
    await making.getByLabel(say('account.password.show')).check();
    expect(await shown()).toBe(4);
    expect(await signInForm(player).getByRole('meter').count()).toBe(0);
  });

  it('is deleted for good, and that is said', async () => {
    const player = await withAccount(server, 'Ludmila');
    const form = player.page.locator('section', { has: player.page.getByRole('heading', { name: say('account.delete') }) });
    await form.getByLabel(say('account.password'), { exact: true }).fill(password);
    await form.getByRole('button').click();
    await player.page.getByRole('status').getByText(say('account.deleted')).waitFor();
    await player.goto('/account');
    await player.page.getByText(say('account.nobody')).waitFor();
    await player.goto('/games');
    await player.page.getByText(`${say('games.none.server')} ${say('games.none.sign_in')}`).waitFor();
    for (const path of ['/account', '/games']) {
      await player.goto(path);
      await player.page.locator('main .card').first().waitFor();
      expect(await player.page.locator('main').textContent(), 'they have').not.toMatch(/(not|never) played/);
    }
  });

  it('is told of a sign-in on a new device, until that is put away', async () => {
    const owner = await withAccount(server, 'Noor');
    const other = await server.player();
    await other.goto('/account');
    await signIn(other, 'Noor', password);
    await other.page.getByText('Signed in as Noor.').waitFor();
    await owner.goto('/lobby');
    const notice = owner.page.locator('.notice', { hasText: 'Somebody signed in to your account on a new device.' });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('Chrome');
    expect(await other.page.locator('.notice').count()).toBe(0);
    await notice.getByRole('button', { name: 'Got it' }).click();
    await notice.waitFor({ state: 'detached' });
    await owner.goto('/account');
    await owner.page.getByText('Signed in as Noor.').waitFor();
    await owner.page.getByRole('heading', { name: 'Your data' }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('takes all that is kept about it along in one file', async () => {
    const player = await withAccount(server, 'Mirjam');
    const made = await player.post<MatchMade>('/api/matches', { game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }], draw_seats: false });
    const coming = player.page.waitForEvent('download');
    await player.button('Download my data').click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('crownstar-Mirjam.json');
    const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as OwnData;
    expect(data.account?.player.name).toBe('Mirjam');
    expect(data.account?.sessions?.length).toBe(1);
    expect(data.games?.map((game) => game.match)).toEqual([made.match]);
    expect(data.games?.[0]?.record?.join('\n')).toContain('Mirjam');
    expect(data.lines).toEqual([]);
  });

  it('takes a code of an authenticator app beside its password, or a recovery code', async () => {
    const owner = await withAccount(server, 'Sigrid');
    const card = owner.page.locator('section', { has: owner.page.getByRole('heading', { name: 'Two-step sign-in' }) });
    await card.getByLabel('Password', { exact: true }).fill(password);
    await card.getByRole('button', { name: 'Set up' }).click();
    await card.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    const key = (await card.locator('.factor-key').textContent()) ?? '';
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    await card.getByLabel('Code from the app').fill('12345');
    await card.getByRole('button', { name: 'Turn on' }).click();
    await card.getByText('This code isn’t right, or it’s too old.').waitFor();
    await card.getByLabel('Code from the app').fill(appCode(key));
    await card.getByRole('button', { name: 'Turn on' }).click();
    const codes = card.locator('.recovery-codes li');
    await codes.nth(9).waitFor();
    const recovery = await codes.allTextContents();
    expect(new Set(recovery).size).toBe(10);
    await card.getByRole('button', { name: 'I’ve saved them' }).click();
    await card.getByText('Two-step sign-in is on. Recovery codes left: 10.').waitFor();
    await owner.button('Sign out').click();

    const form = signInForm(owner);
    const begin = async () => {
      await form.getByLabel('Name').fill('Sigrid');
      await form.getByLabel('Password', { exact: true }).fill(password);
      await form.getByRole('button', { name: 'Sign in' }).click();
      await form.getByText('Enter the code from your authenticator app').waitFor();
    };
    const code = form.getByLabel('Code from the app, or a recovery code');
    await begin();
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    await form.getByRole('button', { name: 'Back' }).click();
    await begin();
    await code.fill('000 00');
    await form.getByRole('button', { name: 'Sign in' }).click();
    await form.getByText('This code isn’t right, or it’s too old.').waitFor();
    await code.fill(appCode(key, 1)); // the code of this moment has turned it on
    await form.getByRole('button', { name: 'Sign in' }).click();
    await owner.page.getByText('Signed in as Sigrid.').waitFor();
    await owner.button('Sign out').click();

    // Also where a program asks to be let in.
    await owner.goto(`/oauth?${askedBy('bot.example')}`);
    const asked = owner.page.locator('section.card');
    await asked.getByLabel('Name').fill('Sigrid');
    await asked.getByLabel('Password', { exact: true }).fill(password);
    await asked.getByRole('button', { name: 'Sign in' }).click();
    await asked.getByLabel('Code from the app, or a recovery code').fill(recovery[2]?.toUpperCase() ?? '');
    await asked.getByRole('button', { name: 'Sign in' }).click();
    await owner.page.getByText('bot.example asks to use your account: Sigrid.').waitFor();
    await owner.goto('/account');
    await card.getByText('Two-step sign-in is on. Recovery codes left: 9.').waitFor();
    await card.getByLabel('Password', { exact: true }).fill(password);
    await card.getByLabel('Code from the app, or a recovery code').fill(recovery[2] ?? '');
    await card.getByRole('button', { name: 'Turn off' }).click();
    await card.getByText('This code isn’t right, or it’s too old.').waitFor();
    await card.getByLabel('Code from the app, or a recovery code').fill(recovery[3] ?? '');
    await card.getByRole('button', { name: 'Turn off' }).click();
    await card.getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('gets a new password by a link, once', async () => {
    const player = await withAccount(server, 'Lotte');
    const link = server.resetLink('Lotte');
    await player.goto(link);
    await player.page.getByLabel('New password').fill('another horse 7 battery');
    await player.button('Choose a new password').click();
    await player.page.getByText('Lotte, your password has been changed.').waitFor();
    expect(player.page.url()).not.toContain('#');
    await player.page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn(player, 'Lotte', 'another horse 7 battery');
    await player.page.getByText('Signed in as Lotte.').waitFor();
    await player.goto(link);
    await player.page.getByLabel('New password').fill('a third horse 7 battery');
    await player.button('Choose a new password').click();
    await player.page.getByText('This link has already been used').waitFor();
    await player.goto('/reset');
    await player.page.getByText('This link isn’t complete').waitFor();
  });

  it('lets a program in, or does not', async () => {
    const player = await withAccount(server, 'Petra');
    const wish = askedBy('bot.example');
    await player.goto(`/oauth?${wish}`);
    await player.page.getByText('bot.example asks to use your account: Petra.').waitFor();
    await player.page.getByText('It could play, send challenges and chat in your name.').waitFor();
    await player.page.getByLabel('Password', { exact: true }).fill(password);
    await player.button('Allow').click();
    await player.page.waitForURL(/settings\?code=n[^&]+&state=its%20own$/);
    await player.goto(`/oauth?${wish}`);
    await player.button('Don’t allow').click();
    await player.page.waitForURL(/settings\?error=access_denied&state=its%20own$/);
    wish.set('redirect_uri', 'http://elsewhere.example/');
    await player.goto(`/oauth?${wish}`);
    await player.button('Don’t allow').click();
    await player.page.getByRole('alert').waitFor();
    expect(new URL(player.page.url()).pathname).toBe('/oauth');
  });

  it('lets the page of another site play by a token, and not without one', async () => {
    const player = await withAccount(server, 'Paula');
    const form = { grant_type: 'authorization_code', client_id: 'page.example', redirect_uri: `${server.address}/settings` };
    const wish = new URLSearchParams({
      response_type: 'code',
      client_id: form.client_id,
      redirect_uri: form.redirect_uri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'bot:play',
    });
    await player.goto(`/oauth?${wish}`);
    await player.page.getByLabel('Password', { exact: true }).fill(password);
    await player.button('Allow').click();
    await player.page.waitForURL(/settings\?code=/);
    const code = new URL(player.page.url()).searchParams.get('code') ?? '';
    // A site of its own on this machine: of one that the browser takes for public it would ask the user first.
    const elsewhere = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Program</title>'));
    await once(elsewhere.listen(0), 'listening');
    await player.page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`);
    const seen = await player.page.evaluate(
      async ({ site, form }) => {
        const json = { 'content-type': 'application/json' };
        const post = (path: string, headers: Record<string, string>, body: unknown) =>
          fetch(`${site}${path}`, { method: 'POST', headers, body: JSON.stringify(body), credentials: 'include' }).then(
            (answer) => answer.status,
            () => 'not told',
          );
        const taken = await fetch(`${site}/api/token`, { method: 'POST', body: new URLSearchParams(form) });
        const { access_token: token } = (await taken.json()) as { access_token: string };
        const authorization = `Bearer ${token}`;
        const account = await fetch(`${site}/api/account`, { headers: { authorization } });
        const seek = { game: 'american', clock: { kind: 'none' } };
        const made = await fetch(`${site}/api/seeks`, { method: 'POST', headers: { ...json, authorization }, body: JSON.stringify(seek) });
        const without = await post('/api/seeks', json, seek);
        const signedIn = await post('/api/session', { ...json, authorization }, {});
        const ended = await fetch(`${site}/api/token`, { method: 'DELETE', headers: { authorization } });
        const after = await fetch(`${site}/api/account`, { headers: { authorization } });
        const { username } = (await account.json()) as { username: string };
        return [username, made.status, without, signedIn, ended.status, after.status];
      },
      { site: server.address, form: { ...form, code, code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' } },
    );
    expect(seen).toEqual(['Paula', 201, 'not told', 'not told', 204, 401]);
    elsewhere.closeAllConnections();
    elsewhere.close();
    const complaints = player.complaints.splice(0); // of the two that were not told
    expect(complaints.filter((each) => !each.includes('blocked by CORS policy'))).toEqual([]);
    expect(complaints).toHaveLength(2);
  });

  it('takes a pasted password whole or says that it is too long', async () => {
    const player = await server.player();
    await player.goto('/account');
    const form = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'Create an account' }) });
    const field = form.getByLabel('Password', { exact: true });
    await form.getByLabel('Name').fill('Longwinded');
    const pasted = `${password} `.repeat(10);
    await field.fill(pasted);
    await form.getByLabel('Show password').check();
    expect(await field.getAttribute('type')).toBe('text');
    expect(await field.inputValue()).toBe(pasted);
    await form.getByRole('button').click();
    await player.page.getByText('This password is too long: 128 characters at most.').waitFor();
    await field.fill(pasted.slice(0, 128));
    await form.getByRole('button').click();
    await player.page.getByText('Signed in as Longwinded.').waitFor();
  });

  it('has a rating after a rated game', async () => {
    const [one, two] = [await withAccount(server, 'Sigrun'), await withAccount(server, 'Jose')];
    const [red, white] = await twoAt('', true, one, two);
    await red.click('11', '15');
    await white.sees(1);
    await white.click('22', '18');
    await red.sees(2);
    await red.button('Resign').click();
    await red.button('Yes').click();
    await white.says('You won! Your opponent resigned.');
    await red.says('You lost. You resigned.');
    await white.goto('/account');
    const rating = white.page.locator('section', { has: white.page.getByRole('heading', { name: 'Ratings' }) }).locator('b');
    await expect.poll(async () => Number.parseInt((await rating.textContent()) ?? '', 10), patience).toBeGreaterThan(1500);
    // The next game shows them, with a question mark while they are not settled.
    const again = await twoAt('', true, one, two);
    for (const player of again) {
      await expect.poll(async () => (await player.page.locator('.seat-facts').allTextContents()).filter((text) => /\d{4}\?/.test(text)).length, patience).toBe(2);
    }
    await red.goto('/account');
    await expect.poll(async () => Number.parseInt((await red.page.locator('section b').first().textContent()) ?? '', 10), patience).toBeLessThan(1500);
  });

  it('makes and revokes tokens', async () => {
    const player = await withAccount(server, 'Programmer');
    const tokens = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'API tokens' }) });
    await tokens.getByLabel('Name').fill('my bot');
    await tokens.getByLabel('Password', { exact: true }).fill(password);
    await tokens.getByRole('button', { name: 'Create a token' }).click();
    const secret = await tokens.locator('input[readonly]').inputValue();
    const asBot = () => fetch(`${server.address}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await asBot()).status).toBe(200);
    await tokens.getByRole('button', { name: 'Revoke' }).click();
    await tokens.getByText('my bot').waitFor({ state: 'detached' });
    expect((await asBot()).status).toBe(401);
  });
});

describe('at the table', () => {
  it('players and watchers talk apart, and nobody has to read everybody', async () => {
    const [red, white] = await twoAt('');
    const watcher = await server.player();
    await watcher.guest('Csaba');
    await watcher.goto(new URL(red.page.url()).pathname);
    const lines = (player: Player) => player.page.locator('.talk-log p:not(.quiet)');
    const talk = async (player: Player, text: string) => {
      await player.page.getByLabel('Say something').fill(text);
      await player.button('Send').click();
      await expect.poll(() => lines(player).last().textContent(), patience).toContain(text);
    };
    await talk(red, 'Good luck!');
    await expect.poll(() => lines(white).allTextContents(), patience).toEqual(['Ada Good luck!']);
    await talk(watcher, 'She will win');
    expect(await lines(watcher).allTextContents()).toEqual(['Csaba She will win']);
    expect(await lines(white).count()).toBe(1);

    await white.page.locator('.talk-name').click();
    await white.button('Report Ada').click();
    await white.button('Reported').waitFor();
    await white.button('Mute Ada').click();
    await expect.poll(() => lines(white).count(), patience).toBe(0);
    await talk(red, 'Are you there?');
    await white.button('Unmute Ada').click();
    await talk(red, 'Hello?');
    await expect.poll(() => lines(white).last().textContent(), patience).toContain('Hello?');
  });

  it('what somebody types is shown as it was typed, whatever a browser would make of it', async () => {
    const [red, white] = await twoAt('');
    const typed = `<img src="x" onerror="document.title='taken'"><b>bold</b> &amp; "quoted"`;
    await red.page.getByLabel('Say something').fill(typed);
    await red.button('Send').click();
    for (const player of [red, white]) {
      const log = player.page.locator('.talk-log');
      await expect.poll(() => log.locator('p:not(.quiet)').allTextContents(), patience).toEqual([`Ada ${typed}`]);
      expect(await log.locator('img').count()).toBe(0);
      expect(await player.page.title()).not.toContain('taken');
    }
  });

  it('a move is taken back, a draw declined and agreed, and the next game is played with the other colour', async () => {
    const [red, white] = await twoAt('');
    await red.click('11', '15');
    await white.sees(1);
    await white.click('22', '18');
    await red.sees(2);
    await white.button('Ask for a takeback').click();
    await red.button('Accept').click();
    await red.sees(1);
    await white.sees(1);
    await white.click('22', '17');
    await red.sees(2);
    await red.button('Offer a draw').click();
    await expect.poll(() => red.page.locator('.offers[role=status]').textContent(), patience).toBe('You offered a draw.');
    await white.button('Decline').click();
    await expect.poll(() => red.page.locator('.offers[role=status]').textContent(), patience).toBe('Béla declined.');
    // It can be offered again after Red's next move, and no sooner.
    expect(await red.button('Offer a draw').getAttribute('aria-disabled')).toBe('true');
    await white.button('Offer a draw').click();
    await red.button('Accept').click();
    await red.says('Draw by agreement.');
    await white.says('Draw by agreement.');
    const watcher = await server.player();
    await watcher.goto(new URL(red.page.url()).pathname);
    await watcher.says('Draw by agreement.');
    await red.button('Rematch').click();
    await expect.poll(() => red.page.locator('.offers').textContent(), patience).toBe('You asked for a rematch. Waiting for an answer…');
    await white.button('Accept').waitFor();
    // The button that asks for it says yes now; what stands beside it stays.
    await white.button('Rematch').click();
    // Both are taken there; who watches finds the link.
    await white.says('Your move');
    await red.says(' to move');
    await watcher.page.getByRole('link', { name: 'Go to the new game' }).waitFor();
  });

  it('a game that is over is saved, shared and looked through', async () => {
    const [red, white] = await twoAt('B:W18:B15,1');
    await red.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await red.click('15', '22');
    await red.says('You won! All your opponent’s pieces were captured.');
    await white.says('You lost. All your pieces were captured.');
    const save = red.page.getByRole('link', { name: 'Save game' });
    const [file] = await Promise.all([red.page.waitForEvent('download'), save.click()]);
    const text = await (await file.createReadStream()).toArray();
    expect(Buffer.concat(text).toString()).toContain('15x22');
    await red.button('Share').click();
    await red.page.getByText('Link copied.').waitFor();
    expect(await red.page.evaluate(() => navigator.clipboard.readText())).toBe(red.page.url());
    await red.page.getByRole('link', { name: 'Review game' }).click();
    await red.page.waitForURL(/\/analysis\?match=/);
    await red.page.locator('.lines .move', { hasText: '15x22' }).waitFor();
    // Who played, at the edges of the board, and what it came to.
    const names = red.page.locator('.seats .seat');
    expect(await names.allTextContents()).toEqual([expect.stringContaining('lost'), expect.stringContaining('won')]);
    expect(await red.page.locator('.review-result').textContent()).toContain(' won.');
    expect(await red.page.locator('.evaluation-bar').count()).toBe(1);
    for (const [player, went] of [[red, 'won'], [white, 'lost']] as const) {
      await player.goto('/games');
      await player.page.locator('.plain-list .went', { hasText: went }).first().waitFor();
    }
  });
});
