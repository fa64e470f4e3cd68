import type { RenderContext } from './context.js';
import { valueOf } from './failures.js';

import { inParallel } from './in-parallel.js';
import type { RenderPlan } from '../plan/plan.js';
import type { Paintings } from '../compose/still-inputs.js';

const PARALLEL_PAINTINGS = 2;

/** Draws every still of a plan, once. */
export const paintArtworks = async (
  { artworks, canvas }: RenderPlan,
  { folder, signal, progress, painter }: RenderContext,
): Promise<Paintings> => {
  let painted = 0;
  const paintings = await inParallel(
    artworks,
    PARALLEL_PAINTINGS,
    signal,
    async ({ artwork, clip }, signal, index) => {
      const painting = await valueOf(
        painter.paint(artwork, canvas, { folder, name: `still-${index}`, signal }),
        clip,
      );
      painted += 1;
      progress('paint', painted / artworks.length);
      return painting;
    },
  );
  progress('paint', 1);
  return paintings;
};
