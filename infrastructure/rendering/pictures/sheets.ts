import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import type { Canvas } from '../../../domain/composition/composition.js';
import {
  centreOf,
  expanded,
  type Placement,
  type Rect,
} from '../../../domain/composition/geometry/geometry.js';
import type { Scaling } from '../../../domain/composition/resolve/resolved.js';
import type { Raster, RasterSource } from '../../../workers/render/ports/rasterizer.js';
import { captionSheet } from '../text/svg/caption-sheet.js';
import type { Font, FontLibrary } from '../text/fonts/fonts.js';
import { reduceJoined } from '../text/svg/joined-sprites.js';
import { type DrawnSheet, SheetTooLarge } from '../text/svg/sprite-sheet.js';
import { svgDocument } from '../text/svg/svg.js';
import { textSheet } from '../text/layout/text-units.js';
import { rawPixels } from './images.js';
import type { RgbaImage } from './yuv.js';

/** How far beyond its box overflowing text is drawn, in px. */
export const OVERFLOW = 2048;

/** The sheets of letters or words of a raster, if it consists of sheets. */
export const sheetsOf = (
  source: RasterSource,
  size: Canvas,
  fonts: FontLibrary,
  scaling?: Scaling,
  growth = 1,
): ReadonlyArray<() => DrawnSheet> | undefined => {
  const box = { x: 0, y: 0, ...size };
  const view = expanded(box, OVERFLOW * growth);
  if (source._tag === 'CaptionWords')
    return source.groups.map(
      (words) => () => captionSheet(source.caption, words, { box, view }, fonts, scaling),
    );
  if (source._tag !== 'Text' || source.unit === undefined) return undefined;
  const { texts, unit } = source;
  return texts.map((text) => () => textSheet(text, { box, view }, unit, fonts, scaling));
};

/** Writes the bytes of each page to a file, one at a time: a caption may have thousands. @returns the files */
export const writePages = async (
  pages: ReadonlyArray<() => Promise<Uint8Array>>,
  stem: string,
  ending: 'rgba' | 'yuv',
  signal: AbortSignal,
): Promise<ReadonlyArray<string>> => {
  const files: string[] = [];
  for (const [page, bytesOf] of pages.entries()) {
    signal.throwIfAborted();
    const file = `${stem}-${page}.${ending}`;
    await writeFile(file, await bytesOf());
    files.push(file);
  }
  return files;
};

/** Draws sheets, each to its own file. */
export const storeSheets = async (
  draw: ReadonlyArray<() => DrawnSheet>,
  box: Rect,
  stem: string,
  signal: AbortSignal,
): Promise<Raster> => {
  const sheets: NonNullable<Raster['sheets']>[number][] = [];
  const used = new Set<Font>();
  let count = 0;
  const bytesOf = async (drawSheet: () => DrawnSheet): Promise<Uint8Array> => {
    const { svg, width, height, sheet, joints, fonts } = drawSheet();
    count += sheet.sprites.length;
    if (count > MOST_SPRITES) throw new SheetTooLarge();
    for (const font of fonts) used.add(font);
    const { data } = await rasterise(svg, { x: 0, y: 0, width, height }, { box, rotation: 0, opacity: 1 });
    reduceJoined({ data, width }, joints);
    sheets.push({ width, height, sheet });
    return data;
  };
  const files = await writePages(
    draw.map((drawSheet) => () => bytesOf(drawSheet)),
    stem,
    'rgba',
    signal,
  );
  return { rect: box, files, opaque: false, fonts: usedFonts(used), sheets };
};

/** Maximum number of sprites on all sheets of a text. */
const MOST_SPRITES = 50_000;

/** Fonts as named in the provenance of a render. */
export const usedFonts = (fonts: ReadonlySet<Font>): Raster['fonts'] =>
  [...fonts].map(({ file, sha256 }) => ({ family: file.name ?? basename(file.path), sha256 }));

/** The pixels of SVG markup in a rectangle of the canvas, rotated and faded by its placement. */
export const rasterise = (svg: string, rect: Rect, { box, rotation }: Placement): Promise<RgbaImage> =>
  rawPixels(
    sharp(svgDocument(svg, rect, rotation, centreOf(box)), { unlimited: true, limitInputPixels: false }),
  );
