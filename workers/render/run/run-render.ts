import * as E from 'fp-ts/lib/Either.js';
import { type FailureCause, recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { progressOf } from '../plan/progress.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import type { RenderDependencies } from './context.js';
import { hasFullDisk, isDiskFull } from './disk-full.js';
import { fetchSources } from './fetch-sources.js';
import { renderFetched } from './render-fetched.js';
import type { RenderSettings } from './render-settings.js';
import { contextOf, type RenderWork } from './render-work.js';
import { stopwatch } from './stopwatch.js';
import { withinTime } from './within-time.js';
import { createWorkFolder, type WorkFolder } from './work-folder.js';

/** The renderer, with ffmpeg and sharp. */
export const mediaRenderer = (needs: RenderDependencies, settings: RenderSettings): Renderer => ({
  render: (task, hooks) => async () => {
    let folder: WorkFolder | undefined;
    try {
      folder = await createWorkFolder(settings.workRoot);
      const progress = progressOf(hooks.onProgress);
      const work = { task, hooks, needs, settings, folder, watch: stopwatch(), progress };
      return E.right(await fetchAndRender(work));
    } catch (error) {
      const cause = await causeOf(error, settings.workRoot);
      await folder?.dispose();
      if (hooks.signal.aborted) return E.left({ _tag: 'Stopped' });
      if (cause) return E.left(cause);
      throw error;
    }
  },
});

/**
 * Why a render failed; undefined for a defect. A failure on a full disk is retryable, because it may succeed with more
 * space.
 */
const causeOf = async (error: unknown, workRoot: string): Promise<FailureCause | undefined> => {
  const cause = error instanceof RenderError ? error.cause : undefined;
  if (cause && recordedFailure(cause).retryable) return cause;
  return isDiskFull(error) || (await hasFullDisk(workRoot)) ? { _tag: 'DiskFull' } : cause;
};

const fetchAndRender = async (work: RenderWork): Promise<RenderedFile> => {
  const { task, hooks, settings, watch } = work;
  const fetched = await watch.time('fetch', () =>
    fetchSources(task.composition, settings, contextOf(work, hooks.signal)),
  );
  return hooks.inSlot(() =>
    withinTime({ doing: 'render', ms: settings.renderMs }, hooks.signal, (signal) =>
      renderFetched(work, fetched, signal),
    ),
  );
};
