// Knows how a move is shown hop by hop and how it is cut short; does not know which move and why.
import { step, type Spot } from './geometry';
import { moveTo, translate } from './svg';
import type { Pace } from '../types';

interface Tempo {
  readonly slide: number;
  readonly hop: number;
  readonly rest: number;
  readonly flight: number;
  readonly turn: number;
}

const tempos: Readonly<Record<Exclude<Pace, 'none'>, Tempo>> = {
  quick: { slide: 150, hop: 190, rest: 25, flight: 360, turn: 380 },
  calm: { slide: 320, hop: 380, rest: 110, flight: 620, turn: 700 },
};

export interface Flight {
  readonly element: SVGGElement;
  readonly from: Spot;
  /** The captor's tray; null lets the piece fade where it lies. */
  readonly to: Spot | null;
}

export interface Journey {
  readonly element: SVGGElement;
  readonly spots: readonly Spot[];
  /** Called when the piece has come down on `spots[index]`. */
  landed(index: number): void;
}

/** The same, hurried so that so many hops are over in time. */
function within(tempo: Tempo, hops: number, mostMs: number): Tempo {
  const factor = Math.min(1, mostMs / (hops * (tempo.hop + tempo.rest)));
  return { ...tempo, slide: tempo.slide * factor, hop: tempo.hop * factor, rest: tempo.rest * factor };
}

interface Cut {
  isCut: boolean;
}

export const asksForLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class MoveAnimation {
  readonly #running = new Set<Animation>();
  readonly #journeys = new Set<Cut>();

  /** Everything comes to its end at once. */
  finish(): void {
    for (const journey of this.#journeys) journey.isCut = true;
    for (const animation of [...this.#running]) animation.finish();
  }

  async travel({ element, spots, landed }: Journey, pace: Pace, mostMs = Infinity): Promise<void> {
    const journey: Cut = { isCut: false };
    this.#journeys.add(journey);
    const tempo = pace === 'none' || asksForLessMotion() ? null : within(tempos[pace], spots.length - 1, mostMs);
    for (let i = 1; i < spots.length; ++i) {
      const [from, to] = [spots[i - 1] as Spot, spots[i] as Spot];
      if (tempo !== null && !journey.isCut) await this.#hop(element, from, to, tempo, i + 1 === spots.length, journey);
      landed(i);
    }
    this.#journeys.delete(journey);
  }

  fly({ element, from, to }: Flight, pace: Pace): void {
    const tempo = pace === 'none' || asksForLessMotion() ? null : tempos[pace];
    if (tempo === null) {
      element.remove();
      return;
    }
    const end = to ?? from;
    const middle = { x: (from.x + end.x) / 2, y: Math.min(from.y, end.y) - (to === null ? 0 : step * 0.6) };
    const frames: Keyframe[] =
      to === null
        ? [{ transform: moveTo(from), opacity: 1 }, { transform: moveTo(from, 0.5), opacity: 0 }]
        : [
            { transform: moveTo(from), opacity: 1 },
            { transform: moveTo(middle, 0.9), opacity: 1 },
            { transform: moveTo(end, 0.5), opacity: 0.7 },
          ];
    const animation = this.#start(element, frames, tempo.flight, 'cubic-bezier(.4, 0, .5, 1)');
    void animation.finished.then(() => element.remove()).catch(() => element.remove());
  }

  /** The board turns under its pieces, which stay upright. What is drawn already is as it will be in the end. */
  turn(board: readonly Element[], pieces: readonly { readonly element: SVGGElement; readonly spot: Spot }[], degrees: number, pace: Pace): void {
    if (pace === 'none' || asksForLessMotion()) return;
    const duration = tempos[pace].turn;
    const easing = 'cubic-bezier(.4, 0, .2, 1)';
    for (const part of board) {
      this.#pass(this.#start(part, [{ transform: `rotate(${-degrees}deg)` }, { transform: 'rotate(0deg)' }], duration, easing));
    }
    for (const { element, spot } of pieces) {
      const frames = [degrees, 0].map((upright) => ({ transform: `${moveTo(spot)} rotate(${upright}deg)` }));
      this.#pass(this.#start(element, frames, duration, easing));
    }
  }

  /** Back to where it was taken from. */
  async slideBack(element: SVGGElement, from: Spot, to: Spot): Promise<void> {
    if (asksForLessMotion()) return;
    const animation = this.#start(element, [{ transform: moveTo(from) }, { transform: moveTo(to) }], 160, 'ease-out');
    await animation.finished.catch(() => undefined);
    animation.cancel();
  }

  async #hop(element: SVGGElement, from: Spot, to: Spot, tempo: Tempo, isLast: boolean, journey: Cut): Promise<void> {
    const steps = Math.hypot(to.x - from.x, to.y - from.y) / step;
    const isHop = steps > 1.5;
    const time = (isHop ? tempo.hop : tempo.slide) * (1 + Math.max(0, steps - 2.9) * 0.12);
    const top = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - (isHop ? 16 : 0) };
    const frames = [{ transform: moveTo(from) }, { transform: moveTo(top, isHop ? 1.14 : 1.02) }, { transform: moveTo(to) }];
    const animation = this.#start(element, frames, time, 'cubic-bezier(.45, .05, .4, 1)', isLast ? 0 : tempo.rest);
    await animation.finished.catch(() => undefined);
    // Whoever cut it short has put the piece where it belongs.
    if (!journey.isCut) element.setAttribute('transform', translate(to));
    animation.cancel();
  }

  /** Leaves nothing behind once it is over. */
  #pass(animation: Animation): void {
    const over = (): void => animation.cancel();
    animation.finished.then(over, () => undefined);
  }

  #start(element: Element, frames: Keyframe[], duration: number, easing: string, endDelay = 0): Animation {
    const animation = element.animate(frames, { duration, easing, endDelay, fill: 'both' });
    this.#running.add(animation);
    const over = (): void => void this.#running.delete(animation);
    animation.finished.then(over, over);
    return animation;
  }
}
