import { htmlClip } from '../html/html-clip.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import type { ElementContext } from './context.js';
import { cssOf, escaped } from './texts.js';

/** The parts with texts of components, with their default style: https://json2video.com/docs/v2/reference/components */
const HEADLINE = { 'font-size': '5vw', 'font-family': 'Inter', 'font-weight': '400' };
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = table({
  headline: HEADLINE,
  animation: { 'font-size': '8vw', 'font-family': 'Roboto' },
  title: HEADLINE,
  name: { 'font-size': '3vw', 'font-family': 'Inter', 'font-weight': '700' },
  section: {
    'font-size': '2.5vw',
    'font-family': 'Inter',
    background: 'red',
    color: 'white',
    padding: '1vw',
    display: 'inline-block',
  },
  lead: { 'font-size': '3vw', 'font-family': 'Inter', color: 'white', background: 'black', padding: '0.4vw' },
  body: { 'font-size': '3.5vw', 'font-family': 'Inter', 'font-weight': '400' },
  description: { 'font-size': '2.5vw', 'font-family': 'Inter' },
  button: { 'font-size': '3vw', 'font-family': 'Inter', padding: '1vw 3vw', display: 'inline-block' },
  counter: { 'font-size': '8vw', 'font-family': 'Inter' },
});

const LOWER_THIRD = /^basic\/05/;
const VERTICAL = table({ top: 'top', center: 'middle', bottom: 'bottom' } as const);
const ALIGN = table({ left: 'left', center: 'center', right: 'right' });

const styleOf = (css: Readonly<Record<string, string>>): string =>
  Object.entries(css)
    .map(([name, value]) => `${name}:${value.replaceAll(/["<>;]/g, '')}`)
    .join(';');

const textsIn = (part: Reader): ReadonlyArray<string> => {
  const text = part.raw('text');
  return (Array.isArray(text) ? text : [text]).filter((line) => typeof line === 'string');
};

const rectangleOf = (settings: Reader): JsonObject | undefined => {
  const name = settings.names().find((part) => part.startsWith('rectangle'));
  if (name === undefined) return undefined;
  const part = settings.child(name);
  return { type: 'html', part };
};

/** A component drawn at rest: its texts in their card. */
export const componentOf = (
  element: Reader,
  size: JsonObject,
  { canvas, fonts }: ElementContext,
): JsonObject | undefined => {
  const name = element.text('component') ?? '';
  const settings = element.child('settings');
  if (rectangleOf(settings) !== undefined || name === '') {
    element.cannotCarryOver(name, 'component');
    return undefined;
  }
  const card = settings.child('card');
  const isLower = LOWER_THIRD.test(name);
  const vertical =
    card.choice('vertical-align', VERTICAL) ??
    card.choice('vertical-position', VERTICAL) ??
    (isLower ? 'bottom' : name.startsWith('advanced') ? 'middle' : 'top');
  const across =
    card.choice('horizontal-align', ALIGN) ??
    card.choice('horizontal-position', ALIGN) ??
    (isLower || name.startsWith('basic/00') ? 'left' : 'center');
  const cardCss = { 'text-align': isLower || name.startsWith('basic') ? 'left' : 'center', ...cssOf(card) };
  const blocks = settings.names().flatMap((partName) => {
    const defaults = PARTS[partName];
    if (partName === 'card') return [];
    if (!settings.isObject(partName)) return [];
    const part = settings.child(partName);
    const texts = textsIn(part);
    if (texts.length === 0) {
      if (part.has('src') || part.has('background-image'))
        part.differs('', 'the picture of the component is not drawn');
      else part.differs('', 'this part of the component is not drawn');
      part.ignore(...part.names());
      return [];
    }
    const css = styleOf({ ...defaults, ...cssOf(part) });
    return texts.map((text) => `<div style="${css}">${escaped(text)}</div>`);
  });
  element.differs(
    'component',
    `the component ${name.slice(0, 50)} is drawn at rest, without its animation and decoration`,
  );
  const drawn = htmlClip(`<div style="${styleOf(cardCss)}">${blocks.join('')}</div>`, '', {
    canvas,
    fonts,
    width: Number(size['width']),
    height: Number(size['height']),
    base: { 'font-family': 'Inter', 'font-size': '16px', color: '#000000' },
    align: across,
    verticalAlign: vertical,
    differs: (message) => settings.differs('', message),
  });
  if (!drawn) element.differs('settings', 'have no texts: the component was left out');
  return drawn?.fields;
};
