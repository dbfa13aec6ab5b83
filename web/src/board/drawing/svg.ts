// Knows how elements of a drawing are made; does not know what is drawn.
import type { Spot } from './geometry';

const space = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string | number>>;

export function make<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  into?: Element,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  into?.append(element);
  return element;
}

/** What has the focus; in a shadow tree, where a board stands on somebody else's page, the document knows only the host. */
export const focusedBeside = (element: Element): Element | null => (element.getRootNode() as Document | ShadowRoot).activeElement;

export const translate = ({ x, y }: Spot): string => `translate(${x} ${y})`;

/** The same for an animation, whose transforms are those of CSS. */
export const moveTo = ({ x, y }: Spot, scale = 1): string => `translate(${x}px, ${y}px) scale(${scale})`;

export const line = (spots: readonly Spot[]): string =>
  spots.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

const round = (value: number): number => Math.round(value * 10) / 10;
export const short = ({ x, y }: Spot): Spot => ({ x: round(x), y: round(y) });
