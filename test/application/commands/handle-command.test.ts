import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  cachedStreamHeads,
  type EventStoreWithHeads,
} from '../../../application/commands/cached-stream-heads.js';
import { type CommandContext, handleCommand } from '../../../application/commands/handle-command.js';
import type { Ids } from '../../../application/ports/ids.js';
import { claimUpTo, verifyHistory } from '../../../application/audit/verify-history.js';
import type { VideoId } from '../../../domain/ids.js';
import type { VideoCommand } from '../../../domain/video/commands.js';
import { videoDecider, videoStream } from '../../../domain/video/video.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { seededIds } from '../../../infrastructure/http/server/request-ids.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { expectIntactHistories } from '../../support/chain-check.js';
import { startStore } from '../../support/event-log.js';
import { at, owner, videoBody } from '../../support/examples.js';
import { recordedEvents } from '../../support/recorded-events.js';
import { rightOf } from '../../support/right-of.js';

const context: CommandContext = { actor: { type: 'api-key', keyId: 'k' }, requestId: 'request-1' };

describe('handling commands', function () {
  this.timeout(60_000);
  let store: Awaited<ReturnType<typeof startStore>>;
  let eventStore: EventStoreWithHeads;
  before(async () => {
    store = await startStore();
    eventStore = cachedStreamHeads(eventStoreDbEventStore(store.client));
  });
  after(() => store.stop());

  const newVideo = async () => {
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

  it('appends at the revision it has read: each of many concurrent commands makes a version, none is lost', async () => {
    const { stream, handle, patch } = await newVideo();
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => handle(patch(`name ${n}`))));
    const done = outcomes.filter(E.isRight);
    for (const outcome of outcomes)
      if (E.isLeft(outcome)) expect(outcome.left).to.deep.equal({ _tag: 'Conflict', stream });
    const history = rightOf(await recordedEvents(eventStore, stream)());
    expect(history).to.have.length(1 + done.length);
    expect(history.map(({ revision }) => revision)).to.deep.equal(history.map((_, index) => BigInt(index)));
  });

  it('chains hashes that match what the store returns', async () => {
    const { stream, handle, patch } = await newVideo();
    for (const name of ['ü', '\\u2028', '𝒳']) rightOf(await handle(patch(name)));
    const stored = rightOf(await eventStoreDbArchive(store.client).read(stream, 0, 100)()).events.map(
      (found) => found.stored,
    );
    expect(verifyHistory({ ...claimUpTo(stored.at(-1)!), events: 4 }, stored)).to.deep.equal([]);
    expect(new Set(stored.map(({ metadata }) => metadata.hash)).size).to.equal(4);
  });

  it('records actor and request, and returns the position of the last event', async () => {
    const { stream, handle, patch } = await newVideo();
    const { position } = rightOf(await handle(patch('named')));
    const last = rightOf(await recordedEvents(eventStore, stream)()).at(-1);
    expect(last?.position).to.deep.equal(position);
    expect(last?.metadata).to.deep.include({
      actor: context.actor,
      requestId: 'request-1',
      $correlationId: 'request-1',
      $causationId: 'request-1',
    });
  });

  it('stores nothing for a command that changes nothing or is refused', async () => {
    const { stream, handle, patch, videoId } = await newVideo();
    const { state } = rightOf(await handle(patch('Grüße 👋 \\u0007 "quoted"')));
    expect(state).to.include({ version: 1 });
    expect(await handle({ ...patch('x'), ownerId: 'mallory' as typeof owner })).to.deep.equal(
      E.left({ _tag: 'VideoBelongsToAnotherOwner', videoId }),
    );
    expect(rightOf(await recordedEvents(eventStore, stream)())).to.have.length(1);
  });

  /** A store with an empty cache, and the streams that it reads. */
  const recordingReads = () => {
    const reads: string[] = [];
    const plain = eventStoreDbEventStore(store.client);
    const recording = cachedStreamHeads({
      ...plain,
      foldStream: (name, ...rest) => {
        reads.push(name);
        return plain.foldStream(name, ...rest);
      },
    });
    return { recording, reads };
  };

  it('reads nothing to change a stream that it wrote last', async () => {
    const { stream, patch } = await newVideo();
    const { recording, reads } = recordingReads();
    const handle = handleCommand(videoDecider, { eventStore: recording, ids: randomIds });
    for (const name of ['first', 'second', 'third']) rightOf(await handle(stream, patch(name), context)());
    expect(reads).to.deep.equal([stream]); // because its cache was empty
    expect(recording.cachedHead(stream)).to.include({ count: 4 });
  });

  it('does not cache the head after an append that may be a repetition', async () => {
    const { stream, patch } = await newVideo();
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

  it('decides on events that others have appended in the meantime, even if the decision is a refusal or no event', async () => {
    const { stream, handle, patch } = await newVideo();
    const elsewhere = { eventStore: cachedStreamHeads(eventStoreDbEventStore(store.client)), ids: randomIds };
    const handleElsewhere = (command: VideoCommand) =>
      handleCommand(videoDecider, elsewhere)(stream, command, context)();
    rightOf(await handle(patch('here')));
    rightOf(await handleElsewhere(patch('there')));
    expect(rightOf(await handle(patch('here'))).state).to.include({ version: 4 });
    rightOf(await handleElsewhere(patch('there')));
    const conditional = { ...patch('here again'), ifVersion: [5] } as VideoCommand;
    expect(rightOf(await handle(conditional)).state).to.include({ version: 6 });
    expect(await handleElsewhere(conditional)).to.have.nested.property('left._tag', 'VideoVersionIsStale');
    expect(rightOf(await recordedEvents(eventStore, stream)())).to.have.length(6);
  });

  it('chains to the stored event, not to its own, if another release sent the same request first', async () => {
    const seed = randomBytes(32);
    const videoId = randomUUID() as VideoId;
    const stream = videoStream(videoId);
    /** A process; `name` is what its release makes of the request. */
    const release = (name: string) => {
      const elsewhere = cachedStreamHeads(eventStoreDbEventStore(store.client));
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
        create: () => handleCommand(videoDecider, handling(ids()), 'new')(stream, create, context)(),
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
    expect(await expectIntactHistories(store.client)).to.be.at.least(3);
    const [created] = rightOf(await recordedEvents(eventStore, stream)());
    expect(created?.event.data).to.have.nested.property('composition.metadata.name', 'as the older sees it');
  });

  it('treats a stream that does not exist as empty', async () => {
    expect(rightOf(await recordedEvents(eventStore, `video-${randomUUID()}`)())).to.deep.equal([]);
  });
});
