import * as E from 'fp-ts/lib/Either.js';
import { type FailureCause, recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { DEFAULT_OUTPUTS } from '../../../domain/composition/format/output.js';
import { outputKey } from '../../../domain/render/output-key.js';
import { progressOf } from '../plan/progress.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import type { RenderDependencies } from './context.js';
import { hasFullDisk, isDiskFull } from './disk-full.js';
import { type FetchedSources, fetchSources } from './fetch-sources.js';
import { provenanceOf } from './provenance.js';
import { renderFetched } from './render-fetched.js';
import type { RenderSettings } from './render-settings.js';
import { contextOf, type RenderWork } from './render-work.js';
import { NO_REUSE, type Reuse, reuseFrom } from './reuse.js';
import { earlierOutput, type EarlierOutput, keepOutput, outputKeyOf } from './reuse-output.js';
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
  const reuse = await reuseOf(work, fetched);
  const { composition, renderId } = task;
  const outputs = task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS;
  const request = { composition, outputs, assets: fetched.assets, settings };
  // What captions say is known only once it is transcribed, and outputs name them by ids, which the key leaves out. A signed
  // file says which render made it.
  const isKnown = task.captions === undefined && !outputs.some((output) => 'captions' in output);
  const isSigned = work.needs.credentials !== undefined;
  const key = isKnown && !isSigned ? await outputKeyOf(request, reuse) : undefined;
  const earlier = await watch.time('reuse', () => earlierOutput(key, composition, work.folder.path, reuse));
  if (earlier) return reusedFile(work, fetched, earlier);
  const made = await hooks.inSlot(() =>
    withinTime({ doing: 'render', ms: settings.renderMs }, hooks.signal, (signal) =>
      renderFetched(work, fetched, reuse, signal),
    ),
  );
  return { ...made, keep: () => keepOutput(key, composition, renderId, made, reuse) };
};

const reuseOf = async (
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

/** The file of an earlier render as the file of this one. */
const reusedFile = async (
  { task, needs, watch, folder, progress }: RenderWork,
  fetched: FetchedSources,
  { path, extension, renderId, output, fingerprint, fonts, encoder }: EarlierOutput,
): Promise<RenderedFile> => {
  progress('finish', 1);
  const key = outputKey(task.stem, 0, extension);
  return {
    path,
    output: {
      ...output,
      key,
      ...(output.frames > 0 ? { reusedFrames: output.frames } : {}),
      reusedFrom: renderId,
    },
    files: [],
    ...(fingerprint ? { fingerprint } : {}),
    provenance: {
      ...provenanceOf(await needs.encoder.version(), fetched, fonts),
      ...(encoder ? { encoder } : {}),
      stageSeconds: watch.seconds(),
    },
    keep: async () => undefined,
    dispose: folder.dispose,
  };
};
