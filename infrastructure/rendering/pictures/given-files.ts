import type { LayerSource, LocalFont } from '../../../workers/render/ports/rasterizer.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';

/** Whether it shows an image, and has no text. */
export const isOfImage = (layerSource: LayerSource): boolean =>
  layerSource._tag === 'Image' || (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image');

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
