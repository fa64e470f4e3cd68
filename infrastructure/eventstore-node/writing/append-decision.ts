/** The last revision of a stream without events. */
export const NO_STREAM_REVISION = -1n;

/** The last revision that an append expects. */
export type ExpectedRevision = bigint | 'any';

/** An event found by the revision at which a repeated append would have stored it. */
export type FoundEvent = { readonly id: string; readonly position: bigint };

export type AppendDecision =
  | { readonly _tag: 'Append' }
  | { readonly _tag: 'AlreadyAppended'; readonly revision: bigint; readonly position: bigint }
  | { readonly _tag: 'WrongExpectedRevision'; readonly current: bigint };

/** An append behind the last revision is a repetition if exactly its ids follow the expected revision. */
const repetitionOf = (
  expected: bigint,
  ids: readonly string[],
  storedAt: (revision: bigint) => FoundEvent | undefined,
): AppendDecision | undefined => {
  let last: { revision: bigint; position: bigint } | undefined;
  for (const [index, id] of ids.entries()) {
    const revision = expected + 1n + BigInt(index);
    const stored = storedAt(revision);
    if (stored?.id !== id) return undefined;
    last = { revision, position: stored.position };
  }
  return last && { _tag: 'AlreadyAppended', ...last };
};

/**
 * Decides an append as EventStoreDB does: by the stream's last revision (-1: no events). An append that names its exact
 * revision is recognised by its event ids when it is repeated; with any other expectation it is stored again.
 */
export const decideAppend = (
  current: bigint,
  expected: ExpectedRevision,
  ids: readonly string[],
  storedAt: (revision: bigint) => FoundEvent | undefined,
): AppendDecision => {
  if (expected === 'any' || expected === current) return { _tag: 'Append' };
  const repetition = expected < current ? repetitionOf(expected, ids, storedAt) : undefined;
  return repetition ?? { _tag: 'WrongExpectedRevision', current };
};
