import type { Box, Context2D, Drawable, DrawingTools, Outline, Surface } from './context.js';
import { lentSurfaces } from './lent-surfaces.js';

/** The methods of a 2D context whose types differ from platform to platform. */
interface PlatformContext<Image, Path, Pixels> {
  drawImage(
    image: Image,
    sx: number,
    sy: number,
    sWidth: number,
    sHeight: number,
    dx: number,
    dy: number,
    dWidth: number,
    dHeight: number,
  ): void;
  fill(path: Path): void;
  stroke(path: Path): void;
  getImageData(x: number, y: number, width: number, height: number): Pixels;
  putImageData(pixels: Pixels, x: number, y: number): void;
  /** Clears the canvas, and takes back all settings (HTML Standard, 4.12.5.1). */
  reset(): void;
}

/** What a platform does in a way of its own. */
export interface Platform<Image, Path extends Outline> extends Pick<DrawingTools, 'outlineLength'> {
  readonly surface: (width: number, height: number) => Surface;
  /** What its `drawImage` takes. */
  readonly imageOf: (picture: Drawable) => Image;
  readonly outline: (path: string) => Path;
}

/** The drawing tools on the Canvas API of a platform. */
export const platformTools = <Image, Path extends Outline>({
  surface,
  imageOf,
  outline,
  outlineLength,
}: Platform<Image, Path>): DrawingTools => {
  const contextOf = (context: Context2D) =>
    context as unknown as PlatformContext<Image, Path, { readonly data: Uint8ClampedArray }>;
  return {
    ...lentSurfaces(surface, ({ context }) => contextOf(context).reset()),
    draw: (context, picture, from: Box, to: Box) =>
      contextOf(context).drawImage(
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
    outline,
    outlineLength,
    fillOutline: (context, path) => contextOf(context).fill(path as Path),
    strokeOutline: (context, path) => contextOf(context).stroke(path as Path),
    samples: ({ context, width, height }) => {
      const pixels = contextOf(context).getImageData(0, 0, width, height);
      return { data: pixels.data, put: () => contextOf(context).putImageData(pixels, 0, 0) };
    },
  };
};
