import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { LayerSource, Raster, Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import {
  boundsOfRotated,
  centreOf,
  evenCanvas,
  evenOut,
  intersectionOf,
  partSeen,
  type Placement,
  type Rect,
  unionOf,
  viewBeforeTurn,
} from '../../../domain/composition/geometry.js';
import { animationReader } from './animation-reader.js';
import { fontFailure, pictureFailure, TooManyPixels } from './image-failures.js';
import { openImage, rawPixels, readImage } from './images.js';
import type { Font, FontLibrary } from '../text/fonts.js';
import { ownFace } from '../text/own-fonts.js';
import { captionSize, captionSvgs } from '../text/caption-svg.js';
import { rectSvg } from '../text/svg.js';
import { textSize } from '../text/text-layout.js';
import { type Drawing, textSvg } from '../text/text-svg.js';
import { paintBackground, paintRoundMask } from './backgrounds.js';
import { OVERFLOW, rasterise, sheetsOf, storeSheets, usedFonts } from './sheets.js';
import { fade, framed } from './rgba-images.js';
import { turnedPixels } from './turned-pixels.js';
import { alphaPlane, type RgbaImage, toYuv420 } from './yuv.js';

/** sharp and librsvg as the rasterizer of stills, with text shaped from the fonts of the library. */
export const sharpRasterizer = (fonts: FontLibrary): Rasterizer => ({
  paint: (layerSource, canvas, { folder, name, signal }) =>
    TE.tryCatch(
      async () => {
        const stem = join(folder, name);
        if (layerSource._tag === 'Background')
          return paintBackground(layerSource.color, canvas, `${stem}-0.yuv`);
        if (layerSource._tag === 'Mask' && layerSource.borderRadius !== undefined)
          return await paintRoundMask(
            layerSource.placement,
            layerSource.borderRadius,
            canvas,
            `${stem}-0.yuv`,
          );
        if (layerSource._tag === 'Raster') return await paintRaster(layerSource, fonts, stem, signal);
        const pages = await pagesOf(layerSource, canvas, fonts);
        return pages && store(pages, layerSource, canvas, stem, signal);
      },
      (error) => pictureFailure(error, isOfImage(layerSource) ? 'image' : 'text'),
    ),
  measure: (lines, width) =>
    TE.tryCatch(
      async () =>
        lines._tag === 'Text'
          ? textSize(lines.text, width, fonts)
          : captionSize(lines.caption, lines.groups, fonts),
      (error) => pictureFailure(error, 'text'),
    ),
  openFonts: (own, families) =>
    TE.tryCatch(
      async () => {
        const known = fonts.with(own.map(ownFace));
        return {
          rasterizer: sharpRasterizer(known),
          missing: families.filter((family) => !known.has(family)),
        };
      },
      (error) => fontFailure(error),
    ),
});

/** The most pixels all shown pages of an animation may have as they are drawn: ten gigabytes in files. */
const MAX_ANIMATION_PIXELS = 4e9;

/** Pages yet to be drawn, each as large as `rect`. */
interface Pages {
  readonly rect: Rect;
  readonly draw: ReadonlyArray<() => Promise<RgbaImage>>;
  readonly fonts: ReadonlySet<Font>;
}

type Clipped = Exclude<LayerSource, { _tag: 'Background' | 'Raster' }>;

const isOfImage = (layerSource: LayerSource): boolean =>
  layerSource._tag === 'Image' || (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image');

/** Paints pixels for drawing with; its rect counts from the box, and lies partly outside where text runs over. */
const paintRaster = async (
  { source, size }: Extract<LayerSource, { _tag: 'Raster' }>,
  fonts: FontLibrary,
  stem: string,
  signal: AbortSignal,
): Promise<Raster | undefined> => {
  const sheets = sheetsOf(source, size, fonts);
  if (sheets) return storeSheets(sheets, { x: 0, y: 0, ...size }, stem, signal);
  const around = source._tag === 'Image' ? 0 : OVERFLOW;
  const placement = { box: { x: around, y: around, ...size }, rotation: 0, opacity: 1 };
  const canvas = evenCanvas({ width: size.width + 2 * around, height: size.height + 2 * around });
  const pages =
    source._tag === 'CaptionWords' ? undefined : await pagesOf({ ...source, placement }, canvas, fonts);
  if (!pages) return undefined;
  const files: string[] = [];
  for (const [page, drawPage] of pages.draw.entries()) {
    signal.throwIfAborted();
    const { data } = await drawPage();
    const file = `${stem}-${page}.rgba`;
    await writeFile(file, data);
    files.push(file);
  }
  const { rect } = pages;
  return {
    rect: { ...rect, x: rect.x - around, y: rect.y - around },
    files,
    opaque: false,
    fonts: usedFonts(pages.fonts),
  };
};

const pagesOf = async (
  layerSource: Clipped,
  canvas: Canvas,
  fonts: FontLibrary,
): Promise<Pages | undefined> => {
  const { placement } = layerSource;
  const { box, rotation } = placement;
  const view = viewBeforeTurn({ x: 0, y: 0, ...canvas }, rotation, centreOf(box));
  switch (layerSource._tag) {
    case 'Mask':
      return vectorPages([{ svg: rectSvg(box, '#fff'), bounds: box, fonts: new Set() }], placement, canvas);
    case 'Text':
      return vectorPages(
        layerSource.texts.map((text) => textSvg(text, { box, view, rotation }, fonts)),
        placement,
        canvas,
      );
    case 'Caption':
      return vectorPages(
        layerSource.groups.flatMap((group) =>
          captionSvgs(layerSource.caption, group, { box, view, rotation }, fonts),
        ),
        placement,
        canvas,
      );
    case 'Image':
      return imagePages(layerSource.path, layerSource.pages, placement, canvas);
  }
};

/** What of a rectangle of the unturned box is on the canvas after the turn. */
const visiblePart = (bounds: Rect, { box, rotation }: Placement, canvas: Canvas): Rect | undefined =>
  intersectionOf(boundsOfRotated(bounds, rotation, centreOf(box)), { x: 0, y: 0, ...canvas });

const vectorPages = (
  drawings: ReadonlyArray<Drawing>,
  placement: Placement,
  canvas: Canvas,
): Pages | undefined => {
  const bounds = unionOf(drawings.flatMap(({ bounds }) => bounds ?? []));
  const visible = bounds && visiblePart(bounds, placement, canvas);
  if (!visible) return undefined;
  const rect = evenOut(visible, canvas);
  return {
    rect,
    draw: drawings.map(
      ({ svg }) =>
        () =>
          rasterise(svg, rect, placement),
    ),
    fonts: new Set(drawings.flatMap(({ fonts }) => [...fonts])),
  };
};

const imagePages = async (
  path: string,
  pages: ReadonlyArray<number>,
  placement: Placement,
  canvas: Canvas,
): Promise<Pages | undefined> => {
  const { box, rotation } = placement;
  const visible = visiblePart(box, placement, canvas);
  if (!visible) return undefined;
  const rect = evenOut(visible, canvas);
  if (pages.length * rect.width * rect.height > MAX_ANIMATION_PIXELS) throw new TooManyPixels();
  const file = await readImage(path);
  const open = pages.length > 1 ? await animationReader(file) : (page: number) => openImage(file, page, box);
  const part = partSeen(box, rotation, visible) ?? box;
  const draw = async (page: number): Promise<RgbaImage> => {
    // Resizing is lazy: of a box much larger than the canvas only the part that is seen is computed.
    const seen = (await open(page))
      .resize(box.width, box.height, { fit: 'fill' })
      .extract({ left: part.x - box.x, top: part.y - box.y, width: part.width, height: part.height })
      .ensureAlpha();
    const pixels = await rawPixels(seen);
    return rotation === 0 ? framed(pixels, part, rect) : turnedPixels(pixels, part, placement, rect);
  };
  return { rect, draw: pages.map((page) => () => draw(page)), fonts: new Set() };
};

/** Draws pages and writes them as raw frames, one after the other: a caption may have thousands. */
const store = async (
  { rect, draw, fonts }: Pages,
  layerSource: Clipped,
  canvas: Canvas,
  stem: string,
  signal: AbortSignal,
): Promise<Raster> => {
  const files: string[] = [];
  let opaque = true;
  for (const [page, drawPage] of draw.entries()) {
    signal.throwIfAborted();
    const image = await drawPage();
    fade(image, layerSource.placement.opacity, rect, canvas);
    const alpha = alphaPlane(image);
    opaque &&= alpha.every((value) => value === 255);
    const file = `${stem}-${page}.yuv`;
    await writeFile(file, layerSource._tag === 'Mask' ? alpha : toYuv420(image, true));
    files.push(file);
  }
  return { rect, files, opaque, fonts: usedFonts(fonts) };
};
