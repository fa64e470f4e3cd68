import type { Render } from '../../../domain/render/state.js';
import type { RenderHooks, RenderTask } from '../ports/renderer.js';
import type { RenderContext, RenderDependencies } from './context.js';
import type { FetchedSources } from './sources/fetch-sources.js';
import type { RenderSettings } from './render-settings.js';
import { NO_REUSE, type Reuse, reuseFrom } from './pieces/reuse.js';
import type { Stopwatch } from './tasks/stopwatch.js';
import type { WorkFolder } from './tasks/work-folder.js';

/** One render in progress: its task, its private folder, and what it reports. */
export interface RenderWork {
  readonly task: RenderTask;
  readonly hooks: RenderHooks;
  readonly needs: RenderDependencies;
  readonly settings: RenderSettings;
  readonly folder: WorkFolder;
  readonly watch: Stopwatch;
  readonly progress: RenderContext['progress'];
}

/** The context for the stages of this render that end with `signal`. */
export const contextOf = (
  { task: { ownerId }, folder, progress, needs, hooks }: RenderWork,
  signal: AbortSignal,
): RenderContext => ({
  folder: folder.path,
  owner: ownerId,
  signal,
  progress,
  ...(hooks.onClip ? { onClip: hooks.onClip } : {}),
  ...needs,
});

/** How this render uses what earlier ones made. */
export const reuseOf = async (
  { task, needs: { reusing }, folder }: RenderWork,
  { assets }: FetchedSources,
): Promise<Reuse> => {
  if (!reusing) return NO_REUSE;
  return reuseFrom({
    cache: reusing.cache,
    scope: reusing.isShared ? 'shared' : task.ownerId,
    identity: await reusing.identity(),
    folder: folder.path,
    hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
  });
};

/** What is rendered for a request. */
export const renderTask = (
  { renderId, ownerId, video, quality, digitalSourceType, output: outputs }: Render,
  stem: string,
): RenderTask => ({
  renderId,
  ownerId,
  composition: video.composition,
  video: { videoId: video.videoId, version: video.version },
  stem,
  ...(quality ? { quality } : {}),
  ...(digitalSourceType ? { digitalSourceType } : {}),
  ...(outputs ? { outputs } : {}),
});
