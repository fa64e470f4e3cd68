import type { Option } from 'fp-ts/lib/Option.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type {
  AssetId,
  VideoId,
  OwnerId,
  RenderBatchId,
  RenderId,
  WebhookEndpointId,
} from '../../domain/ids.js';
import type { WebhookMessageName } from '../../domain/webhook-endpoint/events.js';
import type { Fault } from './fault.js';
import type { Page, PageRequest } from './paging.js';

/** A delivery that a process has claimed for one attempt, until its lease expires. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  /** Identifies this claim: only its holder can record the outcome of the attempt. */
  readonly claimId: string;
  /** When it was claimed, by the shared clock of all processes. */
  readonly claimedAt: Date;
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  readonly url: string;
  readonly messageId: string;
  readonly idempotencyKey: string;
  /** The exact bytes that are signed and sent. */
  readonly body: Uint8Array;
  /** The number of the attempt from 1, including redeliveries. */
  readonly attempt: number;
  /** How many attempts have failed since the delivery was created or last redelivered. */
  readonly failures: number;
  /** The secrets that are valid now, newest first, in the form shown to the user. */
  readonly secrets: { readonly xSignature: string; readonly standard: ReadonlyArray<string> };
  /** The span that caused the event (W3C Trace Context); absent if it was not traced. */
  readonly traceparent?: string;
}

/** The response of a receiver, with the first 16 KiB of its body. */
export interface Answered {
  readonly _tag: 'Answered';
  readonly status: number;
  readonly retryAfter?: string;
  readonly body: Uint8Array;
}

/** An attempt that failed without a response, and at which stage. `message` is for the owner and reveals nothing internal. */
export interface NotAnswered {
  readonly _tag: 'NotAnswered';
  readonly stage: 'address' | 'connect' | 'time-out' | 'answer';
  readonly message: string;
}

export type SendResult = Answered | NotAnswered;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The attempt, for traces; absent if the request is not an attempt. */
  readonly attempt?: Pick<
    ClaimedDelivery,
    'deliveryId' | 'endpointId' | 'messageId' | 'attempt' | 'traceparent'
  >;
}

/** Sends one request, within 15 s in total, only to allowed addresses, without following redirects. */
export interface WebhookSender {
  readonly send: (request: WebhookRequest, signal: AbortSignal) => Task<SendResult>;
}

export type AfterAttempt =
  | { readonly _tag: 'Delivered' }
  | { readonly _tag: 'TryAgain'; readonly at: Date }
  | { readonly _tag: 'GivenUp' };

export interface FinishedAttempt {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly result: SendResult;
  readonly after: AfterAttempt;
}

/** Deliveries waiting to be sent, shared by all webhook processes. They are due by the clock of the queue. */
export interface DeliveryQueue {
  /**
   * Claims up to `limit` due deliveries, few of each endpoint. A delivery without a recorded outcome within 25 s is due
   * again.
   */
  readonly claim: (limit: number) => TaskEither<Fault, ReadonlyArray<ClaimedDelivery>>;
  /** Records an attempt; returns the time since which all attempts to the endpoint have failed, if it failed. */
  readonly record: (
    claim: ClaimedDelivery,
    attempt: FinishedAttempt,
  ) => TaskEither<Fault, { readonly failingSince?: Date }>;
  /** Releases a claim without an attempt; the delivery is due immediately. */
  readonly release: (claim: ClaimedDelivery) => TaskEither<Fault, void>;
}

/** `waiting` includes deliveries held back because the endpoint is paused or disabled. */
export type DeliveryStatus = 'waiting' | 'sending' | 'delivered' | 'failed' | 'cancelled';

export interface AttemptRow {
  readonly attempt: number;
  readonly startedAt: string;
  /** Absent during the attempt, and permanently if its process crashed or was stopped. */
  readonly durationMs?: number;
  readonly httpStatus?: number;
  readonly error?: string;
  /** The first 16 KiB of the response, as UTF-8. */
  readonly answer?: string;
}

export interface DeliveryRow {
  readonly deliveryId: string;
  readonly endpointId: WebhookEndpointId;
  readonly messageId: string;
  readonly event: WebhookMessageName;
  /** The subject of the event: one of these ids. */
  readonly renderId?: RenderId;
  readonly batchId?: RenderBatchId;
  readonly assetId?: AssetId;
  readonly videoId?: VideoId;
  readonly status: DeliveryStatus;
  /** Absent while the endpoint is paused or disabled. */
  readonly nextAttemptAt?: string;
  readonly createdAt: string;
  readonly finishedAt?: string;
  /** Oldest first. */
  readonly attempts: ReadonlyArray<AttemptRow>;
}

/** An event of an owner's feed, numbered from 1 without gaps. */
export interface FeedRow {
  readonly number: number;
  readonly messageId: string;
  readonly createdAt: string;
  /** The JSON text that webhooks deliver. */
  readonly body: string;
}

/** A test message for a single endpoint. */
export interface TestMessage {
  readonly messageId: string;
  readonly deliveryId: string;
  readonly ownerId: OwnerId;
  readonly endpointId: WebhookEndpointId;
  readonly renderId: RenderId;
  readonly body: string;
  readonly at: Date;
}

/** The deliveries of owners. */
export interface WebhookDeliveries {
  readonly list: (
    endpointId: WebhookEndpointId,
    status: DeliveryStatus | undefined,
    page: PageRequest,
  ) => TaskEither<Fault, Page<DeliveryRow>>;
  readonly byId: (
    endpointId: WebhookEndpointId,
    deliveryId: string,
  ) => TaskEither<Fault, Option<DeliveryRow>>;
  /** Queues a delivery again with a new schedule; returns the number: 1, or 0 if it is being sent now. */
  readonly redeliver: (endpointId: WebhookEndpointId, deliveryId: string) => TaskEither<Fault, number>;
  /** The same for all failed deliveries created since a time; returns their number. */
  readonly redeliverFailed: (endpointId: WebhookEndpointId, since: Date) => TaskEither<Fault, number>;
  /** Queues a test message; does nothing if the endpoint is deleted. */
  readonly enqueueTest: (message: TestMessage) => TaskEither<Fault, void>;
  /** The owner's events after a number, oldest first. */
  readonly feed: (
    ownerId: OwnerId,
    after: number,
    limit: number,
  ) => TaskEither<Fault, ReadonlyArray<FeedRow>>;
}
