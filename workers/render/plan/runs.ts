/** Divides values into runs: as many in a row as continue one another. */
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
