import * as E from 'fp-ts/lib/Either.js';
import type { EventArchive, StoredEvent } from '../ports/event-archive.js';
import type { EventLog } from '../ports/event-log.js';
import type { LeafEvent, MerkleLog } from '../ports/merkle-log.js';
import { hashOfStored } from '../audit/repeated-request.js';
import { grow, leafHash, rootOf, type TreeHash } from './merkle-tree.js';

/** The event store does not contain what the log has committed to: history was rewritten, removed or reordered. */
export class HistoryRewrittenError extends Error {
  override readonly name = 'HistoryRewrittenError';
}

const rewritten = ({ stream, revision }: LeafEvent, index: number): HistoryRewrittenError =>
  new HistoryRewrittenError(
    `event ${revision} of ${stream} is not the event that the log has as leaf ${index}: history was rewritten`,
  );

/**
 * The leaf of an event: its hash, recomputed from the stored event. It covers id, stream, revision, type, data and
 * metadata.
 */
export const leafOf = (event: StoredEvent): TreeHash => leafHash(Buffer.from(hashOfStored(event), 'hex'));

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The leaf of a new event, from the hash it was stored with: hashing a large event again would cost more than storing
 * it. A hash that is not that of the event makes a leaf that no check accepts.
 */
const newLeafOf = (event: StoredEvent): TreeHash => {
  const { hash } = event.metadata;
  return typeof hash === 'string' && SHA256.test(hash) ? leafHash(Buffer.from(hash, 'hex')) : leafOf(event);
};

export interface LogGrowing {
  readonly eventLog: Pick<EventLog, 'followStored'>;
  readonly archive: EventArchive;
  readonly log: MerkleLog;
  /** Called after each step with the number of new leaves. The next step begins when it resolves. */
  readonly onGrown: (added: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Compares events with their stored leaves, starting with the first event of the log. */
const compare = async (log: MerkleLog, events: ReadonlyArray<StoredEvent>, first: number): Promise<void> => {
  const stored = await log.hashes(events.map((_, offset) => ({ level: 0, index: first + offset })));
  for (const [offset, event] of events.entries())
    if (Buffer.compare(stored[offset] as TreeHash, leafOf(event)) !== 0)
      throw rewritten(event, first + offset);
};

/**
 * Checks that the store still contains the newest event of the log; an older copy of the store may have been restored.
 */
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
 * Adds every event of the service to the Merkle log, in the order of the event store, until the signal aborts. If the
 * position of the log is not known, for example after a move to another event store, it compares all events with the
 * existing leaves.
 * @throws HistoryRewrittenError if they differ
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
    const growth = grow(size, edge, added.map(newLeafOf));
    const extended = await log.extend({
      from: size,
      to: growth.size,
      position: upTo,
      leaves: added.map(({ stream, revision }) => ({ stream, revision })),
      subtrees: growth.completed,
    });
    // Another process extends it too: this one is no longer the leader.
    if (!extended) throw new Error('the Merkle log was extended by another process');
    ({ size, edge } = growth);
    compared = size;
    await onGrown(added.length);
  }
};
