import type { Clip } from '../composition/clips/clip.js';
import type { Output } from '../composition/format/output.js';
import type { OwnerId, RenderId } from '../ids.js';
import type {
  CaptionLanguageCode,
  PlaceInBatch,
  RenderPriority,
  RenderQuality,
  DigitalSourceType,
  VideoSnapshot,
} from './events.js';
import type { Provenance, RenderOutput } from './render-output.js';
import type { RenderFailure } from './render-failure.js';
import type { Fingerprint } from './fingerprint.js';
import type { ReplayVerdict } from './replay-verdict.js';

interface OnRender {
  readonly renderId: RenderId;
  /** ISO 8601 */
  readonly at: string;
}

export interface RequestRender extends OnRender {
  readonly type: 'RequestRender';
  readonly ownerId: OwnerId;
  readonly video: VideoSnapshot;
  readonly autoGenerateCaptionWords: boolean;
  readonly captionLanguageCode: CaptionLanguageCode;
  /** Default: `normal`. */
  readonly priority?: RenderPriority | undefined;
  /** Default: the setting of the worker. */
  readonly quality?: RenderQuality | undefined;
  readonly digitalSourceType?: DigitalSourceType | undefined;
  readonly output?: ReadonlyArray<Output>;
  /** The values that a template was filled with; `video` is the filled one. */
  readonly merge?: Readonly<Record<string, unknown>>;
  readonly batch?: PlaceInBatch;
  /** Why the render can't be made. It is then recorded as failed immediately. */
  readonly failure?: RenderFailure;
}

/** The last report of a worker on an attempt. */
export interface LastReport {
  /** The replay it is about; 0: the render itself. */
  readonly replay: number;
  readonly attempt: number;
  /** The clips that were being rendered, like `clips[3]`. */
  readonly clips: ReadonlyArray<string>;
  /** Whether the worker returned the render in an orderly way, for example because it was stopped. */
  readonly handedBack: boolean;
}

/** A worker takes the render, possibly from a worker that was lost; or its replay, if the render is completed. */
export interface StartRender extends OnRender {
  readonly type: 'StartRender';
  readonly workerId: string;
  /** The last report of the worker of the previous attempt, if it is known. */
  readonly previous?: LastReport | undefined;
}

export interface RecordCaptionWords extends OnRender {
  readonly type: 'RecordCaptionWords';
  readonly attempt: number;
  readonly clips: ReadonlyArray<Clip>;
  readonly wordCount: number;
  /** What recognised the words. Absent: they come from subtitle files. */
  readonly recogniser?: string;
}

export interface CompleteRender extends OnRender {
  readonly type: 'CompleteRender';
  readonly attempt: number;
  readonly output: RenderOutput;
  readonly provenance: Provenance;
  readonly fingerprint?: Fingerprint;
}

export interface FailRender extends OnRender {
  readonly type: 'FailRender';
  readonly attempt: number;
  readonly failure: RenderFailure;
}

export interface CancelRender extends OnRender {
  readonly type: 'CancelRender';
  readonly ownerId: OwnerId;
}

/** The owner requests that a completed render is rendered again and compared. */
export interface RequestReplay extends OnRender {
  readonly type: 'RequestReplay';
  readonly ownerId: OwnerId;
}

interface OnReplay extends OnRender {
  /** The number of the replay, from 1. */
  readonly replay: number;
  readonly attempt: number;
}

export interface CompleteReplay extends OnReplay {
  readonly type: 'CompleteReplay';
  readonly verdict: ReplayVerdict;
}

export interface FailReplay extends OnReplay {
  readonly type: 'FailReplay';
  readonly failure: RenderFailure;
}

export type RenderCommand =
  | RequestRender
  | StartRender
  | RecordCaptionWords
  | CompleteRender
  | FailRender
  | CancelRender
  | RequestReplay
  | CompleteReplay
  | FailReplay;
