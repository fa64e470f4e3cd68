import { sameJson } from '../../domain/codec/json.js';
import type { StoredEvent } from '../ports/event-archive.js';
import { hashOfStored, repeatBetween } from './repeated-request.js';

/** A problem, and the event it concerns. */
export interface HistoryProblem {
  readonly stream: string;
  readonly revision: number;
  readonly problem: string;
  /** If the cause is known: the cause, and what is still proven. */
  readonly explanation?: string;
}

/** The content that the header claims for a stream. */
export interface HistoryClaim {
  readonly stream: string;
  readonly events: number;
  /** The hash of the last event; absent if another program wrote that event without a hash. */
  readonly lastHash?: string;
}

/** The claim about a stream whose last event this is. */
export const claimUpTo = ({ stream, revision, metadata: { hash } }: StoredEvent): HistoryClaim => ({
  stream,
  events: revision + 1,
  ...(typeof hash === 'string' ? { lastHash: hash } : {}),
});

/** Why an event is not linked to the previous one, if the reason is a repeated request. */
const explanationOf = (
  before: StoredEvent | undefined,
  after: StoredEvent,
  actors: ReadonlyArray<unknown>,
  requestIds: ReadonlyArray<string>,
): string | undefined => {
  const repeat = before && repeatBetween(before, after, actors, requestIds);
  if (!before || !repeat) return undefined;
  const { requestId, actor } = before.metadata;
  const unproven = sameJson(actor, repeat.actor) ? 'request id' : 'request id and actor';
  return (
    `It is linked to a repetition of event ${before.revision} by request ${repeat.requestId}, which was never stored: ` +
    `an earlier release took it for the event by request ${String(requestId)}. ` +
    `Still proven: the id, type, data and position of event ${before.revision} and everything before it. ` +
    `Not proven by this link: its ${unproven}.`
  );
};

/** Verifies a stream event by event. */
export interface HistoryVerifier {
  readonly next: (event: StoredEvent) => void;
  /** All problems of the stream, after its last event. */
  readonly end: () => ReadonlyArray<HistoryProblem>;
}

/**
 * Verifies a stream of any length: changed, missing, repeated and swapped events are reported by revision.
 * @param actors all actors of the stream, any of which may explain a broken link
 * @param requestIds ids of requests from the service's log, any of which may explain a broken link
 */
export const historyVerifier = (
  claim: HistoryClaim,
  actors: ReadonlyArray<unknown>,
  requestIds: ReadonlyArray<string>,
): HistoryVerifier => {
  const problems: HistoryProblem[] = [];
  const note = (revision: number, problem: string, explanation?: string): void => {
    problems.push({ stream: claim.stream, revision, problem, ...(explanation ? { explanation } : {}) });
  };
  let expected = 0;
  let previousHash: unknown = '';
  let before: StoredEvent | undefined;
  return {
    next: (event) => {
      const { revision, metadata } = event;
      if (revision > expected)
        for (let missing = expected; missing < revision; missing += 1) note(missing, 'is missing here');
      if (revision < expected) note(revision, 'is out of place');
      if (hashOfStored(event) !== metadata.hash) note(revision, 'does not match its hash');
      else if (revision === expected && metadata.previousHash !== previousHash)
        note(
          revision,
          'is not linked to the previous event',
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
        note(claim.events - 1, 'is not the last exported event');
      return problems;
    },
  };
};

/** All problems of a whole stream, see {@link historyVerifier}. */
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
