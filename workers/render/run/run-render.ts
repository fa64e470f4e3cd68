import * as E from 'fp-ts/lib/Either.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import { frameCount, frameRate } from '../../../domain/composition/timeline.js';
import { RenderError } from '../../../domain/render/failure-cause.js';
import { DEFAULT_OUTPUTS, type Output } from '../../../domain/composition/fields/output.js';
import { H264_QUALITIES } from '../compose/h264-qualities.js';
import { progressOf } from '../plan/progress.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import {
  contextOf,
  type RenderContext,
  type RenderDependencies,
  type RenderWork,
  type RenderSettings,
  createWorkFolder,
  type WorkFolder,
} from './context.js';
import { NO_REUSE, type Reuse, reuseFrom } from './pieces/reuse.js';
import { type FetchedSources, fetchSources, tablesOf } from './sources/fetch-sources.js';
import { readSources } from './sources/plan-sources.js';
import {
  unsignedCopy,
  withAllCredentials,
  unsignedFiles,
  type UnsignedFiles,
} from './outputs/embed-credentials.js';
import { renderOutputs } from './outputs/render-outputs.js';
import { plannedSound } from './outputs/sounds.js';
import { causeOf } from './failures.js';
import { refuseTooCostly } from './prepare/resolve-composition.js';
import { withCaptions } from './prepare/transcribe.js';
import { withSubtitles } from './prepare/import-subtitles.js';
import { earlierOutput, cacheOutput, outputKeyOf } from './outputs/reuse-output.js';
import { stopwatch, withinTime } from './tasks.js';

/** A renderer that uses the media engine, ffmpeg and sharp. */
export const mediaRenderer = (dependencies: RenderDependencies, settings: RenderSettings): Renderer => ({
  render: (task, hooks) => async () => {
    let folder: WorkFolder | undefined;
    try {
      folder = await createWorkFolder(settings.workRoot);
      const progress = progressOf(hooks.onProgress);
      const hardware = await dependencies.hardware?.current();
      const chosen = {
        ...settings,
        ...(task.quality ? H264_QUALITIES[task.quality] : {}),
        ...(hardware ? { hardware } : {}),
      };
      const watch = stopwatch(dependencies.inStage);
      const work = { task, hooks, dependencies, settings: chosen, folder, watch, progress };
      const { dispose, ...file } = await fetchAndRender(work);
      // Ending a process takes about 20 ms. Meanwhile, the file is stored.
      const ended = dependencies.engine.release({ folder: folder.path });
      return E.right({ ...file, dispose: () => ended.then(dispose) });
    } catch (error) {
      const cause = await causeOf(error, settings.workRoot);
      await folder?.dispose();
      if (folder) await dependencies.engine.release({ folder: folder.path });
      if (hooks.signal.aborted) return E.left({ _tag: 'Stopped' });
      if (cause) return E.left(cause);
      throw error;
    }
  },
});

/** Fetches the sources of a render, and renders while the sources are pinned. */
const fetchAndRender = async (work: RenderWork): Promise<RenderedFile> => {
  const { task, hooks, settings, watch } = work;
  const fetched = await watch.time('fetch', () =>
    fetchSources(task.composition, settings, contextOf(work, hooks.signal)),
  );
  const pinned = pinSources(work, fetched);
  const made = await restoreOrMake(await withWords(work, fetched), fetched);
  await pinned.catch(async (error: unknown) => {
    await made.dispose();
    throw error;
  });
  return made;
};

/** Replaces subtitle files with their words, which are recorded before rendering. */
const withWords = async (work: RenderWork, fetched: FetchedSources): Promise<RenderWork> => {
  const { task, hooks } = work;
  const read = await withSubtitles(task.composition, fetched);
  if (!read) return work;
  const { composition, wordCount } = read;
  await hooks.onCaptioned({ clips: composition.clips, wordCount });
  return { ...work, task: { ...task, composition } };
};

const reuseOf = async (
  { task, dependencies, folder }: RenderWork,
  { assets }: FetchedSources,
): Promise<Reuse> => {
  const { sharedCache } = dependencies;
  if (!sharedCache) return NO_REUSE;
  const { cache, isShared, identity } = sharedCache;
  return reuseFrom({
    cache,
    scope: isShared ? 'shared' : task.ownerId,
    identity: await identity(),
    folder: folder.path,
    hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
  });
};

/** Restores the file of an earlier render, or makes the files, and signs them. */
const restoreOrMake = async (work: RenderWork, fetched: FetchedSources): Promise<RenderedFile> => {
  const { task, hooks, settings, watch, folder, dependencies } = work;
  const { composition } = task;
  const reuse = await reuseOf(work, fetched);
  const outputs = task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS;
  // The key omits the ids of clips, by which `captions` of outputs name them, and words that are not yet transcribed.
  const isKnown = task.captions === undefined && !outputs.some((output) => 'captions' in output);
  const request = { composition, outputs, assets: fetched.assets, settings };
  const key = isKnown ? await outputKeyOf(request, reuse) : undefined;
  const earlier = await watch.time('reuse', () => earlierOutput(key, task, folder.path, reuse));
  if (earlier) return { ...(await withAllCredentials(work, fetched, earlier)), cache: async () => undefined };
  return hooks
    .inSlot(() =>
      withinTime({ doing: 'render', ms: settings.renderMs }, hooks.signal, async (signal) => {
        const made = await make(work, fetched, outputs, { ...contextOf(work, signal), reuse });
        const aside = await unsignedCopy(made.first, dependencies);
        const file = await withAllCredentials(work, fetched, made);
        return {
          ...file,
          cache: () => cacheOutput(key, task, aside, made, reuse),
          dispose: () => reuse.settled().then(file.dispose),
        };
      }),
    )
    .catch(async (error: unknown) => {
      await reuse.settled();
      throw error;
    });
};

/** Makes the files of a task from its fetched sources, with the cached results of earlier renders. */
const make = async (
  work: RenderWork,
  fetched: FetchedSources,
  outputs: ReadonlyArray<Output>,
  plain: RenderContext,
): Promise<UnsignedFiles> => {
  const { task, settings, watch, hooks } = work;
  const { resolved, sources, context } = await readSources(task.composition, fetched, plain, watch);
  const composition = await withCaptions(resolved, sources, work, context);
  const { duration, fps } = composition.metadata;
  hooks.onPlanned?.({ frames: frameCount(duration, frameRate(fps)) });

  await refuseTooCostly(composition, sources, plain.signal);
  const sound = plannedSound({ composition, sources });
  const material = { composition, sources, tables: tablesOf(fetched), settings, watch, sound };
  const written = await renderOutputs(outputs, task.stem, material, context);
  return unsignedFiles(written, resolutionOf(task.composition, resolved), plain.reuse.reusedFrames());
};

/**
 * Pins the sources for replays, while the render proceeds. The result must be awaited before the render is recorded.
 * @throws RenderError if the storage can't be reached
 */
const pinSources = ({ dependencies: { pins }, folder, hooks }: RenderWork, { assets }: FetchedSources) => {
  const pinAll = async (): Promise<void> => {
    if (!pins) return;
    for (const asset of new Map(assets.map((one) => [one.sha256, one])).values()) {
      hooks.signal.throwIfAborted();
      const pinned = await pins.pin(asset, folder.path)();
      if (E.isLeft(pinned)) throw new RenderError({ _tag: 'StorageFailed' });
    }
  };
  const pinned = pinAll();
  // If the render itself fails, nobody awaits this promise.
  pinned.catch(() => undefined);
  return pinned;
};
