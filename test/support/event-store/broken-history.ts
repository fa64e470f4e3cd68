/** Histories written by releases that remembered the repetition of a request instead of what was stored. */
import { hashOf } from '../../../application/commands/hash-chain.js';
import type { StoredEvent } from '../../../application/ports/event-archive.js';
import { hashOfStored } from '../../../application/audit/stored-hash.js';
import { claimUpTo, type HistoryClaim } from '../../../application/audit/verify-history.js';
import type { Actor, DomainEvent, EventMetadata } from '../../../domain/events.js';
import { at, composition, uuid, videoCreated, videoId, videoPatched } from '../examples.js';

/** The event of this revision was repeated, and the next event is chained to the repetition. */
export interface Repeat {
  readonly of: number;
  readonly requestId: string;
  readonly actor: Actor;
  /** What else was tampered with in the repeated event, including its hash. */
  readonly forge?: 'id' | 'type' | 'data' | 'previousHash';
}

const FIRST: Actor = { type: 'api-key', keyId: 'k' };
const stream = `video-${videoId}`;
const facts: ReadonlyArray<DomainEvent> = [
  videoCreated(composition('One')),
  ...[2, 3, 4].map((version) => videoPatched(version, composition(`Name ${version}`))),
];

const forged = (event: StoredEvent, forge: Repeat['forge']): StoredEvent => {
  const { metadata } = event;
  switch (forge) {
    case undefined:
      return event;
    case 'id':
      return { ...event, id: uuid(999) };
    case 'type':
      return { ...event, type: 'VideoRestored' };
    case 'data':
      return { ...event, data: { ...(event.data as object), version: 9 } };
    case 'previousHash':
      return { ...event, metadata: { ...metadata, previousHash: 'f'.repeat(64) } };
  }
};

const withHash = (event: StoredEvent): StoredEvent => ({
  ...event,
  metadata: { ...event.metadata, hash: hashOfStored(event) },
});

/** The four versions of a video. One of them was repeated; the last is by another actor of the same owner. */
export const brokenByRepeat = ({ of, requestId, actor, forge }: Repeat): ReadonlyArray<StoredEvent> => {
  let previousHash = '';
  let $correlationId = 'r';
  return facts.map((event, revision) => {
    const id = uuid(100 + revision);
    const made = (by: Actor, request: string): EventMetadata => {
      const metadata = {
        actor: by,
        requestId: request,
        $correlationId: revision === 0 ? request : $correlationId,
        $causationId: request,
        previousHash,
      };
      return { ...metadata, hash: hashOf({ id, stream, revision: BigInt(revision), event, metadata }) };
    };
    const metadata = made(revision === 3 ? { type: 'api-key', keyId: 'another' } : FIRST, 'r');
    const repeated = revision === of ? made(actor, requestId) : metadata;
    previousHash = repeated.hash;
    $correlationId = repeated.$correlationId;
    const stored = {
      id,
      stream,
      revision,
      type: event.type,
      recordedAt: at(revision),
      data: event.data,
      metadata,
    };
    return revision === of && forge ? withHash(forged(stored, forge)) : stored;
  });
};

export const claimOf = (events: ReadonlyArray<StoredEvent>): HistoryClaim => ({
  ...claimUpTo(events.at(-1)!),
  events: events.length,
});

/** The file that `admin audit export` makes of it. */
export const exportOf = (events: ReadonlyArray<StoredEvent>): string =>
  [{ format: 'framewright-history', formatVersion: 1, streams: [claimOf(events)] }, ...events]
    .map((line) => JSON.stringify(line))
    .join('\n');
