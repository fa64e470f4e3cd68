import type { JsonObject } from '../reading/json-object.js';
import type { Line } from './css-values.js';

type Radius = number | `${number}%`;

/** Px, except for `grow` and `shrink`, which are factors, `z`, and `opacity`, which includes that of the boxes around. */
type Numbers = 'width' | 'height' | 'most' | 'least' | 'gap' | 'grow' | 'shrink' | 'basis' | 'z' | 'opacity';

/** The words of CSS for the layout; `lines`, `self` and `at` are where lines, an item and a hugging box lie. */
type Words = 'fit' | 'display' | 'justify' | 'items' | 'lines' | 'self' | 'position' | 'at' | 'picture';

/** How a box looks, and how its content is laid out. */
export type BoxLook = JsonObject &
  Readonly<Partial<Record<Numbers, number | undefined> & Record<Words, string | undefined>>> & {
    readonly fill?: string | JsonObject | undefined;
    readonly border?: Line | undefined;
    /** Gradients over each other, as an SVG of the size of the box. */
    readonly layers?: ((box: { readonly width: number; readonly height: number }) => string) | undefined;
    /** The side of the border that a box draws instead of its fill. */
    readonly line?: (Line & { readonly side: Side }) | undefined;
    /** Of all corners, px or a percentage, or of each from the top left. */
    readonly radius?: Radius | ReadonlyArray<Radius> | undefined;
    readonly shadow?: JsonObject | undefined;
    readonly filters?: ReadonlyArray<JsonObject> | undefined;
    readonly isColumn?: boolean | undefined;
    /** Whether items wrap, and the columns in which they lie where these are stated. */
    readonly wraps?: boolean | undefined;
    readonly columns?: ReadonlyArray<JsonObject> | undefined;
    /** Where it lies in its line, or its content in a cell. */
    readonly vertical?: 'top' | 'middle' | 'bottom' | undefined;
    /** How far it is moved, as shares of its size. */
    readonly moved?: { readonly x: number; readonly y: number } | undefined;
    /** Degrees, about its middle. */
    readonly rotation?: number | undefined;
    /** Its transition, which begins at a time in ms. */
    readonly enters?: { readonly start: number; readonly in: JsonObject } | undefined;
  };

export const SIDES = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof SIDES)[number];

/** A stated distance from a side of the box around, px less what is to be taken from it, or a percentage. */
export const distanceOf = (look: BoxLook, side: Side, less: number): number | `${number}%` | undefined => {
  const stated = look.position === undefined ? undefined : look[side];
  return typeof stated === 'number' ? stated - less : (stated as `${number}%` | undefined);
};

/** Whether the margin of a side is `auto`, so that it takes the free space. */
export const isAuto = (look: BoxLook, side: Side): boolean => look[`auto-${side}`] === true;

const isVisible = (fill: unknown): boolean =>
  fill !== undefined && fill !== 'transparent' && !(typeof fill === 'string' && /^#......00$/.test(fill));

/** The sides of a box, px; undefined if not known. */
export interface Sides {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A look with the radius of its corners in px, which is the same across and down. */
export const roundedIn = (
  look: BoxLook,
  { width = Infinity, height = Infinity }: Sides,
  differs: (message: string) => void,
): BoxLook & { readonly radius?: number | ReadonlyArray<number> | undefined } => {
  const corners = [look.radius ?? 0].flat();
  if (corners.some((radius) => typeof radius === 'string') && Math.abs(width - height) >= 1)
    differs('corners that are round by a percentage are parts of circles, not of ellipses');
  const whole = Math.min(width, height);
  const px = corners.map((radius) =>
    typeof radius === 'number' ? radius : (Number.parseFloat(radius) / 100) * whole,
  );
  return { ...look, radius: px.length === 1 ? px[0] || undefined : px };
};

/** Whether a box is an ellipse of one paint. */
export const isEllipse = ({ radius, border, picture }: BoxLook): boolean =>
  typeof radius === 'string' &&
  Number.parseFloat(radius) >= 50 &&
  [border, picture].every((part) => part === undefined);

/** The look that the properties of a box stand for. */
export const boxLookOf = (box: JsonObject): BoxLook => {
  const { color, image, 'box-sizing': sizing, ...rest } = box;
  const [width, style] = [Number(box['line-width'] ?? 0), box['line-style']];
  const hasBorder = width > 0 && style !== undefined && style !== 'none' && style !== 'hidden';
  const fill = image ?? color;
  const lineAt = (side: string) =>
    (box[`line-${side}`] as Line | undefined)?.width ?? (hasBorder ? width : 0);
  // A border is inside of the box here, around the space in it.
  const bordered = SIDES.filter((side) => lineAt(side) > 0).map((side) => `padding-${side}`);
  const look: BoxLook = {
    ...rest,
    ...Object.fromEntries(bordered.map((name) => [name, Number(box[name] ?? 0) + lineAt(name.slice(8))])),
    fill: isVisible(fill) ? (fill as string | JsonObject) : undefined,
    border: hasBorder ? { width, color: (box['line-color'] ?? '#000000') as string } : undefined,
  };
  // Here, the size of a drawn box includes its padding. That of any other box is the size of its content.
  const isWhole = sizing === 'border-box';
  const sized = (name: 'width' | 'height' | 'most' | 'least', ...sides: ReadonlyArray<string>) => {
    const padding = sides.reduce((sum, side) => sum + spaceOf(look, 'padding', side), 0);
    const given = look[name] || undefined;
    const more = isDrawn(look) === isWhole ? 0 : isWhole ? -padding : padding;
    return given && { [name]: Math.max(1, given + more) };
  };
  const [across, down] = [['left', 'right'] as const, ['top', 'bottom'] as const];
  return {
    ...look,
    height: undefined,
    ...sized('width', ...across),
    ...sized('most', ...across),
    ...sized('height', ...down),
    ...sized('least', ...down),
  };
};

export const isDrawn = (look: BoxLook): boolean =>
  [look.fill, look.border, look.shadow, look.picture].some((part) => part !== undefined);

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
  look.most === undefined && !isMoved(look) && Object.values(besideOf(look)).every((space) => space === 0);

/** Whether a box lies elsewhere than at the start of its room, or comes in by itself. */
export const isMoved = (look: BoxLook): boolean =>
  look.enters !== undefined ||
  look.position === 'absolute' ||
  look.moved !== undefined ||
  look.rotation !== undefined ||
  SIDES.some((side) => isAuto(look, side) || (look.position !== undefined && look[side] !== undefined));

/** The sides of the content of a box, px. @param around the sides of the box around it */
export const contentOf = (look: BoxLook, around: Sides): Sides => {
  const width = look.width ?? (around.width === undefined ? undefined : roomOf(look, around.width));
  return {
    width: width && Math.max(1, width - insetOf(look, 'left', 'right')),
    height: look.height && Math.max(1, look.height - insetOf(look, 'top', 'bottom')),
  };
};

/** How wide a box can be in a room of this width, px. */
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

/** Where the content of a cell of a table lies in it. */
export const cellAlign = (look: BoxLook): BoxLook['vertical'] => (hugs(look) ? undefined : look.vertical);
