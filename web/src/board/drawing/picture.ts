// Knows how a board on the page becomes a drawing that stands by itself; does not know where the file goes.
import type { Box } from './geometry';
import { make } from './svg';

/** What a look decides, and what it would be without: written into the file, since no style sheet goes with it. */
const properties: Readonly<Record<string, string>> = {
  fill: 'rgb(0, 0, 0)',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-linejoin': 'miter',
  'stroke-linecap': 'butt',
  'stroke-dasharray': 'none',
  'stroke-opacity': '1',
  opacity: '1',
};
const letters = ['font-family', 'font-size', 'font-weight'];
const shades = ['linearGradient', 'radialGradient', 'stop', 'pattern', 'defs'];

/** What belongs in a picture, from below: not what the hand points at. */
const shown = ['.board-ground', '.board-trail', '.board-pieces'];

function copyOf(element: Element): Element | null {
  const style = getComputedStyle(element);
  if (style.display === 'none') return null;
  const copy = element.cloneNode(false) as Element;
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  if (!shades.includes(element.tagName)) {
    for (const [property, plain] of Object.entries(properties)) {
      const isGroup = element.tagName === 'g' && property !== 'opacity';
      const value = style.getPropertyValue(property);
      if (!isGroup && value !== '' && value !== plain) copy.setAttribute(property, value.replace(/url\(["']?[^#]*(#[^"')]+)["']?\)/, 'url($1)'));
    }
  }
  if (element.tagName === 'text') {
    for (const property of letters) copy.setAttribute(property, style.getPropertyValue(property).replace(/"/g, "'"));
  }
  for (const child of element.childNodes) {
    const inner = child instanceof Element ? copyOf(child) : child.cloneNode(false);
    if (inner !== null) copy.append(inner);
  }
  return copy;
}

export function pictureOf(root: Element, box: Box): string {
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const picture = make('svg', { viewBox, width: Math.round(box.width), height: Math.round(box.height) });
  for (const selector of shown) {
    const source = root.querySelector(selector);
    const copy = source === null ? null : copyOf(source);
    if (copy === null) continue;
    if (copy.tagName === 'svg') picture.append(...copy.childNodes);
    else picture.append(copy);
  }
  return new XMLSerializer().serializeToString(picture);
}
