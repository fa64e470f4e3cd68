import { intersectionOf, type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import { idOf } from './paint-svg.js';
import { rectSvg } from './svg.js';

/** SVG markup and the bounds of what it draws; undefined if it draws nothing. */
export interface Markup {
  readonly svg: string;
  readonly bounds: Rect | undefined;
}

export const EMPTY: Markup = { svg: '', bounds: undefined };

/** Stacks markup; the first is at the bottom. */
export const layered = (markups: ReadonlyArray<Markup>): Markup => ({
  svg: markups.map(({ svg }) => svg).join(''),
  bounds: unionOf(markups.flatMap(({ svg, bounds }) => (svg === '' ? [] : (bounds ?? [])))),
});

/** Clips a drawing to `area`. */
export const clipped = ({ svg, bounds }: Markup, area: Rect): Markup => {
  const seen = bounds && intersectionOf(bounds, area);
  if (!seen) return EMPTY;
  const rect = rectSvg(area, '#fff');
  const id = idOf('clip', rect);
  return {
    svg: `<clipPath id="${id}">${rect}</clipPath><g clip-path="url(#${id})">${svg}</g>`,
    bounds: seen,
  };
};
