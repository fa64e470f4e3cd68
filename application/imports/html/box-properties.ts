import { colorOf } from '../reading/colors.js';
import { clamped, type JsonObject, table } from '../reading/json-object.js';
import { layersOf } from './backgrounds.js';
import * as css from './css-values.js';

/** The fields that a value of a property stands for; undefined for a value without a meaning here. */
export type Read = (value: string, lengths: css.Lengths) => JsonObject | undefined;

export const one =
  (field: string, read: (value: string, lengths: css.Lengths) => unknown): Read =>
  (value, lengths) => {
    const found = read(value, lengths);
    return found === undefined ? undefined : { [field]: found };
  };

export const pxField = (field: string): Read => one(field, css.cssPx);

/** A paint of a box: a gradient lies over a colour, and a picture over both. */
const paint: Read = (value) => {
  const none = { color: undefined, image: undefined, picture: undefined, layers: undefined };
  if (value === 'none' || value === 'transparent') return none;
  const [picture, found] = [css.pictureIn(value), css.paintOf(value)];
  if (picture === undefined && found === undefined) return undefined;
  const fit = /\/\s*(cover|contain)\b/.exec(value)?.[1];
  return {
    ...none,
    [typeof found === 'string' ? 'color' : 'image']: found,
    picture,
    layers: css.paintDiffers(value) && layersOf(value),
    ...(fit && { fit }),
  };
};

/** A margin: a length, or `auto` for the free space. */
const margin =
  (side: string): Read =>
  (value, lengths) =>
    value === 'auto'
      ? { [`auto-${side}`]: true }
      : one(`margin-${side}`, css.cssPx)(value, lengths) && {
          [`margin-${side}`]: css.cssPx(value, lengths),
          [`auto-${side}`]: undefined,
        };

/** A distance from a side of the box around. */
const distance =
  (side: string): Read =>
  (value, lengths) =>
    /^-?[\d.]+%$/.test(value) ? { [side]: value } : pxField(side)(value, lengths);

/** One to four values for the sides of a box; undefined unless all can be read. */
const sides =
  (read: (side: string) => Read): Read =>
  (value, lengths) => {
    const [top = '', right = top, bottom = top, left = right] = css.cssWords(value);
    const found = Object.entries({ top, right, bottom, left }).map(([side, part]) =>
      read(side)(part, lengths),
    );
    return found.includes(undefined) ? undefined : (Object.assign({}, ...found) as JsonObject);
  };

/** Columns: shares of the width, or lengths. */
const columns: Read = (value, lengths) => {
  const words = css.cssWords(value).flatMap((word) => {
    const [, count, list] = /^repeat\((\d{1,2}),(.{1,100})\)$/.exec(word) ?? [];
    return list === undefined
      ? [word]
      : Array.from({ length: Number(count) }, () => css.cssWords(list)).flat();
  });
  const found = words.map((word) => {
    const share = /^(?:minmax\(0(?:px)?,\s*)?([\d.]+)fr\)?$/.exec(word)?.[1];
    if (share !== undefined) return { grow: Number(share), basis: 0 };
    const px = css.cssPx(word, lengths);
    return px === undefined ? undefined : { grow: 0, shrink: 0, basis: px };
  });
  return found.length === 0 || found.includes(undefined) ? undefined : { columns: found };
};

const flex: Read = (value, lengths) => {
  const [grow = '', second, third] = css.cssWords(value);
  const isFactor = second !== undefined && /^[\d.]+$/.test(second);
  const basis = third ?? (isFactor ? '0' : second) ?? (grow === 'auto' || grow === 'none' ? 'auto' : '0');
  const factor = { auto: 1, none: 0, initial: 0 }[grow] ?? Number(grow);
  if (Number.isNaN(factor)) return undefined;
  const shrink = grow === 'none' ? 0 : isFactor ? Number(second) : 1;
  return { grow: factor, shrink, basis: css.cssPx(basis, lengths) };
};

/** A move by shares of the size, then a rotation. */
const transformed: Read = (value) => {
  const [all, axis, first, second, degrees] =
    /^(?:translate([XY]?)\((-?[\d.]+)%(?:,\s*(-?[\d.]+)%)?\)\s*)?(?:rotate\((-?[\d.]+)deg\))?$/.exec(value) ??
    [];
  if (!all) return undefined;
  const share = Number(first) / 100;
  const moved = axis === 'Y' ? { x: 0, y: share } : { x: share, y: Number(second ?? 0) / 100 };
  return { moved: first === undefined ? undefined : moved, rotation: Number(degrees ?? 0) || undefined };
};

const each = (names: string, read: (name: string) => Read): Readonly<Record<string, Read>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, read(name)]));

const text =
  (field: string, wanted: RegExp): Read =>
  (value) =>
    wanted.test(value) ? { [field]: value } : undefined;

