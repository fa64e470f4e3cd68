/** Groups values by key, in the order of their first members. */
export const groupedBy = <Key, A>(
  values: Iterable<A>,
  keyOf: (value: A) => Key,
): ReadonlyMap<Key, ReadonlyArray<A>> => {
  const groups = new Map<Key, A[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};

/** Divides values into runs, in which each value continues the one before it. */
export const runsOf = <A>(
  values: ReadonlyArray<A>,
  continues: (last: A, next: A) => boolean,
): ReadonlyArray<readonly [A, ...A[]]> => {
  const runs: [A, ...A[]][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && continues(last, value)) run.push(value);
    else runs.push([value]);
  }
  return runs;
};

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Sorts spans, and joins those that overlap or are at most `gap` apart. */
export const joinedSpans = (spans: ReadonlyArray<Span>, gap = 0): ReadonlyArray<Span> => {
  const joined: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from - last.to <= gap)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else joined.push({ from, to });
  }
  return joined;
};
