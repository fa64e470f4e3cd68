import type { ProposedEvent, RecordedEvent } from '../recorded-event.js';
import { decideAppend, type ExpectedRevision, NO_STREAM_REVISION } from './append-decision.js';

export type AppendRequest = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly ProposedEvent[];
};

export type AppendOutcome =
  | { readonly _tag: 'Written'; readonly revision: bigint; readonly position: bigint }
  | { readonly _tag: 'WrongExpectedRevision'; readonly current: bigint };

/** Where an event is stored. */
export type EventPlace = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position'>;

/** The log's content for the streams of a group of requests. */
export type LogExcerpt = {
  /** The last revision of each stream; -1 for no events. */
  readonly heads: ReadonlyMap<string, bigint>;
  /** Events at the revisions at which repeated appends would have stored them. */
  readonly places: readonly EventPlace[];
};

export type WritePlan = {
  readonly outcomes: readonly AppendOutcome[];
  readonly events: readonly RecordedEvent[];
  /** The last revisions of all streams written to, after the plan is executed. */
  readonly heads: ReadonlyMap<string, bigint>;
};

/** Non-deterministic inputs of a plan. */
export type PlanContext = {
  readonly nextPosition: bigint;
  /** Ticks of 100 ns since 1970. */
  readonly now: bigint;
};

const keyOf = (stream: string, revision: bigint): string => `${revision} ${stream}`;

/**
 * Decides a group of requests one after the other, each seeing the writes of those before it, and lays out the events
 * to store. Pure: the caller stores them in one transaction and then reports the outcomes.
 */
export const planWrites = (
  requests: readonly AppendRequest[],
  excerpt: LogExcerpt,
  context: PlanContext,
): WritePlan => {
  const events: RecordedEvent[] = [];
  const heads = new Map<string, bigint>();
  const byRevision = new Map<string, EventPlace>();
  const remember = (place: EventPlace): void =>
    void byRevision.set(keyOf(place.stream, place.revision), place);
  excerpt.places.forEach(remember);

  const headOf = (stream: string): bigint =>
    heads.get(stream) ?? excerpt.heads.get(stream) ?? NO_STREAM_REVISION;

  const store = ({ stream, events: proposed }: AppendRequest): AppendOutcome => {
    for (const event of proposed) {
      const position = context.nextPosition + BigInt(events.length);
      const recorded = { ...event, stream, revision: headOf(stream) + 1n, position, created: context.now };
      events.push(recorded);
      remember(recorded);
      heads.set(stream, recorded.revision);
    }
    const position = context.nextPosition + BigInt(events.length) - 1n;
    return { _tag: 'Written', revision: headOf(stream), position };
  };

  const execute = (request: AppendRequest): AppendOutcome => {
    const { stream, expected } = request;
    const ids = request.events.map(({ id }) => id);
    const storedAt = (revision: bigint) => byRevision.get(keyOf(stream, revision));
    const decision = decideAppend(headOf(stream), expected, ids, storedAt);
    switch (decision._tag) {
      case 'AlreadyAppended':
        return { _tag: 'Written', revision: decision.revision, position: decision.position };
      case 'WrongExpectedRevision':
        return decision;
      case 'Append':
        return store(request);
    }
  };

  return { outcomes: requests.map(execute), events, heads };
};
