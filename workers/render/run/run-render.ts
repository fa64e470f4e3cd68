import * as E from 'fp-ts/lib/Either.js';
import { type FailureCause, recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { DEFAULT_OUTPUTS } from '../../../domain/composition/format/output.js';
import { outputKey } from '../../../domain/render/output-key.js';
import { H264_QUALITIES } from '../compose/h264-qualities.js';
import { progressOf } from '../plan/progress.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import type { RenderDependencies } from './context.js';
import { hasFullDisk, isDiskFull } from './tasks/disk-full.js';
import { type FetchedSources, fetchSources } from './sources/fetch-sources.js';
import { withCredentials } from './outputs/embed-credentials.js';
import { withSubtitles } from './prepare/import-subtitles.js';
import { pinSources } from './sources/pin-sources.js';
import { provenanceOf, versionsOf } from './provenance.js';
import { renderFetched } from './render-fetched.js';
import type { RenderSettings } from './render-settings.js';
import { contextOf, type RenderWork, reuseOf } from './render-work.js';
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
      return E.right(await fetchAndRender(work));
    } catch (error) {
      const cause = await causeOf(error, settings.workRoot);
      await folder?.dispose();
      if (hooks.signal.aborted) return E.left({ _tag: 'Stopped' });
      if (cause) return E.left(cause);
      throw error;
    } finally {
      if (folder) await needs.engine.release({ folder: folder.path });
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
  const { task, hooks, settings, watch } = work;
  const reuse = await reuseOf(work, fetched);
  const { composition, renderId } = task;
  const outputs = task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS;
  const request = { composition, outputs, assets: fetched.assets, settings };
  // The words of captions are known only after transcription, and outputs refer to captions by ids, which the key omits.
  const isKnown = task.captions === undefined && !outputs.some((output) => 'captions' in output);
  const key = isKnown ? await outputKeyOf(request, reuse) : undefined;
  const earlier = await watch.time('reuse', () => earlierOutput(key, composition, work.folder.path, reuse));
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
