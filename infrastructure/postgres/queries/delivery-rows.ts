import type {
  AttemptRow,
  DeliveryRow,
  DeliveryStatus,
} from '../../../application/ports/webhook-deliveries.js';
import type { RenderId, WebhookEndpointId } from '../../../domain/ids.js';

/** A delivery and its message, as stored. */
export interface StoredDelivery {
  readonly id: string;
  readonly endpoint_id: WebhookEndpointId;
  readonly message_id: string;
  readonly event: DeliveryRow['event'];
  readonly render_id: RenderId;
  readonly status: Exclude<DeliveryStatus, 'sending'>;
  readonly claim_id: string | null;
  readonly due_at: Date;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export interface StoredAttempt {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly answer: Buffer | null;
}

const toAttempt = (stored: StoredAttempt): AttemptRow => ({
  attempt: stored.attempt,
  startedAt: stored.started_at.toISOString(),
  ...(stored.finished_at ? { durationMs: stored.finished_at.getTime() - stored.started_at.getTime() } : {}),
  ...(stored.http_status === null ? {} : { httpStatus: stored.http_status }),
  ...(stored.error === null ? {} : { error: stored.error }),
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
    endpointId: stored.endpoint_id,
    messageId: stored.message_id,
    event: stored.event,
    renderId: stored.render_id,
    status: sending ? 'sending' : stored.status,
    ...(stored.status === 'waiting' && !sending ? { nextAttemptAt: stored.due_at.toISOString() } : {}),
    createdAt: stored.created_at.toISOString(),
    ...(stored.finished_at ? { finishedAt: stored.finished_at.toISOString() } : {}),
    attempts: attempts.map(toAttempt),
  };
};
