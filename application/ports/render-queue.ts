import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RenderId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** A render that waits for a worker. Not acknowledged, it comes back once heartbeats cease. */
export interface RenderJob {
  readonly renderId: RenderId;
  /** How often it was handed out, from 1. */
  readonly delivery: number;
  /** Says that the work goes on. */
  readonly heartbeat: () => void;
  /** Takes the job off the queue, once its outcome is stored. After a fault it may come back. */
  readonly acknowledge: TaskEither<Fault, void>;
  /** Gives it back, to be handed out again after `delayMs`. */
  readonly release: (delayMs: number) => void;
}

/** How the queue stands. */
export interface QueueDemand {
  /** How many renders wait on it for a worker. */
  readonly waiting: number;
  /** How many workers ask for a render right now. */
  readonly asking: number;
}

/** The queue between the service and its render workers. */
export interface RenderQueue {
  /** Puts a render on the queue; one that is on it already stays there once. */
  readonly publish: (renderId: RenderId) => TaskEither<Fault, void>;
  readonly demand: TaskEither<Fault, QueueDemand>;
  /** Jobs as they come, one at a time, until the signal aborts. */
  readonly jobs: (signal: AbortSignal) => AsyncIterable<RenderJob>;
}

/** How far a render has come; `fraction` from 0 to 1. */
export interface RenderProgress {
  readonly renderId: RenderId;
  readonly attempt: number;
  readonly fraction: number;
}

/** Where workers tell of their progress: it may get lost, the next one says it again. */
export interface ProgressFeed {
  readonly publish: (progress: RenderProgress) => void;
  readonly subscribe: (onProgress: (progress: RenderProgress) => void) => () => void;
}
