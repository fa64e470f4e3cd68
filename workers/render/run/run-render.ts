import { statfs } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type FailureCause, recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { DEFAULT_OUTPUTS } from '../../../domain/composition/format/output.js';
import { outputKey } from '../../../domain/render/output-key.js';
import { H264_QUALITIES } from '../compose/h264-qualities.js';
import { progressOf } from '../plan/progress.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import { contextOf, type RenderDependencies, type RenderWork } from './context.js';
import { NO_REUSE, reuseFrom } from './pieces/reuse.js';
import { type FetchedSources, fetchSources } from './sources/fetch-sources.js';
import { withCredentials } from './outputs/embed-credentials.js';
import { withSubtitles } from './prepare/import-subtitles.js';
import { provenanceOf, versionsOf } from './provenance.js';
import { renderFetched } from './render-fetched.js';
import type { RenderSettings } from './render-settings.js';
import { earlierOutput, type EarlierOutput, keepOutput, outputKeyOf } from './outputs/reuse-output.js';
import { stopwatch } from './tasks/stopwatch.js';
import { withinTime } from './tasks/within-time.js';
import { createWorkFolder, type WorkFolder } from './tasks/work-folder.js';

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

const fetchAndRender = async (work: RenderWork): Promise<RenderedFile> => {
  const { task, hooks, settings, watch } = work;
  const fetched = await watch.time('fetch', () =>
    fetchSources(task.composition, settings, contextOf(work, hooks.signal)),
  );
  const pinned = pinSources(work, fetched);
  const made = await renderedWithSubtitles(work, fetched);
  await pinned.catch(async (error: unknown) => {
    await made.dispose();
    throw error;
  });
  return made;
};

/** What is rendered has the words of subtitle files, and they are recorded first. */
const renderedWithSubtitles = async (work: RenderWork, fetched: FetchedSources): Promise<RenderedFile> => {
  const { task, hooks } = work;
  const read = await withSubtitles(task.composition, fetched);
  if (!read) return renderedOrReused(work, fetched);
  const { composition, wordCount } = read;
  await hooks.onCaptioned({ clips: composition.clips, wordCount });
  return renderedOrReused({ ...work, task: { ...task, composition } }, fetched);
};

const renderedOrReused = async (work: RenderWork, fetched: FetchedSources): Promise<RenderedFile> => {
  const { task, hooks, settings, watch, folder } = work;
  const { reusing } = work.needs;
  const reuse = reusing
    ? reuseFrom({
        cache: reusing.cache,
        scope: reusing.isShared ? 'shared' : task.ownerId,
        identity: await reusing.identity(),
        folder: folder.path,
        hashes: fetched.assets.map(({ path, sha256 }) => [path, sha256] as const),
      })
    : NO_REUSE;
  const { composition, renderId } = task;
  const outputs = task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS;
  const request = { composition, outputs, assets: fetched.assets, settings };
  // The words of captions are known only after transcription, and outputs refer to captions by ids, which the key omits.
  const isKnown = task.captions === undefined && !outputs.some((output) => 'captions' in output);
  const key = isKnown ? await outputKeyOf(request, reuse) : undefined;
  const earlier = await watch.time('reuse', () => earlierOutput(key, composition, folder.path, reuse));
  if (earlier) return reusedFile(work, fetched, earlier);
  const made = await hooks
    .inSlot(() =>
      withinTime({ doing: 'render', ms: settings.renderMs }, hooks.signal, (signal) =>
        renderFetched(work, fetched, reuse, signal),
      ),
    )
    .catch(async (error: unknown) => {
      await reuse.settled();
      throw error;
    });
  const { reusable, ...rest } = made;
  const file = {
    ...rest,
    dispose: async () => {
      await reuse.settled();
      await rest.dispose();
    },
  };
  // Credentials name the render, so they are not kept: a later render gets its own.
  const { path, ...facts } = reusable;
  const unsigned = { ...file, path, output: { ...file.output, ...facts } };
  return { ...file, keep: () => keepOutput(key, composition, renderId, unsigned, reuse) };
};

/** The file of an earlier render as the file of this one, with content credentials of its own. */
const reusedFile = async (
  { task, needs, watch, folder, progress }: RenderWork,
  fetched: FetchedSources,
  { path, extension, renderId, output, fingerprint, fonts, encoder }: EarlierOutput,
): Promise<RenderedFile> => {
  const key = outputKey(task.stem, 0, extension);
  const made = {
    ...provenanceOf(await versionsOf(needs), fetched, fonts),
    ...(encoder ? { encoder } : {}),
  };
  const { bytes, sha256, format = 'mp4' } = output;
  const written = { path, file: { key, role: 'output', format, output: 0, bytes, sha256 } };
  const [signed = written] = await watch.time('finish', () => withCredentials([written], made, task, needs));
  progress('finish', 1);
  return {
    path,
    output: {
      ...output,
      key,
      bytes: signed.file.bytes,
      sha256: signed.file.sha256,
      ...(output.frames > 0 ? { reusedFrames: output.frames } : {}),
      reusedFrom: renderId,
    },
    files: [],
    ...(fingerprint ? { fingerprint } : {}),
    provenance: { ...made, stageSeconds: watch.seconds() },
    keep: async () => undefined,
    dispose: folder.dispose,
  };
};

/** A disk with less free space than this, in bytes, counts as full: the failed write may have been larger. */
const NO_SPACE = 1024 * 1024;

/** Whether an error of Node.js means that the disk, or this user's quota, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Whether the disk of a folder is full. Programs that fail because of it report it in many ways, or not at all. */
export const hasFullDisk = async (folder: string): Promise<boolean> => {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < NO_SPACE;
};

/**
 * Keeps copies of the sources, while they are rendered. The result must be awaited before the render is recorded.
 * @throws RenderError if the storage can't be reached
 */
export const pinSources = (
  { needs: { pins }, folder, hooks }: Pick<RenderWork, 'needs' | 'folder' | 'hooks'>,
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
