// The questions of the bubble about a move that is being chosen: to confirm it, or which one a click means.
import type { Spot } from '../drawing/geometry';
import type { Move } from '../types';
import { drawChoice } from './choice_picture';
import type { Option } from './chooser';
import type { ShownWay } from './shown_way';
import type { Surface, Way } from './surface';

export async function askToConfirm(surface: Surface, move: Move, way: Way, at: Spot): Promise<boolean> {
  const { bubble, messages } = surface;
  const title = messages.confirm(surface.describe(way, move.captured, move.crowns));
  const answers = [{ label: messages.play(), isMain: true }];
  return (await bubble.ask({ title, at, answers, cancel: messages.cancel() })) !== null;
}

/** What was chosen at the point with this label; nothing where the question was put away. */
export async function askForMeaning(surface: Surface, options: readonly Option[], label: string, at: Spot, shown: ShownWay): Promise<Option | undefined> {
  const { bubble, messages, svg } = surface;
  const answers = options.map((option) => {
    const captured = shown.capturedBy(option);
    const crowns = option.kind === 'finish' && option.move.crowns;
    return {
      label: messages.choice(surface.describe(option.way, captured, crowns)),
      draw: (into: SVGSVGElement) => drawChoice(into, svg, option.way, captured),
    };
  });
  const chosen = await bubble.ask({ title: messages.choose(label), at, answers, cancel: messages.cancel() });
  return chosen === null ? undefined : options[chosen];
}
