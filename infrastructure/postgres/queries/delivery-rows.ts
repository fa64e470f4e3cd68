import type {
  AttemptRow,
  DeliveryRow,
  DeliveryStatus,
} from '../../../application/ports/webhook-deliveries.js';
import type { WebhookEndpointStatus } from '../../../domain/webhook-endpoint/state.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';

type StoredFields = Pick<
  DeliveryRow,
  | 'deliveryId'
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

export interface StoredDelivery extends StoredAs<StoredFields> {
  readonly status: Exclude<DeliveryStatus, 'sending'>;
  readonly claim_id: string | null;
  readonly due_at: Date;
  readonly endpoint_status: WebhookEndpointStatus;
}

type AttemptFields = Omit<AttemptRow, 'durationMs' | 'answer'>;

export interface StoredAttempt extends StoredAs<AttemptFields> {
  readonly delivery_id: string;
  readonly finished_at: Date | null;
  readonly answer: Buffer | null;
}

const toAttempt = (attempt: StoredAttempt): AttemptRow => {
  const { delivery_id: _, finished_at: finished, answer, ...stored } = attempt;
  return {
    ...rowOf<AttemptFields>(stored),
    ...(finished ? { durationMs: finished.getTime() - stored.started_at.getTime() } : {}),
    ...(answer === null ? {} : { answer: answer.toString('utf8') }),
  };
};

/** A delivery as its owner sees it. Whether it is being sent depends on the time. */
export const toDeliveryRow = (
  { status, claim_id, due_at, endpoint_status, ...stored }: StoredDelivery,
  attempts: ReadonlyArray<StoredAttempt>,
  now: Date,
): DeliveryRow => {
  const sending = status === 'waiting' && claim_id !== null && due_at > now;
  return {
    ...rowOf<StoredFields>(stored),
    status: sending ? 'sending' : status,
    ...(status === 'waiting' && !sending && endpoint_status === 'active'
      ? { nextAttemptAt: due_at.toISOString() }
      : {}),
    attempts: attempts.map(toAttempt),
  };
};
