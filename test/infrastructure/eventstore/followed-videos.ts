/** Videos to append to an event store, and a reader that follows its log. */
import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { uncompared } from '../../../application/transparency/compare-history.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { LogPosition } from '../../../domain/events.js';
import type { VideoId } from '../../../domain/ids.js';
import { eventStoreDbEventLog } from '../../../infrastructure/eventstore/event-log.js';
import { composition, videoCreated } from '../../support/examples.js';
import { newStream } from '../../support/event-store/example-history.js';
import { rightOf } from '../../support/right-of.js';

export const streamOfNewVideo = (name = 'v') => {
  const videoId = randomUUID() as VideoId;
  return newStream(`video-${videoId}`, [videoCreated(composition(name), { videoId })]);
};

/** Stores a video with each name; returns the position of the last. */
export const putVideos = async (store: EventStore, ...names: ReadonlyArray<string>) => {
  let position: LogPosition | undefined;
  for (const name of names) {
    const { stream, events } = streamOfNewVideo(name);
    position = rightOf(await store.append(stream, 'no-stream', events)());
  }
  if (!position) throw new Error('nothing was stored');
  return position;
};

/** Follows the log after a position, and keeps what it sees. */
export const followLog = (client: EventStoreDBClient, after?: LogPosition) => {
  const names: string[] = [];
  const positions: LogPosition[] = [];
  const lost: unknown[] = [];
  const unknown: string[] = [];
  const ended = new AbortController();
  const log = eventStoreDbEventLog(client, uncompared, {
    onLost: (error) => lost.push(error),
    onUnknownEvent: (type) => unknown.push(type),
    onUndecodableEvent: () => undefined,
  });
  const done = (async () => {
    for await (const { events, upTo } of log.follow(after, ended.signal)) {
      positions.push(upTo);
      for (const { event } of events)
        if (event.type === 'VideoCreated') names.push(event.data.composition.metadata.name);
    }
  })();
  return {
    names,
    positions,
    lost,
    unknown,
    stop: async () => {
      ended.abort();
      await done;
    },
  };
};
