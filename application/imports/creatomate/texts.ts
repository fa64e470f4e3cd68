import { colorIn, colorOrPlaceholder } from '../reading/colors.js';
import type { Fonts } from '../reading/fonts.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { changing, type Changing, fillOf, type Frame, lengthOf, pxOf, shareOf } from './values.js';

/** What texts of a script are read with. */
export interface TextContext {
  readonly frame: Frame;
  readonly fonts: Fonts;
  /** Of the element, ms, if it is known. */
  readonly length: number | undefined;
}

const WEIGHTS = table({
  thin: 100,
  light: 300,
  normal: 400,
  regular: 400,
  medium: 500,
  semibold: 600,
  bold: 700,
  black: 900,
});
const ALIGN = ['left', 'center', 'right'] as const;
const VERTICAL = ['top', 'middle', 'bottom'] as const;

/** The side that a share from 0 to 1 is nearest to. */
const nearest = <A>(element: Reader, name: string, sides: readonly [A, A, A]): A => {
  const share = changing(element, name, undefined, shareOf, undefined).value ?? 0;
  const index = Math.min(2, Math.max(0, Math.round(share * 2)));
  if (Math.abs(index / 2 - share) > 0.05) element.differs(name, 'is carried over as the nearest side');
  return sides[index] ?? sides[0];
};

const weightOf = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : (WEIGHTS[value.toLowerCase()] ?? (Number(value) || undefined));

/** A share of the font size in px. */
const ofFontSize = (value: number | string | undefined, size: number, frame: Frame): number | undefined =>
  typeof value === 'string' && value.endsWith('%')
    ? (Number.parseFloat(value) / 100) * size
    : pxOf(value, 'width', frame);

/** A line height: a percentage, or a factor. */
const factorOf = (value: number | string | undefined): number | undefined => {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return number === undefined || number <= 0
    ? undefined
    : typeof value === 'string' || number > 10
      ? number / 100
      : number;
};

type Span = JsonObject & { readonly text: string };

const TAG =
  /\[(\/?)(weight|color|size|style|family|font-family|underline|strikethrough)(?:\s+([^\]]{1,100}))?\]/g;

/** The most tags that are open at a time, and the longest text whose tags are read. */
const [MAX_TAGS, LONGEST] = [20, 20_000];

/** The style that a tag of Creatomate's markup stands for. */
const styleOf = (
  name: string,
  value: string,
  size: number,
  context: TextContext,
  element: Reader,
): JsonObject => {
  switch (name) {
    case 'weight':
      return present({ fontWeight: weightOf(value) });
    case 'color':
      return present({ color: colorOrPlaceholder(value) });
    case 'size':
      return present({ fontSize: ofFontSize(lengthOf(value), size, context.frame) });
    case 'style':
      return value === 'italic' ? { fontStyle: 'italic' } : {};
    case 'underline':
      return { underline: true };
    case 'strikethrough':
      return { lineThrough: true };
    default:
      return present(context.fonts.fields(value, (message) => element.differs('text', message)));
  }
};

