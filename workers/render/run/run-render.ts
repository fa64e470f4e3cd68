import { statfs } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type FailureCause, recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { DEFAULT_OUTPUTS } from '../../../domain/composition/format/output.js';
import { H264_QUALITIES } from '../compose/h264-qualities.js';
import { progressOf } from '../plan/progress.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import {
  contextOf,
  type RenderDependencies,
  type RenderWork,
  type RenderSettings,
  createWorkFolder,
  type WorkFolder,
} from './context.js';
import { NO_REUSE, type Reuse, reuseFrom } from './pieces/reuse.js';
import { type FetchedSources, fetchSources } from './sources/fetch-sources.js';
import { keptAside, signed } from './outputs/sign-output.js';
import { withSubtitles } from './prepare/import-subtitles.js';
import { renderFetched } from './render-fetched.js';
import { earlierOutput, keepOutput, outputKeyOf } from './outputs/reuse-output.js';
import { stopwatch, withinTime } from './tasks.js';

/** The renderer, with ffmpeg and sharp. */
export const mediaRenderer = (needs: RenderDependencies, settings: RenderSettings): Renderer => ({
  render: (task, hooks) => async () => {
    let folder: WorkFolder | undefined;
    try {
      folder = await createWorkFolder(settings.workRoot);
      const progress = progressOf(hooks.onProgress);
      const hardware = await needs.hardware?.current();
      const chosen = {
        ...settings,
        ...(task.quality ? H264_QUALITIES[task.quality] : {}),
        ...(hardware ? { hardware } : {}),
      };
      const watch = stopwatch(needs.inStage);
      const work = { task, hooks, needs, settings: chosen, folder, watch, progress };
      const { dispose, ...file } = await fetchAndRender(work);
      // Ending a process takes some 20 ms, in which the file is stored.
      const ended = needs.engine.release({ folder: folder.path });
      return E.right({ ...file, dispose: () => ended.then(dispose) });
    } catch (error) {
      const cause = await causeOf(error, settings.workRoot);
      await folder?.dispose();
      if (folder) await needs.engine.release({ folder: folder.path });
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

/** Fetches the sources of a render, and keeps copies of them meanwhile. */
const fetchAndRender = async (work: RenderWork): Promise<RenderedFile> => {
  const { task, hooks, settings, watch } = work;
  const fetched = await watch.time('fetch', () =>
    fetchSources(task.composition, settings, contextOf(work, hooks.signal)),
  );
  const pinned = pinSources(work, fetched);
  const made = await takeOrMake(await withWords(work, fetched), fetched);
  await pinned.catch(async (error: unknown) => {
    await made.dispose();
    throw error;
  });
  return made;
};

/** What is rendered has the words of subtitle files, and they are recorded first. */
const withWords = async (work: RenderWork, fetched: FetchedSources): Promise<RenderWork> => {
  const { task, hooks } = work;
  const read = await withSubtitles(task.composition, fetched);
  if (!read) return work;
  const { composition, wordCount } = read;
  await hooks.onCaptioned({ clips: composition.clips, wordCount });
  return { ...work, task: { ...task, composition } };
};

const reuseOf = async ({ task, needs, folder }: RenderWork, { assets }: FetchedSources): Promise<Reuse> => {
  const { reusing } = needs;
  if (!reusing) return NO_REUSE;
  const { cache, isShared, identity } = reusing;
  return reuseFrom({
    cache,
    scope: isShared ? 'shared' : task.ownerId,
    identity: await identity(),
    folder: folder.path,
    hashes: assets.map(({ path, sha256 }) => [path, sha256] as const),
  });
};

/** Takes the file of an earlier render, or makes it, and signs it. */
const takeOrMake = async (work: RenderWork, fetched: FetchedSources): Promise<RenderedFile> => {
  const { task, hooks, settings, watch, folder, needs } = work;
  const { composition } = task;
  const reuse = await reuseOf(work, fetched);
  const outputs = task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS;
  // The words of captions are known only after transcription, and outputs refer to captions by ids, which the key omits.
  const isKnown = task.captions === undefined && !outputs.some((output) => 'captions' in output);
  const request = { composition, outputs, assets: fetched.assets, settings };
  const key = isKnown ? await outputKeyOf(request, reuse) : undefined;
  const earlier = await watch.time('reuse', () => earlierOutput(key, task, folder.path, reuse));
  if (earlier) return { ...(await signed(work, fetched, earlier)), keep: async () => undefined };
  const make = async (signal: AbortSignal): Promise<RenderedFile> => {
    const made = await renderFetched(work, { fetched, outputs, reuse }, signal);
    const aside = await keptAside(made.first, needs);
    const file = await signed(work, fetched, made);
    return {
      ...file,
      keep: () => keepOutput(key, task, aside, made, reuse),
      dispose: () => reuse.settled().then(file.dispose),
    };
  };
  return hooks
    .inSlot(() => withinTime({ doing: 'render', ms: settings.renderMs }, hooks.signal, make))
    .catch(async (error: unknown) => {
      await reuse.settled();
      throw error;
    });
};

/** A disk with less free space than this, in bytes, counts as full: the failed write may have been larger. */
const NO_SPACE = 1024 * 1024;

/** Whether an error of Node.js means that the disk, or this user's quota, is full. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Whether the disk of a folder is full. Programs that fail because of it report it in many ways, or not at all. */
const hasFullDisk = async (folder: string): Promise<boolean> => {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < NO_SPACE;
};

/**
 * Keeps copies of the sources, while they are rendered. The result must be awaited before the render is recorded.
 * @throws RenderError if the storage can't be reached
 */
const pinSources = (
  { needs: { pins }, folder, hooks }: RenderWork,
  { assets }: FetchedSources,
): Promise<void> => {
  const pinAll = async (): Promise<void> => {
    if (!pins) return;
    for (const asset of new Map(assets.map((one) => [one.sha256, one])).values()) {
      hooks.signal.throwIfAborted();
      const pinned = await pins.pin(asset, folder.path)();
      if (E.isLeft(pinned)) throw new RenderError({ _tag: 'StorageFailed' });
    }
  };
  const pinned = pinAll();
  // If the render itself fails, nobody waits for this.
  pinned.catch(() => undefined);
  return pinned;
};
