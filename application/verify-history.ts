import type { DomainEvent } from '../domain/events.js';
import { hashOf } from './hash-chain.js';
import type { StoredEvent } from './ports/event-archive.js';

/** Of which event something is wrong, and what. */
export interface HistoryProblem {
  readonly stream: string;
  readonly revision: number;
  readonly problem: string;
}

/** What a stream is said to hold. */
export interface HistoryClaim {
  readonly stream: string;
  readonly events: number;
  /** The hash of the last event. */
  readonly lastHash: string;
}

const hashOfStored = ({ id, stream, revision, type, data, metadata }: StoredEvent): string => {
  const { hash: _, ...hashed } = metadata;
  const event = { type, data } as unknown as DomainEvent;
  return hashOf({ id, stream, revision: BigInt(revision), event, metadata: hashed });
};

/** All that is wrong with a whole stream: changed, missing, repeated and swapped events are named by their revision. */
export const verifyHistory = (
  claim: HistoryClaim,
  events: ReadonlyArray<StoredEvent>,
): ReadonlyArray<HistoryProblem> => {
  const problems: HistoryProblem[] = [];
  const note = (revision: number, problem: string): void => {
    problems.push({ stream: claim.stream, revision, problem });
  };
  let expected = 0;
  let previousHash = '';
  for (const event of events) {
    const { revision, metadata } = event;
    if (revision > expected)
      for (let missing = expected; missing < revision; missing += 1) note(missing, 'is missing here');
    if (revision < expected) note(revision, 'is out of place');
    if (hashOfStored(event) !== metadata.hash) note(revision, 'was changed: it does not match its hash');
    else if (revision === expected && metadata.previousHash !== previousHash)
      note(revision, 'does not follow the event before it');
    if (revision >= expected) {
      expected = revision + 1;
      previousHash = metadata.hash;
    }
  }
  for (let missing = expected; missing < claim.events; missing += 1) note(missing, 'is missing at the end');
  if (expected === claim.events && previousHash !== claim.lastHash)
    note(claim.events - 1, 'is not the last event that was exported');
  return problems;
};
