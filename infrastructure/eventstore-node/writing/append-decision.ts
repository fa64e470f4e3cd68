import { DELETED_REVISION, NO_STREAM_REVISION } from '../system-streams.js';

export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

/** The state of a stream that a decision depends on. */
export type StreamState = {
  /** -1 for no events, the tombstone's revision once tombstoned. */
  readonly lastRevision: bigint;
  /** The same for the stream's metastream. */
  readonly metastreamRevision: bigint;
  readonly softDeleted: boolean;
};

/** Where an event id was stored before. */
export type StoredEvent = { readonly revision: bigint; readonly position: bigint };

/** Lookups within the stream of the append. */
export type StoredEvents = {
  /** The first event with that id, if it is in this stream and still remembered. */
  readonly byId: (eventId: string) => StoredEvent | undefined;
  /** The event id and position at a revision, even if it can no longer be read. */
  readonly atRevision: (revision: bigint) => { readonly id: string; readonly position: bigint } | undefined;
};

export type AppendDecision =
  | { readonly _tag: 'Append'; readonly undelete: boolean }
  | { readonly _tag: 'AlreadyAppended'; readonly revision: bigint; readonly position: bigint }
  | { readonly _tag: 'WrongExpectedRevision'; readonly current: bigint }
  | { readonly _tag: 'StreamDeleted' };

const append = (undelete: boolean): AppendDecision => ({ _tag: 'Append', undelete });

const wrong = ({ lastRevision }: StreamState): AppendDecision => ({
  _tag: 'WrongExpectedRevision',
  current: lastRevision,
});

/** Without an exact revision, a repetition is recognised by its ids, wherever in the stream they were first used. */
const decideByIds = (state: StreamState, ids: readonly string[], stored: StoredEvents): AppendDecision => {
  const [first, ...rest] = ids;
  const found = first === undefined ? undefined : stored.byId(first);
  if (found === undefined) return append(state.softDeleted);
  let last = found;
  for (const id of rest) {
    const next = stored.byId(id);
    if (next === undefined) return wrong(state);
    last = next;
  }
  return { _tag: 'AlreadyAppended', ...last };
};

/** An append behind the head is a repetition if exactly its ids follow the expected revision. */
const decideBehindHead = (
  state: StreamState,
  expected: bigint,
  ids: readonly string[],
  stored: StoredEvents,
): AppendDecision => {
  let last: StoredEvent | undefined;
  for (const [index, id] of ids.entries()) {
    const revision = expected + 1n + BigInt(index);
    const there = stored.atRevision(revision);
    if (there?.id !== id) {
      const recreates = index === 0 && expected === NO_STREAM_REVISION && state.softDeleted;
      return recreates ? append(true) : wrong(state);
    }
    last = { revision, position: there.position };
  }
  return last === undefined ? wrong(state) : { _tag: 'AlreadyAppended', ...last };
};

/** Decides an append as EventStoreDB does: against the stream's head, recognising repetitions by event id. */
export const decideAppend = (
  state: StreamState,
  expected: ExpectedRevision,
  ids: readonly string[],
  stored: StoredEvents,
): AppendDecision => {
  if (state.lastRevision === DELETED_REVISION) return { _tag: 'StreamDeleted' };
  if (expected === 'stream_exists') {
    if (state.softDeleted) return { _tag: 'StreamDeleted' };
    const exists = state.lastRevision >= 0n || state.metastreamRevision >= 0n;
    return exists ? decideByIds(state, ids, stored) : wrong(state);
  }
  if (expected === 'any') return decideByIds(state, ids, stored);
  const exact = expected === 'no_stream' ? NO_STREAM_REVISION : expected;
  if (exact < state.lastRevision) return decideBehindHead(state, exact, ids, stored);
  if (exact > state.lastRevision) return wrong(state);
  return append(state.softDeleted);
};
