import { htmlClip } from '../html/html-clip.js';
import { type Canvas, type JsonObject, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { alignedIn, cssOf } from './texts.js';

/** The parts with texts of components, with their default style: https://json2video.com/docs/v2/reference/components */
const HEADLINE = { 'font-size': '5vw', 'font-weight': '400' };
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = table({
  headline: HEADLINE,
  animation: { 'font-size': '8vw', 'font-family': 'Roboto', color: 'white' },
  title: HEADLINE,
  name: { 'font-size': '3vw', 'font-weight': '700' },
  section: {
    'font-size': '2.5vw',
    background: 'red',
    color: 'white',
    padding: '1vw',
    display: 'inline-block',
  },
  lead: { 'font-size': '3vw', color: 'white', background: 'black', padding: '0.4vw' },
  body: { 'font-size': '3.5vw', 'font-weight': '400' },
  description: { 'font-size': '2.5vw' },
  button: { 'font-size': '3vw', padding: '1vw 3vw', display: 'inline-block', color: 'white' },
  counter: { 'font-size': '8vw', 'font-family': 'Roboto', color: 'white' },
});

const styleOf = (css: Readonly<Record<string, string>>): string =>
  Object.entries(css)
    .map(([name, value]) => `${name}:${value.replaceAll(/["<>;]/g, '')}`)
    .join(';');

/** What a counter has besides its text and style. */
const COUNTING = ['from', 'to', 'decimals', 'duration', 'easing'];

/** A counter that has come to its end. */
const countedOf = (counter: Reader): string => {
  counter.ignore(...COUNTING);
  const number = (counter.number('to') ?? 1000).toFixed(counter.number('decimals', 0, 3) ?? 0);
  return (counter.text('text') ?? '__num__').replaceAll('__num__', number);
};

/** The texts of a part as blocks of HTML. */
const blocksOf = (part: Reader, name: string): ReadonlyArray<string> => {
  const written = name === 'counter' ? countedOf(part) : part.raw('text');
  const texts = [written].flat().filter((line) => typeof line === 'string');
  if (texts.length === 0) {
    const hasPicture = part.has('src') || part.has('background-image');
    part.differs('', `${hasPicture ? 'the picture' : 'this part'} of the component is not drawn`);
    part.ignore(...part.names());
    return [];
  }
  const css = styleOf({
    ...(PARTS[name] && { 'font-family': 'Inter', ...PARTS[name] }),
    ...cssOf(part, name === 'counter' ? COUNTING : []),
  });
  return texts.flatMap((text) => (text.trim() === '' ? [] : `<div style="${css}">${text}</div>`));
};

/** A component drawn at rest: its texts in their card. */
export const componentOf = (element: Reader, size: Canvas): JsonObject | undefined => {
  const name = element.text('component') ?? '';
  const settings = element.child('settings');
  if (name === '' || settings.names().some((part) => part.startsWith('rectangle')))
    return element.cannotCarryOver(name, 'component');
  const card = settings.child('card');
  const isLower = name.startsWith('basic/05');
  const usual = {
    align: isLower || name.startsWith('basic/00') ? 'left' : 'center',
    verticalAlign: isLower ? 'bottom' : name.startsWith('advanced') ? 'middle' : 'top',
  } as const;
  const { align, verticalAlign } = alignedIn(card, usual, ['align', 'position']);
  const cardCss = { 'text-align': name.startsWith('basic') ? 'left' : 'center', ...cssOf(card) };
  const blocks = settings
    .names()
    .filter((part) => part !== 'card' && settings.isObject(part))
    .flatMap((part) => blocksOf(settings.child(part), part));
  element.differs(
    'component',
    `the component ${name.slice(0, 50)} is drawn at rest, without its animation and decoration`,
  );
  const html = `<div style="${styleOf(cardCss)}">${blocks.join('')}</div>`;
  const base = { 'font-family': 'Inter', 'font-size': '16px', color: '#000000' };
  const drawn = htmlClip(settings, '', { html }, { ...size, base, align, verticalAlign });
  return drawn ? drawn.fields : element.cannotCarryOver(name, 'component', 'it has no texts');
};
