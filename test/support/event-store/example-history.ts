/** A realistic history of any length: videos with several versions, renders with every outcome. */
import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { hashOf } from '../../../application/audit/hash-chain.js';
import type { NewEvent } from '../../../application/ports/event-store.js';
import type { DomainEvent } from '../../../domain/events.js';
import type { RenderId, VideoId } from '../../../domain/ids.js';
import { renderStream } from '../../../domain/render/render.js';
import { videoStream } from '../../../domain/video/video.js';
import { toEventData } from '../../../infrastructure/eventstore/event-codec.js';
import { at, changes, clip, composition, owner, videoCreated, videoPatched } from '../examples.js';

export interface StreamOfEvents {
  readonly stream: string;
  readonly events: ReadonlyArray<NewEvent>;
}

/** Events of a new stream with ids and chained hashes, as the command loop creates them. */
export const newStream = (stream: string, events: ReadonlyArray<DomainEvent>): StreamOfEvents => {
  let previousHash = '';
  return {
    stream,
    events: events.map((event, index) => {
      const id = randomUUID();
      const metadata = {
        actor: { type: 'api-key', keyId: 'k' },
        requestId: 'r',
        $correlationId: 'r',
        $causationId: 'r',
        previousHash,
      } as const;
      previousHash = hashOf({ id, stream, revision: BigInt(index), event, metadata });
      return { id, event, metadata: { ...metadata, hash: previousHash } };
    }),
  };
};

const clips = (count: number, words: string) =>
  Array.from({ length: count }, (_, index) => clip(`clip-${index}`, `${words} ${index}`));

/** A video with four versions and a render of the last: nine events. */
const videoAndRender = (number: number): ReadonlyArray<StreamOfEvents> => {
  const videoId = randomUUID() as VideoId;
  const renderId = randomUUID() as RenderId;
  const ids = { videoId, ownerId: owner };
  const version = (n: number) => composition(`Video ${number}.${n}`, clips(4, `version ${n}`));
  const facts = { renderId, ...ids, videoVersion: 4, at: at(number) };
  const video = { videoId, version: 4, composition: version(4), createdAt: at(0), updatedAt: at(4) };
  const output = {
    key: `${renderId}.mp4`,
    bytes: 9,
    sha256: 'e',
    width: 1920,
    height: 1080,
    frames: 1,
    durationMs: 9,
  };
  const provenance = { renderer: 'r', ffmpeg: 'f', sources: [], fonts: [], stageSeconds: { encode: 1 } };
  const failure = { stage: 'download', message: 'not found', retryable: true } as const;
  const ends: ReadonlyArray<ReadonlyArray<DomainEvent>> = [
    [{ type: 'RenderCompleted', data: { ...facts, attempt: 2, output, provenance } }],
    [{ type: 'RenderFailed', data: { ...facts, attempt: 2, failure } }],
    [{ type: 'RenderCancelled', data: facts }],
  ];
  return [
    newStream(videoStream(videoId), [
      videoCreated(version(1), { ...ids, editorTokenHash: randomUUID() }),
      ...[2, 3, 4].map((n) => videoPatched(n, version(n), { ...ids, changes: changes() })),
      { type: 'EditorLinkChanged', data: { ...ids, editorTokenHash: null, at: at(5) } },
    ]),
    newStream(renderStream(renderId), [
      {
        type: 'RenderRequested',
        data: { ...facts, video, autoGenerateCaptionWords: false, captionLanguageCode: 'en' },
      },
      { type: 'RenderStarted', data: { ...facts, attempt: 1, workerId: 'w1' } },
      { type: 'RenderStarted', data: { ...facts, attempt: 2, workerId: 'w2' } },
      ...(ends[number % ends.length] ?? []),
    ]),
  ];
};

/** Stores a history of at least so many events, many streams at a time. */
export const storeHistory = async (client: EventStoreDBClient, atLeast: number): Promise<number> => {
  const AT_ONCE = 64;
  let stored = 0;
  for (let number = 0; stored < atLeast;) {
    const streams: StreamOfEvents[] = [];
    for (; streams.length < AT_ONCE; number += 1) streams.push(...videoAndRender(number));
    await Promise.all(
      streams.map(({ stream, events }) =>
        client.appendToStream(stream, events.map(toEventData), { expectedRevision: NO_STREAM }),
      ),
    );
    stored += streams.reduce((sum, { events }) => sum + events.length, 0);
  }
  return stored;
};
