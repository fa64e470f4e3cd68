import { colorOf } from '../reading/colors.js';
import { type JsonObject, table } from '../reading/json-object.js';
import { type Lengths, type Line, lineOf, paintOf, cssPx, shadowOf, cssWords } from './css-values.js';

/** How a box looks, and how its content is laid out. */
export type BoxLook = JsonObject & {
  readonly fill?: string | JsonObject | undefined;
  readonly border?: Line | undefined;
  readonly radius?: number | undefined;
  readonly shadow?: JsonObject | undefined;
  /** Stated sizes, px. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The largest width, px. */
  readonly most?: number | undefined;
  readonly display?: string | undefined;
  readonly gap?: number | undefined;
  readonly isColumn?: boolean | undefined;
  readonly justify?: string | undefined;
  readonly items?: string | undefined;
  readonly wraps?: boolean | undefined;
  /** The share of free space that an item of a row takes, and whether its own width is no part of it. */
  readonly grow?: number | undefined;
  readonly isEven?: boolean | undefined;
};

const isVisible = (fill: unknown): boolean =>
  fill !== undefined && fill !== 'transparent' && !(typeof fill === 'string' && /^#......00$/.test(fill));

/** The look that the properties of a box stand for. */
export const boxLookOf = (box: JsonObject): BoxLook => {
  const { color, image, ...rest } = box;
  const [width, style] = [Number(box['line-width'] ?? 0), box['line-style']];
  const hasBorder = width > 0 && style !== undefined && style !== 'none' && style !== 'hidden';
  const fill = image ?? color;
  const paddings = ['top', 'right', 'bottom', 'left'].map((side) => `padding-${side}`);
  return {
    ...rest,
    // A border is inside of the box here, around the space in it.
    ...(hasBorder && Object.fromEntries(paddings.map((side) => [side, Number(box[side] ?? 0) + width]))),
    height: (box['height'] as number | undefined) || undefined,
    fill: isVisible(fill) ? (fill as string | JsonObject) : undefined,
    border: hasBorder ? { width, color: (box['line-color'] ?? '#000000') as string } : undefined,
  };
};

export const isDrawn = (look: BoxLook): boolean =>
  look.fill !== undefined || look.border !== undefined || look.shadow !== undefined;

/** The space inside (`padding`) or outside (`margin`) of a side of a box, px. */
export const spaceOf = (look: BoxLook, kind: 'padding' | 'margin', side: string): number =>
  Number(look[`${kind}-${side}`] ?? 0);

/** The padding of a box that is drawn, px. Of any other, it is space around it. */
export const insetOf = (look: BoxLook, ...sides: ReadonlyArray<string>): number =>
  isDrawn(look) ? sides.reduce((sum, side) => sum + spaceOf(look, 'padding', side), 0) : 0;

/** The space beside a box, px: its margins, and the padding of one that is not drawn. */
export const besideOf = (look: BoxLook) => {
  const at = (side: string) =>
    spaceOf(look, 'margin', side) + (isDrawn(look) ? 0 : spaceOf(look, 'padding', side));
  return { left: at('left'), right: at('right') };
};

/** Whether a box has all of the room around it. */
export const isWide = (look: BoxLook): boolean =>
  look.most === undefined && Object.values(besideOf(look)).every((space) => space === 0);

/** The room that a box has of a room, px. */
export const roomOf = (look: BoxLook, room: number): number => {
  const { left, right } = besideOf(look);
  return Math.max(1, Math.min(room - left - right, look.most ?? Infinity));
};

/** Whether a box lays out its content as a flex box or a grid. */
export const isFlex = ({ display = '' }: Pick<BoxLook, 'display'>): boolean => /flex|grid/.test(display);

export const isTable = ({ display = '' }: Pick<BoxLook, 'display'>): boolean => display === 'table';

/** Whether a box is as wide as its content. */
export const hugs = ({ display = '', ...look }: BoxLook): boolean =>
  display.startsWith('inline') || look['hugs'] === true;

/** The fields that a value of a property stands for; undefined for a value without a meaning here. */
export type Read = (value: string, lengths: Lengths) => JsonObject | undefined;

export const one =
  (field: string, read: (value: string, lengths: Lengths) => unknown): Read =>
  (value, lengths) => {
    const found = read(value, lengths);
    return found === undefined ? undefined : { [field]: found };
  };

export const pxField = (field: string): Read => one(field, cssPx);

/** A paint of a box: a gradient lies over a colour. */
const paint: Read = (value) => {
  if (value === 'none' || value === 'transparent') return { color: undefined, image: undefined };
  const found = paintOf(value);
  if (found === undefined) return undefined;
  return typeof found === 'string' ? { color: found, image: undefined } : { color: undefined, image: found };
};

/** One to four lengths for the sides of a box; undefined unless all are lengths or `auto`. */
const sides =
  (field: string): Read =>
  (value, lengths) => {
    const parts = cssWords(value).map((part) => (part === 'auto' ? 0 : cssPx(part, lengths)));
    const [top, right = top, bottom = top, left = right] = parts;
    if (top === undefined || parts.includes(undefined)) return undefined;
    return {
      [`${field}-top`]: top,
      [`${field}-right`]: right,
      [`${field}-bottom`]: bottom,
      [`${field}-left`]: left,
    };
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
    /fit-content|max-content/.test(value)
      ? { hugs: true }
      : one(field, cssPx)(value, field === 'height' ? { ...lengths, whole: 0 } : lengths);

/** Properties of boxes. Percentages are those of the width around them. */
export const OF_BOXES: Readonly<Record<string, Read>> = table<Read>({
  background: paint,
  'background-color': one('color', colorOf),
  'background-image': one('image', (value) => (value.includes('gradient') ? paintOf(value) : undefined)),
  border: (value, lengths) => {
    const { width, color, style } = lineOf(value, lengths);
    return { 'line-width': width, 'line-color': color, 'line-style': style };
  },
  'border-width': pxField('line-width'),
  'border-color': one('line-color', colorOf),
  'border-style': (value) => ({ 'line-style': value }),
  'border-radius': (value, lengths) => {
    const [first = ''] = value.split(/[\s/]+/);
    const radius = first.endsWith('%') ? Number.parseFloat(first) * 100 : cssPx(first, lengths);
    return radius === undefined ? undefined : { radius: radius > 0 ? Math.min(16_384, radius) : undefined };
  },
  'box-shadow': one('shadow', shadowOf),
  padding: sides('padding'),
  margin: sides('margin'),
  ...each('padding-top padding-right padding-bottom padding-left', pxField),
  ...each('margin-top margin-right margin-bottom margin-left', pxField),
  width: size('width'),
  'min-width': size('width'),
  'max-width': pxField('most'),
  height: size('height'),
  'min-height': size('height'),
  display: text('display', /^(block|(inline-)?(block|flex|grid)|inline|table|contents|list-item|none)$/),
  'flex-direction': (value) => ({ isColumn: value.startsWith('column') }),
  'flex-wrap': (value) => ({ wraps: value.startsWith('wrap') }),
  'flex-grow': pxField('grow'),
  flex: (value) => {
    const [grow = '', second, basis = second?.replace(/^[\d.]+$/, '0')] = cssWords(value);
    const factor = { auto: 1, none: 0, initial: 0 }[grow] ?? Number(grow);
    return Number.isNaN(factor)
      ? undefined
      : { grow: factor, isEven: grow !== 'auto' && (basis ?? '0') !== 'auto' };
  },
  'justify-content': text('justify', /^((flex-)?(start|end)|center|space-\w+|left|right)$/),
  'align-items': text('items', /^((flex-)?(start|end)|center|stretch|baseline)$/),
  ...each('gap row-gap column-gap', () => pxField('gap')),
});
