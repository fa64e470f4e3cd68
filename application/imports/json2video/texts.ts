import { type Css, styleFields } from '../html/css.js';
import { escaped, htmlClip } from '../html/html-clip.js';
import { noteStyle } from '../html/styles.js';
import { built } from '../reading/fields.js';
import { type Canvas, type JsonObject, present, table } from '../reading/json-object.js';
import { alignedAt, HORIZONTAL, MARGIN, VERTICAL } from '../reading/places.js';
import { isAddress, type Reader } from '../reading/reader.js';

interface TextStyle {
  readonly css: Css;
  readonly animation?: JsonObject;
  /** How long the text is not seen before it comes in, ms. */
  readonly wait?: number;
  readonly differs?: string | undefined;
}

const PLAIN: Css = {
  'font-size': '4vw',
  'font-family': 'Roboto',
  'font-weight': '400',
  'text-shadow': '2px 2px rgba(33,33,33,0.5)',
  color: '#FFFFFF',
};
const TITLE: Css = { ...PLAIN, 'font-family': 'Anton', 'text-shadow': 'none' };
const SIMPLE: Css = { ...PLAIN, 'font-family': 'Inter', 'text-shadow': 'none' };

/** @param way how it moves, what of it, the easing, how long a unit takes, and the delay between units, ms */
const styled = (
  css: Css,
  way: readonly [string, string, string | undefined, number, number],
  more: JsonObject = {},
  differs?: string,
): TextStyle => {
  const [type, unit, easing, duration, stagger] = way;
  return { css, animation: present({ at: 'in', type, unit, duration, stagger, easing, ...more }), differs };
};

const LINES = 'the lines above and below are 3 px thick, and grow from the left';
const SPREAD: Css = { ...TITLE, 'letter-spacing': '0.5em' };
const LARGE: Css = { ...TITLE, 'font-size': '12vw', color: '#111111' };

/** The styles of texts: https://json2video.com/docs/v2/reference/text-styles */
const STYLES: Readonly<Record<string, TextStyle>> = table({
  '001': { css: { ...PLAIN, 'font-family': 'Inter' } },
  '002': styled(PLAIN, ['fade', 'line', undefined, 2000, 0]),
  '003': styled(PLAIN, ['fade', 'word', undefined, 500, 400]),
  '004': styled(PLAIN, ['fade', 'letter', 'easeInOutElastic', 50, 25]),
  '005': styled(PLAIN, ['slide', 'letter', 'easeOutElastic', 750, 50], { distance: 1.3 }),
  '006': {
    ...styled(SPREAD, ['slide', 'letter', 'easeOutExpo', 1200, 30], { direction: 'left', distance: 0.5 }),
    wait: 500,
  },
  '007': styled(TITLE, ['scale', 'letter', 'easeOutCirc', 1200, 45], {}, 'letters grow instead of turning'),
  '008': styled(TITLE, ['scale', 'letter', 'easeOutExpo', 600, 70], {}, LINES),
  '009': styled(SIMPLE, ['fade', 'letter', undefined, 400, 100], {}, 'letters fade in one after the other'),
  '010': styled(
    SIMPLE,
    ['fade', 'letter', undefined, 400, 100],
    { at: 'out' },
    'letters fade out one after the other',
  ),
  '011': { css: { ...SIMPLE, 'font-size': '6vw', 'background-color': '#000000' } },
  '012': styled(LARGE, ['scale', 'letter', 'easeOutQuart', 750, 55], {}, 'letters grow evenly'),
});

/** CSS as the value of a `style` attribute. */
export const styleOf = (css: Css): string =>
  Object.entries(css)
    .map(([name, value]) => `${name}:${value.replaceAll(/["<>;]/g, '')}`)
    .join(';');

/** A text between lines that grow. */
const lined = (html: string, { color = 'white' }: Css): string => {
  const css = `position:absolute;left:0;right:0;height:3px;background:${color};--enters:wipe 2000 0 easeOutExpo right`;
  const lines = ['top', 'bottom'].map((side) => `<div style="${side}:0;${css}"></div>`);
  return `<div style="display:inline-block;position:relative;padding:0.1em 0.05em 0.15em">${html}${lines.join('')}</div>`;
};

