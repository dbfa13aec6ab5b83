// Knows how a small question is asked beside a point of the board; does not know what the answer means.
import { focusedBeside, make } from '../drawing/svg';
import type { BoardSvg } from '../drawing/board_svg';
import type { Spot } from '../drawing/geometry';

export interface Answerable {
  readonly label: string;
  /** Drawn into a picture of this part of the board. */
  readonly draw?: (into: SVGSVGElement) => void;
  readonly isMain?: boolean;
}

export interface Question {
  readonly title: string;
  readonly at: Spot;
  readonly answers: readonly Answerable[];
  readonly cancel: string;
}

export class Bubble {
  readonly #svg: BoardSvg;
  #open: { element: HTMLElement; close(answer: number | null): void } | null = null;
  #note: HTMLElement | null = null;

  constructor(svg: BoardSvg) {
    this.#svg = svg;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** The number of the answer, or null where the question was put aside. */
  ask(question: Question): Promise<number | null> {
    this.close();
    const element = document.createElement('div');
    element.className = 'board-bubble';
    element.setAttribute('role', 'dialog');
    element.setAttribute('aria-label', question.title);
    const title = document.createElement('p');
    title.className = 'board-bubble-title';
    title.textContent = question.title;
    const row = document.createElement('div');
    row.className = 'board-bubble-answers';
    element.append(title, row);
    return new Promise((resolve) => {
      const close = (answer: number | null): void => {
        if (this.#open?.element !== element) return;
        this.#open = null;
        element.remove();
        resolve(answer);
      };
      question.answers.forEach((answer, index) => row.append(this.#button(answer, () => close(index))));
      row.append(this.#button({ label: question.cancel }, () => close(null), 'board-bubble-cancel'));
      element.addEventListener('keydown', (event) => this.#key(event, row, () => close(null)));
      this.#open = { element, close };
      this.#svg.root.append(element);
      this.#place(element, question.at);
      row.querySelector('button')?.focus({ preventScroll: true });
    });
  }

  close(): void {
    this.#open?.close(null);
  }

  /** A text beside a point, until something else happens on the board. */
  note(content: Node, at: Spot): void {
    this.clearNote();
    const element = document.createElement('div');
    element.className = 'board-note';
    element.append(content);
    this.#note = element;
    this.#svg.root.append(element);
    this.#place(element, at);
  }

  clearNote(): void {
    this.#note?.remove();
    this.#note = null;
  }

  #button(answer: Answerable, chosen: () => void, kind = ''): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `board-bubble-answer ${kind} ${answer.isMain === true ? 'board-bubble-main' : ''}`.trim();
    if (answer.draw !== undefined) {
      const picture = make('svg', { class: 'board-bubble-picture', 'aria-hidden': 'true', focusable: 'false' }, button);
      answer.draw(picture);
    }
    const label = document.createElement('span');
    label.textContent = answer.label;
    button.append(label);
    button.addEventListener('click', chosen);
    return button;
  }

  #key(event: KeyboardEvent, row: HTMLElement, close: () => void): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...row.querySelectorAll('button')];
    const here = buttons.findIndex((button) => button === focusedBeside(row));
    buttons[(here + by + buttons.length) % buttons.length]?.focus();
  }

  /** Above the point where there is room, else below it, and never outside the board. */
  #place(element: HTMLElement, at: Spot): void {
    const { x, y } = this.#svg.pixelsAt(at);
    const cell = this.#svg.scale * 50;
    const board = this.#svg.root.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const left = Math.max(4, Math.min(board.width - own.width - 4, x - own.width / 2));
    const isAbove = y - cell - own.height - 8 > 0;
    element.style.left = `${left}px`;
    element.style.top = `${isAbove ? y - cell - own.height - 8 : Math.min(y + cell + 8, Math.max(0, board.height - own.height - 4))}px`;
    element.classList.toggle('board-beneath', !isAbove);
  }
}
