import * as E from 'fp-ts/lib/Either.js';
import type { EventArchive } from '../ports/event-archive.js';
import type { EventLog } from '../ports/event-log.js';
import type { LeafEvent, MerkleLog } from '../ports/merkle-log.js';
import { type HistoryComparison, readEvent } from './compare-history.js';
import { newLeafOf } from './leaf.js';
import { grow, rootOf } from './merkle-tree.js';

/** The event store does not contain what the log has committed to. */
export class HistoryDiffersError extends Error {
  override readonly name = 'HistoryDiffersError';
}

const differenceAt = ({ stream, revision }: LeafEvent): HistoryDiffersError =>
  new HistoryDiffersError(`event ${revision} of ${stream} is not the one that the log has`);

export interface LogGrowing {
  readonly eventLog: Pick<EventLog, 'followStored'>;
  readonly archive: EventArchive;
  readonly log: MerkleLog;
  readonly againstLog: HistoryComparison;
  /** Called after each step with the number of new leaves. The next step begins when it resolves. */
  readonly onGrown: (added: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Checks that the store still contains the newest event of the log; an older copy of the store may have been restored.
 */
const checkNewest = async (log: MerkleLog, archive: EventArchive, size: number): Promise<void> => {
  const newest = size === 0 ? undefined : await log.eventAt(size - 1);
  if (!newest) return;
  const page = await archive.read(newest.stream, newest.revision, 1)();
  if (E.isRight(page)) return;
  if (page.left._tag === 'HistoryDiffers') throw differenceAt(page.left);
  throw new Error(`the newest event of the log cannot be read: ${page.left._tag}`);
};

/**
 * Adds every event of the service to the Merkle log, in the order of the event store, until the signal aborts. If the
 * position of the log is not known, for example after a move to another event store, it compares all events with the
 * existing leaves.
 * @throws HistoryDiffersError if they differ
 */
export const growLog = async ({
  eventLog,
  archive,
  log,
  againstLog,
  onGrown,
  signal,
}: LogGrowing): Promise<void> => {
  let { size, position } = await log.head();
  await checkNewest(log, archive, size);
  let edge = await log.hashes(rootOf(size).subtrees);
  let compared = position === undefined ? 0 : size;
  const walk = againstLog.walk(compared);
  for await (const { events, upTo } of eventLog.followStored(position, signal)) {
    const known = events.slice(0, size - compared);
    if (known.length > 0) {
      const { differences, notLogged } = await walk.step(known.map((event) => readEvent(event)));
      const [first] = differences;
      if (first) throw differenceAt(first);
      if (notLogged > 0)
        throw new HistoryDiffersError('the event store has events that the log does not have');
    }
    compared += known.length;
    const added = events.slice(known.length);
    if (added.length === 0) continue;
    const growth = grow(size, edge, added.map(newLeafOf));
    const extended = await log.extend({
      from: size,
      to: growth.size,
      position: upTo,
      leaves: added.map(({ stream, revision }) => ({ stream, revision })),
      subtrees: growth.completed,
    });
    // Another process extends the log, so this one is no longer the leader.
    if (!extended) throw new Error('the Merkle log was extended by another process');
    ({ size, edge } = growth);
    compared = size;
    await onGrown(added.length);
  }
};
