import { array, record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { RASTER_FIELDS } from '../../ports/raster-json.js';
import type { Raster } from '../../ports/rasterizer.js';

const { required, optional } = RASTER_FIELDS;

/** What is known of a raster without its pixels; empty if nothing of it is on the canvas. */
export const KeptRaster = record(
  {},
  {
    raster: record({ ...required, pages: array(record({ ending: string(), sha256: string() })) }, optional),
  },
);
type KeptRaster = ReturnType<typeof KeptRaster.encode>;

/** What is kept of a raster. @param stem what the paths of its files begin with */
export const keptRaster = async (
  raster: Raster | undefined,
  stem: string,
  hashOf: (path: string) => Promise<string>,
): Promise<KeptRaster> => {
  if (!raster) return {};
  const { files, ...facts } = raster;
  const pages = await Promise.all(
    files.map(async (file) => ({ ending: file.slice(stem.length), sha256: await hashOf(file) })),
  );
  return { raster: { ...facts, pages } };
};

/**
 * The raster that was kept, with the paths that its files will have once it is painted.
 * @param know is told what each file will hold
 */
export const rasterAsKept = (
  { raster }: KeptRaster,
  stem: string,
  know: (path: string, sha256: string) => void,
): Raster | undefined => {
  if (!raster) return undefined;
  const { pages, ...facts } = raster;
  for (const { ending, sha256 } of pages) know(`${stem}${ending}`, sha256);
  return { ...facts, files: pages.map(({ ending }) => `${stem}${ending}`) };
};
