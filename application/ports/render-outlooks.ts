import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, RenderId } from '../../domain/ids.js';
import type { RenderStatus } from '../../domain/render/state.js';
import type { Fault } from './fault.js';
import type { RenderProgress } from './render-queue.js';

/**
 * The data from which the start and the end of an unfinished render are estimated. Work is in megapixel-frames
 * (`estimatedWork`), speed in megapixel-frames per second.
 */
export interface RenderOutlook {
  /** Its position in the queue, from 1. Absent once a worker has started it. */
  readonly position?: number;
  readonly work: number;
  /** From 0 to 1. */
  readonly fraction: number;
  /** ISO 8601. Absent until it is started. */
  readonly startedAt?: string;
  /** The work before it: the rest of the renders that workers have, and all of those ahead of it in the queue. */
  readonly workBefore: number;
  /** The part of `workBefore` that belongs to renders of the same owner. */
  readonly ownWorkBefore: number;
  /** The number of other renders that workers have. */
  readonly underWay: number;
  /** The speeds of the latest completed renders of the owner, or of all owners if this one has few. */
  readonly speeds: ReadonlyArray<number>;
}

/** Statistics of the latest completed renders of an owner, or of all owners if this one has few, for estimates. */
export interface RenderHistory {
  /** Megapixel-frames per second. */
  readonly speeds: ReadonlyArray<number>;
  /** Bytes of the first output for each megapixel-frame. */
  readonly densities: ReadonlyArray<number>;
}

/** The state of a render without its content. */
export interface RenderGlance extends RenderProgress {
  readonly status: RenderStatus;
}

export interface RenderOutlooks {
  /** None if the render does not exist or is finished. */
  readonly outlook: (id: RenderId) => TaskEither<Fault, Option<RenderOutlook>>;
  readonly history: (owner: OwnerId) => TaskEither<Fault, RenderHistory>;
  /** The state of a render after a short delay, in which calls are collected and read together. */
  readonly glanceSoon: (id: RenderId) => TaskEither<Fault, Option<RenderGlance>>;
}
