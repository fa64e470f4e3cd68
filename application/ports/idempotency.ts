import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Actor } from '../../domain/events.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** A request that may come again. The same owner and key with another fingerprint is another request. */
export interface RepeatableRequest {
  readonly ownerId: OwnerId;
  readonly key: string;
  /** SHA-256 (hex) of all that the request says. */
  readonly fingerprint: string;
}

/** Who sent a request for the first time, and the id that it had then. */
export interface RequestOrigin {
  readonly actor: Actor;
  readonly requestId: string;
}

/** An answer as it went out. It may hold secrets: it is kept encrypted. */
export interface KeptAnswer {
  readonly status: number;
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What to do with a request: work on it, with all names and times it makes drawn from `seed` and `startedAt`, and on
 * behalf of its `origin`, so that doing it again after a crash makes the same events to the byte; wait, as it is in
 * work; answer as before; refuse it.
 */
export type Admission =
  | {
      readonly _tag: 'Begun';
      readonly seed: Uint8Array;
      readonly startedAt: Date;
      readonly origin: RequestOrigin;
    }
  | { readonly _tag: 'InWork' }
  | { readonly _tag: 'Answered'; readonly answer: KeptAnswer }
  | { readonly _tag: 'OtherRequest' };

/** Remembers requests and their answers for at least 48 hours, over all processes. */
export interface Idempotency {
  /** `origin` counts only if the request is new. */
  readonly begin: (request: RepeatableRequest, origin: RequestOrigin) => TaskEither<Fault, Admission>;
  /** Keeps the answer, unless one is kept already: answers the one that counts. */
  readonly finish: (request: RepeatableRequest, answer: KeptAnswer) => TaskEither<Fault, KeptAnswer>;
  /** Forgets a request that was refused and changed nothing. */
  readonly forget: (request: RepeatableRequest) => TaskEither<Fault, void>;
  /** Gives up working on a request; whoever begins it next takes over. */
  readonly release: (request: RepeatableRequest) => TaskEither<Fault, void>;
}
