import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RenderId } from '../../domain/ids.js';
import type { ProgressStage } from '../../domain/render/progress.js';
import type { Fault } from './fault.js';

/** A render that was pulled from the queue. If it is not acknowledged, it is redelivered after the heartbeats stop. */
export interface RenderJob {
  readonly renderId: RenderId;
  /** The number of deliveries, from 1. */
  readonly deliveries: number;
  /** Extends the job's lease while the work continues. */
  readonly heartbeat: () => void;
  /** Removes the job from the queue, once its outcome is stored. After a fault it may be redelivered. */
  readonly acknowledge: TaskEither<Fault, void>;
  /** Returns the job to the queue, to be redelivered after `delayMs`. */
  readonly release: (delayMs: number) => void;
  /** Runs the work on the job as part of the trace of its request. */
  readonly inTrace: <A>(work: () => Promise<A>) => Promise<A>;
}

export interface RenderTrace {
  /** The span that requested the render (W3C Trace Context). */
  readonly traceparent: string;
  /** When it was requested; absent if the render is queued again. */
  readonly requestedAt?: Date;
}

export interface QueueState {
  /** The number of renders waiting for a worker. */
  readonly waiting: number;
  /** The number of workers currently asking for a render. */
  readonly asking: number;
}

/** The queue between the service and its render workers. */
export interface RenderQueue {
  /** Puts a render on the queue. A render that is already queued is not queued twice. */
  readonly publish: (renderId: RenderId, trace?: RenderTrace) => TaskEither<Fault, void>;
  readonly state: TaskEither<Fault, QueueState>;
  /** Jobs as they arrive, one at a time, until the signal aborts. */
  readonly jobs: (signal: AbortSignal) => AsyncIterable<RenderJob>;
}

/** The progress of a render. Fields that are not known are absent. */
export interface RenderProgress {
  readonly renderId: RenderId;
  readonly attempt: number;
  /** From 0 to 1. */
  readonly fraction: number;
  readonly stage?: ProgressStage;
  /** The frames encoded so far, of `totalFrames`. */
  readonly frames?: number;
  readonly totalFrames?: number;
  /** Frames encoded per second, over the last seconds. */
  readonly fps?: number;
  /** The clips that are being rendered, like `clips[3]`; at most 8. */
  readonly clips?: ReadonlyArray<string>;
}

/** The feed to which workers publish their progress. A lost message is replaced by the next one. */
export interface ProgressFeed {
  readonly publish: (progress: RenderProgress) => void;
  /** Listens to one render, or to all. @returns ends the subscription */
  readonly subscribe: (onProgress: (progress: RenderProgress) => void, renderId?: RenderId) => () => void;
}
