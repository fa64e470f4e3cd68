import { randomUUID } from 'node:crypto';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import {
  cachedStreamHeads,
  type EventStoreWithHeads,
} from '../../../application/commands/cached-stream-heads.js';
import { type CommandContext, handleCommand } from '../../../application/commands/handle-command.js';
import type { VideoId } from '../../../domain/ids.js';
import type { VideoCommand } from '../../../domain/video/commands.js';
import { videoDecider, videoStream } from '../../../domain/video/video.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { at, owner, videoBody } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';

export const context: CommandContext = { actor: { type: 'api-key', keyId: 'k' }, requestId: 'request-1' };

/** Stores a video; returns a function that handles commands on it. */
export const storeVideo = async (eventStore: EventStoreWithHeads) => {
  const videoId = randomUUID() as VideoId;
  const stream = videoStream(videoId);
  const handle = (command: VideoCommand) =>
    handleCommand(videoDecider, { eventStore, ids: randomIds })(stream, command, context)();
  const patch = (name: string): VideoCommand => ({
    type: 'PatchVideo',
    videoId,
    ownerId: owner,
    body: { metadata: { name } },
    clipIds: [],
    at: at(1),
  });
  const create: VideoCommand = {
    type: 'CreateVideo',
    videoId,
    ownerId: owner,
    body: videoBody('Grüße 👋 \\u0007 "quoted"'),
    clipIds: [],
    editorTokenHash: 'a'.repeat(64),
    at: at(0),
  };
  rightOf(await handle(create));
  return { videoId, stream, handle, patch };
};

/** The shared event store of suites, with its own cache. */
export const openStore = async () => {
  const { client, close } = connectToEventStore(await sharedEventStore());
  return { client, close, eventStore: cachedStreamHeads(eventStoreDbEventStore(client, uncompared)) };
};
