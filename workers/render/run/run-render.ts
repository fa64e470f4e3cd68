import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { AssetSource } from '../ports/asset-source.js';
import type { MediaEncoder } from '../ports/media-encoder.js';
import type { MediaProbe } from '../ports/media-probe.js';
import type { RenderHooks, RenderTask, RenderedFile, Renderer } from '../ports/renderer.js';
import type { SceneDrawer } from '../ports/scene-drawer.js';
import type { Rasterizer } from '../ports/rasterizer.js';
import type { Transcriber } from '../ports/transcriber.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import type { Provenance } from '../../../domain/render/events.js';
import { type FailureCause, recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import type { RenderContext } from './context.js';
import { encodePieces, join as joinPieces } from './encode.js';
import { encodeSound } from './encode-sound.js';
import { hasFullDisk, isDiskFull } from './disk-full.js';
import { valueOf } from './failures.js';
import { type FetchedSources, fetchSources, tablesOf } from './fetch-sources.js';
import { measureLevels } from './measure-levels.js';
import { measuredSound } from './measure-sound.js';
import { measuredTexts } from './measure-texts.js';
import { rasterizerWithFonts } from './open-fonts.js';
import { rasterizeSources } from './rasterize.js';
import { checkTables } from './check-tables.js';
import { planRender } from '../plan/plan.js';
import { withTightRects } from '../plan/tight-rects.js';
import { probeSources } from './probe-sources.js';
import { progressOf } from '../plan/progress.js';
import type { RenderSettings } from './render-settings.js';
import { type Stopwatch, stopwatch } from './stopwatch.js';
import { refuseTooCostly, resolvedComposition } from './resolve-composition.js';
import { transcribedComposition } from './transcribe.js';
import { withinTime } from './within-time.js';
import { createWorkFolder, type WorkFolder } from './work-folder.js';

/** Changes whenever the same composition may come out as other pixels or samples. */
const RENDERER_VERSION = 'framewright-renderer 1';

/** What rendering needs from the outside. */
export interface RenderDependencies {
  readonly assets: AssetSource;
  readonly probe: MediaProbe;
  readonly rasterizer: Rasterizer;
  readonly encoder: MediaEncoder;
  readonly drawer: SceneDrawer;
  /** Undefined: words can't be transcribed here. */
  readonly transcriber: Transcriber | undefined;
}

/** The renderer: compositions to MP4 with ffmpeg and sharp. */
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

/** Why a render failed; undefined for a defect. Whatever failed on a full disk may well succeed with space. */
const causeOf = async (error: unknown, workRoot: string): Promise<FailureCause | undefined> => {
  const cause = error instanceof RenderError ? error.cause : undefined;
  if (cause && recordedFailure(cause).retryable) return cause;
  return isDiskFull(error) || (await hasFullDisk(workRoot)) ? { _tag: 'DiskFull' } : cause;
};

/** What one render works with from its beginning to its end. */
interface RenderWork {
  readonly task: RenderTask;
  readonly hooks: RenderHooks;
  readonly needs: RenderDependencies;
  readonly settings: RenderSettings;
  readonly folder: WorkFolder;
  readonly watch: Stopwatch;
  readonly progress: RenderContext['progress'];
}

const contextOf = ({ folder, progress, needs }: RenderWork, signal: AbortSignal): RenderContext => ({
  folder: folder.path,
  signal,
  progress,
  ...needs,
});

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

const renderFetched = async (
  work: RenderWork,
  fetched: FetchedSources,
  signal: AbortSignal,
): Promise<RenderedFile> => {
  const { task, hooks, needs, settings, folder, watch, progress } = work;
  const { composition, captions } = task;
  const plain = contextOf(work, signal);
  const context = { ...plain, rasterizer: await rasterizerWithFonts(composition, fetched, plain) };
  await checkTables(fetched);
  const sources = await watch.time('probe', () => probeSources(fetched, context));
  const texts = await measuredTexts(composition, sources, context);
  const resolved = resolvedComposition(composition, sources, texts);
  const captioned = captions
    ? await watch.time('transcribe', () =>
        transcribedComposition(resolved, sources, captions.languageCode, hooks, context),
      )
    : resolved;
  progress('transcribe', 1);
  const resolution = resolutionOf(composition, resolved);

  refuseTooCostly(captioned, sources);
  const plan = planRender(captioned, sources, {
    ...settings,
    folder: folder.path,
    tables: tablesOf(fetched),
  });
  const mix = await watch.time('sound', () => measuredSound(plan.sound, context));
  const picture = async (signal: AbortSignal) => {
    await measureLevels(plan.shownSounds, mix, { ...context, signal });
    const rasters = await watch.time('paint', () => rasterizeSources(plan, { ...context, signal }));
    const tight = withTightRects(plan, rasters);
    const threads = plan.pieces.length > 1 ? 1 : 2;
    const codec = { _tag: 'H264', preset: settings.preset, crf: settings.crf, threads } as const;
    const pieces = await watch.time('encode', () =>
      encodePieces(tight, rasters, codec, settings.parallelPieces, { ...context, signal }),
    );
    return { rasters, pieces };
  };
  const [{ rasters, pieces }, sound] = await allOrNone(signal, (signal) => [
    picture(signal),
    watch.time('sound', () => encodeSound(mix, { ...context, signal })),
  ]);
  const path = join(folder.path, 'output.mp4');
  const output = await watch.time('finish', async () => {
    await joinPieces(plan, pieces, sound, path, context);
    const { frames, width, height, duration } = await valueOf(needs.probe.inspectOutput(path, signal));
    if (frames !== plan.frames || width !== plan.output.width || height !== plan.output.height)
      throw new RenderError({
        _tag: 'EncodingFailed',
        message: `the output has ${frames} frames of ${width}×${height} instead of ${plan.frames} of ${plan.output.width}×${plan.output.height}`,
        retryable: true,
      });
    return {
      bytes: (await stat(path)).size,
      sha256: await sha256Of(path),
      width,
      height,
      frames,
      durationMs: Math.round(duration),
      ...(resolution ? { resolved: resolution } : {}),
    };
  });
  progress('finish', 1);
  return {
    path,
    output,
    provenance: {
      renderer: RENDERER_VERSION,
      ffmpeg: await needs.encoder.version(),
      sources: fetched.assets.map(({ url, sha256, bytes }) => ({
        url,
        sha256,
        bytes,
      })),
      fonts: fontsOf(rasters.flatMap((raster) => raster?.fonts ?? [])),
      stageSeconds: watch.seconds(),
    },
    dispose: folder.dispose,
  };
};

/** Runs two tasks at once; when one fails the other is stopped and waited for. */
const allOrNone = async <A, B>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => readonly [Promise<A>, Promise<B>],
): Promise<[A, B]> => {
  const stop = new AbortController();
  const tasks = start(AbortSignal.any([signal, stop.signal]));
  try {
    return await Promise.all(tasks);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(tasks);
    throw error;
  }
};

const fontsOf = (fonts: Provenance['fonts']): Provenance['fonts'] =>
  [...new Map(fonts.map((font) => [`${font.family} ${font.sha256}`, font])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, font]) => font);

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
