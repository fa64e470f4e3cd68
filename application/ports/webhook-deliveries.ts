import type { Option } from 'fp-ts/lib/Option.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, RenderId, WebhookEndpointId } from '../../domain/ids.js';
import type { WebhookMessageName } from '../../domain/webhook-endpoint/events.js';
import type { Fault } from './fault.js';
import type { Page, PageRequest } from './queries.js';

/** A delivery that a process has taken for one attempt, for as long as its lease runs. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  /** Names this claim: only its holder can record the attempt's outcome. */
  readonly claimId: string;
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  readonly url: string;
  readonly messageId: string;
  readonly idempotencyKey: string;
  /** Exactly what is signed and sent. */
  readonly body: Uint8Array;
  /** Counts the delivery's attempts from 1, over redeliveries too. */
  readonly attempt: number;
  /** How many attempts failed since the delivery was made or last redelivered. */
  readonly failures: number;
  /** Valid now, the newest first; each as shown to the user. */
  readonly secrets: { readonly xSignature: string; readonly standard: ReadonlyArray<string> };
}

/** What a receiver answered: the first 16 KiB of its body. */
export interface Answered {
  readonly _tag: 'Answered';
  readonly status: number;
  readonly retryAfter?: string;
  readonly body: Uint8Array;
}

/** Where an attempt without an answer ended; `message` is for the owner and holds nothing of ours. */
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
}

/** Sends one request: never longer than 15 s in all, never to an address that is not open to it, no redirects. */
export interface WebhookSender {
  readonly send: (request: WebhookRequest, signal: AbortSignal) => Task<SendResult>;
}

/** What comes after an attempt. */
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

/** Deliveries that wait to be sent, shared by all deliver processes. */
export interface DeliveryQueue {
  /** Takes up to `limit` due deliveries, few of each endpoint; whatever is not recorded within 25 s is due again. */
  readonly claim: (limit: number) => TaskEither<Fault, ReadonlyArray<ClaimedDelivery>>;
  /** Records an attempt; answers since when the endpoint has known nothing but failures, if so. */
  readonly record: (
    claim: ClaimedDelivery,
    attempt: FinishedAttempt,
  ) => TaskEither<Fault, { readonly failingSince?: Date }>;
  /** Gives a claim back untried, due at once. */
  readonly release: (claim: ClaimedDelivery) => TaskEither<Fault, void>;
}

/** `waiting` includes those held back because the endpoint is paused or disabled. */
export type DeliveryStatus = 'waiting' | 'sending' | 'delivered' | 'failed' | 'cancelled';

export interface AttemptRow {
  readonly attempt: number;
  readonly startedAt: string;
  /** Absent while it runs, and for good when the process that made it was lost. */
  readonly durationMs?: number;
  readonly httpStatus?: number;
  readonly error?: string;
  /** The first 16 KiB of the answer, as UTF-8. */
  readonly answer?: string;
}

export interface DeliveryRow {
  readonly deliveryId: string;
  readonly endpointId: WebhookEndpointId;
  readonly messageId: string;
  readonly event: WebhookMessageName;
  readonly renderId: RenderId;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt?: string;
  readonly createdAt: string;
  readonly finishedAt?: string;
  /** Oldest first. */
  readonly attempts: ReadonlyArray<AttemptRow>;
}

/** An event of an owner's feed: numbered from 1 without gaps. */
export interface FeedRow {
  readonly number: number;
  readonly messageId: string;
  readonly createdAt: string;
  /** The JSON text that webhooks deliver. */
  readonly body: string;
}

/** A message for one endpoint alone, made by hand. */
export interface TestMessage {
  readonly messageId: string;
  readonly deliveryId: string;
  readonly ownerId: OwnerId;
  readonly endpointId: WebhookEndpointId;
  readonly renderId: RenderId;
  readonly body: string;
  readonly at: Date;
}

/** What owners can see of deliveries and do with them. */
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
  /** Puts a delivery back in the queue with a new schedule; answers how many: 1, or 0 if it is being sent now. */
  readonly redeliver: (
    endpointId: WebhookEndpointId,
    deliveryId: string,
    at: Date,
  ) => TaskEither<Fault, number>;
  /** The same for all failed deliveries made since a time; answers how many. */
  readonly redeliverFailed: (
    endpointId: WebhookEndpointId,
    since: Date,
    at: Date,
  ) => TaskEither<Fault, number>;
  /** Puts a test message on its way; to an endpoint that is deleted, nothing. */
  readonly enqueueTest: (message: TestMessage) => TaskEither<Fault, void>;
  /** The owner's events after a number, oldest first. */
  readonly feed: (
    ownerId: OwnerId,
    after: number,
    limit: number,
  ) => TaskEither<Fault, ReadonlyArray<FeedRow>>;
}
