import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import sharp, { type Sharp } from 'sharp';
import type { Artwork, Painting, StillPainter } from '../../application/ports/still-painter.js';
import { parseColor } from '../../domain/composition/color.js';
import type { Canvas } from '../../domain/composition/composition.js';
import {
  boundsOfRotated,
  centreOf,
  evenCanvas,
  evenOut,
  intersectionOf,
  type Placement,
  type Rect,
} from '../../domain/composition/geometry.js';
import { messageForClient } from './image-failures.js';
import { openImage } from './images.js';
import type { Font, FontLibrary } from './text/fonts.js';
import { captionSvg } from './text/caption-svg.js';
import { svgDocument } from './text/svg.js';
import { type Drawing, textSvg } from './text/text-svg.js';
import { alphaPlane, type RgbaImage, toYuv420 } from './yuv.js';

/** sharp and librsvg as the painter of stills, with text shaped from the fonts of the library. */
export const sharpStillPainter = (fonts: FontLibrary): StillPainter => ({
  paint: (artwork, canvas, { folder, name, signal }) =>
    TE.tryCatch(
      async () => {
        if (artwork._tag === 'Background')
          return paintBackground(artwork.color, canvas, join(folder, `${name}-0.yuv`));
        const drawn = await draw(artwork, canvas, fonts, signal);
        return drawn && store(drawn, artwork, canvas, join(folder, name));
      },
      (error) => messageForClient(error, artwork._tag === 'Image' ? 'image' : 'text'),
    ),
});

interface Pages {
  readonly rect: Rect;
  readonly images: ReadonlyArray<RgbaImage>;
  readonly fonts: ReadonlySet<Font>;
}

const paintBackground = async (color: string, canvas: Canvas, file: string): Promise<Painting> => {
  const { width, height } = evenCanvas(canvas);
  const { r, g, b, a } = parseColor(color);
  // What is behind the background is black: an output without alpha can show nothing else.
  const pixel = [r, g, b].map((channel) => Math.round((channel * a) / 255));
  const data = new Uint8Array(width * height * 4);
  for (let p = 0; p < data.length; p += 4) data.set([...pixel, 255], p);
  await writeFile(file, toYuv420({ data, width, height }, false));
  return { rect: { x: 0, y: 0, width, height }, files: [file], opaque: true, fonts: [] };
};

const draw = async (
  artwork: Exclude<Artwork, { _tag: 'Background' }>,
  canvas: Canvas,
  fonts: FontLibrary,
  signal: AbortSignal,
): Promise<Pages | undefined> => {
  const { box, rotation } = artwork.placement;
  switch (artwork._tag) {
    case 'Mask':
      return drawVector(
        [
          {
            svg: `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="#fff"/>`,
            fonts: new Set(),
          },
        ],
        boundsOfRotated(box, rotation),
        artwork.placement,
        canvas,
        signal,
      );
    case 'Text':
      return drawVector([textSvg(artwork.text, box, fonts)], undefined, artwork.placement, canvas, signal);
    case 'Caption':
      return drawVector(
        artwork.pages.map((state) => captionSvg(artwork.caption, state, box, fonts)),
        undefined,
        artwork.placement,
        canvas,
        signal,
      );
    case 'Image':
      return drawImage(artwork.path, artwork.pages, artwork.placement, canvas, signal);
  }
};

const wholeCanvas = ({ width, height }: Canvas): Rect => ({ x: 0, y: 0, width, height });

/** Draws SVG pages; without known bounds they are drawn on the whole canvas and cut to what they cover together. */
const drawVector = async (
  drawings: ReadonlyArray<Drawing>,
  bounds: Rect | undefined,
  { box, rotation }: Placement,
  canvas: Canvas,
  signal: AbortSignal,
): Promise<Pages | undefined> => {
  const visible = intersectionOf(bounds ?? wholeCanvas(canvas), wholeCanvas(canvas));
  if (!visible) return undefined;
  const rect = evenOut(visible);
  const images: RgbaImage[] = [];
  for (const { svg } of drawings) {
    signal.throwIfAborted();
    const document = svgDocument(svg, rect, rotation, centreOf(box));
    images.push(await rawPixels(sharp(document, { unlimited: true, limitInputPixels: false })));
  }
  return { rect, images, fonts: new Set(drawings.flatMap(({ fonts }) => [...fonts])) };
};

