// <crownstar-board> as a plain page has it: from the packed and installed package, under a strict policy, by mouse and by keys.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CrownstarBoard } from '../../../packages/crownstar/src/element';
import type { Project } from '../../npm_package';
import { keepProject, keepSite, type PlainSite } from '../support/plain_page';
import { patience } from '../support/player';

let project: Project;
let plain: PlainSite;

keepProject((made) => (project = made));
keepSite(() => project, (opened) => (plain = opened));

/** What the boards of the page have told it, oldest first. */
interface Told {
  readonly type: string;
  readonly detail: Record<string, unknown> | null;
}

declare global {
  interface Window {
    told: Told[];
  }
}

class Boards {
  constructor(readonly page: Page) {}

  cell(label: string, board = 'crownstar-board') {
    return this.page.locator(`${board} [role=gridcell][aria-label^="${label},"]`);
  }

  async click(...labels: string[]): Promise<void> {
    for (const label of labels) {
      const box = await this.cell(label).boundingBox();
      if (box === null) throw new Error(`no cell ${label}`);
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
  }

  /** Calls the board from the page's script, as an author does. */
  ask<Answer>(question: (board: CrownstarBoard) => Answer | Promise<Answer>): Promise<Awaited<Answer>> {
    return this.page.locator('crownstar-board').first().evaluate(question as (element: Element) => Answer) as Promise<Awaited<Answer>>;
  }

  async told(type: string): Promise<(Told['detail'])[]> {
    const all = await this.page.evaluate(() => window.told);
    return all.filter((event) => event.type === type).map((event) => event.detail);
  }

  async said(): Promise<string> {
    return (await this.page.locator('crownstar-board [role=status]').first().textContent()) ?? '';
  }
}

/** A page with this in it, and the script of the package; what happens on it is kept. */
async function open(body: string, path = '/page.html'): Promise<Boards> {
  const page = await plain.open({
    path,
    body,
    prepare: (made) =>
      made.addInitScript(() => {
        window.told = [];
        for (const type of ['move', 'illegal-move', 'game-over', 'ready', 'problem']) {
          addEventListener(type, (event) => window.told.push({ type, detail: (event as CustomEvent<Told['detail']>).detail }));
        }
      }),
  });
  await page.waitForFunction(() => customElements.get('crownstar-board') !== undefined);
  const boards = new Boards(page);
  await boards.ask((board) => board.ready.then(() => undefined));
  return boards;
}

describe('the example', () => {
  it('is played on, and tells its page each move and the new position', async () => {
    const boards = await open('', '/node_modules/crownstar/example.html');
    await boards.click('18', '9');
    await expect.poll(() => boards.told('move')).toHaveLength(1);
    expect((await boards.told('move'))[0]).toEqual({
      move: '18x9',
      path: ['18', '9'],
      captured: ['14'],
      crowns: false,
      side: 'White',
      turn: 'Red',
      position: 'B:WK3,9,22:B15,K28',
      moves: ['18x9'],
    });
    expect(await boards.ask((board) => [board.position, board.turn])).toEqual(['B:WK3,9,22:B15,K28', 'Red']);
    expect(await boards.said()).toBe('White takes 14 and lands on 9.');
  });

  it('brings only the games of the first module, and no other language', async () => {
    await open('', '/node_modules/crownstar/example.html');
    const files = plain.asked.filter((path) => path.startsWith('/node_modules/')).map((path) => path.split('/').at(-1));
    expect(files.sort()).toEqual(['board.js', 'example.html', 'featured_games.wasm', 'index.js', 'shared-rules.js']);
  });
});

describe('a page that answers', () => {
  it('does so as the README has it', async () => {
    const scripts = [...readFileSync(`${project.installed}/README.md`, 'utf8').matchAll(/<script type="module">\n(.*?)<\/script>/gs)];
    project.write('answering.js', scripts[0]?.[1] ?? '');
    const boards = await open('<crownstar-board></crownstar-board><script type="module" src="/answering.js"></script>');
    await boards.click('11', '15');
    await expect.poll(() => boards.ask((board) => board.moves.length), patience).toBe(2);
    expect(await boards.ask((board) => board.turn)).toBe('Red');
  });
});

describe('an illegal move', () => {
  it('is told with the rule and the reason, and explained on the board', async () => {
    const boards = await open('<crownstar-board position="W:W18,22:B14,15"></crownstar-board>');
    await boards.click('22', '17');
    const [told] = await boards.told('illegal-move');
    expect(told).toMatchObject({ from: '22', rule: 'AM-7', text: 'You must jump. The glowing pieces can.' });
    expect(told?.['reason']).toContain('must capture');
    await expect.poll(() => boards.page.locator('crownstar-board .board-note').textContent()).toBe('You must jump. The glowing pieces can. AM-7');
    expect(await boards.said()).toBe('You must jump. The glowing pieces can.');
    expect(await boards.told('move')).toEqual([]);
  });

  it('is left to the page where the page wants it', async () => {
    const boards = await open('<crownstar-board></crownstar-board>');
    await boards.ask((board) => board.addEventListener('illegal-move', (event) => event.preventDefault()));
    await boards.click('11', '20');
    expect(await boards.told('illegal-move')).toEqual([{ from: '11', to: '20', rule: 'AM-4', reason: expect.any(String), text: expect.any(String) }]);
    expect(await boards.page.locator('crownstar-board .board-note').count()).toBe(0);
  });
});

describe('what the page asks for', () => {
  it('takes a move back that the page does not want', async () => {
    const boards = await open('<crownstar-board></crownstar-board>');
    await boards.ask((board) => board.addEventListener('move', (event) => event.preventDefault()));
    await boards.click('11', '15');
    await expect.poll(() => boards.told('move')).toHaveLength(1);
    expect(await boards.ask((board) => board.moves)).toEqual([]);
    await boards.cell('11').and(boards.page.locator('[aria-label="11, Red man, can move"]')).waitFor();
  });

  it('answers by play, takes back, and follows its list of moves', async () => {
    const boards = await open('<crownstar-board moves="11-15 23-19"></crownstar-board>');
    expect(await boards.ask((board) => board.play('8-11').ok)).toBe(true);
    expect(await boards.ask((board) => board.play('8-11'))).toMatchObject({ ok: false, rule: expect.stringMatching(/^AM-/) });
    expect(await boards.told('move')).toEqual([]);
    expect(await boards.ask((board) => board.moves)).toEqual(['11-15', '23-19', '8-11']);
    await boards.ask((board) => board.takeBack(2));
    expect(await boards.ask((board) => board.moves)).toEqual(['11-15']);
    await boards.ask((board) => {
      board.moves = ['11-15', '22-18', '15x22'];
      return board.ready.then(() => undefined);
    });
    expect(await boards.ask((board) => board.position)).toBe('W:W21,23-32:B1-10,12,22');
    expect(await boards.said()).toBe('Position after move 3.');
    await boards.ask((board) => {
      board.moves = [...board.moves, '25x18'];
      return board.ready.then(() => undefined);
    });
    expect(await boards.said()).toBe('White takes 22 and lands on 18.');
  });

  it('lets only those sides be moved that the page names', async () => {
    const boards = await open('<crownstar-board movable="white"></crownstar-board>');
    await boards.click('11', '15');
    expect(await boards.ask((board) => board.moves)).toEqual([]);
    await boards.ask((board) => void board.play('11-15'));
    await boards.click('22', '18');
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual(['11-15', '22-18']);
  });

  it('turns the board, and changes how it looks, in the same game', async () => {
    const boards = await open('<crownstar-board moves="11-15"></crownstar-board>');
    const heightOf = async (label: string) => (await boards.cell(label).boundingBox())?.y ?? 0;
    expect(await heightOf('1')).toBeGreaterThan(await heightOf('32'));
    await boards.ask((board) => (board.side = 'white'));
    await expect.poll(async () => (await heightOf('1')) < (await heightOf('32'))).toBe(true);
    await boards.ask((board) => (board.flip = true));
    await expect.poll(async () => (await heightOf('1')) > (await heightOf('32'))).toBe(true);
    await boards.ask((board) => {
      board.look = 'slate';
      board.pieces = 'black';
      board.setAttribute('coordinates', 'off');
    });
    await boards.page.locator('crownstar-board .look-slate.pieces-black').waitFor();
    await boards.page.locator('crownstar-board [aria-label="10, Black man"]').waitFor();
    expect(await boards.page.locator('crownstar-board .board-label').count()).toBe(0);
    expect(await boards.ask((board) => board.moves)).toEqual(['11-15']);
  });

  it('asks before a move where the page wants that', async () => {
    const boards = await open('<crownstar-board confirm></crownstar-board>');
    await boards.click('11', '15');
    await boards.page.getByRole('button', { name: 'Back' }).click();
    expect(await boards.ask((board) => board.moves)).toEqual([]);
    await boards.click('11', '15');
    await boards.page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual(['11-15']);
  });

  it('says that a game is over', async () => {
    const boards = await open('<crownstar-board position="W:W18:B14"></crownstar-board>');
    await boards.click('18', '9');
    await expect.poll(() => boards.told('game-over')).toHaveLength(1);
    expect((await boards.told('game-over'))[0]).toMatchObject({ moves: ['18x9'], outcome: { isOver: true, isDraw: false, rule: 'AM-10' } });
    expect(await boards.ask((board) => [board.turn, board.legalMoves.length, board.outcome?.isOver])).toEqual([null, 0, true]);
  });

  it.each([
    ['a game that there is not', 'game="chess"', '', /chess/],
    ['a position that cannot be', 'position="W:W99:B1"', '', /99/],
    ['an illegal move', 'moves="11-15 11-15"', 'AM-', /^move 2, 11-15: /],
  ])('says what is wrong with %s', async (_, attributes, rule, reason) => {
    const boards = await open(`<crownstar-board ${attributes}></crownstar-board>`);
    const [told] = await boards.told('problem');
    expect(told?.['reason']).toMatch(reason);
    expect(told?.['rule']).toContain(rule);
    expect(await boards.page.getByRole('alert').textContent()).toContain(told?.['reason']);
    // And goes on from there.
    await boards.ask((board) => {
      board.setAttribute('game', 'american');
      board.position = null;
      board.moves = [];
      return board.ready.then(() => undefined);
    });
    expect(await boards.page.locator('crownstar-board [role=alert]').textContent()).toBe('');
    expect(await boards.ask((board) => board.legalMoves.length)).toBe(7);
  });

  it('begins the game whose rules could not be had with the next change, whatever it is', async () => {
    const boards = await open('<crownstar-board></crownstar-board>');
    await boards.ask(async (board) => {
      const Board = customElements.get('crownstar-board') as typeof CrownstarBoard;
      const { rules } = Board;
      Board.rules = () => Promise.reject(new Error('no line'));
      board.game = 'international';
      await board.ready;
      Board.rules = rules;
    });
    expect((await boards.told('problem')).map((told) => told?.['reason'])).toEqual(['no line']);
    await boards.ask((board) => {
      board.look = 'slate';
      return board.ready.then(() => undefined);
    });
    expect(await boards.ask((board) => board.legalMoves.length)).toBe(9);
    expect(await boards.page.locator('crownstar-board [role=alert]').textContent()).toBe('');
  });

  it('keeps its game where it is moved about in the page', async () => {
    const boards = await open('<crownstar-board></crownstar-board><div id="other"></div>');
    await boards.click('11', '15');
    await boards.ask((board) => document.getElementById('other')?.append(board));
    expect(await boards.ask((board) => board.moves)).toEqual(['11-15']);
    await boards.click('22', '18');
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual(['11-15', '22-18']);
  });

  it('takes what was set before its script came', async () => {
    project.write('late.html', '<!doctype html><title>Late</title><crownstar-board></crownstar-board><script type="module" src="/late.js"></script>');
    project.write('late.js', "const board = document.querySelector('crownstar-board');\nboard.moves = ['9-14'];\nboard.side = 'white';\nimport('/node_modules/crownstar/board.js');\n");
    const boards = await open('', '/late.html');
    expect(await boards.ask((board) => [board.moves, board.getAttribute('side')])).toEqual([['9-14'], 'white']);
  });

  it('makes a picture', async () => {
    const boards = await open('<crownstar-board></crownstar-board>');
    expect(await boards.ask((board) => board.svg())).toMatch(/^<svg [^]*<\/svg>$/);
  });
});

describe('any game', () => {
  it('is played that the first module does not have', async () => {
    const boards = await open('<crownstar-board game="international"></crownstar-board>');
    await boards.click('32', '28');
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual(['32-28']);
    expect(plain.asked).toContain('/node_modules/crownstar/rules.wasm');
  });

  it('is Chinese checkers too, by several players', async () => {
    const boards = await open('<crownstar-board game="sternhalma:players=3" side="2"></crownstar-board>');
    const [first] = await boards.ask((board) => board.legalMoves.map(({ text }) => text));
    const [from = '', to = ''] = first?.split('-') ?? [];
    await boards.click(from, to);
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual([first]);
    expect(await boards.ask((board) => board.turn)).toBe('Seat 2');
    expect(await boards.said()).toBe(`Red moves from ${from} to ${to}.`);
  });

  it('takes the place of another on the same element', async () => {
    const boards = await open('<crownstar-board></crownstar-board>');
    await boards.click('11', '15');
    for (const [game, cells, moves] of [['sternhalma', 121, 18], ['international', 50, 9], ['turkish', 64, 8]] as const) {
      await boards.page.locator('crownstar-board').evaluate((board, token) => {
        (board as CrownstarBoard).game = token;
        return (board as CrownstarBoard).ready.then(() => undefined);
      }, game);
      expect(await boards.ask((board) => [board.moves.length, board.legalMoves.length])).toEqual([0, moves]);
      expect(await boards.page.locator('crownstar-board [role=gridcell]').count()).toBe(cells);
    }
    await boards.click('a3', 'a4');
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual(['a3-a4']);
  });
});

describe('without a mouse', () => {
  it('is played by keys, from and back to the page around it', async () => {
    const boards = await open('<button id="before">Before</button><crownstar-board label="Lesson 1"></crownstar-board><button id="after">After</button>');
    await boards.page.locator('#before').focus();
    const focused = () => boards.ask((board) => board.shadowRoot?.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id ?? '');
    await boards.page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^\d+, |^[a-h]\d/);
    await boards.page.keyboard.press('PageDown');
    const from = (await focused()).split(',')[0] ?? '';
    expect(await focused()).toContain('can move');
    await boards.page.keyboard.press('Enter');
    expect(await focused()).toContain('picked up');
    await boards.page.keyboard.press('PageDown');
    const to = (await focused()).split(',')[0] ?? '';
    expect(await focused()).toContain('target');
    await boards.page.keyboard.press('Enter');
    await expect.poll(() => boards.ask((board) => board.moves)).toEqual([`${from}-${to}`]);
    expect(await focused()).toContain(`${to},`);
    await boards.page.keyboard.press('Tab');
    expect(await boards.page.evaluate(() => document.activeElement?.id)).toBe('after');
    await boards.ask((board) => board.focus());
    expect(await focused()).toContain(`${to},`);
    expect(await boards.page.getByRole('grid', { name: 'Lesson 1' }).count()).toBe(1);
  });

  it('asks which way by a small dialogue, which arrow keys walk, and gives the focus back', async () => {
    const boards = await open('<crownstar-board position="B:W6,7,14,15,22,26,32:B2,4,K12"></crownstar-board>');
    const focused = () => boards.ask((board) => board.shadowRoot?.activeElement?.textContent ?? '');
    await boards.cell('2').focus();
    await boards.page.keyboard.press('Enter');
    const ends = await boards.page.locator('crownstar-board [aria-label$=", target"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')?.split(',')[0] ?? ''));
    for (const end of ends) {
      await boards.cell(end).focus();
      await boards.page.keyboard.press('Enter');
      if ((await boards.page.locator('crownstar-board .board-bubble').count()) > 0) break;
    }
    await boards.page.locator('crownstar-board .board-bubble').waitFor();
    const answers = await boards.page.locator('crownstar-board .board-bubble button').allTextContents();
    expect(await focused()).toBe(answers[0]);
    await boards.page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(answers[1]);
    await boards.page.keyboard.press('Enter');
    await expect.poll(() => boards.ask((board) => board.moves.length)).toBe(1);
    expect(await boards.ask((board) => board.shadowRoot?.activeElement?.getAttribute('role'))).toBe('gridcell');
  });

  it('has nothing that axe complains about', async () => {
    const boards = await open('<main><h1>Two boards</h1><crownstar-board label="One"></crownstar-board><crownstar-board label="Two" game="sternhalma"></crownstar-board></main>');
    await boards.page.locator('crownstar-board').nth(1).evaluate((board) => (board as CrownstarBoard).ready.then(() => undefined));
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await boards.page.evaluate(axe);
    const found = await boards.page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
      return (await checker.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
    });
    expect(found).toEqual([]);
  });
});

