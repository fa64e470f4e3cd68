import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Actor } from '../../domain/events.js';
import type { OwnerId, RenderBatchId, RenderId, VideoId } from '../../domain/ids.js';
import type {
  BatchOptions,
  BatchOutcome,
  BatchRow,
  RenderBatchRequested,
} from '../../domain/render-batch/events.js';
import type { RenderBatchStatus } from '../../domain/render-batch/state.js';
import type { Fault } from './fault.js';
import type { RenderRow } from './queries.js';
import type { CreatedWithin, Page, PageRequest } from './paging.js';

// Batches according to the read models. Times are ISO 8601 in UTC with milliseconds.

export interface RenderBatchRow extends Pick<
  RenderBatchRequested['data'],
  'batchId' | 'ownerId' | 'videoId' | 'videoVersion'
> {
  readonly status: RenderBatchStatus;
  readonly rows: number;
  /** The number of rows whose renders have been requested: the first ones. */
  readonly requested: number;
  /** The number of renders by status. */
  readonly outcomes: BatchOutcome & { readonly pending: number; readonly processing: number };
  /** The frames of all completed renders, and how many of them were taken from earlier renders. */
  readonly frames: number;
  readonly reusedFrames: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly finishedAt?: string;
}

/** The result of a row, counted from 0. */
export interface BatchResultRow {
  readonly row: number;
  readonly merge: BatchRow['merge'];
  /** Absent until it is requested. */
  readonly render?: Pick<RenderRow, 'renderId' | 'status' | 'output' | 'failure'>;
  /** Whether no render will be requested any more. */
  readonly isFinished: boolean;
}

export interface RenderBatchFilter extends CreatedWithin {
  readonly videoId?: VideoId;
  readonly status?: RenderBatchStatus;
}

export interface RenderBatchQueries {
  readonly byId: (id: RenderBatchId) => TaskEither<Fault, Option<RenderBatchRow>>;
  /** One page of an owner's batches, newest first. */
  readonly list: (
    owner: OwnerId,
    filter: RenderBatchFilter,
    page: PageRequest,
  ) => TaskEither<Fault, Page<RenderBatchRow>>;
  /** Up to `count` rows from the row `from`, in their order. */
  readonly results: (
    id: RenderBatchId,
    from: number,
    count: number,
  ) => TaskEither<Fault, ReadonlyArray<BatchResultRow>>;
  /** The number of an owner's batches that are `processing`, counted up to `atMost`. */
  readonly open: (owner: OwnerId, atMost: number) => TaskEither<Fault, number>;
}

/** A batch that has a next step. */
export interface BatchInWork extends Pick<
  RenderBatchRow,
  'batchId' | 'ownerId' | 'status' | 'videoId' | 'videoVersion' | 'rows' | 'requested' | 'outcomes'
> {
  readonly options: BatchOptions;
  /** Who requested it. */
  readonly actor: Actor;
  readonly requestId: string;
  /** The span of that request (W3C Trace Context); absent if it was not traced. */
  readonly traceparent?: string;
}

export interface RenderBatchWork {
  /** The batches in `processing`, oldest first, and the cancelled ones with unfinished renders. */
  readonly batches: () => Promise<ReadonlyArray<BatchInWork>>;
  /** Up to `count` rows from the row `from`, in their order. */
  readonly rows: (id: RenderBatchId, from: number, count: number) => Promise<ReadonlyArray<BatchRow>>;
  /** Up to `limit` unfinished renders of a batch. */
  readonly unfinished: (id: RenderBatchId, limit: number) => Promise<ReadonlyArray<RenderId>>;
}
