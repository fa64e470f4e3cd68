/** The files that a sandboxed process gets for a task, and those that it made. */
import type * as E from 'fp-ts/lib/Either.js';
import type { LayerSource, LocalFont, Raster } from '../../../workers/render/ports/rasterizer.js';
import { takeOver } from '../../machine/sandbox/file-exchange.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';

/** The fonts with the paths at which the process finds them. */
export const giveFonts = (
  fonts: ReadonlyArray<LocalFont>,
  { give }: ExchangeFolder,
): Promise<ReadonlyArray<LocalFont>> =>
  Promise.all(fonts.map(async (font) => ({ ...font, path: await give(font.path) })));

/** The layer source with the paths at which the process finds its files. */
export const withGivenFiles = async (
  layerSource: LayerSource,
  give: ExchangeFolder['give'],
): Promise<LayerSource> => {
  if (layerSource._tag === 'Image') return { ...layerSource, path: await give(layerSource.path) };
  if (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image')
    return { ...layerSource, source: { ...layerSource.source, path: await give(layerSource.source.path) } };
  return layerSource;
};

/**
 * Moves the files of a raster to the render, if they have the expected names: a process that was taken over could name
 * any other file. Returns undefined if they do not, or if one of them is not a regular file.
 */
export const takeRaster = (
  raster: Raster | null,
  writtenAs: string,
  stem: string,
  ending: 'yuv' | 'rgba',
): E.Right<Raster | undefined> | undefined => {
  if (raster === null) return { _tag: 'Right', right: undefined };
  const files = raster.files.map((_, page) => `${stem}-${page}.${ending}`);
  const areTaken = raster.files.every((file, page) => {
    const wanted = `${writtenAs}-${page}.${ending}`;
    return file === wanted && takeOver(wanted, files[page] ?? '');
  });
  return areTaken ? { _tag: 'Right', right: { ...raster, files } } : undefined;
};
