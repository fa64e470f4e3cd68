import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import { handleCommand } from '../../../application/commands/handle-command.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { VideoId } from '../../../domain/ids.js';
import type { VideoCommand } from '../../../domain/video/commands.js';
import { videoDecider, videoStream } from '../../../domain/video/video.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { seededIds } from '../../../infrastructure/http/server/respond-once.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { expectIntactHistories } from '../../support/event-store/chain-check.js';
import { context, storeVideo, openStore } from './new-video.js';
import { at, owner, videoBody } from '../../support/examples.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

describe('handling commands with cached stream heads', () => {
  const store = forSuite(openStore, (opened) => opened.close());

  /** A store with an empty cache that records the names of the streams it reads. */
  const recordingReads = () => {
    const reads: string[] = [];
    const plain = eventStoreDbEventStore(store.client, uncompared);
    const recording = cachedStreamHeads({
      ...plain,
      foldStream: (name, ...rest) => {
        reads.push(name);
        return plain.foldStream(name, ...rest);
      },
    });
    return { recording, reads };
  };

  it('does not read a stream again that only this process has changed', async () => {
    const { stream, patch } = await storeVideo(store.eventStore);
    const { recording, reads } = recordingReads();
    const handle = handleCommand(videoDecider, { eventStore: recording, ids: randomIds });
    for (const name of ['first', 'second', 'third']) rightOf(await handle(stream, patch(name), context)());
    expect(reads).to.deep.equal([stream]); // because its cache was empty
    expect(recording.cachedHead(stream)).to.include({ count: 4 });
  });

  it('does not read a stream that it creates', async () => {
    const { recording, reads } = recordingReads();
    await storeVideo(recording);
    expect(reads).to.deep.equal([]);
  });

  it('does not cache the head after an append that may be a repetition', async () => {
    const { stream, patch } = await storeVideo(store.eventStore);
    const { recording, reads } = recordingReads();
    const seeded = seededIds(randomBytes(32), new Date(0));
    rightOf(
      await handleCommand(videoDecider, { eventStore: recording, ids: seeded })(
        stream,
        patch('may be a repeat'),
        context,
      )(),
    );
    expect(recording.cachedHead(stream)).to.equal(undefined);
    reads.length = 0;
    const handle = handleCommand(videoDecider, { eventStore: recording, ids: randomIds });
    rightOf(await handle(stream, patch('after it'), context)());
    expect(reads).to.include(stream);
    expect(recording.cachedHead(stream)).to.include({ count: 3 });
  });

  it('takes account of events that others have appended in the meantime, even for a refusal or a decision without events', async () => {
    const { stream, handle, patch } = await storeVideo(store.eventStore);
    const elsewhere = {
      eventStore: cachedStreamHeads(eventStoreDbEventStore(store.client, uncompared)),
      ids: randomIds,
    };
    const handleElsewhere = (command: VideoCommand) =>
      handleCommand(videoDecider, elsewhere)(stream, command, context)();
    rightOf(await handle(patch('here')));
    rightOf(await handleElsewhere(patch('there')));
    expect(rightOf(await handle(patch('here'))).state).to.include({ version: 4 });
    rightOf(await handleElsewhere(patch('there')));
    const conditional = { ...patch('here again'), ifVersion: [5] } as VideoCommand;
    expect(rightOf(await handle(conditional)).state).to.include({ version: 6 });
    expect(await handleElsewhere(conditional)).to.have.nested.property('left._tag', 'VideoVersionIsStale');
    expect(rightOf(await recordedEvents(store.eventStore, stream)())).to.have.length(6);
  });

  it('chains to the stored event, not to its own, if another release sent the same request first', async () => {
    const seed = randomBytes(32);
    const videoId = randomUUID() as VideoId;
    const stream = videoStream(videoId);
    /** A process of a release that stores the video with this name. */
    const release = (name: string) => {
      const elsewhere = cachedStreamHeads(eventStoreDbEventStore(store.client, uncompared));
      const ids = () => seededIds(seed, new Date(0));
      const create: VideoCommand = {
        type: 'CreateVideo',
        videoId,
        ownerId: owner,
        body: videoBody(name),
        clipIds: [],
        editorTokenHash: 'a'.repeat(64),
        at: at(0),
      };
      const rename = { type: 'PatchVideo', videoId, ownerId: owner, clipIds: [], at: at(1) } as const;
      const handling = (drawn: Ids) => ({ eventStore: elsewhere, ids: drawn });
      return {
        create: () => handleCommand(videoDecider, handling(ids()))(stream, create, context)(),
        rename: () =>
          handleCommand(videoDecider, handling(randomIds))(
            stream,
            { ...rename, body: { metadata: { name: `${name}, renamed` } } },
            context,
          )(),
      };
    };
    const [older, newer] = [release('as the older sees it'), release('as the newer sees it')];
    rightOf(await older.create());
    rightOf(await newer.create());
    rightOf(await newer.rename());
    rightOf(await older.rename());
    expect(await expectIntactHistories(store.client, stream)).to.be.at.least(3);
    const [created] = rightOf(await recordedEvents(store.eventStore, stream)());
    expect(created?.event.data).to.have.nested.property('composition.metadata.name', 'as the older sees it');
  });
});
