import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import sharp from 'sharp';
import type {
  Artwork,
  Painting,
  RasterSource,
  StillPainter,
} from '../../../workers/render/ports/still-painter.js';
import { parseColor } from '../../../domain/composition/color.js';
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
import type { Paint } from '../../../domain/composition/format/paint.js';
import type { BorderRadius } from '../../../domain/composition/format/place.js';
import { roundedBox } from '../../../workers/render/draw/rounded-box.js';
import { fillOf } from '../../../workers/render/draw/paints.js';
import { skiaSurface, skiaTools } from '../drawing/skia-tools.js';
import { animationReader } from './animation-reader.js';
import { fontFailure, messageForClient } from './image-failures.js';
import { openImage, rawPixels, readImage } from './images.js';
import type { Font, FontLibrary } from '../text/fonts.js';
import { ownFace } from '../text/own-fonts.js';
import { captionSheet } from '../text/caption-sheet.js';
import { captionSize, captionSvgs } from '../text/caption-svg.js';
import { rectSvg, svgDocument } from '../text/svg.js';
import { textSize } from '../text/text-layout.js';
import { type Drawing, textSvg } from '../text/text-svg.js';
import { type DrawnSheet, SheetTooLarge } from '../text/sprite-sheet.js';
import { textSheet } from '../text/text-units.js';
import { turnedPixels } from './turned-pixels.js';
import { alphaPlane, type RgbaImage, toYuv420 } from './yuv.js';

