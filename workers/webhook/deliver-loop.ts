import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  AfterAttempt,
  ClaimedDelivery,
  DeliveryQueue,
  SendResult,
  WebhookSender,
} from '../../application/ports/webhook-deliveries.js';
import { disablingReason } from '../../domain/webhook-endpoint/endpoint-health.js';
import type { DisablingReason } from '../../domain/webhook-endpoint/events.js';
import { afterAttempt } from './retry-schedule.js';
import { deliveryHeaders } from './signature.js';

/** The most deliveries that one process sends concurrently. */
export const MAX_IN_FLIGHT = 128;

/** The interval of polling for due deliveries if nothing else wakes the loop, in ms. */
const POLL_MS = 500;

/** How long deliveries in progress may continue after the loop is asked to stop, in ms. */
const STOP_GRACE_MS = 3000;

/** Events of the loop for the log. */
export type DeliverLoopNote =
  | {
      readonly type: 'attempted';
      readonly claim: ClaimedDelivery;
      readonly result: SendResult;
      readonly after: AfterAttempt;
      readonly durationMs: number;
    }
  | { readonly type: 'disabled'; readonly claim: ClaimedDelivery; readonly reason: DisablingReason }
  | {
      readonly type: 'fault';
      readonly doing: 'claim' | 'record' | 'release' | 'disable';
      readonly fault: unknown;
    };

export interface DeliverLoopDependencies {
  readonly queue: DeliveryQueue;
  readonly sender: WebhookSender;
  /** Disables an endpoint. */
  readonly disable: (
    claim: ClaimedDelivery,
    reason: DisablingReason,
    failingSince: Date,
  ) => TE.TaskEither<unknown, unknown>;
  /** A monotonic clock in ms: only differences are meaningful. */
  readonly monotonicMs: () => number;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly note: (note: DeliverLoopNote) => void;
}

export interface DeliverLoop {
  /** Delivers until the signal aborts; resolves when no delivery is in progress. Rejects as soon as one throws. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Notifies the loop that deliveries may have become due. */
  readonly wake: () => void;
}

/** A wake-up signal. A notification before the wait also ends it. */
const wakeSignal = () => {
  let notified = new AbortController();
  return {
    notify: (): void => notified.abort(),
    /** Resolves when notified, or after `ms`. */
    wait: async (ms: number): Promise<void> => {
      await delay(ms, undefined, { signal: notified.signal }).catch(() => undefined);
      notified = new AbortController();
    },
  };
};

const notingFaults =
  (note: DeliverLoopDependencies['note']) =>
  async <A>(
    doing: Extract<DeliverLoopNote, { type: 'fault' }>['doing'],
    task: TE.TaskEither<unknown, A>,
  ): Promise<E.Either<unknown, A>> => {
    const done = await task();
    if (E.isLeft(done)) note({ type: 'fault', doing, fault: done.left });
    return done;
  };

/** Makes one attempt; returns whether it succeeded. */
const deliver = async (
  { queue, sender, disable, monotonicMs, random, note }: DeliverLoopDependencies,
  claim: ClaimedDelivery,
  stopped: AbortSignal,
): Promise<boolean> => {
  const orNote = notingFaults(note);
  const { messageId, idempotencyKey, body, secrets, url, claimedAt: startedAt } = claim;
  const began = monotonicMs();
  const headers = deliveryHeaders({ messageId, idempotencyKey, body, secrets, at: startedAt });
  const result = await sender.send({ url, headers, body, attempt: claim }, stopped)();
  if (stopped.aborted && result._tag === 'NotAnswered') {
    await orNote('release', queue.release(claim));
    return false;
  }
  const durationMs = Math.round(monotonicMs() - began);
  const finishedAt = new Date(startedAt.getTime() + durationMs);
  const after = afterAttempt(claim.failures, result, finishedAt, random());
  note({ type: 'attempted', claim, result, after, durationMs });
  const recorded = await orNote('record', queue.record(claim, { startedAt, finishedAt, result, after }));
  if (E.isLeft(recorded)) return false;
  // The attempt is recorded first: if this process crashes before it disables the endpoint, the next attempt fails
  // the same way and disables it then.
  const { failingSince } = recorded.right;
  const httpStatus = result._tag === 'Answered' ? result.status : undefined;
  const reason = disablingReason(httpStatus, failingSince, finishedAt);
  if (reason === undefined) return after._tag === 'Delivered';
  const disabled = await orNote('disable', disable(claim, reason, failingSince ?? startedAt));
  if (E.isRight(disabled)) note({ type: 'disabled', claim, reason });
  return false;
};

/** Claims due deliveries, signs the stored bytes, sends them and records every attempt. */
export const deliverLoop = (dependencies: DeliverLoopDependencies): DeliverLoop => {
  const { queue, note } = dependencies;
  const wakeUp = wakeSignal();
  const inProgress = new Set<Promise<unknown>>();
  let fail: (defect: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const orNote = notingFaults(note);
  const start = (claim: ClaimedDelivery, stopped: AbortSignal): void => {
    const delivery = deliver(dependencies, claim, stopped)
      // A failure does not wake the loop, so a failing endpoint waits for the next poll and keeps no process busy.
      .then((succeeded) => succeeded && wakeUp.notify(), fail)
      .finally(() => inProgress.delete(delivery));
    inProgress.add(delivery);
  };

  const deliverAll = async (signal: AbortSignal): Promise<void> => {
    const stopped = new AbortController();
    signal.addEventListener('abort', wakeUp.notify, { once: true });
    while (!signal.aborted) {
      const room = MAX_IN_FLIGHT - inProgress.size;
      const claimed = await orNote('claim', room > 0 ? queue.claim(room) : TE.right([]));
      const claims = E.isRight(claimed) ? claimed.right : [];
      for (const claim of claims) start(claim, stopped.signal);
      if (claims.length < room || room === 0) await wakeUp.wait(POLL_MS);
    }
    const grace = setTimeout(() => stopped.abort(), STOP_GRACE_MS);
    await Promise.all(inProgress);
    clearTimeout(grace);
  };

  return {
    run: async (signal) => Promise.race([deliverAll(signal), failed]),
    wake: wakeUp.notify,
  };
};
