import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { CaptionedClips } from '../../../application/ports/render-outcomes.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Output } from '../../../domain/composition/fields/output.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { CaptionLanguageCode, DigitalSourceType, RenderQuality } from '../../../domain/render/events.js';
import type { OutputFile, Provenance, RenderOutput } from '../../../domain/render/render-output.js';
import type { Fingerprint } from '../../../domain/render/fingerprint.js';
import type { ProgressStage } from '../../../domain/render/progress.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { Render } from '../../../domain/render/state.js';
import type { OwnerId, RenderId, VideoId } from '../../../domain/ids.js';
import type { ReplayVerdict } from '../../../domain/render/replay-verdict.js';

/** A composition to render. With `captions`, speech is transcribed into the empty caption clips. */
export interface RenderTask {
  readonly renderId: RenderId;
  /** Cached files of one owner are not used for another, unless the cache is shared. */
  readonly ownerId: OwnerId;
  readonly composition: Composition;
  /** The version that is rendered; absent if it is not stored. */
  readonly video?: { readonly videoId: VideoId; readonly version: number };
  readonly captions?: { readonly languageCode: CaptionLanguageCode };
  /** The outputs to write; default: those of the composition, or else an MP4. */
  readonly outputs?: ReadonlyArray<Output>;
  /** The effort of encoding; default: the settings of the renderer. */
  readonly quality?: RenderQuality;
  /** The kind of media that the output is, for content credentials; default: `composite`. */
  readonly digitalSourceType?: DigitalSourceType;
  /** The beginning of the keys of all files (`outputKeyPrefix`). */
  readonly stem: string;
}

export const renderTask = (
  { renderId, ownerId, video, quality, digitalSourceType, output: outputs }: Render,
  stem: string,
): RenderTask => ({
  renderId,
  ownerId,
  composition: video.composition,
  video: { videoId: video.videoId, version: video.version },
  stem,
  ...(quality ? { quality } : {}),
  ...(digitalSourceType ? { digitalSourceType } : {}),
  ...(outputs ? { outputs } : {}),
});

export interface RenderHooks {
  /** `fraction`: from 0 to 1, never decreasing. `encoded`: the fraction of the frames that is encoded. */
  readonly onProgress: (
    fraction: number,
    at: { readonly stage: ProgressStage; readonly encoded: number },
  ) => void;
  /** Called when work on a clip begins or ends. */
  readonly onClip?: (clip: ClipPath, isBegun: boolean) => void;
  /** Called when the number of frames is known. */
  readonly onPlanned?: (plan: { readonly frames: number }) => void;
  /**
   * Called before the picture is drawn, with the words of subtitle files and then with transcribed words. The render
   * continues when it resolves.
   */
  readonly onCaptioned: (transcribed: CaptionedClips) => Promise<void>;
  /** Runs the processor-heavy part of the work as soon as the render gets a slot; before that, it only downloads. */
  readonly inSlot: <A>(work: () => Promise<A>) => Promise<A>;
  /** Aborts the render: its processes are killed and its files removed. */
  readonly signal: AbortSignal;
}

/**
 * Finished files. `cache` caches them for later renders, after this one is recorded as completed. `dispose` removes them
 * and everything else that the render made.
 */
export interface RenderedFile {
  /** The first output. */
  readonly path: string;
  readonly output: Omit<RenderOutput, 'files'>;
  readonly files: ReadonlyArray<{ readonly path: string; readonly file: OutputFile }>;
  readonly provenance: Provenance;
  /** The fingerprint of the first output, if it is a video. */
  readonly fingerprint?: Fingerprint;
  readonly cache: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Turns a composition into the requested files. */
export interface Renderer {
  readonly render: (task: RenderTask, hooks: RenderHooks) => TaskEither<FailureCause, RenderedFile>;
}

/** Renders completed renders again, and compares the results with the recorded ones. */
export interface Replayer {
  /** The failure is the reason why there is no verdict. */
  readonly replay: (
    render: Render,
    hooks: Pick<RenderHooks, 'inSlot' | 'signal'>,
  ) => TaskEither<FailureCause, ReplayVerdict>;
}
