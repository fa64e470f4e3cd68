import type { JsonObject } from '../reading/json-object.js';
import type { Line } from './css-values.js';

/** How a box looks, and how its content is laid out. */
export type Look = JsonObject & {
  readonly fill?: string | JsonObject | undefined;
  readonly border?: Line | undefined;
  readonly radius?: number | undefined;
  readonly shadow?: JsonObject | undefined;
  /** Stated sizes, px. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly display?: string | undefined;
  readonly gap?: number | undefined;
  readonly isColumn?: boolean | undefined;
  readonly justify?: string | undefined;
  readonly items?: string | undefined;
};

const isVisible = (fill: unknown): boolean =>
  fill !== undefined && fill !== 'transparent' && !(typeof fill === 'string' && /^#......00$/.test(fill));

/** The look that the properties of a box stand for. */
export const lookOf = (box: JsonObject): Look => {
  const { color, image, clip, ...rest } = box;
  const [width, style] = [Number(box['line-width'] ?? 0), box['line-style']];
  const hasBorder = width > 0 && style !== undefined && style !== 'none' && style !== 'hidden';
  const fill = clip === 'text' ? undefined : (image ?? color);
  return {
    ...rest,
    height: (box['height'] as number | undefined) || undefined,
    fill: isVisible(fill) ? (fill as string | JsonObject) : undefined,
    border: hasBorder ? { width, color: (box['line-color'] ?? '#000000') as string } : undefined,
  };
};

/** Whether anything of a box is drawn. */
export const isDrawn = (look: Look): boolean =>
  look.fill !== undefined ||
  look.border !== undefined ||
  look.shadow !== undefined ||
  linesOf(look).length > 0;

/** The lines at single sides of a box. */
export const linesOf = (look: Look): ReadonlyArray<readonly [side: string, line: Line]> =>
  ['top', 'right', 'bottom', 'left'].flatMap((side) => {
    const found = look[`border-${side}`] as Line | undefined;
    return found ? [[side, found] as const] : [];
  });

/** The space inside (`padding`) or outside (`margin`) of a side of a box, px. */
export const spaceOf = (look: Look, kind: 'padding' | 'margin', side: string): number =>
  Number(look[`${kind}-${side}`] ?? 0);

/** Whether a box is as wide as its content. */
export const hugs = ({ display = '', ...look }: Look): boolean =>
  display.startsWith('inline') || look['hugs'] === true;
