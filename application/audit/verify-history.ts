import type { StoredEvent } from '../ports/event-archive.js';
import { hashOfStored } from './hash-chain.js';

/** A problem, and the event it concerns. */
export interface HistoryProblem {
  readonly stream: string;
  readonly revision: number;
  readonly problem: string;
}

/** The content that the header claims for a stream. */
export interface HistoryClaim {
  readonly stream: string;
  readonly events: number;
  /** The hash of the last event; absent if another program wrote that event without a hash. */
  readonly lastHash?: string;
}

/** The claim about a stream that ends with this event. */
export const claimUpTo = ({ stream, revision, metadata: { hash } }: StoredEvent): HistoryClaim => ({
  stream,
  events: revision + 1,
  ...(typeof hash === 'string' ? { lastHash: hash } : {}),
});

export interface HistoryVerifier {
  readonly next: (event: StoredEvent) => void;
  /** All problems of the stream, after its last event. */
  readonly end: () => ReadonlyArray<HistoryProblem>;
}

/** Verifies a stream of any length: changed, missing, repeated and swapped events are reported by revision. */
export const historyVerifier = (claim: HistoryClaim): HistoryVerifier => {
  const problems: HistoryProblem[] = [];
  const note = (revision: number, problem: string): void => {
    problems.push({ stream: claim.stream, revision, problem });
  };
  let expected = 0;
  let previousHash: unknown = '';
  return {
    next: (event) => {
      const { revision, metadata } = event;
      for (let missing = expected; missing < revision; missing += 1) note(missing, 'is missing here');
      if (revision < expected) note(revision, 'is out of place');
      if (hashOfStored(event) !== metadata.hash) note(revision, 'does not match its hash');
      else if (revision === expected && metadata.previousHash !== previousHash)
        note(revision, 'is not linked to the previous event');
      if (revision < expected) return;
      expected = revision + 1;
      previousHash = metadata.hash;
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
