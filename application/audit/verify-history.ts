import { sameJson } from '../../domain/codec/json.js';
import type { Actor } from '../../domain/events.js';
import type { StoredEvent } from '../ports/event-archive.js';
import { hashOfStored, repeatBetween } from './repeated-request.js';

/** Of which event something is wrong, and what. */
export interface HistoryProblem {
  readonly stream: string;
  readonly revision: number;
  readonly problem: string;
  /** Where the cause can be told: what it is, and what is still proven. */
  readonly explanation?: string;
}

/** What a stream is said to hold. */
export interface HistoryClaim {
  readonly stream: string;
  readonly events: number;
  /** The hash of the last event; absent where another program wrote that event without one. */
  readonly lastHash?: string;
}

/** Why an event does not follow the one before it, if a repeated request is the reason. */
const explanationOf = (
  before: StoredEvent | undefined,
  after: StoredEvent,
  actors: ReadonlyArray<Actor>,
  requestIds: ReadonlyArray<string>,
): string | undefined => {
  const repeat = before && repeatBetween(before, after, actors, requestIds);
  if (!before || !repeat) return undefined;
  const { requestId, actor } = before.metadata;
  const unproven = sameJson(actor, repeat.actor) ? 'request id' : 'request id and actor';
  return (
    `It follows a repeat of event ${before.revision} by request ${repeat.requestId}, which was never stored: ` +
    `an earlier release took it for the one by request ${requestId}. ` +
    `Still proven: the id, type, data and place of event ${before.revision} and all before it. ` +
    `Not proven by this link: its ${unproven}.`
  );
};

/** Checks a stream, shown event by event. */
export interface HistoryVerifier {
  readonly next: (event: StoredEvent) => void;
  /** All that is wrong with the stream, once it has been shown as a whole. */
  readonly end: () => ReadonlyArray<HistoryProblem>;
}

/**
 * Verifies a stream of any length: changed, missing, repeated and swapped events are named by their revision.
 * @param actors all who have written to the stream: a broken link may be explained by one of them
 * @param requestIds ids of requests from the service's log: a link may be explained by one of them
 */
export const historyVerifier = (
  claim: HistoryClaim,
  actors: ReadonlyArray<Actor>,
  requestIds: ReadonlyArray<string>,
): HistoryVerifier => {
  const problems: HistoryProblem[] = [];
  const note = (revision: number, problem: string, explanation?: string): void => {
    problems.push({ stream: claim.stream, revision, problem, ...(explanation ? { explanation } : {}) });
  };
  let expected = 0;
  let previousHash = '';
  let before: StoredEvent | undefined;
  return {
    next: (event) => {
      const { revision, metadata } = event;
      if (revision > expected)
        for (let missing = expected; missing < revision; missing += 1) note(missing, 'is missing here');
      if (revision < expected) note(revision, 'is out of place');
      if (hashOfStored(event) !== metadata.hash) note(revision, 'was changed: it does not match its hash');
      else if (revision === expected && metadata.previousHash !== previousHash)
        note(
          revision,
          'does not follow the event before it',
          explanationOf(before, event, actors, requestIds),
        );
      if (revision >= expected) {
        expected = revision + 1;
        previousHash = metadata.hash;
        before = event;
      }
    },
    end: () => {
      for (let missing = expected; missing < claim.events; missing += 1)
        note(missing, 'is missing at the end');
      if (expected === claim.events && previousHash !== claim.lastHash)
        note(claim.events - 1, 'is not the last event that was exported');
      return problems;
    },
  };
};

/** All that is wrong with a whole stream, see {@link historyVerifier}. */
export const verifyHistory = (
  claim: HistoryClaim,
  events: ReadonlyArray<StoredEvent>,
  requestIds: ReadonlyArray<string> = [],
): ReadonlyArray<HistoryProblem> => {
  const actors = new Map(events.map(({ metadata: { actor } }) => [JSON.stringify(actor), actor]));
  const verifier = historyVerifier(claim, [...actors.values()], requestIds);
  events.forEach(verifier.next);
  return verifier.end();
};
