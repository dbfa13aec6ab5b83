// Knows how tests of the npm package share a project that has it installed, and a plain site of its files, under a strict policy;
// and that no page of it complained. Does not know what is tested.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Project, Site } from '../../npm_package';
import { theBrowser } from './test_server';
import { patience } from './player';

/** Gives the project to the file before its tests run, and removes it after the last. */
export function keepProject(give: (project: Project) => void): void {
  let project: Project | undefined;
  beforeAll(() => {
    project = new Project();
    give(project);
  });
  afterAll(() => project?.remove());
}

interface PlainPage {
  readonly path?: string;
  readonly body?: string;
  /** In a file of its own, since the policy allows none in the page. */
  readonly script?: string;
  /** Before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export class PlainSite {
  readonly complaints: string[] = [];

  constructor(
    private readonly project: Project,
    readonly site: Site,
    readonly browser: Browser,
    private readonly mayMiss: boolean,
  ) {}

  /** The paths that were asked for. */
  get asked(): readonly string[] {
    return this.site.asked;
  }

  async open({ path = '/page.html', body, script, prepare }: PlainPage): Promise<Page> {
    if (script !== undefined) this.project.write('page.js', script);
    const text = `${body ?? ''}${script === undefined ? '' : '<script type="module" src="/page.js"></script>'}`;
    if (text !== '') this.site.show(path, text);
    const context = await this.browser.newContext({ viewport: { width: 640, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(patience.timeout);
    page.on('pageerror', (error) => this.complaints.push(error.stack ?? error.message));
    page.on('console', (message) => {
      // The browser asks for a picture of the site by itself.
      if (!this.mayMiss && message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) this.complaints.push(message.text());
    });
    await prepare?.(page);
    await page.goto(this.site.address + path);
    return page;
  }
}

/** `mayMiss`: its pages ask for files that may not be there, of which browsers complain. */
export function keepSite(projectOf: () => Project, give: (site: PlainSite) => void, mayMiss = false): void {
  let plain: PlainSite | undefined;
  beforeAll(async () => {
    plain = new PlainSite(projectOf(), await Site.open(projectOf()), await theBrowser(), mayMiss);
    give(plain);
  });
  afterEach(async () => {
    await Promise.all((plain?.browser.contexts() ?? []).map((context) => context.close()));
    plain?.site.clear();
    expect(plain?.complaints.splice(0)).toEqual([]);
  });
  afterAll(() => plain?.site.close());
}
