import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { CaptionedClips } from '../../../application/ports/render-outcomes.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Output } from '../../../domain/composition/format/output.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { CaptionLanguageCode, DigitalSourceType, RenderQuality } from '../../../domain/render/events.js';
import type { OutputFile, Provenance, RenderOutput } from '../../../domain/render/render-output.js';
import type { Fingerprint } from '../../../domain/render/fingerprint.js';
import type { ProgressStage } from '../../../domain/render/progress.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { Render } from '../../../domain/render/state.js';
import type { OwnerId, RenderId, VideoId } from '../../../domain/ids.js';
import type { ReplayVerdict } from '../../../domain/render/replay-verdict.js';

/** What to render. `captions` asks for words to be transcribed into the empty caption clips. */
export interface RenderTask {
  readonly renderId: RenderId;
  /** What is kept for one owner is not used for another. */
  readonly ownerId: OwnerId;
  readonly composition: Composition;
  /** The version that is rendered; absent if it is not stored. */
  readonly video?: { readonly videoId: VideoId; readonly version: number };
  readonly captions?: { readonly languageCode: CaptionLanguageCode };
  /** The outputs to write; default: those of the composition, otherwise an MP4. */
  readonly outputs?: ReadonlyArray<Output>;
  /** How much work goes into encoding; default: the settings of the renderer. */
  readonly quality?: RenderQuality;
  /** What kind of media the output is; default: what its sources show. */
  readonly digitalSourceType?: DigitalSourceType;
  /** What the keys of all files begin with (`outputKeyPrefix`). */
  readonly stem: string;
}

/** What is to be rendered for a request. */
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
  /** `fraction`: from 0 to 1, never decreasing. `encoded`: the share of the frames that is encoded. */
  readonly onProgress: (
    fraction: number,
    at: { readonly stage: ProgressStage; readonly encoded: number },
  ) => void;
  /** Called when work on a clip begins or ends. */
  readonly onClip?: (clip: ClipPath, isBegun: boolean) => void;
  /** Called when the number of frames is known. */
  readonly onPlanned?: (plan: { readonly frames: number }) => void;
  /**
   * Called before the picture is drawn, when words of subtitle files and when transcribed words are filled in; the
   * render continues when it resolves.
   */
  readonly onCaptioned: (transcribed: CaptionedClips) => Promise<void>;
  /** Runs the processor-heavy part of the work as soon as it gets a slot; before, the render only fetches. */
  readonly inSlot: <A>(work: () => Promise<A>) => Promise<A>;
  /** Aborts the render: its processes are killed and its files removed. */
  readonly signal: AbortSignal;
}

/**
 * Finished files. `keep` lets later renders use them, once this one is recorded as completed; `dispose` removes them and
 * all else the render made.
 */
export interface RenderedFile {
  /** The first output. */
  readonly path: string;
  readonly output: Omit<RenderOutput, 'files'>;
  /** What was written besides. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly file: OutputFile }>;
  readonly provenance: Provenance;
  /** Of the first output, if it is a video. */
  readonly fingerprint?: Fingerprint;
  readonly keep: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Turns a composition into the files that are asked for. */
export interface Renderer {
  readonly render: (task: RenderTask, hooks: RenderHooks) => TaskEither<FailureCause, RenderedFile>;
}

/** Renders completed renders again, and compares what comes out with what was recorded. */
export interface Replayer {
  /** The reason why there is no verdict. */
  readonly replay: (
    render: Render,
    hooks: Pick<RenderHooks, 'inSlot' | 'signal'>,
  ) => TaskEither<FailureCause, ReplayVerdict>;
}
