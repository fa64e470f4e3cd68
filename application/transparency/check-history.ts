import type { EventLog } from '../ports/event-log.js';
import type { LogDifference, MerkleLog } from '../ports/merkle-log.js';
import type { Checkpoint } from './checkpoint.js';
import type { HistoryComparison } from './compare-history.js';
import { leafInPieces } from './leaf.js';
import { grow, rootOf, type TreeHash } from './merkle-tree.js';

export interface HistoryCheck {
  readonly eventLog: Pick<EventLog, 'storedPages'>;
  readonly log: MerkleLog;
  readonly againstLog: HistoryComparison;
  /** Called after each page with the number of events compared and the size of the log; the next page waits for it. */
  readonly onPage: (compared: number, size: number) => Promise<void> | void;
  readonly signal: AbortSignal;
}

/** The result of checking the whole history. */
export interface HistoryChecked {
  readonly events: number;
  readonly differences: number;
}

/** Computes the root of the first leaves and compares it with a checkpoint, because the stored tree may have been changed too. */
const treeUpTo = (checkpoint: Checkpoint | undefined) => {
  let [size, edge]: [number, ReadonlyArray<TreeHash>] = [0, []];
  return {
    add: (leaves: ReadonlyArray<TreeHash>): void => {
      ({ size, edge } = grow(size, edge, leaves.slice(0, Math.max(0, (checkpoint?.size ?? 0) - size))));
    },
    differences: (): ReadonlyArray<LogDifference> =>
      checkpoint?.size === size && Buffer.compare(rootOf(size).from(edge), checkpoint.root) !== 0
        ? [{ stream: 'log', revision: size, problem: 'changed' }]
        : [],
  };
};

/**
 * Compares the whole event store with the log and its newest checkpoint, and the log with the store. Known differences that
 * are not found again are forgotten: the store was repaired.
 * @throws the signal's reason if it aborts before the end
 */
export const checkHistory = async (check: HistoryCheck): Promise<HistoryChecked> => {
  const { eventLog, log, againstLog, onPage, signal } = check;
  const complete = await log.beginComparison();
  const [{ size }, checkpoint] = [await log.head(), await log.latestCheckpoint()];
  const walk = againstLog.walk(0);
  const tree = treeUpTo(checkpoint);
  let [events, differences] = [0, 0];
  for await (const page of eventLog.storedPages(signal)) {
    const leaves: TreeHash[] = [];
    for (const { event } of page) leaves.push(await leafInPieces(event));
    const read = page.map(({ event: { stream, revision }, position: { commit } }, index) => {
      const leaf = leaves[index] as TreeHash;
      return { stream, revision, commit, leaf: () => leaf };
    });
    differences += (await walk.step(read)).differences.length;
    tree.add(leaves);
    events += page.length;
    await onPage(events, Math.max(events, size));
  }
  signal.throwIfAborted();
  differences += (await walk.end(size)).length;
  // Other differences change the root too.
  if (differences === 0) differences += (await againstLog.report(tree.differences())).length;
  await complete();
  return { events, differences };
};
