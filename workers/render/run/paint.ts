import { join } from 'node:path';
import { stillJob } from '../compose/drawn-work.js';
import type { Paintings } from '../compose/still-inputs.js';
import type { RenderPlan } from '../plan/plan.js';
import type { SceneArtwork } from '../plan/scene-builder.js';
import type { Painting } from '../ports/still-painter.js';
import type { RenderContext } from './context.js';
import { valueOf } from './failures.js';
import { inParallel } from './in-parallel.js';

const PARALLEL_PAINTINGS = 2;

/** Draws every still of a plan, once. */
export const paintArtworks = async (plan: RenderPlan, context: RenderContext): Promise<Paintings> => {
  const { artworks, canvas } = plan;
  const { folder, progress, painter } = context;
  let painted = 0;
  const paintings = await inParallel(
    artworks,
    PARALLEL_PAINTINGS,
    context.signal,
    async ({ artwork, clip }, signal, index) => {
      if (artwork._tag === 'Scene') return undefined;
      const painting = await valueOf(
        painter.paint(artwork, canvas, { folder, name: `still-${index}`, signal }),
        clip,
      );
      painted += 1;
      progress('paint', painted / artworks.length);
      return painting;
    },
  );
  const drawn = await drawScenes(plan, paintings, context);
  progress('paint', 1);
  return paintings.map((painting, index) => drawn.get(index) ?? painting);
};

/** Draws what rests, from what was painted, in one process. */
const drawScenes = async (
  { artworks }: RenderPlan,
  paintings: Paintings,
  { folder, signal, drawer }: RenderContext,
): Promise<ReadonlyMap<number, Painting>> => {
  const scenes = artworks.flatMap(({ artwork }, index) =>
    artwork._tag === 'Scene' ? [{ artwork, index }] : [],
  );
  const fileOf = (index: number, page: number): string => join(folder, `still-${index}-${page}.rgba`);
  const jobsOf = ({ scene, rect, frames }: SceneArtwork, index: number) =>
    frames.map((frame, page) => stillJob(scene, rect, frame, fileOf(index, page), paintings));
  const jobs = scenes.flatMap(({ artwork, index }) => jobsOf(artwork, index));
  await valueOf(drawer.drawStills(jobs, { signal }));
  return new Map(
    scenes.map(({ artwork: { rect, opaque, frames }, index }) => [
      index,
      { rect, opaque, files: frames.map((_, page) => fileOf(index, page)), fonts: [] },
    ]),
  );
};
