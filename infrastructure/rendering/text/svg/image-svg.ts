import type { Canvas } from '../../../../domain/composition/composition.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';

/** A PNG (base64) stretched over a rectangle. */
export const imageSvg = ({ x, y, width, height }: Rect, png: string): string =>
  `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${png}"/>`;

/** The size of a PNG, in px (RFC 2083, section 4.1.1: width and height are at bytes 16 and 20). */
export const pngSize = (png: Uint8Array): Canvas => {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return png.byteLength < 24
    ? { width: 0, height: 0 }
    : { width: header.getUint32(16), height: header.getUint32(20) };
};
