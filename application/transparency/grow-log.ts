import * as E from 'fp-ts/lib/Either.js';
import type { EventArchive, StoredEvent } from '../ports/event-archive.js';
import type { EventLog } from '../ports/event-log.js';
import type { LeafEvent, MerkleLog } from '../ports/merkle-log.js';
import { hashOfStored } from '../audit/repeated-request.js';
import { grow, leafHash, rootOf, type TreeHash } from './merkle-tree.js';

/** The event store does not hold what the log has committed to: history was rewritten, removed or reordered. */
export class HistoryRewrittenError extends Error {
  override readonly name = 'HistoryRewrittenError';
}

const rewritten = ({ stream, revision }: LeafEvent, index: number): HistoryRewrittenError =>
  new HistoryRewrittenError(
    `event ${revision} of ${stream} is not the event that the log has as leaf ${index}: history was rewritten`,
  );

/**
 * The leaf of an event: its hash, worked out again from what is stored. It covers the id, stream, revision, type, data
 * and metadata.
 */
export const leafOf = (event: StoredEvent): TreeHash => leafHash(Buffer.from(hashOfStored(event), 'hex'));

export interface LogGrowing {
  readonly eventLog: Pick<EventLog, 'followStored'>;
  readonly archive: EventArchive;
  readonly log: MerkleLog;
  /** Called with the number of leaves after each step. */
  readonly onGrown: (size: number) => void;
  readonly signal: AbortSignal;
}

/** Compares events with the leaves that are stored of them, from the first of the log on. */
const compare = async (log: MerkleLog, events: ReadonlyArray<StoredEvent>, first: number): Promise<void> => {
  const stored = await log.hashes(events.map((_, offset) => ({ level: 0, index: first + offset })));
  for (const [offset, event] of events.entries())
    if (Buffer.compare(stored[offset] as TreeHash, leafOf(event)) !== 0)
      throw rewritten(event, first + offset);
};

/** The store must still hold the newest event that the log has: an older copy of it may have been restored. */
const checkNewest = async (log: MerkleLog, archive: EventArchive, size: number): Promise<void> => {
  const newest = size === 0 ? undefined : await log.eventAt(size - 1);
  if (!newest) return;
  const page = await archive.read(newest.stream, newest.revision, 1)();
  if (E.isLeft(page)) throw new Error(`the newest event of the log cannot be read: ${page.left._tag}`);
  const [archived] = page.right.events;
  if (!archived) throw rewritten(newest, size - 1);
  await compare(log, [archived.stored], size - 1);
};

/**
 * Adds every event of the service to the Merkle log, in the order of the event store, until the signal aborts. Where the
 * position of the log is not known, as after a move to another event store, it goes through the events from the first
 * and compares them with the leaves there are.
 * @throws HistoryRewrittenError where they differ
 */
export const growLog = async ({ eventLog, archive, log, onGrown, signal }: LogGrowing): Promise<void> => {
  let { size, position } = await log.head();
  await checkNewest(log, archive, size);
  let edge = await log.hashes(rootOf(size).subtrees);
  let compared = position === undefined ? 0 : size;
  for await (const { events, upTo } of eventLog.followStored(position, signal)) {
    const known = events.slice(0, size - compared);
    await compare(log, known, compared);
    compared += known.length;
    const added = events.slice(known.length);
    if (added.length === 0) continue;
    const growth = grow(size, edge, added.map(leafOf));
    const extended = await log.extend({
      from: size,
      to: growth.size,
      position: upTo,
      leaves: added.map(({ stream, revision }) => ({ stream, revision })),
      subtrees: growth.completed,
    });
    // Another process extends it too: this one has lost the lead.
    if (!extended) throw new Error('the Merkle log was extended by another process');
    ({ size, edge } = growth);
    compared = size;
    onGrown(size);
  }
};