/** A text with markup such as `[weight 700]bold[/weight]`, as spans. */
const spansOf = (text: string, size: number, context: TextContext, element: Reader): ReadonlyArray<Span> => {
  const spans: Span[] = [];
  const open: Array<readonly [name: string, style: JsonObject]> = [];
  let at = 0;
  const add = (part: string): void => {
    if (part !== '') spans.push(Object.assign({ text: part }, ...open.map(([, style]) => style)) as Span);
  };
  if (text.length > LONGEST) {
    element.differs('text', 'is too long for its tags to be read');
    return [{ text }];
  }
  for (const match of text.matchAll(TAG)) {
    add(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [, closes, name = '', value = ''] = match;
    if (closes !== '/') {
      if (open.length < MAX_TAGS) open.push([name, styleOf(name, value.trim(), size, context, element)]);
    } else {
      const last = open.findLastIndex(([opened]) => opened === name);
      if (last >= 0) open.splice(last, 1);
    }
  }
  add(text.slice(at));
  return spans;
};

/** The size of letters in px, and the limits between which it is chosen if it is automatic. */
const sizesOf = (
  element: Reader,
  { frame, length }: TextContext,
): {
  readonly size: number;
  readonly fits: JsonObject | undefined;
  readonly changing: Changing<number | string>;
} => {
  const least = Math.min(frame.width ?? 1080, frame.height ?? 1080);
  const size = changing<number | string>(
    element,
    'font_size',
    'textProperties.fontSize',
    (value) => {
      const given = lengthOf(value);
      return typeof given === 'string' && given.endsWith('%') ? pxOf(given, 'height', frame) : given;
    },
    length,
  );
  const [minimum, maximum] = ['font_size_minimum', 'font_size_maximum'].map((name) =>
    pxOf(lengthOf(element.raw(name)), 'height', frame),
  );
  const px =
    pxOf(size.value, 'height', frame) ??
    (typeof size.value === 'string' ? (Number.parseFloat(size.value) * least) / 100 : undefined);
  if (px !== undefined) return { size: Math.min(2000, Math.max(1, px)), fits: undefined, changing: size };
  const max = Math.min(2000, maximum ?? least);
  return {
    size: max,
    fits: { min: Math.max(1, Math.min(max, minimum ?? least / 100)), max },
    changing: size,
  };
};

/** A length in px, of which a percentage is one of the font size. */
const pxOfFont = (
  element: Reader,
  name: string,
  size: number,
  { frame, length }: TextContext,
): number | undefined =>
  ofFontSize(changing<number | string>(element, name, undefined, lengthOf, length).value, size, frame);

/** What is behind the lines. */
const backgroundOf = (element: Reader, size: number, context: TextContext): JsonObject | undefined => {
  const color = changing(element, 'background_color', undefined, colorOrPlaceholder, context.length).value;
  element.ignore('background_align_threshold');
  const px = (name: string, otherwise: number) =>
    Math.min(500, pxOfFont(element, name, size, context) ?? otherwise);
  const [paddingX, paddingY] = [
    px('background_x_padding', size * 0.25),
    px('background_y_padding', size * 0.25),
  ];
  const borderRadius = px('background_border_radius', 0);
  return color === undefined ? undefined : { color, paddingX, paddingY, borderRadius };
};

const strokeAndShadow = (element: Reader, { frame, length }: TextContext): JsonObject => {
  const stroke = colorIn(element, 'stroke_color');
  const width = pxOf(
    changing<number | string>(element, 'stroke_width', undefined, lengthOf, length).value,
    'width',
    frame,
  );
  element.ignore('stroke_cap', 'stroke_join');
  const color = colorIn(element, 'shadow_color');
  const [x = 0, y = 0, blur = 0] = ['shadow_x', 'shadow_y', 'shadow_blur'].map((name) =>
    pxOf(lengthOf(element.raw(name)), 'width', frame),
  );
  const hasStroke = stroke !== undefined && width !== undefined && width > 0;
  return present({
    // Their stroke is centred on the outline: half of it is outside of the letters.
    ...(hasStroke ? { strokeColor: stroke, strokeWidth: Math.min(500, width / 2) } : {}),
    ...(stroke !== undefined && element.isNull('fill_color') ? { color: '#FFFFFF00' } : {}),
    shadow: color === undefined ? undefined : { x, y, blur: Math.min(500, blur), color },
  });
};

const CASES = table({
  none: undefined,
  uppercase: 'uppercase',
  lowercase: 'lowercase',
  capitalize: 'capitalize',
});

/** The properties of a text, and keyframes of them. */
export const textOf = (
  element: Reader,
  context: TextContext,
): { readonly properties: JsonObject; readonly keyframes: ReadonlyArray<JsonObject | undefined> } => {
  const { length } = context;
  const { size, fits, changing: sizes } = sizesOf(element, context);
  const family = element.text('font_family');
  const font = context.fonts.fields(
    family ?? 'Aileron',
    (message) => family !== undefined && element.differs('font_family', message),
  );
  const fill = fillOf(element, length, 'textProperties.color');
  const lineHeight =
    factorOf(changing<number | string>(element, 'line_height', undefined, lengthOf, length).value) ?? 1.15;
  const text = element.text('text') ?? '';
  const spans = spansOf(text, size, context, element);
  const isStyled = spans.length > 1 || Object.keys(spans[0] ?? {}).length > 1;
  const properties = present({
    ...(isStyled ? { spans } : { content: spans[0]?.text ?? text }),
    color: '#000000',
    ...font,
    ...strokeAndShadow(element, context),
    ...present({ color: fill.gradient ?? fill.value }),
    fontSize: size,
    fitText: fits,
    fontWeight: weightOf(element.text('font_weight')) ?? font['fontWeight'],
    fontStyle:
      element.choice('font_style', table({ normal: undefined, italic: 'italic' })) ?? font['fontStyle'],
    letterSpacing: pxOfFont(element, 'letter_spacing', size, context) || undefined,
    lineHeight: Math.min(10, Math.max(0.1, lineHeight)),
    textTransform: element.choice('text_transform', CASES),
    textAlign: nearest(element, 'x_alignment', ALIGN),
    verticalAlign: nearest(element, 'y_alignment', VERTICAL),
    overflow: element.flag('text_clip') === true ? 'ellipsis' : undefined,
    textBackground: backgroundOf(element, size, context),
  });
  if (element.flag('text_wrap') === false) element.differs('text_wrap', 'lines wrap at the sides of the box');
  return { properties, keyframes: [fill.keyframes, sizes.keyframes] };
};
