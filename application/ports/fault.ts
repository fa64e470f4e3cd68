import type { LogDifference } from './merkle-log.js';

/** An event of a known type with invalid content. `reason` names fields, never their values. */
export interface UndecodableEvent {
  readonly _tag: 'UndecodableEvent';
  readonly stream: string;
  readonly revision: number;
  readonly eventType: string;
  readonly reason: string;
}

/**
 * A failure of the infrastructure, not a rule; retrying may help. `Unavailable`: a server cannot be reached or did not
 * respond in time. `Conflict`: the stream was repeatedly modified concurrently. `NotYetReadable`: the write is stored,
 * but no read model has applied it yet. `UnknownEvent`: a stream contains an event of a newer release.
 * `UndecodableEvent`: a stream contains an event that cannot be decoded; an operator has to look at it.
 * `HistoryDiffers`: the event store does not agree with the log; an operator has to look at it. `Abandoned`: the caller has
 * aborted. `EventTooLarge`: retrying never helps.
 */
export type Fault =
  | { readonly _tag: 'Unavailable'; readonly what: string; readonly cause: string }
  | { readonly _tag: 'Conflict'; readonly stream: string }
  | { readonly _tag: 'NotYetReadable' }
  | { readonly _tag: 'Abandoned' }
  | { readonly _tag: 'EventTooLarge'; readonly maxBytes: number }
  | { readonly _tag: 'UnknownEvent'; readonly stream: string; readonly eventType: string }
  | ({ readonly _tag: 'HistoryDiffers' } & LogDifference)
  | UndecodableEvent;

const FAULTS: Readonly<Record<Fault['_tag'], true>> = {
  Unavailable: true,
  Conflict: true,
  NotYetReadable: true,
  Abandoned: true,
  EventTooLarge: true,
  UnknownEvent: true,
  HistoryDiffers: true,
  UndecodableEvent: true,
};

/** Whether a problem is a fault instead of a refusal. */
export const isFault = (problem: { readonly _tag: string }): problem is Fault =>
  Object.hasOwn(FAULTS, problem._tag);

/** The fault of an unavailable server. `what` names the server; the cause is for the log, never for clients. */
export const unavailable =
  (what: string) =>
  (cause: unknown): Fault => ({
    _tag: 'Unavailable',
    what,
    cause: cause instanceof Error ? cause.message : String(cause),
  });
