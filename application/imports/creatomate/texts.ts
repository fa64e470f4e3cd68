import { weightOf } from '../html/css-values.js';
import { setIn } from '../html/measure.js';
import { colorOf } from '../reading/colors.js';
import { built, carriedIn, type FieldTable, type FieldRule } from '../reading/fields.js';
import { type JsonObject, table, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { ofFontSize, type SizedContext, spansOf, TAG, type MarkupContext } from './markup.js';
import { isLoose } from './elements.js';
import { shapeFill } from './shapes.js';
import * as values from './values.js';

// Texts of Creatomate: https://creatomate.com/docs/json/elements/text-element

/** The side that a share from 0 to 1 is nearest to. */
const nearest = (path: string, ...sides: ReadonlyArray<string>): FieldRule =>
  rule.to(path, (element, name) => {
    const share = values.still(element, name, values.shareOf) ?? 0;
    const index = clamped(0, 2, Math.round(share * 2));
    // A text without a height is as high as its lines.
    const isFree = name !== 'y_alignment' || element.has('height');
    if (isFree && Math.abs(index / 2 - share) > 0.05)
      element.differs(name, 'is carried over as the nearest side');
    return sides[index];
  });

/** A length in px, of which a percentage is one of the font size. */
const ofFont = (path: string, maximum = Infinity): FieldRule<SizedContext> =>
  rule.to(path, (element, name, { frame, length, size }) => {
    const value = values.still(element, name, values.lengthOf, length);
    const found = ofFontSize(value, size, frame) ?? values.notedPx(element, name, value, frame);
    return found === undefined ? undefined : Math.min(maximum, found);
  });

/** A line height: a percentage, or a factor. */
const lineHeight: FieldRule<values.Timed> = (element, name, { length }) => {
  const value = values.still(element, name, values.lengthOf, length);
  const given = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (given === undefined || given <= 0) return undefined;
  const isShare = typeof value === 'string' || given > 10;
  if (!isShare)
    element.differs(name, `is ${given} % there, where lines lie on each other: ${given * 100} % is used`);
  const factor = isShare ? given / 100 : given;
  return { lineHeight: clamped(0.1, 10, factor) };
};

/** A text in which nothing lets a line break, if the lines of an element are not to wrap at the sides of its box. */
const unwrapped = (element: Reader, text: string): string =>
  element.flag('text_wrap') !== false || isLoose(element)
    ? text
    : text.replaceAll(' ', '\u00A0').replaceAll(/-(?=\S)/g, '-\u2060');

/** The size at which letters fit their box, as it is estimated from the widths of letters. */
const fittedSize = (
  element: Reader,
  { frame }: MarkupContext,
  [min, max]: readonly [min: number, max: number],
): number => {
  const side = (name: values.Axis, usual: string): number => {
    const given = element.isList(name) ? undefined : values.lengthOf(element.raw(name));
    return values.pxOf(given ?? usual, name, frame) ?? values.UNKNOWN_SIDE;
  };
  const [width, height] = [side('width', '100%'), side('height', '80%')];
  const style = element.shared.fonts.fields(element.text('font_family'), () => undefined);
  const text = unwrapped(element, (element.text('text') ?? '').slice(0, 1000).replaceAll(TAG, ''));
  let [least, most] = [min, max];
  for (let step = 0; step < 8; step += 1) {
    const fontSize = (least + most) / 2;
    const lines = setIn([{ ...style, text, fontSize }], width, (given) => given);
    const fits = lines.length * fontSize * 1.15 <= height && lines.every((line) => line.width <= width);
    [least, most] = fits ? [fontSize, most] : [least, fontSize];
  }
  return least;
};

/**
 * The size of letters in px, and the one that others are in proportion to: the largest one if it is chosen between limits.
 */
const sizesOf = (element: Reader, context: MarkupContext) => {
  const { length, frame } = context;
  const property = 'textProperties.fontSize';
  const { value, keyframes } = values.changing(element, 'font_size', property, values.lengthOf, length);
  if (value !== undefined) {
    element.ignore('font_size_minimum', 'font_size_maximum');
    const usual = {
      ...frame,
      width: frame.width ?? values.UNKNOWN_SIDE,
      height: frame.height ?? values.UNKNOWN_SIDE,
    };
    const size = clamped(1, 2000, values.pxOf(value, 'height', usual) ?? 1);
    const isKept = typeof value === 'string' && values.pxOf(value, 'height', frame) === undefined;
    return { size, base: size, fields: { [property]: isKept ? value : size, keyframes } };
  }
  const [minimum, maximum] = ['font_size_minimum', 'font_size_maximum'].map((name) =>
    values.notedPx(element, name, values.lengthOf(element.raw(name)), frame, 'height'),
  );
  const least = values.pxOf('100vmin', 'height', frame) ?? values.UNKNOWN_SIDE;
  const max = clamped(1, 2000, maximum ?? least);
  const min = clamped(1, max, minimum ?? least / 100);
  const size = fittedSize(element, context, [min, max]);
  return { size, base: max, fields: { [property]: max, 'textProperties.fitText': { min, max }, keyframes } };
};

const background: FieldRule<SizedContext> = (element, name, { length, size }) => {
  const value = values.still(element, name, colorOf, length);
  const padding = size * 0.25;
  if (value === undefined) return undefined;
  // An empty text has no lines there either.
  if (/^\s+$/.test(element.text('text') ?? '') && !element.has('transcript_source'))
    element.differs(name, 'nothing is drawn behind a blank text');
  return { textBackground: { color: value, paddingX: padding, paddingY: padding, borderRadius: 0 } };
};

/** Whether only the outline of the letters is drawn. */
const isHollow = (element: Reader): boolean =>
  element.has('stroke_color') && element.peek('fill_color') === null;

const TEXT: FieldTable<SizedContext> = {
  font_family: rule.family,
  font_weight: rule.to('fontWeight', (element, name) => weightOf(element.text(name) ?? '')),
  font_style: rule.choice('fontStyle', table({ normal: undefined, italic: 'italic' })),
  // A tenth of a percentage of the font size: 1000 % is one em.
  letter_spacing: rule.to('letterSpacing', (element, name, { length, size }) => {
    const share = values.still(element, name, values.angleOf, length) ?? 0;
    return (share / 1000) * size || undefined;
  }),
  line_height: lineHeight,
  text_transform: rule.textCase,
  x_alignment: nearest('textAlign', 'left', 'center', 'right'),
  y_alignment: nearest('verticalAlign', 'top', 'middle', 'bottom'),
  text_clip: rule.flag('overflow', 'ellipsis'),
  background_color: background,
  background_x_padding: rule.beside('background_color', ofFont('textBackground.paddingX', 500)),
  background_y_padding: rule.beside('background_color', ofFont('textBackground.paddingY', 500)),
  background_border_radius: rule.beside('background_color', ofFont('textBackground.borderRadius', 500)),
  stroke_color: rule.beside('stroke_width', rule.color('strokeColor')),
  stroke_width: rule.beside('stroke_color', (element, name, context) => {
    const width = Math.min(1000, values.pxIn(element, name, context) ?? 0);
    // Their stroke is centred on the outline. Here, it is outside of it, as half of theirs is, unless all of it is seen.
    return { strokeWidth: width > 0 ? width / (isHollow(element) ? 1 : 2) : undefined };
  }),
  ...values.shadow('shadow'),
  ...rule.each('background_align_threshold stroke_cap stroke_join', rule.unseen),
};

/** The properties of a text, and keyframes of them. */
export const textOf = (element: Reader, context: MarkupContext): JsonObject => {
  const { size, base, fields } = sizesOf(element, context);
  const sized = { ...context, size };
  const { paint, keyframes } = shapeFill(element, context, 'textProperties.color');
  const text = element.text('text') ?? '';
  const spans = spansOf(text, { ...context, size: base }, element).map((span) => ({
    ...span,
    text: unwrapped(element, span.text),
  }));
  const isStyled = spans.length > 1 || Object.keys(spans[0] ?? {}).length > 1;
  const { strokeWidth, strokeColor, ...own } = carriedIn(element, TEXT, sized);
  return built(
    { textProperties: isStyled ? { spans } : { content: spans[0]?.text ?? text } },
    {
      textProperties: {
        color: paint ?? (isHollow(element) ? '#FFFFFF00' : '#000000'),
        fontFamily: 'Aileron',
        lineHeight: 1.15,
        textAlign: 'left',
        verticalAlign: 'top',
        ...own,
        ...(strokeWidth === undefined ? {} : { strokeWidth, strokeColor }),
      },
    },
    fields,
    { keyframes },
  );
};
