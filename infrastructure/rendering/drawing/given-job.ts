import { type DrawingJob, NO_FILE } from '../../../workers/render/ports/scene-drawer.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';

/** Gives a drawing process the files that a job reads. @returns the job with the paths at which the process finds them */
export const givenJob = async (
  { scene, ...job }: DrawingJob,
  { give, givePipe }: ExchangeFolder,
): Promise<DrawingJob> => {
  const at = async <A extends { readonly path: string }>(
    files: ReadonlyArray<A>,
    put: (path: string) => Promise<string>,
  ): Promise<ReadonlyArray<A>> =>
    Promise.all(
      files.map(async (file) => ({ ...file, path: file.path === NO_FILE ? NO_FILE : await put(file.path) })),
    );
  const tables = await Promise.all(
    Object.entries(scene.tables).map(async ([source, path]) => [source, await give(path)] as const),
  );
  return {
    ...job,
    scene: {
      ...scene,
      pictures: await at(scene.pictures, give),
      feeds: await at(scene.feeds, givePipe),
      levels: await at(scene.levels, give),
      tables: Object.fromEntries(tables),
    },
  };
};