/** The fields of a clip whose texts, also in groups, are animated. */
const animated = (fields: JsonObject, animation: JsonObject | undefined): JsonObject => {
  const { clips, textProperties } = fields as { readonly clips?: ReadonlyArray<JsonObject> } & JsonObject;
  if (clips) return { ...fields, clips: clips.map((clip) => animated(clip, animation)) };
  return textProperties === undefined ? fields : built(fields, { 'textProperties.animation': animation });
};

/** Where texts are in their box: CSS has it under other names, and it is read by itself. */
const ALIGNMENTS = ['horizontal-position', 'horizontal-align', 'vertical-position', 'vertical-align'];

/** Where the settings align what is in the box. @param endings of the fields, of which the first ones win */
export const alignedIn = (
  settings: Reader,
  otherwise: { readonly align: string; readonly verticalAlign: 'top' | 'middle' | 'bottom' },
  [first, second]: readonly [string, string] = ['position', 'align'],
) => {
  const stated = <A>(side: string, choices: Readonly<Record<string, A>>): A | undefined =>
    settings.choice(`${side}-${first}`, choices) ?? settings.choice(`${side}-${second}`, choices);
  return {
    verticalAlign: stated('vertical', VERTICAL) ?? otherwise.verticalAlign,
    align: stated('horizontal', HORIZONTAL) ?? otherwise.align,
  };
};

/** @param others names that are no CSS */
export const cssOf = (settings: Reader, others: ReadonlyArray<string> = []): Css => {
  const isAutomatic = settings.peek('font-size') === 'auto';
  if (isAutomatic) settings.lacks('letters have the usual size', 'font-size');
  const elsewhere = ['text', ...others, ...ALIGNMENTS, ...(isAutomatic ? ['font-size'] : [])];
  return styleFields(settings, { 'font-color': 'color', 'text-color': 'color' }, elsewhere);
};

export const htmlOf = (element: Reader, size: Canvas): JsonObject | undefined => {
  element.lacks('a web page is not drawn', 'src');
  element.ignore('wait');
  element.lacks('classes of Tailwind have no effect', 'tailwindcss');
  return htmlClip(element, 'html', { html: element.text('html') ?? '' }, { ...size, canvas: size })?.fields;
};

/** @param isLow whether the text is as high as its lines */
export const textOf = (element: Reader, given: Canvas, isLow: boolean): JsonObject | undefined => {
  const { canvas } = element.shared;
  const isWhole = given.width === canvas.width && given.height === canvas.height;
  const anchor = (isWhole ? element.anchor('position') : undefined) ?? 'center';
  const room = anchor === 'center' ? 1 : 1 - 2 * MARGIN;
  const size = { width: given.width * room, height: given.height * room };
  const style = element.choice('style', STYLES) ?? STYLES['001'];
  const isLined = style === STYLES['008'];
  if (style?.differs !== undefined) element.differs('style', style.differs, isLined ? 'unseen' : 'near');
  const settings = element.child('settings');
  const { align, verticalAlign } = alignedIn(
    settings,
    // In a box as large as the canvas, the text lies where the box would.
    alignedAt(anchor),
  );
  const own = cssOf(settings);
  noteStyle(settings, '', own);
  const css: Css = { 'font-size': '16px', ...style?.css, ...own };
  const family = css['font-family'] ?? '';
  const isFile = isAddress(family);
  if (isFile) element.shared.fonts.add(family, 'Imported');
  const text = (element.text('text') ?? '').replaceAll(/<br\s*\/?>/gi, '\n');
  const base = {
    ...css,
    ...(isFile ? { 'font-family': 'Imported' } : {}),
    'background-color': css['background-color'] ?? css['background'] ?? 'transparent',
    display: 'inline-block',
    'white-space': 'pre-line',
  };
  const document = { html: isLined ? lined(escaped(text), css) : escaped(text) };
  const box = isLow ? { width: size.width, canvas } : size;
  const drawn = htmlClip(settings, '', document, { ...box, base, align, verticalAlign });
  const isBare = base['background-color'] === 'transparent';
  if (!drawn)
    return element.differs('text', 'shows nothing: the element was left out', isBare ? 'unseen' : 'near');
  const lines = HORIZONTAL[own['text-align'] ?? ''] ?? align;
  if (align !== lines && settings.has('horizontal-position'))
    settings.differs('horizontal-position', `the lines are aligned ${lines} in the whole box`);
  const moving = animated(drawn.fields, text.length <= 2000 ? style?.animation : undefined);
  const placed = isLow ? { inset: drawn.inset } : { size };
  return { ...moving, ...placed, timeFrame: { start: style?.wait ?? 0 } };
};
