/** A revision, or what else an append may expect. */
export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

/** The reported revision of a stream without events. */
export const NO_STREAM_REVISION = -1n;

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
  const wrong: AppendDecision = { _tag: 'WrongExpectedRevision', current };
  if (expected === 'any') return { _tag: 'Append' };
  if (expected === 'stream_exists') return current === NO_STREAM_REVISION ? wrong : { _tag: 'Append' };
  const exact = expected === 'no_stream' ? NO_STREAM_REVISION : expected;
  if (exact === current) return { _tag: 'Append' };
  return exact < current ? (repetitionOf(exact, ids, storedAt) ?? wrong) : wrong;
};
