import type { Clip } from '../composition/clip.js';
import type { Composition } from '../composition/composition.js';
import type { OwnerId, RenderId, VideoId } from '../ids.js';

// These names and shapes are stored for ever. An incompatible change is a new event type with an upcaster.

export type CaptionLanguageCode = 'en' | 'en-US';

/** The version of a video that a render is made from, exactly as it was when the render was accepted. */
export interface VideoSnapshot {
  readonly videoId: VideoId;
  readonly version: number;
  readonly composition: Composition;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface RenderFacts {
  readonly renderId: RenderId;
  readonly ownerId: OwnerId;
  readonly videoId: VideoId;
  readonly videoVersion: number;
  /** ISO 8601 */
  readonly at: string;
}

export interface RenderRequested {
  readonly type: 'RenderRequested';
  readonly data: RenderFacts & {
    readonly video: VideoSnapshot;
    readonly autoGenerateCaptionWords: boolean;
    readonly captionLanguageCode: CaptionLanguageCode;
  };
}

/** A worker took the render; a higher attempt takes it away from the one before. */
export interface RenderStarted {
  readonly type: 'RenderStarted';
  readonly data: RenderFacts & { readonly attempt: number; readonly workerId: string };
}

/** The clips as rendered: those of the video with the transcribed words filled in. */
export interface CaptionWordsGenerated {
  readonly type: 'CaptionWordsGenerated';
  readonly data: RenderFacts & {
    readonly attempt: number;
    readonly clips: ReadonlyArray<Clip>;
    readonly wordCount: number;
    readonly recogniser: string;
    readonly languageCode: CaptionLanguageCode;
  };
}

/** The finished file: `key` names it in the object storage; sides in px. */
export interface RenderOutput {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly durationMs: number;
}

/** All that went into a render beside the composition, so that it can be checked and made again. */
export interface Provenance {
  readonly renderer: string;
  readonly ffmpeg: string;
  readonly sources: ReadonlyArray<{ readonly url: string; readonly sha256: string; readonly bytes: number }>;
  readonly fonts: ReadonlyArray<{ readonly family: string; readonly sha256: string }>;
  readonly stageSeconds: Readonly<Record<string, number>>;
}

export interface RenderCompleted {
  readonly type: 'RenderCompleted';
  readonly data: RenderFacts & {
    readonly attempt: number;
    readonly output: RenderOutput;
    readonly provenance: Provenance;
  };
}

export type RenderStage =
  'download' | 'probe' | 'decode' | 'transcribe' | 'compose' | 'encode' | 'store' | 'worker';

/**
 * Why a render failed, in words for the client: no path, secret or stack. `clip` is like `clips[3]`;
 * `retryable` says whether the same render could succeed at another time.
 */
export interface RenderFailure {
  readonly stage: RenderStage;
  readonly message: string;
  readonly retryable: boolean;
  readonly clip?: string;
  readonly host?: string;
  readonly httpStatus?: number;
}

export interface RenderFailed {
  readonly type: 'RenderFailed';
  readonly data: RenderFacts & { readonly attempt: number; readonly failure: RenderFailure };
}

export interface RenderCancelled {
  readonly type: 'RenderCancelled';
  readonly data: RenderFacts;
}

export type RenderEvent =
  RenderRequested | RenderStarted | CaptionWordsGenerated | RenderCompleted | RenderFailed | RenderCancelled;
