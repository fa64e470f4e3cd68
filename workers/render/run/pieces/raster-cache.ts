import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { array, record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { RASTER_FIELDS } from '../../ports/raster-json.js';
import type { Raster, LocalFont, Rasterizer } from '../../ports/rasterizer.js';
import type { Reuse } from './reuse.js';

const { required, optional } = RASTER_FIELDS;

/** A cached raster without its pixels; empty if no part of it is on the canvas. */
export const CachedRaster = record(
  {},
  {
    raster: record({ ...required, pages: array(record({ ending: string(), sha256: string() })) }, optional),
  },
);
type CachedRaster = ReturnType<typeof CachedRaster.encode>;

/** The cache record of a raster. @param stem the beginning of the paths of its files */
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
 * The raster of a cache record, with the paths that its files will have after it is painted.
 * @param remember receives the hash that each file will have
 */
export const rasterFromCache = (
  { raster }: CachedRaster,
  stem: string,
  remember: (path: string, sha256: string) => void,
): Raster | undefined => {
  if (!raster) return undefined;
  const { pages, ...facts } = raster;
  for (const { ending, sha256 } of pages) remember(`${stem}${ending}`, sha256);
  return { ...facts, files: pages.map(({ ending }) => `${stem}${ending}`) };
};

/**
 * A rasterizer that caches the pictures that previews paint: while somebody edits a text, everything else in the frame is
 * painted once. Sources with several pages are not cached, because a frame shows only one page.
 * @param fonts the client's fonts that the rasterizer has
 * @param cache the pictures of earlier previews
 */
export const cachingRasterizer = (
  rasterizer: Rasterizer,
  fonts: ReadonlyArray<LocalFont>,
  cache: Reuse,
): Rasterizer => {
  const restored = async (key: string | undefined, stem: string): Promise<Raster | undefined> => {
    const path = `${stem}.cached`;
    const found = await cache.restore(key, path);
    const known = found && CachedRaster.decode(found.note);
    const raster =
      known && E.isRight(known) ? rasterFromCache(known.right, stem, cache.hashes.remember) : undefined;
    const [file] = raster?.files ?? [];
    if (file !== undefined) await rename(path, file);
    return raster;
  };
  const store = async (key: string, stem: string, raster: Raster | undefined): Promise<void> => {
    const [file, second] = raster?.files ?? [];
    if (file === undefined || second !== undefined) return;
    cache.store(key, file, await recordOfRaster(raster, stem, cache.hashes.of));
  };
  return {
    ...rasterizer,
    paint: (layerSource, canvas, target) => async () => {
      const key = await cache.keyOf('painted picture', { layerSource, canvas, fonts });
      const stem = join(target.folder, target.name);
      const known = await restored(key, stem);
      if (known) return E.right(known);
      const painted = await rasterizer.paint(layerSource, canvas, target)();
      if (key !== undefined && E.isRight(painted)) await store(key, stem, painted.right);
      return painted;
    },
  };
};
