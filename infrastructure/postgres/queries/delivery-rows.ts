import type {
  AttemptRow,
  DeliveryRow,
  DeliveryStatus,
} from '../../../application/ports/webhook-deliveries.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';

type MessageFields = Pick<
  DeliveryRow,
  | 'endpointId'
  | 'messageId'
  | 'event'
  | 'renderId'
  | 'batchId'
  | 'assetId'
  | 'videoId'
  | 'createdAt'
  | 'finishedAt'
>;

/** A delivery and its message, as stored. */
export interface StoredDelivery extends StoredAs<MessageFields> {
  readonly id: string;
  readonly status: Exclude<DeliveryStatus, 'sending'>;
  readonly claim_id: string | null;
  readonly due_at: Date;
}

const fieldsOf = rowReader<MessageFields>({
  endpointId: true,
  messageId: true,
  event: true,
  renderId: true,
  batchId: true,
  assetId: true,
  videoId: true,
  createdAt: true,
  finishedAt: true,
});

type AttemptFields = Omit<AttemptRow, 'durationMs' | 'answer'>;

export interface StoredAttempt extends StoredAs<AttemptFields> {
  readonly delivery_id: string;
  readonly finished_at: Date | null;
  readonly answer: Buffer | null;
}

const attemptFieldsOf = rowReader<AttemptFields>({
  attempt: true,
  startedAt: true,
  httpStatus: true,
  error: true,
});

const toAttempt = (stored: StoredAttempt): AttemptRow => ({
  ...attemptFieldsOf(stored),
  ...(stored.finished_at ? { durationMs: stored.finished_at.getTime() - stored.started_at.getTime() } : {}),
  ...(stored.answer === null ? {} : { answer: stored.answer.toString('utf8') }),
});

/** A delivery as its owner sees it. Whether it is being sent depends on the time. */
export const toDeliveryRow = (
  stored: StoredDelivery,
  attempts: ReadonlyArray<StoredAttempt>,
  now: Date,
): DeliveryRow => {
  const sending = stored.status === 'waiting' && stored.claim_id !== null && stored.due_at > now;
  return {
    deliveryId: stored.id,
    ...fieldsOf(stored),
    status: sending ? 'sending' : stored.status,
    ...(stored.status === 'waiting' && !sending ? { nextAttemptAt: stored.due_at.toISOString() } : {}),
    attempts: attempts.map(toAttempt),
  };
};
