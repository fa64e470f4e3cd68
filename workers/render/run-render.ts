import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import type { Asset, AssetSource } from '../../application/ports/asset-source.js';
import type { MediaEncoder } from '../../application/ports/media-encoder.js';
import type { MediaProbe } from '../../application/ports/media-probe.js';
import type { RenderHooks, RenderTask, RenderedFile, Renderer } from '../../application/ports/renderer.js';
import type { StillPainter } from '../../application/ports/still-painter.js';
import type { Transcriber } from '../../application/ports/transcriber.js';
import type { Composition } from '../../domain/composition/composition.js';
import type { Provenance } from '../../domain/render/events.js';
import { encodePieces, join as joinPieces } from './encode.js';
import { encodeSound } from './encode-sound.js';
import { RenderProblem, valueOf } from './failures.js';
import { fetchSources } from './fetch-sources.js';
import { paintArtworks } from './paint.js';
import { planRender } from './plan.js';
import { progressOf } from './progress.js';
import { stopwatch } from './stopwatch.js';
import { transcribedComposition } from './transcribe.js';
import { createWorkFolder, type WorkFolder } from './work-folder.js';

/** Changes whenever the same composition may come out as other pixels or samples. */
export const RENDERER_VERSION = 'framewright-renderer 1';

/** What rendering needs from the outside. */
export interface RenderDependencies {
  readonly assets: AssetSource;
  readonly probe: MediaProbe;
  readonly painter: StillPainter;
  readonly encoder: MediaEncoder;
  /** Undefined: words can't be transcribed here. */
  readonly transcriber: Transcriber | undefined;
}

export interface RenderSettings {
  /** Folder in which each render gets a private folder of its own. */
  readonly workRoot: string;
  /** What one render may download, in bytes. */
  readonly downloadBudget: number;
  /** About how long a piece is that is encoded by itself. */
  readonly pieceSeconds: number;
  /** How many pieces are encoded at once. */
  readonly parallelPieces: number;
  readonly preset: string;
  readonly crf: number;
}

/** Settings that measured best; the folder is up to the process. */
export const DEFAULT_SETTINGS: Omit<RenderSettings, 'workRoot'> = {
  downloadBudget: 10 * 1024 ** 3,
  pieceSeconds: 5,
  parallelPieces: Math.max(1, Math.min(8, availableParallelism())),
  preset: 'veryfast',
  crf: 20,
};

/** The renderer: compositions to MP4 with ffmpeg and sharp. */
export const mediaRenderer = (needs: RenderDependencies, settings: RenderSettings): Renderer => ({
  render: (task, hooks) => async () => {
    const folder = await createWorkFolder(settings.workRoot);
    try {
      return E.right(await renderInto(folder, needs, settings, task, hooks));
    } catch (error) {
      await folder.dispose();
      if (hooks.signal.aborted)
        return E.left({ stage: 'worker', message: 'the render was stopped', retryable: true });
      if (error instanceof RenderProblem) return E.left(error.failure);
      throw error;
    }
  },
});

const renderInto = async (
  folder: WorkFolder,
  needs: RenderDependencies,
  settings: RenderSettings,
  { composition, captions }: RenderTask,
  hooks: RenderHooks,
): Promise<RenderedFile> => {
  const { signal } = hooks;
  const progress = progressOf(hooks.onProgress);
  const watch = stopwatch();
  const context = { folder: folder.path, signal, progress, ...needs };

  const { sources, assets } = await watch.time('fetch', () =>
    fetchSources(composition, settings.downloadBudget, context),
  );
  const captioned: Composition = captions
    ? await watch.time('transcribe', () =>
        transcribedComposition(composition, sources, captions.languageCode, hooks, context),
      )
    : composition;
  progress('transcribe', 1);

  const plan = planRender(captioned, sources, settings);
  const picture = async (signal: AbortSignal) => {
    const paintings = await watch.time('paint', () => paintArtworks(plan, { ...context, signal }));
    const threads = plan.pieces.length > 1 ? 1 : 2;
    const codec = { _tag: 'H264', preset: settings.preset, crf: settings.crf, threads } as const;
    const pieces = await watch.time('encode', () =>
      encodePieces(plan, paintings, codec, settings.parallelPieces, sources, { ...context, signal }),
    );
    return { paintings, pieces };
  };
  const [{ paintings, pieces }, sound] = await allOrNone(signal, (signal) => [
    picture(signal),
    watch.time('sound', () => encodeSound(plan.sound, sources, { ...context, signal })),
  ]);
  const path = join(folder.path, 'output.mp4');
  const output = await watch.time('finish', async () => {
    await joinPieces(plan, pieces, sound, path, context);
    const { frames, width, height, duration } = await valueOf(needs.probe.inspectOutput(path, signal));
    if (frames !== plan.frames || width !== plan.output.width || height !== plan.output.height)
      throw new RenderProblem({
        stage: 'encode',
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
    };
  });
  progress('finish', 1);
  return {
    path,
    output,
    provenance: {
      renderer: RENDERER_VERSION,
      ffmpeg: await needs.encoder.version(),
      sources: assets.map(({ url, sha256, bytes }: Asset) => ({ url, sha256, bytes })),
      fonts: fontsOf(paintings.flatMap((painting) => painting?.fonts ?? [])),
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
  [...new Map(fonts.map((font) => [font.family, font])).values()].toSorted((a, b) =>
    a.family < b.family ? -1 : 1,
  );

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
