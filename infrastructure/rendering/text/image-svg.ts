import type { Rect } from '../../../domain/composition/geometry.js';

/** A PNG (base64) stretched over a rectangle. */
export const imageSvg = ({ x, y, width, height }: Rect, png: string): string =>
  `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${png}"/>`;
