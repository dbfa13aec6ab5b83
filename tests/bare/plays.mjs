// A newcomer at the page, in a real browser: plays a move of each of the three games against the computer, sees its answer,
// loads the page again, and finds both still there.
// node tests/bare/plays.mjs ADDRESS    CROWNSTAR_CHROMIUM names the browser; /usr/bin/chromium if not said
import { chromium } from '../../web/node_modules/playwright-core/index.mjs';

const [address] = process.argv.slice(2);
if (address === undefined) throw new Error('at which address is the page?');
const browser = await chromium.launch({
  executablePath: process.env.CROWNSTAR_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
});

const patience = 200_000;

async function until(isSo, what) {
  const end = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function playOne(game) {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1000, height: 760 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const moves = () => page.locator('.move').allTextContents();

  await page.goto(address);
  await page.locator(`section[aria-labelledby="featured-${game}"]`).getByRole('button', { name: 'Play the computer' }).click();
  await until(async () => (await page.locator('.table-state').textContent()) === 'Your move', `${game}: our turn`);
  const before = (await moves()).length;
  await page.locator('.board-cell-own[aria-label*="can move"]').first().click();
  await page.locator('.board-cell-target').first().click();
  await until(async () => (await moves()).length >= before + 2, `${game}: our move and the computer's`);
  const played = (await moves()).slice(0, before + 2);
  await page.reload();
  await until(async () => (await moves()).slice(0, before + 2).join() === played.join(), `${game}: ${played.join(' ')} after loading anew`);
  if (complaints.length > 0) throw new Error(`${game}: ${complaints.join('\n')}`);
  console.log(`${game}: ${played.map((move) => move.trim()).join(' ')}, and still there`);
  await context.close();
}

try {
  for (const game of ['american', 'flying-king', 'sternhalma']) await playOne(game);
} finally {
  await browser.close();
}