const size =
  (field: 'width' | 'height'): Read =>
  (value, lengths) =>
    /fit-content|max-content/.test(value) ? { hugs: true } : pxField(field)(value, lengths);

/** How a box comes in, as those of components do: `slide 500 900 easeOut up` takes 500 ms from 900 ms on. */
const enters: Read = (value) => {
  const [type, duration, start, easing, direction] = value.split(' ');
  return { enters: { start: Number(start), in: { type, duration: Number(duration), easing, direction } } };
};

/** The line of a border; undefined for one that is not drawn. */
const strokeOf = ({ width = 0, color = '#000000', style = 'none' }: ReturnType<typeof css.lineOf>) =>
  width > 0 && !/none|hidden/.test(style) ? { width, color } : undefined;

/** Properties of boxes. Percentages are those of the width around them. */
export const OF_BOXES: Readonly<Record<string, Read>> = table<Read>({
  background: paint,
  'background-color': one('color', colorOf),
  'background-image': (value) => {
    const picture = css.pictureIn(value);
    const image = value.includes('gradient') ? css.paintOf(value) : undefined;
    return picture === undefined && image === undefined ? undefined : { picture, image };
  },
  ...each('background-clip -webkit-background-clip', () => text('clip', /^text$/)),
  'background-size': text('fit', /^(cover|contain)$/),
  'object-fit': text('fit', /^(cover|contain)$/),
  filter: one('filters', css.cssFilters),
  float: (value) => (value === 'right' ? { display: 'inline-block', 'auto-left': true } : undefined),
  opacity: one('opacity', (value) =>
    clamped(0, 1, Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1)),
  ),
  border: (value, lengths) => {
    const { width, color, style } = css.lineOf(value, lengths);
    return { 'line-width': width, 'line-color': color, 'line-style': style };
  },
  ...each('border-top border-right border-bottom border-left', (name) => (value, lengths) => ({
    [`line-${name.slice(7)}`]: strokeOf(css.lineOf(value, lengths)),
  })),
  'border-width': pxField('line-width'),
  'border-color': one('line-color', colorOf),
  'border-style': (value) => ({ 'line-style': value }),
  'border-radius': (value, lengths) => {
    const corner = (given: string) =>
      /^[\d.]+%$/.test(given) ? given : clamped(0, 16_384, css.cssPx(given, lengths) ?? Number.NaN);
    const [top, right = top, bottom = top, left = right] = css
      .cssWords(value.split('/')[0] ?? '')
      .map(corner);
    const corners = [top, right, bottom, left];
    if (top === undefined || corners.some(Number.isNaN)) return undefined;
    const isAlike = corners.every((radius) => radius === top);
    return { radius: isAlike ? top || undefined : corners };
  },
  'box-shadow': one('shadow', css.shadowOf),
  'box-sizing': text('box-sizing', /^(border|content)-box$/),
  padding: sides((side) => pxField(`padding-${side}`)),
  margin: sides(margin),
  ...each('padding-top padding-right padding-bottom padding-left', pxField),
  ...each('margin-top margin-right margin-bottom margin-left', (name) => margin(name.slice(7))),
  // A sticky element has scrolled nowhere: it lies where it would without a position.
  position: (value) => ({
    position: /^(absolute|fixed)$/.test(value) ? 'absolute' : value === 'relative' ? 'relative' : undefined,
  }),
  ...each('top right bottom left', distance),
  inset: sides(distance),
  'z-index': pxField('z'),
  '--enters': enters,
  transform: transformed,
  width: size('width'),
  'min-width': size('width'),
  'max-width': pxField('most'),
  height: size('height'),
  'min-height': pxField('least'),
  overflow: (value) => ({ clips: /hidden|clip/.test(value) }),
  display: text('display', /^(block|(inline-)?(block|flex|grid)|inline|table|contents|list-item|none)$/),
  'flex-direction': (value) => ({ isColumn: value.startsWith('column') }),
  'flex-wrap': (value) => ({ wraps: value.startsWith('wrap') }),
  'flex-grow': pxField('grow'),
  'flex-shrink': pxField('shrink'),
  'flex-basis': pxField('basis'),
  flex,
  'grid-template-columns': columns,
  'align-content': text('lines', /^((flex-)?(start|end)|center|space-\w+|stretch|normal)$/),
  'align-self': text('self', /^((flex-)?(start|end)|center|stretch)$/),
  'place-items': (value) => {
    const [items, justify = items] = css.cssWords(value);
    return { isColumn: true, items: justify, justify: items };
  },
  'justify-content': text('justify', /^((flex-)?(start|end)|center|space-\w+|left|right)$/),
  'vertical-align': text('vertical', /^(top|middle|bottom)$/),
  'align-items': text('items', /^((flex-)?(start|end)|center|stretch|baseline)$/),
  ...each('gap row-gap column-gap grid-gap', () => pxField('gap')),
});