const rawPixels = async (image: Sharp): Promise<RgbaImage> => {
  const { data, info } = await image
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const drawImage = async (
  path: string,
  pages: number,
  { box, rotation }: Placement,
  canvas: Canvas,
  signal: AbortSignal,
): Promise<Pages | undefined> => {
  const visible = intersectionOf(boundsOfRotated(box, rotation), wholeCanvas(canvas));
  if (!visible) return undefined;
  const rect = evenOut(visible);
  const file = await readFile(path);
  const images: RgbaImage[] = [];
  for (let page = 0; page < pages; page += 1) {
    signal.throwIfAborted();
    const stretched = (await openImage(file, page, box)).resize(box.width, box.height, { fit: 'fill' });
    images.push(
      await (rotation === 0
        ? uprightPixels(stretched, box, visible, rect)
        : turnedPixels(stretched, box, rotation, rect)),
    );
  }
  return { rect, images, fonts: new Set() };
};

const uprightPixels = async (image: Sharp, box: Rect, visible: Rect, rect: Rect): Promise<RgbaImage> =>
  rawPixels(
    sharp(
      await image
        .ensureAlpha()
        .extract({
          left: visible.x - box.x,
          top: visible.y - box.y,
          width: visible.width,
          height: visible.height,
        })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    ).extend({
      left: visible.x - rect.x,
      top: visible.y - rect.y,
      right: rect.x + rect.width - visible.x - visible.width,
      bottom: rect.y + rect.height - visible.y - visible.height,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    }),
  );

const turnedPixels = async (image: Sharp, box: Rect, rotation: number, rect: Rect): Promise<RgbaImage> => {
  const png = await image.ensureAlpha().png({ compressionLevel: 0 }).toBuffer();
  const svg = `<image x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" preserveAspectRatio="none" href="data:image/png;base64,${png.toString('base64')}"/>`;
  return rawPixels(
    sharp(svgDocument(svg, rect, rotation, centreOf(box)), { unlimited: true, limitInputPixels: false }),
  );
};

/** Cuts pages to the pixels that any of them covers, applies the opacity, and writes them as raw frames. */
const store = async (
  { rect, images, fonts }: Pages,
  artwork: Exclude<Artwork, { _tag: 'Background' }>,
  canvas: Canvas,
  stem: string,
): Promise<Painting | undefined> => {
  const { opacity } = artwork.placement;
  for (const image of images) fade(image, opacity, rect, canvas);
  const ink =
    artwork._tag === 'Mask' ? { x: 0, y: 0, width: rect.width, height: rect.height } : inkOf(images);
  if (!ink) return undefined;
  const files: string[] = [];
  let opaque = true;
  for (const [page, image] of images.entries()) {
    const part = cut(image, ink);
    const alpha = alphaPlane(part);
    opaque &&= alpha.every((value) => value === 255);
    const file = `${stem}-${page}.yuv`;
    await writeFile(file, artwork._tag === 'Mask' ? alpha : toYuv420(part, true));
    files.push(file);
  }
  return {
    rect: { x: rect.x + ink.x, y: rect.y + ink.y, width: ink.width, height: ink.height },
    files,
    opaque,
    fonts: [...fonts].map(({ file, sha256 }) => ({
      family: file.path.slice(file.path.lastIndexOf('/') + 1),
      sha256,
    })),
  };
};

/** Multiplies alpha by the opacity, and clears what lies past an odd edge of the canvas: there the background shows. */
const fade = ({ data, width, height }: RgbaImage, opacity: number, rect: Rect, canvas: Canvas): void => {
  const columns = Math.min(width, canvas.width - rect.x);
  const rows = Math.min(height, canvas.height - rect.y);
  if (opacity === 1 && columns === width && rows === height) return;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4 + 3;
      data[at] = x < columns && y < rows ? Math.round((data[at] ?? 0) * opacity) : 0;
    }
};

/** The smallest even rectangle that holds every pixel of any page that is not transparent. */
const inkOf = (images: ReadonlyArray<RgbaImage>): Rect | undefined => {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (const { data, width, height } of images)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (data[(y * width + x) * 4 + 3] !== 0) {
          if (x < left) left = x;
          if (x > right) right = x;
          if (y < top) top = y;
          if (y > bottom) bottom = y;
        }
  return right < 0
    ? undefined
    : evenOut({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
};

const cut = ({ data, width }: RgbaImage, { x, y, width: columns, height: rows }: Rect): RgbaImage => {
  if (x === 0 && y === 0 && columns === width && data.length === columns * rows * 4)
    return { data, width, height: rows };
  const out = new Uint8Array(columns * rows * 4);
  for (let row = 0; row < rows; row += 1) {
    const from = ((y + row) * width + x) * 4;
    out.set(data.subarray(from, from + columns * 4), row * columns * 4);
  }
  return { data: out, width: columns, height: rows };
};
