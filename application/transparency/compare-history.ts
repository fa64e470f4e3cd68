import type { StoredEvent } from '../ports/event-archive.js';
import type { FoundLeaf, LeafEvent, LogDifference, MerkleLog } from '../ports/merkle-log.js';
import { leafInPieces } from './leaf.js';
import type { TreeHash } from './merkle-tree.js';

/** An event that was read from the event store, to be compared with its leaf. */
export interface ReadEvent extends LeafEvent {
  /** Its commit position; undefined if that was not read. */
  readonly commit: bigint | undefined;
  /** Computes the leaf of the event as it was read. Only called if the log has a leaf. */
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
  /** Compares the next events; returns the differences, and the number of events that are not in the log (yet). */
  readonly step: (
    events: ReadonlyArray<ReadEvent>,
  ) => Promise<{ readonly differences: ReadonlyArray<LogDifference>; readonly notLogged: number }>;
  /** Call when the store has no more events: finds leaves up to `size` without events. */
  readonly end: (size: number) => Promise<ReadonlyArray<LogDifference>>;
}

/** Compares what is read from the event store with the log. */
export interface HistoryComparison {
  /**
   * Compares events of a stream.
   * @param absent events that the store did not return at their revisions
   * @param isThere reads an absent event that is in the log again, because it may have been appended in the meantime
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

/** Compares nothing: for reading events exactly as stored, for example as evidence. */
export const uncompared: HistoryComparison = {
  compare: () => Promise.resolve([]),
  walk: () => ({
    step: () => Promise.resolve({ differences: [], notLogged: 0 }),
    end: () => Promise.resolve([]),
  }),
  report: (differences) => Promise.resolve(differences),
};

/** Maximum number of reported missing events in a row; further ones are not even counted. */
const MAX_MISSING = 100;

const difference = ({ stream, revision }: LeafEvent, problem: LogDifference['problem']): LogDifference => ({
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

/** Compares all events of the store in order; see {@link HistoryComparison}. */
const walkBy =
  (log: MerkleLog, report: HistoryComparison['report']): HistoryComparison['walk'] =>
  (start) => {
    let reached = start ?? 0;
    let isGapless = start !== undefined;
    const missing = async (end: number): Promise<ReadonlyArray<LogDifference>> => {
      const differences: LogDifference[] = [];
      for (let index = reached; index < Math.min(end, reached + MAX_MISSING); index += 1) {
        const event = await log.eventAt(index);
        if (event) differences.push(difference(event, 'missing'));
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
          if (problem) differences.push(difference(event, problem));
          // Events without a leaf may be in the log by now, so the next leaf can be any later one.
          if (!leaf) isGapless &&= problem !== undefined;
          else if (leaf.index < reached) differences.push(difference(event, 'moved'));
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
 * Compares events that were read from the event store with the leaves of the log. An event without a leaf is not a difference
 * if it is newer than the log, which follows the store. Differences are recorded in the storage of the log and passed to
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
        if (problem) differences.push(difference(event, problem));
      }
      for (const [index, event] of absent.entries())
        if (leaves[events.length + index] && !(await isThere(event)))
          differences.push(difference(event, 'missing'));
      return report(differences);
    },

    walk: walkBy(log, report),
  };
};
