/** Videos whose versions are about as large as versions can be. */
import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import type { Composition } from '../../../domain/composition/composition.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import type { VideoEvent } from '../../../domain/video/events.js';
import { videoStream } from '../../../domain/video/video.js';
import { toEventData } from '../../../infrastructure/eventstore/event-codec.js';
import { at, changes, clip, composition, videoCreated, videoPatched } from '../examples.js';
import { newStream } from './example-history.js';

/** A version size close to the limit, in bytes. */
export const FAT_VERSION_BYTES = 980_000;

/** Maximum number of characters of a text clip. */
const TEXT = 90_000;

/** A composition with about this many bytes of text, in as many clips as needed. */
export const fatComposition = (name: string, bytes = FAT_VERSION_BYTES): Composition =>
  composition(
    name,
    Array.from({ length: Math.ceil(bytes / TEXT) }, (_, index) =>
      clip(`clip-${index}`, `${name} `.padEnd(Math.min(TEXT, bytes - index * TEXT), `text ${index} `)),
    ),
  );

export interface FatVideo {
  readonly videoId: VideoId;
  readonly versions: number;
  readonly bytesEach?: number;
  readonly ownerId: OwnerId;
}

/** The events of a video with many versions: its creation, then patches of the name. */
export const fatVersions = ({
  videoId,
  versions,
  bytesEach,
  ownerId,
}: FatVideo): ReadonlyArray<VideoEvent> => {
  const stored = fatComposition('version', bytesEach);
  const named = (version: number): Composition => ({
    ...stored,
    metadata: { ...stored.metadata, name: `version ${version}` },
  });
  const ids = { videoId, ownerId };
  return Array.from({ length: versions }, (_, index) =>
    index === 0
      ? videoCreated(named(1), { ...ids, editorTokenHash: randomUUID() })
      : videoPatched(index + 1, named(index + 1), { ...ids, changes: changes(), at: at(index) }),
  );
};

/** Stores such a video as its own commands would have, including hashes. */
export const storeFatVideo = async (client: EventStoreDBClient, video: FatVideo): Promise<void> => {
  const { stream, events } = newStream(videoStream(video.videoId), fatVersions(video));
  // One event per append: two would exceed the maximum size of an append.
  for (const [index, event] of events.entries())
    await client.appendToStream(stream, [toEventData(event)], {
      expectedRevision: index === 0 ? NO_STREAM : BigInt(index - 1),
    });
};
