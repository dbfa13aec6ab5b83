// A newcomer at the page, in a real browser: plays a move of each of the three games against the computer, sees its answer,
// loads the page again, and finds both still there. A file keeps which tables those are: so that they can be found once more, by
// somebody else, when the program has been started again.
// node tests/bare/plays.mjs play|find ADDRESS FILE    CROWNSTAR_CHROMIUM names the browser; otherwise it is /usr/bin/chromium
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '../../web/node_modules/playwright-core/index.mjs';

const [task, address, file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node tests/bare/plays.mjs play|find ADDRESS FILE');
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

// A browser that has never been here; what it complains of is an error.
async function visit(what, steps) {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1000, height: 760 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const result = await steps(page);
  if (complaints.length > 0) throw new Error(`${what}: ${complaints.join('\n')}`);
  await context.close();
  return result;
}

const movesOf = (page) => page.locator('.move').allTextContents();

async function finds(page, { game, moves }) {
  await until(async () => (await movesOf(page)).slice(0, moves.length).join() === moves.join(), `${game}: ${moves.join(' ')}`);
  console.log(`${game}: ${moves.map((move) => move.trim()).join(' ')}, still there`);
}

async function play(page, game) {
  await page.goto(address);
  await page.locator(`section[aria-labelledby="featured-${game}"]`).getByRole('button', { name: 'Play the computer' }).click();
  await until(async () => (await page.locator('.table-state').textContent()) === 'Your move', `${game}: our turn`);
  const before = (await movesOf(page)).length;
  await page.locator('.board-cell-own[aria-label*="can move"]').first().click();
  await page.locator('.board-cell-target').first().click();
  await until(async () => (await movesOf(page)).length >= before + 2, `${game}: our move and the computer's`);
  const table = { game, place: new URL(page.url()).pathname, moves: (await movesOf(page)).slice(0, before + 2) };
  await page.reload();
  await finds(page, table);
  return table;
}

try {
  if (task === 'play') {
    const tables = [];
    for (const game of ['american', 'flying-king', 'sternhalma']) tables.push(await visit(game, (page) => play(page, game)));
    writeFileSync(file, JSON.stringify(tables));
  } else {
    for (const table of JSON.parse(readFileSync(file, 'utf8'))) {
      await visit(table.game, async (page) => {
        await page.goto(new URL(table.place, address).href);
        await finds(page, table);
      });
    }
  }
} finally {
  await browser.close();
}