describe('words', () => {
  it('are those of the language of the page around it', async () => {
    const boards = await open('<div lang="hu-HU"><crownstar-board position="W:W18,22:B14,15"></crownstar-board></div>');
    await boards.click('22', '17');
    const hungarian = JSON.parse(readFileSync(new URL('../../../src/messages/hu/refusals.json', import.meta.url), 'utf8')) as Record<string, string>;
    expect((await boards.told('illegal-move'))[0]).toMatchObject({ rule: 'AM-7', text: hungarian['why.must_capture'] });
    expect(plain.asked).toContain('/node_modules/crownstar/language-hu.js');
    await boards.ask((board) => (board.lang = 'en'));
    await boards.page.locator('crownstar-board [aria-label="22, White man"]').waitFor();
  });

  it('are the page’s own where it gives some', async () => {
    const boards = await open('<crownstar-board></crownstar-board>');
    await boards.ask((board) => {
      board.messages = { board: () => 'Brett', moved: ({ path }) => `Zug ${path.join('–')}` };
    });
    await boards.page.getByRole('grid', { name: 'Brett' }).waitFor();
    await boards.click('11', '15');
    await expect.poll(() => boards.said()).toBe('Zug 11–15');
  });
});

describe('styles', () => {
  it('do not meet: neither the page’s and the board’s, nor those of two boards', async () => {
    project.write('page.css', 'svg, g, rect, .board, .board-ground, p, button { display: none !important; fill: lime !important; }\n.look-slate { color: rgb(1, 2, 3); }\n');
    const boards = await open(
      '<link rel="stylesheet" href="/page.css" /><i class="look-slate board-note" id="own">x</i><crownstar-board look="slate"></crownstar-board><crownstar-board look="green"></crownstar-board>',
    );
    await boards.page.locator('crownstar-board').nth(1).evaluate((board) => (board as CrownstarBoard).ready.then(() => undefined));
    const fills = await boards.page.locator('crownstar-board').evaluateAll((all) =>
      all.map((board) => {
        const square = board.shadowRoot?.querySelector('.board-square-play');
        return square === null || square === undefined ? '' : getComputedStyle(square).fill;
      }),
    );
    expect(fills).toEqual(['rgb(74, 100, 132)', 'rgb(61, 109, 77)']);
    expect(await boards.page.locator('#own').evaluate((own) => [getComputedStyle(own).color, getComputedStyle(own).position])).toEqual(['rgb(1, 2, 3)', 'static']);
    const box = await boards.page.locator('crownstar-board').first().boundingBox();
    expect(Math.round(box?.height ?? 0)).toBe(Math.round(box?.width ?? 1));
  });
});
