import * as t from 'io-ts';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { OwnerId, RenderBatchId, RenderId, VideoId } from '../ids.js';
import {
  CaptionLanguageCode,
  DigitalSourceType,
  RenderPriority,
  RenderQuality,
  RequestedOutputs,
} from '../render/events.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

/** A row: the id of its render, and the values that fill the template. */
export const BatchRow = stored({ renderId: RenderId, merge: t.UnknownRecord });
export type BatchRow = t.TypeOf<typeof BatchRow>;

export const BatchOptions = stored(
  {
    autoGenerateCaptionWords: t.boolean,
    captionLanguageCode: CaptionLanguageCode,
    priority: RenderPriority,
  },
  {
    /** Absent if the request did not name outputs. */
    output: RequestedOutputs,
    /** Absent if the request did not name one. */
    quality: RenderQuality,
    /** Absent if the request did not state it. */
    digitalSourceType: DigitalSourceType,
  },
);
export type BatchOptions = t.TypeOf<typeof BatchOptions>;

const facts = {
  batchId: RenderBatchId,
  ownerId: OwnerId,
  videoId: VideoId,
  videoVersion: count,
  at: recordedAt,
};

/** A template is to be rendered once for each row. The renders are requested afterwards, a few at a time. */
export const RenderBatchRequested = event(
  'RenderBatchRequested',
  stored({ ...facts, options: BatchOptions, rows: t.readonlyArray(BatchRow) }),
);

export type RenderBatchRequested = t.TypeOf<typeof RenderBatchRequested>;

/** How the renders of a batch ended. */
export const BatchOutcome = stored({ completed: count, failed: count, cancelled: count });
export type BatchOutcome = t.TypeOf<typeof BatchOutcome>;

export const RenderBatchCompleted = event(
  'RenderBatchCompleted',
  stored({ ...facts, outcome: BatchOutcome }),
);
export type RenderBatchCompleted = t.TypeOf<typeof RenderBatchCompleted>;

/** No further render is requested, and the unfinished ones are cancelled. */
export const RenderBatchCancelled = event('RenderBatchCancelled', stored(facts));
export type RenderBatchCancelled = t.TypeOf<typeof RenderBatchCancelled>;

export const RENDER_BATCH_EVENTS = {
  RenderBatchRequested,
  RenderBatchCompleted,
  RenderBatchCancelled,
} as const;
export type RenderBatchEvent = t.TypeOf<(typeof RENDER_BATCH_EVENTS)[keyof typeof RENDER_BATCH_EVENTS]>;
