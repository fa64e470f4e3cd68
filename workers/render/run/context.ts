import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import type { AssetSource } from '../ports/asset-source.js';
import type { ContentCredentials } from '../ports/content-credentials.js';
import type { MediaEncoder } from '../ports/media-encoder.js';
import type { MediaEngine } from '../ports/media-engine.js';
import type { MediaProbe } from '../ports/media-probe.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { SourcePins } from '../../../application/ports/source-pins.js';
import type { LocalFont, Rasterizer } from '../ports/rasterizer.js';
import type { Transcriber } from '../ports/transcriber.js';
import type { HardwareEncoding } from './pieces/hardware-encoding.js';
import { NO_REUSE, type Reuse, type SharedCache } from './pieces/reuse.js';
import type { InStage, Stopwatch } from './tasks.js';
import type { RenderHooks, RenderTask } from '../ports/renderer.js';
import type { ProgressStep } from '../plan/progress.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { H264_QUALITIES, type H264Settings } from '../compose/h264-qualities.js';

/** The adapters that rendering uses. */
export interface RenderDependencies {
  readonly assets: AssetSource;
  readonly probe: MediaProbe;
  readonly rasterizer: Rasterizer;
  readonly encoder: MediaEncoder;
  readonly engine: MediaEngine;
  /** Absent: outputs get no content credentials. */
  readonly credentials?: ContentCredentials;
  /** Undefined: this worker can't transcribe words. */
  readonly transcriber: Transcriber | undefined;
  /** Absent: nothing is reused. */
  readonly sharedCache?: SharedCache;
  /** The cache of pictures that previews painted. Absent: none are cached. */
  readonly pictureCache?: Pick<SharedCache, 'cache' | 'identity'>;
  /** The storage for small versions of videos. Absent: none are made. */
  readonly proxies?: Pick<ObjectStorage, 'put'>;
  /** Absent: x264 encodes H.264. */
  readonly hardware?: HardwareEncoding;
  /** Absent: sources are not kept for replays. */
  readonly pins?: SourcePins;
  /** Wraps the work of each stage in a trace; absent: stages are not traced. */
  readonly inStage?: InStage;
}

/** What every stage of a render needs. */
export interface RenderContext extends RenderDependencies {
  readonly folder: string;
  /** The owner whose assets may be read; absent: none may. */
  readonly owner?: string | undefined;
  readonly signal: AbortSignal;
  /** A series of previews that share processes, one after the other; absent: processes work for this render only. */
  readonly series?: string;
  readonly progress: (step: ProgressStep, fraction: number) => void;
  /** Called when work on a clip begins or ends. */
  readonly onClip?: NonNullable<RenderHooks['onClip']>;
  readonly reuse: Reuse;
  /** The client's fonts that the rasterizer has; default: none. */
  readonly ownFonts?: ReadonlyArray<LocalFont>;
}

/** A context in which nothing is reused, and no progress is reported. */
export const plainContext = (
  dependencies: RenderDependencies,
  folder: string,
  signal: AbortSignal,
  owner?: string,
): RenderContext => ({ folder, owner, signal, progress: () => undefined, reuse: NO_REUSE, ...dependencies });

/** One render in progress: its task, its private folder, and its reports. */
export interface RenderWork {
  readonly task: RenderTask;
  readonly hooks: RenderHooks;
  readonly dependencies: RenderDependencies;
  readonly settings: RenderSettings;
  readonly folder: WorkFolder;
  readonly watch: Stopwatch;
  readonly progress: RenderContext['progress'];
}

/** The context for the stages of a render; `signal` aborts them. */
export const contextOf = (
  { task: { ownerId }, folder, progress, dependencies, hooks }: RenderWork,
  signal: AbortSignal,
): RenderContext => ({
  ...plainContext(dependencies, folder.path, signal, ownerId),
  progress,
  ...(hooks.onClip ? { onClip: hooks.onClip } : {}),
});

/** The same context with a new folder within that of the render. */
export const inFolder = async (context: RenderContext, name: string): Promise<RenderContext> => {
  const folder = join(context.folder, name);
  await mkdir(folder, { mode: 0o700 });
  return { ...context, folder };
};

/** The private folder of one render. */
export interface WorkFolder {
  readonly path: string;
  readonly dispose: () => Promise<void>;
}

/** Creates a folder below `root` that only this user may enter. */
export const createWorkFolder = async (root: string): Promise<WorkFolder> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  // mkdtemp creates the folder with mode 0700.
  const path = await mkdtemp(join(root, 'render-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
};

/** Runs work on clips, and reports the clips, so that they can be named if the worker is lost. */
export const workingOn = async <A>(
  { onClip }: Pick<RenderContext, 'onClip'>,
  clips: ReadonlyArray<ClipPath>,
  work: () => Promise<A>,
): Promise<A> => {
  for (const clip of clips) onClip?.(clip, true);
  try {
    return await work();
  } finally {
    for (const clip of clips) onClip?.(clip, false);
  }
};

/** Limits for all sources of a render together. */
export interface FetchBudget {
  /** The most bytes that one render may download. */
  readonly fetchBytes: number;
  /** The most time for downloading all its sources, in ms. */
  readonly fetchMs: number;
  /** Whether a client waits for the result: an unreachable source then fails at once. */
  readonly isAwaited?: boolean;
}

export interface RenderSettings extends FetchBudget, H264Settings {
  /** The folder in which each render creates a private folder. */
  readonly workRoot: string;
  /** The most time for a render after its sources are downloaded, in ms. */
  readonly renderMs: number;
  /** The approximate length of a piece, in seconds. */
  readonly pieceSeconds: number;
  /** The number of pieces that are encoded concurrently. */
  readonly parallelPieces: number;
  /** Whether frames of a source that are shown unchanged are copied where that is safe. */
  readonly copiesStretches: boolean;
}

/** The settings that measured best. */
export const DEFAULT_SETTINGS: Omit<RenderSettings, 'workRoot'> = {
  fetchBytes: 10 * 1024 ** 3,
  fetchMs: 10 * 60_000,
  renderMs: 6 * 3_600_000,
  pieceSeconds: 5,
  parallelPieces: Math.max(1, Math.min(8, availableParallelism())),
  copiesStretches: true,
  ...H264_QUALITIES.balanced,
};
