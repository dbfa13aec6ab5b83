// Knows what a test asks of a browser that is driven by WebDriver: to go somewhere, to run a script, to press on a spot, and
// waits for what is to be seen. Does not know which browser it is and how commands reach it.
import { until } from '../browser/support/player';

/** The pointer's actions, as WebDriver's `Perform Actions` takes them. */
export interface PointerSource {
  readonly type: 'pointer';
  readonly id: string;
  readonly parameters: { readonly pointerType: 'mouse' };
  readonly actions: readonly { readonly type: string; readonly x?: number; readonly y?: number; readonly button?: number; readonly duration?: number }[];
}

export interface Driver {
  navigate(url: string): Promise<void>;
  /** What the body of a function gives back, as JSON. */
  run(script: string): Promise<unknown>;
  perform(sources: readonly PointerSource[]): Promise<void>;
  close(): Promise<void>;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Elements that a person could press, by what they are and what stands on them. */
const finder = `const shown = (element) => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
const find = (selector, text) => [...document.querySelectorAll(selector)].find((element) => shown(element) && (text === '' || element.textContent.trim() === text));`;

export class Visitor {
  constructor(
    private readonly driver: Driver,
    private readonly address: string,
  ) {}

  /** Until the page that was there is gone and the next one has begun. */
  async goto(path: string): Promise<void> {
    await this.driver.run('window.isLeft = true;').catch(() => undefined);
    await this.driver.navigate(new URL(path, this.address).href);
    const arrived = () => this.driver.run("return window.isLeft === undefined && document.querySelector('main') !== null;").catch(() => false);
    await until(arrived, (has) => has === true, path);
  }

  /**
   * Presses the first of them that is shown, once it is there. While a page comes it may move away under the pointer: then it is
   * pressed again.
   */
  async press(selector: string, text = ''): Promise<void> {
    const find = `${finder}
const element = find(${JSON.stringify(selector)}, ${JSON.stringify(text)});
if (element === undefined) return null;
element.scrollIntoView({ block: 'center' });
window.isHit = false;
addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  window.isHit = x > left && x < right && y > top && y < bottom;
}, { capture: true, once: true });
const box = element.getBoundingClientRect();
return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };`;
    const tried = async () => {
      const spot = (await this.driver.run(find)) as Spot | null;
      if (spot === null) return false;
      const actions = [{ type: 'pointerMove', ...spot, duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await this.driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
      return this.driver.run('return window.isHit === true;');
    };
    await until(tried, (isHit) => isHit === true, `${selector} ${text}`);
  }

  cell(label: string): string {
    return `[role=gridcell][aria-label^="${label},"]`;
  }

  async count(selector: string): Promise<number> {
    return Number(await this.driver.run(`return document.querySelectorAll(${JSON.stringify(selector)}).length;`));
  }

  async text(selector: string): Promise<string> {
    return String(await this.driver.run(`return document.querySelector(${JSON.stringify(selector)})?.textContent ?? '';`));
  }

  async sees(moves: number): Promise<void> {
    await until(() => this.count('.move'), (found) => found >= moves, `${moves} moves`);
  }

  async says(text: string): Promise<void> {
    await until(() => this.text('.table-state'), (found) => found.includes(text), text);
  }
}
