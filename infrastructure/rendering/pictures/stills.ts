import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { evenCanvas } from '../../../domain/composition/geometry/geometry.js';
import {
  LARGER_PIXELS,
  type LayerSource,
  type Raster,
  type Rasterizer,
} from '../../../workers/render/ports/rasterizer.js';
import { captionSize } from '../text/svg/caption-svg.js';
import type { FontLibrary } from '../text/fonts/fonts.js';
import { ownFace } from '../text/fonts/own-fonts.js';
import { textSize } from '../text/layout/text-layout.js';
import { textReport } from '../text/layout/text-report.js';
import { paintBackground, paintRoundMask } from './backgrounds.js';
import { fontFailure, pictureFailure } from './image-failures.js';
import { isOfImage } from './given-files.js';
import { imagePages, type PagedSource, type Pages, undrawnPages } from './pages.js';
import { applyOpacity } from './opacity.js';
import { OVERFLOW, sheetsOf, storeSheets, usedFonts, writePages } from './sheets.js';
import { SheetTooLarge } from '../text/svg/sprite-sheet.js';
import { alphaPlane, isOpaque, type RgbaImage, toYuv420 } from './yuv.js';

/** sharp and librsvg as the rasterizer of stills, with text shaped from the fonts of the library. */
export const sharpRasterizer = (fonts: FontLibrary): Rasterizer => ({
  paint: (layerSource, canvas, { folder, name, signal }) =>
    TE.tryCatch(
      async () => {
        const stem = join(folder, name);
        if (layerSource._tag === 'Background') return paintBackground(layerSource, canvas, `${stem}-0.yuv`);
        if (layerSource._tag === 'Mask' && layerSource.borderRadius !== undefined)
          return await paintRoundMask(
            layerSource.placement,
            layerSource.borderRadius,
            canvas,
            `${stem}-0.yuv`,
          );
        if (layerSource._tag === 'Raster') return await paintLargeRaster(layerSource, fonts, stem, signal);
        const pages = await undrawnPages(layerSource, canvas, fonts);
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
  inspect: (lines, box) =>
    TE.tryCatch(
      async () => textReport(lines, box, fonts),
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

type RasterLayer = Extract<LayerSource, { _tag: 'Raster' }>;

/** Draws a raster as much larger as wanted, if that takes no more pixels than allowed. */
const paintLargeRaster = async (
  layer: RasterLayer,
  fonts: FontLibrary,
  stem: string,
  signal: AbortSignal,
): Promise<Raster | undefined> => {
  const { size, growth = 1, scaling } = layer;
  if (growth === 1) return paintRaster(layer, fonts, stem, signal);
  const larger = {
    ...layer,
    size: { width: size.width * growth, height: size.height * growth },
    scaling: { scale: (scaling?.scale ?? 1) * growth, laidOut: scaling?.laidOut ?? size },
  };
  try {
    const raster = await paintRaster(larger, fonts, stem, signal, growth);
    return raster && { ...raster, scale: growth };
  } catch (error) {
    if (!(error instanceof SheetTooLarge)) throw error;
    return paintRaster(layer, fonts, stem, signal);
  }
};

/** Draws a raster for scenes. Its rect is relative to the box, and extends beyond it where text overflows. */
const paintRaster = async (
  { source, size, scaling, rotation = 0 }: RasterLayer,
  fonts: FontLibrary,
  stem: string,
  signal: AbortSignal,
  growth = 1,
): Promise<Raster | undefined> => {
  const sheets = sheetsOf(source, size, fonts, scaling, growth);
  if (sheets) return storeSheets(sheets, { x: 0, y: 0, ...size }, stem, signal);
  const turnedBeyond = rotation === 0 ? 0 : Math.max(size.width, size.height);
  const around = source._tag === 'Image' ? 0 : Math.ceil(OVERFLOW * growth) + turnedBeyond;
  const placement = { box: { x: around, y: around, ...size }, rotation, opacity: 1 };
  const canvas = evenCanvas({ width: size.width + 2 * around, height: size.height + 2 * around });
  const rasterPages = async (): Promise<Pages | undefined> => {
    if (source._tag === 'CaptionWords') return undefined;
    // A scene shows all of a raster as the image: a margin that makes its sides even would be a gap at its edge.
    if (source._tag === 'Image')
      return imagePages(source.path, source.pages, placement, canvas, (visible) => visible);
    return undrawnPages({ ...source, placement, ...(scaling ? { scaling } : {}) }, canvas, fonts);
  };
  const pages = await rasterPages();
  if (!pages) return undefined;
  if (growth > 1 && pages.rect.width * pages.rect.height * pages.draw.length > LARGER_PIXELS)
    throw new SheetTooLarge();
  const { rect, draw } = pages;
  const pixels = draw.map((drawPage) => async () => (await drawPage()).data);
  return {
    rect: { ...rect, x: rect.x - around, y: rect.y - around },
    files: await writePages(pixels, stem, 'rgba', signal),
    opaque: false,
    fonts: usedFonts(pages.fonts),
  };
};

/** Draws pages and writes them as raw frames. */
const store = async (
  { rect, draw, fonts }: Pages,
  layerSource: PagedSource,
  canvas: Canvas,
  stem: string,
  signal: AbortSignal,
): Promise<Raster> => {
  let opaque = true;
  const planesOf = async (drawPage: () => Promise<RgbaImage>): Promise<Uint8Array> => {
    const image = await drawPage();
    applyOpacity(image, layerSource.placement.opacity, rect, canvas);
    const isPageOpaque = isOpaque(image);
    opaque &&= isPageOpaque;
    return layerSource._tag === 'Mask' ? alphaPlane(image) : toYuv420(image, true, isPageOpaque);
  };
  const planes = draw.map((drawPage) => () => planesOf(drawPage));
  const files = await writePages(planes, stem, 'yuv', signal);
  return { rect, files, opaque, fonts: usedFonts(fonts) };
};
