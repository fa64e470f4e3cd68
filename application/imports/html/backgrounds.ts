import { gradientOf, gradientParts, hasOwnLayout, splitOutside } from '../reading/colors.js';

interface Box {
  readonly width: number;
  readonly height: number;
}
interface Stop {
  readonly offset: number;
  readonly color: string;
}

/** How an SVG names where a gradient of CSS begins and ends in a box. */
type Layout = (box: Box) => string;

const RADIAL = /^(?:(circle|ellipse) ?)?(?:([\d.]+)px(?: ([\d.]+)px)? ?)?(?:at (-?[\d.]+)% (-?[\d.]+)%)?$/;

const radial = (layout: string): Layout | undefined => {
  const [found, shape, across, down = across, x = '50', y = '50'] = RADIAL.exec(layout) ?? [];
  if (found === undefined) return undefined;
  return ({ width, height }) => {
    const [cx, cy] = [(width * Number(x)) / 100, (height * Number(y)) / 100];
    // As far as the farthest corner.
    const [right, low] = [Math.max(cx, width - cx), Math.max(cy, height - cy)];
    const far =
      shape === 'circle'
        ? [Math.hypot(right, low), Math.hypot(right, low)]
        : [right * Math.SQRT2, low * Math.SQRT2];
    const size = across === undefined ? far : [across, down];
    return `cx="0" cy="0" r="1" gradientTransform="translate(${cx} ${cy}) scale(${size.join(' ')})"`;
  };
};

const linear =
  (degrees: number): Layout =>
  ({ width, height }) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const half = (Math.abs(width * sin) + Math.abs(height * cos)) / 2;
    const [x, y] = [sin * half, cos * half];
    return `x1="${width / 2 - x}" y1="${height / 2 + y}" x2="${width / 2 + x}" y2="${height / 2 - y}"`;
  };

/** A gradient as an element of SVG. A transparent stop has the colour beside it, as colours of CSS are mixed. */
const elementOf = (layer: string): ((id: string, box: Box) => string) | undefined => {
  const { type, angle, stops } = gradientOf(layer) ?? {};
  const parts = gradientParts(layer);
  const layout =
    type === 'radial' ? radial(parts?.layout ?? '') : hasOwnLayout(layer) ? undefined : linear(Number(angle));
  if (!layout || !(type === 'radial' || type === 'linear')) return undefined;
  const all = stops as ReadonlyArray<Stop>;
  const written = all.map(({ offset, color }, index) => {
    const shown =
      color === 'transparent' ? `${(all[index - 1] ?? all[index + 1])?.color.slice(0, 7)}00` : color;
    const opacity = shown.length > 7 ? Number.parseInt(shown.slice(7), 16) / 255 : 1;
    return `<stop offset="${offset}" stop-color="${shown.slice(0, 7)}" stop-opacity="${opacity}"/>`;
  });
  return (id, box) =>
    `<${type}Gradient id="${id}" gradientUnits="userSpaceOnUse" ${layout(box)}>${written.join('')}</${type}Gradient>`;
};

/** The gradients of a background over each other, as a picture; undefined if an SVG cannot have one of them. */
export const layersOf = (value: string): ((box: Box) => string) | undefined => {
  const layers = splitOutside(value, /,/).map(elementOf);
  if (layers.length === 0 || layers.some((layer) => layer === undefined)) return undefined;
  return ({ width, height }) => {
    const defs = layers.map((layer, index) => layer?.(`g${index}`, { width, height }));
    const rects = layers.map(
      (_, index) => `<rect width="${width}" height="${height}" fill="url(#g${index})"/>`,
    );
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${defs.join('')}</defs>${rects.toReversed().join('')}</svg>`;
  };
};
