import type { Drawable, DrawingTools, Surface } from './context.js';
import { surfacePool } from './surface-pool.js';

/** The operations in which platforms differ. */
export interface Platform extends Pick<DrawingTools, 'outline' | 'outlineLength'> {
  readonly surface: (width: number, height: number) => Surface;
  /** The object that the platform's `drawImage` accepts. */
  readonly imageOf: (picture: Drawable) => object;
}

/** The drawing tools on the Canvas API of a platform. */
export const platformTools = ({ surface, imageOf, ...outlines }: Platform): DrawingTools => ({
  ...outlines,
  ...surfacePool(surface, ({ context }) => context.reset()),
  draw: (context, picture, from, to) =>
    context.drawImage(
      imageOf(picture),
      from.x,
      from.y,
      from.width,
      from.height,
      to.x,
      to.y,
      to.width,
      to.height,
    ),
  samples: ({ context, width, height }) => {
    const pixels = context.getImageData(0, 0, width, height);
    return { data: pixels.data, put: () => context.putImageData(pixels, 0, 0) };
  },
});
