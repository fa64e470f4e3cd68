import type { UndecodableEvent } from './event-log.js';

/**
 * Something outside failed, not a rule: worth another try. `Unavailable`: a server can't be reached or did not
 * answer in time. `Conflict`: others wrote to the same stream again and again. `NotYetReadable`: what was written
 * is stored but no read model shows it yet. `UnknownEvent`: a stream holds an event of a newer release. `UndecodableEvent`: a
 * stream holds an event that can't be read; an operator has to look at it. `EventTooLarge`:
 * the one that no other try can help.
 */
export type Fault =
  | { readonly _tag: 'Unavailable'; readonly what: string; readonly cause: string }
  | { readonly _tag: 'Conflict'; readonly stream: string }
  | { readonly _tag: 'NotYetReadable' }
  | { readonly _tag: 'Abandoned' }
  | { readonly _tag: 'EventTooLarge'; readonly maxBytes: number }
  | { readonly _tag: 'UnknownEvent'; readonly stream: string; readonly eventType: string }
  | UndecodableEvent;

/** An unavailable server as a fault; the cause is for the log, never for clients. */
export const unavailable =
  (what: string) =>
  (cause: unknown): Fault => ({
    _tag: 'Unavailable',
    what,
    cause: cause instanceof Error ? cause.message : String(cause),
  });
