import type { StoredEvent } from '../ports/event-archive.js';
import type { FoundLeaf, LeafEvent, LogDifference, MerkleLog } from '../ports/merkle-log.js';
import { leafInPieces } from './leaf.js';
import type { TreeHash } from './merkle-tree.js';

/** An event that was read from the event store, to be compared with its leaf. */
export interface ReadEvent extends LeafEvent {
  /** Its commit position; undefined if it was read without. */
  readonly commit: bigint | undefined;
  /** Computes its leaf from what was read. Only called if the log has a leaf. */
  readonly leaf: () => TreeHash | Promise<TreeHash>;
}

/** A stored event, to be compared with its leaf. */
export const readEvent = (event: StoredEvent, commit?: bigint): ReadEvent => ({
  stream: event.stream,
  revision: event.revision,
  commit,
  leaf: () => leafInPieces(event),
});

/** Compares the events of the store with the log, in the order of the store and without gaps. */
export interface HistoryWalk {
  /** Compares the next events; returns the differences, and how many of the events the log does not have (yet). */
  readonly step: (
    events: ReadonlyArray<ReadEvent>,
  ) => Promise<{ readonly differences: ReadonlyArray<LogDifference>; readonly notLogged: number }>;
  /** Call when the store has no more events: finds leaves up to `size` whose events did not come. */
  readonly end: (size: number) => Promise<ReadonlyArray<LogDifference>>;
}

/** Compares what is read from the event store with the log. */
export interface HistoryComparison {
  /**
   * Compares events of a stream.
   * @param absent events that the store did not return where they would be
   * @param isThere whether the store returns an event that was absent and is in the log, when asked again: it may have
   * been appended meanwhile
   */
  readonly compare: (
    events: ReadonlyArray<ReadEvent>,
    absent: ReadonlyArray<LeafEvent>,
    isThere: (event: LeafEvent) => Promise<boolean>,
  ) => Promise<ReadonlyArray<LogDifference>>;
  /** @param start index of the leaf of the first event; undefined if it is not known */
  readonly walk: (start?: number) => HistoryWalk;
  /** Records differences; returns them. */
  readonly report: (differences: ReadonlyArray<LogDifference>) => Promise<ReadonlyArray<LogDifference>>;
}

/** Finds no differences: to read what is stored as it is, for example as evidence. */
export const uncompared: HistoryComparison = {
  compare: () => Promise.resolve([]),
  walk: () => ({
    step: () => Promise.resolve({ differences: [], notLogged: 0 }),
    end: () => Promise.resolve([]),
  }),
  report: (differences) => Promise.resolve(differences),
};

/** How many missing events in a row are named; the others are not read to be counted. */
const MOST_NAMED = 100;

const named = ({ stream, revision }: LeafEvent, problem: LogDifference['problem']): LogDifference => ({
  stream,
  revision,
  problem,
});

const problemOf = async (
  event: ReadEvent,
  leaf: FoundLeaf | undefined,
  upTo: bigint | undefined,
): Promise<LogDifference['problem'] | undefined> => {
  if (leaf) return Buffer.compare(leaf.hash, await event.leaf()) === 0 ? undefined : 'changed';
  const { commit } = event;
  return commit !== undefined && upTo !== undefined && commit < upTo ? 'unlogged' : undefined;
};

/** Walks through all events of the store in their order; see {@link HistoryComparison}. */
const walkBy =
  (log: MerkleLog, report: HistoryComparison['report']): HistoryComparison['walk'] =>
  (start) => {
    let reached = start ?? 0;
    let isGapless = start !== undefined;
    const missing = async (end: number): Promise<ReadonlyArray<LogDifference>> => {
      const differences: LogDifference[] = [];
      for (let index = reached; index < Math.min(end, reached + MOST_NAMED); index += 1) {
        const event = await log.eventAt(index);
        if (event) differences.push(named(event, 'missing'));
      }
      return differences;
    };
    return {
      step: async (events) => {
        const { leaves, upTo } = await log.leavesOf(events);
        const differences: LogDifference[] = [];
        for (const [n, event] of events.entries()) {
          const leaf = leaves[n];
          const problem = await problemOf(event, leaf, upTo);
          if (problem) differences.push(named(event, problem));
          // Events that were not in the log when they were compared may be by now: the next leaf can be any after them.
          if (!leaf) isGapless &&= problem !== undefined;
          else if (leaf.index < reached) differences.push(named(event, 'moved'));
          else {
            if (isGapless && leaf.index > reached) differences.push(...(await missing(leaf.index)));
            [reached, isGapless] = [leaf.index + 1, true];
          }
        }
        const notLogged = leaves.filter((leaf) => !leaf).length;
        return { differences: await report(differences), notLogged };
      },
      end: async (size) => report(await missing(size)),
    };
  };

/**
 * Compares what was read from the event store with the leaves of the log. An event without a leaf is no difference if it
 * is newer than the log, which follows the store. Differences are recorded in the log's storage and passed to
 * `onDifferences`.
 */
export const historyComparison = (
  log: MerkleLog,
  onDifferences: (differences: ReadonlyArray<LogDifference>) => void,
): HistoryComparison => {
  const report: HistoryComparison['report'] = async (differences) => {
    if (differences.length === 0) return differences;
    onDifferences(differences);
    await log.reportDifferences(differences);
    return differences;
  };

  return {
    report,

    compare: async (events, absent, isThere) => {
      const { leaves, upTo } = await log.leavesOf([...events, ...absent]);
      const differences: LogDifference[] = [];
      for (const [index, event] of events.entries()) {
        const problem = await problemOf(event, leaves[index], upTo);
        if (problem) differences.push(named(event, problem));
      }
      for (const [index, event] of absent.entries())
        if (leaves[events.length + index] && !(await isThere(event)))
          differences.push(named(event, 'missing'));
      return report(differences);
    },

    walk: walkBy(log, report),
  };
};
