import type { Css } from '../html/css.js';
import { htmlClip, PAGE } from '../html/html-clip.js';
import { built } from '../reading/fields.js';
import { type Canvas, type JsonObject, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { movingBox } from './moving-box.js';
import { alignedIn, cssOf, styleOf } from './texts.js';

/** The parts with texts of components, with their default style: https://json2video.com/docs/v2/reference/components */
const HEADLINE = { 'font-size': '5vw', 'font-weight': '400' };
const PARTS: Readonly<Record<string, Css>> = table<Css>({
  section: {
    'font-size': '2.5vw',
    background: 'red',
    color: 'white',
    padding: '1vw',
    display: 'inline-block',
  },
  headline: HEADLINE,
  animation: { 'font-size': '8vw', 'font-family': 'Roboto', color: 'white' },
  title: HEADLINE,
  name: { 'font-size': '3vw', 'font-weight': '700' },
  lead: { 'font-size': '3vw', color: 'white', background: 'black', padding: '0.4vw' },
  body: { 'font-size': '3.5vw', 'font-weight': '400' },
  description: { 'font-size': '2.5vw' },
  button: { 'font-size': '3vw', padding: '1vw 3vw', display: 'inline-block', color: 'white' },
  counter: { 'font-size': '8vw', 'font-family': 'Roboto', color: 'white' },
});

const STRIP = { padding: '0.4vw 0.4vw 0.4vw 1.5vw' };
const WHITE = { color: 'black', background: 'white' };
/** What parts have otherwise in lower thirds, and in the one that is a row. */
const LOWER: Readonly<Record<string, Css>> = {
  headline: { ...WHITE, ...STRIP },
  lead: STRIP,
  card: { padding: '0 4vw 7vh' },
};
const ROW: typeof LOWER = {
  headline: { 'font-size': '2.5vw', ...WHITE, padding: '1vw' },
  card: { display: 'flex', padding: '4vw' },
};

/** How the parts of components come in, from as far as their box is high: https://json2video.com/docs/v2/reference/components */
const ENTRANCES: Readonly<Record<string, (index: number, html: string) => string>> = table({
  'basic/000': (index) => `--enters:slide 500 ${500 + 400 * index} easeOut up;`,
  'basic/001': (index) => `--enters:slide 500 ${500 + 400 * index} easeOutElastic down;`,
  'basic/052': (index, html) =>
    index === 0 ? '' : `--enters:wipe ${500 + 20 * html.replaceAll(/<[^>]*>/g, '').length} 0 linear right;`,
});

/** What a counter has besides its text and style. */
const COUNTING = ['from', 'to', 'decimals', 'duration', 'easing'];

/** A counter that has come to its end. */
const countedOf = (counter: Reader): string => {
  counter.ignore(...COUNTING);
  const number = (counter.number('to') ?? 1000).toFixed(counter.number('decimals', 0, 3) ?? 0);
  const [text] = [counter.raw('text')].flat();
  return (counter.text('text', text) ?? '__num__').replaceAll('__num__', number);
};

/** The texts of a part as blocks of HTML. @param usual the style of the part */
const blocksOf = (part: Reader, name: string, usual: Css | undefined): ReadonlyArray<string> => {
  const written = name === 'counter' ? countedOf(part) : part.raw('text');
  const texts = [written].flat().filter((line) => typeof line === 'string');
  if (texts.length === 0) {
    const hasPicture = part.has('src') || part.has('background-image');
    part.differs('', `${hasPicture ? 'the picture' : 'this part'} of the component is not drawn`);
    part.ignore(...part.names());
    return [];
  }
  const css = styleOf({
    ...(usual && { 'font-family': 'Inter', ...usual }),
    ...cssOf(part, name === 'counter' ? COUNTING : []),
  });
  return texts.flatMap((text) => (text.trim() === '' ? [] : `<div style="${css}">${text}</div>`));
};

/** How many symbols a rating has. */
const MOST_STARS = 5;

/** The stars of a rating, or its other symbols, as a text. */
const ratingOf = (rating: Reader): string => {
  const [size = '8vw', on = '#FFD700', off = '#808080'] = ['size', 'color', 'off-color'].map((name) =>
    rating.text(name),
  );
  const sign = rating.choice('symbol', { star: '★', heart: '♥' }) ?? '★';
  const value = rating.number('value', 0, MOST_STARS) ?? MOST_STARS;
  const full = Math.round(value);
  if (full !== value) rating.differs('value', `is rounded to ${full}`);
  const signs = (count: number, color: string) =>
    `<span style="${styleOf({ color })}">${sign.repeat(count)}</span>`;
  return `<div style="${styleOf({ 'font-size': size })}">${signs(full, on)}${signs(MOST_STARS - full, off)}</div>`;
};

/** What an animation has besides the style in which it ends. */
const MOVING = ['duration', 'easing', 'delay', 'direction', 'loop'];

/** A rectangle where its movement ends. */
const rectangleOf = (rectangle: Reader): string => {
  const end = rectangle.child('animate');
  end.ignore(...MOVING);
  const { rotate = '0deg', ...css } = { ...cssOf(rectangle, ['animate']), ...cssOf(end, MOVING) };
  if (!rotate.startsWith('0')) rectangle.differs('rotate', 'the rectangle is not turned');
  return `<div style="position:absolute;border-style:solid;border-width:0;${styleOf(css)}"></div>`;
};

/** Texts beside a bar that grows. */
const besideBar = (bar: Reader, texts: string): string => {
  const css = styleOf({ background: 'red', width: '3vw', 'margin-right': '3vw', ...cssOf(bar) });
  const grows = `<div style="--enters:wipe 500 0 linear down;${css}"></div>`;
  return `<div style="display:flex">${grows}<div style="flex:1">${texts}</div></div>`;
};

/** A component: its texts in their card. */
export const componentOf = (element: Reader, size: Canvas): JsonObject | undefined => {
  const name = element.text('component') ?? '';
  // A part may be its text alone.
  const settings = element
    .child('settings')
    .replaced((own) =>
      Object.fromEntries(
        Object.entries(own).map(([part, value]) =>
          typeof value === 'string' && PARTS[part] ? [part, { text: value }] : [part, value],
        ),
      ),
    );
  if (name === '') return element.cannotCarryOver(name, 'component');
  if (name === 'basic/100') return movingBox(settings.child('box'), size);
  const card = settings.child('card');
  const isLower = name.startsWith('basic/05');
  const lower = name === 'basic/052' ? ROW : isLower ? LOWER : {};
  const usual = {
    align: isLower || name.startsWith('basic/00') ? 'left' : 'center',
    verticalAlign: isLower ? 'bottom' : name.startsWith('advanced') ? 'middle' : 'top',
  } as const;
  const bar = name === 'basic/001' ? settings.child('bar') : undefined;
  const elsewhere = bar ? ['card', 'bar'] : ['card'];
  const parts = settings.names().filter((part) => !elsewhere.includes(part) && settings.isObject(part));
  const [first = 'card', ...others] = parts;
  // What is alone, such as a button, is aligned itself.
  const aligned = settings.isObject('card') || others.length > 0 ? card : settings.child(first);
  const { align, verticalAlign } = alignedIn(aligned, usual, ['align', 'position']);
  const textAlign = name.startsWith('basic') ? 'left' : align;
  const usualCard = name === 'basic/000' ? { margin: '1vw', padding: '20px' } : lower['card'];
  const cardCss = { 'text-align': textAlign, ...usualCard, ...cssOf(card) };
  const [entersOf, order] = [ENTRANCES[name], Object.keys(PARTS)];
  const rectangles = parts.filter((part) => part.startsWith('rectangle'));
  const blocks = parts
    .filter((part) => !rectangles.includes(part))
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .flatMap((part) => {
      const child = settings.child(part);
      if (part === 'rating') return [ratingOf(child)];
      const css = PARTS[part] && { ...PARTS[part], ...lower[part] };
      return blocksOf(child, part, css);
    })
    .map((block, index) => block.replace('style="', `style="${entersOf?.(index, block) ?? ''}`))
    .join('');
  element.differs(
    'component',
    entersOf
      ? 'how far and evenly its parts move as they come in is not published'
      : `the component ${name.slice(0, 50)} is drawn at rest, without its animation and decoration`,
    entersOf ? 'unseen' : 'near',
  );
  const shapes = rectangles.map((part) => rectangleOf(settings.child(part)));
  const content = bar ? besideBar(bar, blocks) : blocks;
  const html = `${shapes.join('')}<div style="${styleOf(cardCss)}">${content}</div>`;
  // Components are pages of their own: their units are relative to the sides of the element.
  const place = { ...size, canvas: size, base: PAGE, align, verticalAlign };
  const drawn = htmlClip(settings, '', { html }, place);
  if (!drawn) return element.cannotCarryOver(name, 'component', 'it has no texts');
  const enters = name === 'basic/000' ? { type: 'fade', duration: 500 } : undefined;
  return built(drawn.fields, { 'transition.in': enters });
};
