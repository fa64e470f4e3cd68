import type { LayerSource } from '../../../workers/render/ports/rasterizer.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';

/** Whether it shows an image, and has no text. */
export const isOfImage = (layerSource: LayerSource): boolean =>
  layerSource._tag === 'Image' || (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image');

/** The layer source with the path at which the process finds its image. */
export const withGivenImage = async (
  layerSource: LayerSource,
  give: ExchangeFolder['give'],
): Promise<LayerSource> => {
  if (layerSource._tag === 'Image') return { ...layerSource, path: await give(layerSource.path) };
  if (layerSource._tag === 'Raster' && layerSource.source._tag === 'Image')
    return { ...layerSource, source: { ...layerSource.source, path: await give(layerSource.source.path) } };
  return layerSource;
};