/** sharp and librsvg as the painter of stills, with text shaped from the fonts of the library. */
export const sharpStillPainter = (fonts: FontLibrary): StillPainter => ({
  paint: (artwork, canvas, { folder, name, signal }) =>
    TE.tryCatch(
      async () => {
        const stem = join(folder, name);
        if (artwork._tag === 'Background') return paintBackground(artwork.color, canvas, `${stem}-0.yuv`);
        if (artwork._tag === 'Mask' && artwork.borderRadius !== undefined)
          return await paintRoundMask(artwork.placement, artwork.borderRadius, canvas, `${stem}-0.yuv`);
        if (artwork._tag === 'Raster') return await paintRaster(artwork, fonts, stem, signal);
        const pages = await pagesOf(artwork, canvas, fonts);
        return pages && store(pages, artwork, canvas, stem, signal);
      },
      (error) => messageForClient(error, isOfImage(artwork) ? 'image' : 'text'),
    ),
  measure: (lines, width) =>
    TE.tryCatch(
      async () =>
        lines._tag === 'Text'
          ? textSize(lines.text, width, fonts)
          : captionSize(lines.caption, lines.groups, fonts),
      (error) => messageForClient(error, 'text'),
    ),
  openFonts: (own, families) =>
    TE.tryCatch(
      async () => {
        const known = fonts.with(own.map(ownFace));
        return {
          painter: sharpStillPainter(known),
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

type Clipped = Exclude<Artwork, { _tag: 'Background' | 'Raster' }>;

const isOfImage = (artwork: Artwork): boolean =>
  artwork._tag === 'Image' || (artwork._tag === 'Raster' && artwork.source._tag === 'Image');

/** How far lines of text may run past their box and still be drawn, px. */
const OVERFLOW = 2048;

/** Paints pixels for drawing with; its rect counts from the box, and lies partly outside where text runs over. */
const paintRaster = async (
  { source, size }: Extract<Artwork, { _tag: 'Raster' }>,
  fonts: FontLibrary,
  stem: string,
  signal: AbortSignal,
): Promise<Painting | undefined> => {
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

/** The sheets of letters or words that a raster is made of, if it is. */
const sheetsOf = (
  source: RasterSource,
  size: Canvas,
  fonts: FontLibrary,
): ReadonlyArray<() => DrawnSheet> | undefined => {
  const box = { x: 0, y: 0, ...size };
  const view = {
    x: -OVERFLOW,
    y: -OVERFLOW,
    width: size.width + 2 * OVERFLOW,
    height: size.height + 2 * OVERFLOW,
  };
  if (source._tag === 'CaptionWords')
    return source.groups.map((words) => () => captionSheet(source.caption, words, { box, view }, fonts));
  if (source._tag !== 'Text' || source.unit === undefined) return undefined;
  const { texts, unit } = source;
  return texts.map((text) => () => textSheet(text, { box, view }, unit, fonts));
};

const storeSheets = async (
  draw: ReadonlyArray<() => DrawnSheet>,
  box: Rect,
  stem: string,
  signal: AbortSignal,
): Promise<Painting> => {
  const files: string[] = [];
  const sheets: NonNullable<Painting['sheets']>[number][] = [];
  const used = new Set<Font>();
  let count = 0;
  for (const [page, drawSheet] of draw.entries()) {
    signal.throwIfAborted();
    const { svg, width, height, sheet, fonts } = drawSheet();
    count += sheet.sprites.length;
    if (count > MOST_SPRITES) throw new SheetTooLarge();
    for (const font of fonts) used.add(font);
    const { data } = await rasterise(svg, { x: 0, y: 0, width, height }, { box, rotation: 0, opacity: 1 });
    const file = `${stem}-${page}.rgba`;
    await writeFile(file, data);
    files.push(file);
    sheets.push({ width, height, sheet });
  }
  return { rect: box, files, opaque: false, fonts: usedFonts(used), sheets };
};

/** The most pictures on all sheets of a text together. */
const MOST_SPRITES = 50_000;

const usedFonts = (fonts: ReadonlySet<Font>): Painting['fonts'] =>
  [...fonts].map(({ file, sha256 }) => ({ family: file.name ?? basename(file.path), sha256 }));

const paintBackground = async (color: Paint, canvas: Canvas, file: string): Promise<Painting> => {
  const { width, height } = evenCanvas(canvas);
  if (typeof color !== 'string') return paintGradient(color, canvas, file);
  const { r, g, b, a } = parseColor(color);
  // What is behind the background is black: an output without alpha can show nothing else.
  const pixel = [r, g, b].map((channel) => Math.round((channel * a) / 255));
  const [y = 0, , , , u = 0, v = 0] = toYuv420(
    { data: Uint8Array.from({ length: 16 }, (_, at) => pixel[at % 4] ?? 255), width: 2, height: 2 },
    false,
  );
  const luma = width * height;
  const planes = [Buffer.alloc(luma, y), Buffer.alloc(luma / 4, u), Buffer.alloc(luma / 4, v)];
  await writeFile(file, Buffer.concat(planes));
  return { rect: { x: 0, y: 0, width, height }, files: [file], opaque: true, fonts: [] };
};

const paintGradient = async (gradient: Paint, canvas: Canvas, file: string): Promise<Painting> => {
  const { width, height } = evenCanvas(canvas);
  const surface = skiaSurface(width, height);
  surface.context.fillStyle = '#000';
  surface.context.fillRect(0, 0, width, height);
  surface.context.fillStyle = fillOf(surface.context, gradient, canvas);
  surface.context.fillRect(0, 0, width, height);
  const { data } = skiaTools.samples(surface);
  await writeFile(file, toYuv420({ data: new Uint8Array(data.buffer), width, height }, false));
  return { rect: { x: 0, y: 0, width, height }, files: [file], opaque: true, fonts: [] };
};

/** The alpha of a box with round corners, in the part of it that is on the canvas. */
const paintRoundMask = async (
  { box, opacity }: Placement,
  radius: BorderRadius,
  canvas: Canvas,
  file: string,
): Promise<Painting | undefined> => {
  const visible = intersectionOf(box, { x: 0, y: 0, ...canvas });
  if (!visible) return undefined;
  const rect = evenOut(visible, canvas);
  const surface = skiaSurface(rect.width, rect.height);
  const { context } = surface;
  context.fillStyle = '#fff';
  context.fillRect(visible.x - rect.x, visible.y - rect.y, visible.width, visible.height);
  roundedBox(surface, { ...box, x: box.x - rect.x, y: box.y - rect.y }, radius);
  const { data } = skiaTools.samples(surface);
  const alpha = alphaPlane({ data: new Uint8Array(data.buffer), width: rect.width, height: rect.height });
  await writeFile(
    file,
    alpha.map((value) => Math.round(value * opacity)),
  );
  return { rect, files: [file], opaque: false, fonts: [] };
};

const pagesOf = async (artwork: Clipped, canvas: Canvas, fonts: FontLibrary): Promise<Pages | undefined> => {
  const { placement } = artwork;
  const { box, rotation } = placement;
  const view = viewBeforeTurn({ x: 0, y: 0, ...canvas }, rotation, centreOf(box));
  switch (artwork._tag) {
    case 'Mask':
      return vectorPages([{ svg: rectSvg(box, '#fff'), bounds: box, fonts: new Set() }], placement, canvas);
    case 'Text':
      return vectorPages(
        artwork.texts.map((text) => textSvg(text, { box, view, rotation }, fonts)),
        placement,
        canvas,
      );
    case 'Caption':
      return vectorPages(
        artwork.groups.flatMap((group) =>
          captionSvgs(artwork.caption, group, { box, view, rotation }, fonts),
        ),
        placement,
        canvas,
      );
    case 'Image':
      return imagePages(artwork.path, artwork.pages, placement, canvas);
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

const rasterise = (svg: string, rect: Rect, { box, rotation }: Placement): Promise<RgbaImage> =>
  rawPixels(
    sharp(svgDocument(svg, rect, rotation, centreOf(box)), { unlimited: true, limitInputPixels: false }),
  );

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
  if (pages.length * rect.width * rect.height > MAX_ANIMATION_PIXELS)
    throw new Error('the animation is beyond the pixel limit');
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

/** An image that lies at `part`, with transparent pixels round it to fill `rect`. */
const framed = ({ data, width, height }: RgbaImage, part: Rect, rect: Rect): RgbaImage => {
  const framed = new Uint8Array(rect.width * rect.height * 4);
  for (let row = 0; row < height; row += 1)
    framed.set(
      data.subarray(row * width * 4, (row + 1) * width * 4),
      ((part.y - rect.y + row) * rect.width + part.x - rect.x) * 4,
    );
  return { data: framed, width: rect.width, height: rect.height };
};

/** Draws pages and writes them as raw frames, one after the other: a caption may have thousands. */
const store = async (
  { rect, draw, fonts }: Pages,
  artwork: Clipped,
  canvas: Canvas,
  stem: string,
  signal: AbortSignal,
): Promise<Painting> => {
  const files: string[] = [];
  let opaque = true;
  for (const [page, drawPage] of draw.entries()) {
    signal.throwIfAborted();
    const image = await drawPage();
    fade(image, artwork.placement.opacity, rect, canvas);
    const alpha = alphaPlane(image);
    opaque &&= alpha.every((value) => value === 255);
    const file = `${stem}-${page}.yuv`;
    await writeFile(file, artwork._tag === 'Mask' ? alpha : toYuv420(image, true));
    files.push(file);
  }
  return { rect, files, opaque, fonts: usedFonts(fonts) };
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
