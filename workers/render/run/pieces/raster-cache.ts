import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { array, record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { RASTER_FIELDS } from '../../ports/raster-json.js';
import type { Raster, LocalFont, Rasterizer } from '../../ports/rasterizer.js';
import type { Reuse } from './reuse.js';

const { required, optional } = RASTER_FIELDS;

/** What is known of a raster without its pixels; empty if nothing of it is on the canvas. */
export const CachedRaster = record(
  {},
  {
    raster: record({ ...required, pages: array(record({ ending: string(), sha256: string() })) }, optional),
  },
);
type CachedRaster = ReturnType<typeof CachedRaster.encode>;

/** What is kept of a raster. @param stem what the paths of its files begin with */
export const recordOfRaster = async (
  raster: Raster | undefined,
  stem: string,
  hashOf: (path: string) => Promise<string>,
): Promise<CachedRaster> => {
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
export const rasterFromCache = (
  { raster }: CachedRaster,
  stem: string,
  know: (path: string, sha256: string) => void,
): Raster | undefined => {
  if (!raster) return undefined;
  const { pages, ...facts } = raster;
  for (const { ending, sha256 } of pages) know(`${stem}${ending}`, sha256);
  return { ...facts, files: pages.map(({ ending }) => `${stem}${ending}`) };
};

/**
 * A rasterizer that reads the pictures that earlier previews painted, and keeps those that it paints: while somebody
 * edits a text, everything else in the frame is painted once. What consists of several pages, of which a frame shows
 * one, is painted each time.
 * @param fonts the client's fonts that the rasterizer has
 * @param kept what earlier previews made, see {@link Reuse}
 */
export const cachingRasterizer = (
  rasterizer: Rasterizer,
  fonts: ReadonlyArray<LocalFont>,
  kept: Reuse,
): Rasterizer => {
  const taken = async (key: string | undefined, stem: string): Promise<Raster | undefined> => {
    const path = `${stem}.kept`;
    const found = await kept.take(key, path);
    const known = found && CachedRaster.decode(found.note);
    const raster =
      known && E.isRight(known) ? rasterFromCache(known.right, stem, kept.hashes.remember) : undefined;
    const [file] = raster?.files ?? [];
    if (file !== undefined) await rename(path, file);
    return raster;
  };
  const keep = async (key: string, stem: string, raster: Raster | undefined): Promise<void> => {
    const [file, second] = raster?.files ?? [];
    if (file === undefined || second !== undefined) return;
    kept.keep(key, file, await recordOfRaster(raster, stem, kept.hashes.of));
  };
  return {
    ...rasterizer,
    paint: (layerSource, canvas, target) => async () => {
      const key = await kept.keyOf('painted picture', { layerSource, canvas, fonts });
      const stem = join(target.folder, target.name);
      const known = await taken(key, stem);
      if (known) return E.right(known);
      const painted = await rasterizer.paint(layerSource, canvas, target)();
      if (key !== undefined && E.isRight(painted)) await keep(key, stem, painted.right);
      return painted;
    },
  };
};
