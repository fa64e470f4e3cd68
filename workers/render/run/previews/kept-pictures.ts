import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { LocalFont, Raster, Rasterizer } from '../../ports/rasterizer.js';
import { KeptRaster, keptRaster, rasterAsKept } from './kept-raster.js';
import type { Reuse } from '../pieces/reuse.js';

/**
 * A rasterizer that reads the pictures that earlier previews painted, and keeps those that it paints: while somebody
 * edits a text, everything else in the frame is painted once. What consists of several pages, of which a frame shows
 * one, is painted each time.
 * @param fonts the client's fonts that the rasterizer has
 * @param kept what earlier previews made, see {@link Reuse}
 */
export const rasterizerKeeping = (
  rasterizer: Rasterizer,
  fonts: ReadonlyArray<LocalFont>,
  kept: Reuse,
): Rasterizer => {
  const taken = async (key: string | undefined, stem: string): Promise<Raster | undefined> => {
    const path = `${stem}.kept`;
    const found = await kept.take(key, path);
    const known = found && KeptRaster.decode(found.note);
    const raster = known && E.isRight(known) ? rasterAsKept(known.right, stem, kept.hashes.know) : undefined;
    const [file] = raster?.files ?? [];
    if (file !== undefined) await rename(path, file);
    return raster;
  };
  const keep = async (key: string, stem: string, raster: Raster | undefined): Promise<void> => {
    const [file, second] = raster?.files ?? [];
    if (file === undefined || second !== undefined) return;
    kept.keep(key, file, await keptRaster(raster, stem, kept.hashes.of));
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
