import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { Reuse, Reusing } from './pieces/reuse.js';
import type { RenderSettings } from './render-settings.js';
import type { InStage, Stopwatch } from './tasks/stopwatch.js';
import type { WorkFolder } from './tasks/work-folder.js';
import type { RenderHooks, RenderTask } from '../ports/renderer.js';
import type { ProgressStep } from '../plan/progress.js';

/** The adapters that rendering uses. */
export interface RenderDependencies {
  readonly assets: AssetSource;
  readonly probe: MediaProbe;
  readonly rasterizer: Rasterizer;
  readonly encoder: MediaEncoder;
  readonly engine: MediaEngine;
  /** Absent: outputs get no content credentials. */
  readonly credentials?: ContentCredentials;
  /** Undefined: words can't be transcribed here. */
  readonly transcriber: Transcriber | undefined;
  /** Absent: nothing is reused. */
  readonly reusing?: Reusing;
  /** Where pictures that previews painted are kept. Absent: none are. */
  readonly keptPictures?: Pick<Reusing, 'cache' | 'identity'>;
  /** Where small versions of videos are stored. Absent: none are made. */
  readonly proxies?: Pick<ObjectStorage, 'put'>;
  /** Absent: x264 encodes H.264. */
  readonly hardware?: HardwareEncoding;
  /** Left out: sources are not kept. */
  readonly pins?: SourcePins;
  /** Runs the work of each stage, for traces; left out: it is only run. */
  readonly inStage?: InStage;
}

/** What every stage of one render works with. */
export interface RenderContext extends RenderDependencies {
  readonly folder: string;
  /** Whose assets may be read; absent: nobody's. */
  readonly owner?: string | undefined;
  readonly signal: AbortSignal;
  /** A series of previews whose processes work one after the other; absent: they work for this render only. */
  readonly series?: string;
  readonly progress: (step: ProgressStep, fraction: number) => void;
  /** Called when work on a clip begins or ends. */
  readonly onClip?: NonNullable<RenderHooks['onClip']>;
  /** Absent: nothing is reused. */
  readonly reuse?: Reuse;
  /** The client's fonts that the rasterizer has; default: none. */
  readonly ownFonts?: ReadonlyArray<LocalFont>;
}

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

/** The same context with a folder of its own within that of the render. */
export const inFolder = async (context: RenderContext, name: string): Promise<RenderContext> => {
  const folder = join(context.folder, name);
  await mkdir(folder, { mode: 0o700 });
  return { ...context, folder };
};
